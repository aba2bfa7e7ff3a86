#!/usr/bin/env python3
"""The static site in Chromium: see pages_test.sh, which runs this.

A host that knows nothing but files sends it from below a path of its own, and what asks for anything else fails the test. Every tab
is used, first with the host, then without any. What the tabs can do is tested with the app of `canju serve` (app_test.py).
"""

import pathlib
import random
import shutil
import sys
import urllib.request

import app_looks
from app_cases import THREE, WIN, check_answer, deal_by_tapping, play_game, winning
from app_page import App
from browser import Browser, check, until
from site_host import Host

SHOTS = pathlib.Path("target/site_test")
# The site lies below this path.
BELOW = "some/where"


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


def preview(app):
    """Links to the site have a preview with a picture, which is there."""
    app.browser.open(app.address + "/")
    address = app.browser.run("return document.querySelector('meta[property=\"og:image\"]').content")
    check(address.startswith(f"{app.address}/"), address)
    with urllib.request.urlopen(address) as answer:
        check(answer.headers["content-type"] == "image/png" and len(answer.read()) > 10_000, "the picture")


def main():
    shutil.rmtree(SHOTS, ignore_errors=True)
    host = Host(SHOTS / "host", BELOW)
    browser = Browser("en-US", SHOTS, SHOTS / "downloads")
    app = App(browser, host.address, random.Random(1))
    try:
        preview(app)
        app_looks.installable(app)
        use(app)
        until(lambda: browser.run(app_looks.KEPT), "all is kept")
        app.quiet("with a host")
        print("with a host: good", flush=True)
        host.stop()
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
