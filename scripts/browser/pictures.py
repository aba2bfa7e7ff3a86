#!/usr/bin/env python3
"""Takes the pictures of README.md and docs/manual.md anew, in English and Chinese, with what `scripts/browser/pages_test.sh site` installs
and builds, and Pillow:

    target/browser_environment/bin/pip install pillow
    target/browser_environment/bin/python scripts/browser/pictures.py
"""

import pathlib
import tempfile

from app_whole import play_whole_game
from browser import Browser, until
from PIL import Image
from site_host import Host

DOCS = pathlib.Path("docs")
# For each language what its files have before their ending.
LANGUAGES = {"en-US": "", "zh-CN": ".zh"}


def shoot(browser, name):
    browser.shoot(name)
    # 256 colours are enough, and a third of the bytes.
    path = DOCS / f"{name}.png"
    Image.open(path).convert("RGB").quantize(kmeans=8).save(path, optimize=True)


def main():
    # The games of the first language are looked at in the others.
    games = {}
    with tempfile.TemporaryDirectory() as root:
        host = Host(pathlib.Path(root), "app")
        for language, infix in LANGUAGES.items():
            browser = Browser(language, DOCS)
            browser.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
            browser.screen(1084, 540)
            browser.open(f"{host.address}/#346999Q2/34JAAD")
            browser.click("#tab-solve")
            until(lambda: browser.find("#verdict") and browser.find('.line[aria-busy="false"]'), "the answer and its line of play")
            shoot(browser, f"app{infix}")
            if not games:
                play_whole_game(browser, host.address, lambda name: games.update({name: browser.run("return location.hash")}))
            browser.forget(host.address)
            browser.screen(390, 844, True)
            for picture, ready in (("whole-turn", ".hand[role=group] button.cell"), ("whole-review", "#play-puzzle")):
                browser.open(f"{host.address}/{games[picture]}")
                until(lambda: browser.find(ready), picture)
                browser.run("document.querySelector('#judgement-title')?.scrollIntoView()")
                shoot(browser, f"{picture.replace('-', '_')}{infix}")
            browser.close()
        host.stop()


if __name__ == "__main__":
    main()
