#!/usr/bin/env python3
"""Pages of `canju explain` from the disk, and the static site with its host and without, in Firefox: see pages_test.sh, which runs this.

That both answer, and what the command line answers, is what is tested here; all else is tested in Chromium.
"""

import json
import pathlib
import shutil
import subprocess
import sys

from app_looks import KEPT
from app_table import PROGRAM, Position
from app_whole import play_whole_game
from browser import check, until
from firefox import Firefox
from site_host import Host

SHOTS = pathlib.Path("target/firefox_test")
PAGES = [["346999Q2", "34JAAD"], ["3456JJQ", "678KK", "9TJAA"]]


def check_answer(browser):
    """The answer that is shown, and every move, is that of the command line; then a game begins."""
    browser.run("document.querySelector('#tab-solve').click()")
    until(lambda: browser.run("return document.querySelector('.option') && !document.querySelector('#cancel')"), "an answer")
    position, _ = Position.of_address(browser.run("return location.hash"))
    shown = browser.run("return [...document.querySelectorAll('.option')].map((option) => [option.dataset.move, option.closest('.group').classList[1]])")
    check(dict(shown) == position.judged(), f"{position.arguments()}: {shown}")
    verdict = browser.run("return document.querySelector('#verdict').dataset.verdict")
    check((verdict == "win") == position.wins(), verdict)
    browser.run("document.querySelector('#tab-play').click()")
    until(lambda: browser.run("return !!document.querySelector('.hand[role=group] button.cell')"), "a turn")
    check(not browser.said, f"the console says {browser.said}")


def main():
    shutil.rmtree(SHOTS, ignore_errors=True)
    host = Host(SHOTS / "host", "below")
    browser = Firefox()
    try:
        for number, hands in enumerate(PAGES):
            file = SHOTS / f"{number}.html"
            subprocess.run([PROGRAM, "explain", *hands, "--quiet", "--output", file], check=True)
            browser.open(file.resolve().as_uri())
            check_answer(browser)
        print("pages from the disk: good", flush=True)
        address = f"{host.address}/#346999Q2/34JAAD"
        browser.open(address)
        check_answer(browser)
        play_whole_game(browser, host.address)
        until(lambda: browser.run(KEPT), "all is kept")
        host.stop()
        browser.open(address)
        check_answer(browser)
        print("the site, with its host and without, and a whole game: good", flush=True)
    finally:
        browser.close()
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
