#!/usr/bin/env python3
"""The app of `canju serve`, used in Chromium as a person would: see pages_test.sh, which runs this."""

import concurrent.futures
import contextlib
import pathlib
import random
import re
import subprocess
import sys
import time

import app_cases
import app_looks
import app_progress
import app_runs
import app_whole
from app_page import App
from app_table import PROGRAM
from browser import FULL, Browser

SHOTS = pathlib.Path("target/app_test")
PACK = """@rules huanle
346999Q2 | 34JAAD | expect=win
446TT | 555A2 | expect=win difficulty=1.7
45 | 36 | last=J expect=loss
"""
POINTS = """@scoring douzero
3333K | 44Q | expect=+2
34 | 55556 | 78 | turn=2 expect=+2
33334 | KXD | expect=-2
"""
# All tabs in all looks, weeks of practice, and what there is of a win once more for points: only with `CANJU_TESTS=full`, or when they
# are asked for.
LONG = [
    app_looks.screens,
    app_looks.accessible,
    app_progress.mistakes,
    app_runs.looks,
    app_cases.game_for_points,
    app_cases.puzzle_for_points,
    app_cases.review_for_points,
]


@contextlib.contextmanager
def server(*arguments):
    """The real server on a free port of this machine."""
    running = subprocess.Popen([PROGRAM, "serve", "--listen", "127.0.0.1:0", *arguments], stderr=subprocess.PIPE, text=True)
    try:
        first = running.stderr.readline()
        found = re.search(r"http://[\d.]+:\d+", first)
        if not found:
            raise AssertionError(f"the server says {first!r}")
        with (SHOTS / "server.log").open("w") as log:
            copying = subprocess.Popen(["cat"], stdin=running.stderr, stdout=log)
            yield found.group(), running
            running.terminate()
            copying.wait(timeout=20)
    finally:
        running.kill()
        running.wait()


def main():
    SHOTS.mkdir(parents=True, exist_ok=True)
    packs = SHOTS / "packs"
    packs.mkdir(exist_ok=True)
    (packs / "short.ddz").write_text(PACK)
    (packs / "points.ddz").write_text(POINTS)
    wanted = sys.argv[1:]
    cases = [*app_cases.CASES, *app_progress.CASES, *app_runs.CASES, *app_whole.CASES, *app_looks.CASES]
    if wanted:
        cases = [case for case in cases if case.__name__ in wanted]
    elif not FULL:
        cases = [case for case in cases if case not in LONG]
    with contextlib.ExitStack() as stack:
        address, running = stack.enter_context(server("--packs", str(packs), "--packs", "puzzles/graded"))

        def app(name):
            browser = Browser("en-US", SHOTS / name, SHOTS / name / "downloads")
            stack.callback(browser.close)
            return App(browser, address, random.Random(1))

        apps = [app(name) for name in ("first", "second")]
        # Each browser waits for its pages half of the time.
        waiting = iter(cases)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for done in [pool.submit(use, app, waiting) for app in apps]:
                done.result()
        if not wanted or "without_connection" in wanted:
            app_looks.without_connection(apps[0], running)
            print("without_connection: good", flush=True)
    print("all good")


def use(app, waiting):
    """Takes one case after the other; after one that fails nobody takes another."""
    for case in waiting:
        began = time.monotonic()
        try:
            case(app)
            app.quiet(case.__name__)
        except BaseException:
            for _ in waiting:
                pass
            raise
        print(f"{case.__name__}: good, {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
