#!/usr/bin/env python3
"""The app of `canju serve`, used in Chromium as a person would: see pages_test.sh, which runs this."""

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
from app_page import App
from app_table import PROGRAM
from browser import FULL, Browser

SHOTS = pathlib.Path("target/app_test")
PACK = """@rules huanle
346999Q2 | 34JAAD | expect=win
446TT | 555A2 | expect=win difficulty=1.7
45 | 36 | last=J expect=loss
"""


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
    wanted = sys.argv[1:]
    with contextlib.ExitStack() as stack:
        address, running = stack.enter_context(server("--packs", str(packs), "--packs", "puzzles/graded"))
        browser = Browser("en-US", SHOTS, SHOTS / "downloads")
        stack.callback(browser.close)
        app = App(browser, address, random.Random(1))
        cases = [*app_cases.CASES, *app_progress.CASES, *app_looks.CASES]
        for case in cases:
            if wanted and case.__name__ not in wanted or not wanted and not FULL and case in app_looks.LONG:
                continue
            began = time.monotonic()
            case(app)
            app.quiet(case.__name__)
            print(f"{case.__name__}: good, {time.monotonic() - began:.1f} s", flush=True)
        if not wanted or "without_connection" in wanted:
            app_looks.without_connection(app, running)
            print("without_connection: good", flush=True)
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
