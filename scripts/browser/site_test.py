#!/usr/bin/env python3
"""The static site in Chromium: see pages_test.sh, which runs this.

A host that knows nothing but files sends it from below a path of its own, and what asks for anything else fails the test. Every tab
is used, first with the host, then without any. What the tabs can do is tested with the app of `canju serve` (app_test.py).
"""

import functools
import http.server
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading

import app_looks
from app_cases import THREE, WIN, check_answer, deal_by_tapping, play_game, winning
from app_page import App
from app_table import PROGRAM
from browser import Browser, check, until

SHOTS = pathlib.Path("target/site_test")
# The site lies below this path.
BELOW = "some/where"


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Site(App):
    """The app on such a host."""

    def loaded(self, url):
        return url.startswith((self.address + "/", f"blob:{self.address}/", "about:", "data:"))


def use(app):
    """Each tab: a deal by tapping, an answer, a new puzzle, the puzzle of the day, a puzzle of a pack played to its end."""
    deal_by_tapping(app)
    app.reopen(THREE, "solve")
    check_answer(app)
    app.reopen("", "puzzles")
    daily = until(app.hash, "the puzzle of the day")
    app.browser.click('label[for="level-beginner"]')
    app.browser.click("#make")
    until(lambda: app.hash() != daily and "New puzzle" in app.text("#caption"), lambda: f"a new puzzle: {app.text('.trouble')}")
    app.browser.click('[data-pack="circulated"]')
    app.browser.click('.number[data-index="0"]')
    app.browser.click("#go-play")
    play_game(app, winning)
    check("You have won" in app.text("#prompt"), "a game to its end")
    app.tab("puzzles")
    app.browser.click("#daily")
    until(lambda: app.hash() == daily, "the puzzle of the day is the same again")
    app.browser.click("#share")
    check(app.text("#address-text").startswith(f"{app.address}/#"), "the address is that of the site")
    app.browser.click("#close")


def main():
    shutil.rmtree(SHOTS, ignore_errors=True)
    root = SHOTS / "host"
    site = root / BELOW
    subprocess.run(["scripts/web/build_site.sh", site], check=True, env={**os.environ, "CANJU": PROGRAM})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser("en-US", SHOTS, SHOTS / "downloads")
    app = Site(browser, f"http://127.0.0.1:{server.server_port}/{BELOW}", random.Random(1))
    try:
        app_looks.installable(app)
        use(app)
        until(lambda: browser.run(app_looks.KEPT), "all is kept")
        app.quiet("with a host")
        print("with a host: good", flush=True)
        server.shutdown()
        server.server_close()
        use(app)
        app.reopen(WIN, "solve")
        check_answer(app)
        browser.shoot("without")
        check(not {url for url in browser.requested() if not app.loaded(url)}, "nothing else is asked for")
        print("without a host: good", flush=True)
    finally:
        browser.close()
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
