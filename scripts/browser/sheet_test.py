#!/usr/bin/env python3
"""Sheets of `canju sheet` and pictures of `canju picture` in Chromium, printed: see pages_test.sh, which runs this.

A sheet of N puzzles has N / 6 pages and one of answers, nothing is cut off, and no puzzle is broken by the end of a page. Leaves
the PDF and pictures of the pages in target/sheet_test for a look by eye.
"""

import base64
import pathlib
import re
import subprocess
import sys

from app_table import PROGRAM
from browser import Browser, check

SHOTS = pathlib.Path("target/sheet_test")
# The widest hands, three hands with a trick to answer, and rules of their own.
LARGE = """33334567TTAAAA | DXJJ999 | expect=loss
3334445556667778889T | 99JJQQKKAA22XDTTT | JJQQKKAA
45 | 44 | 6Q | turn=3 last=J by=1
4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair,-trio_solo
8T | 792 | 3357 | last=9 best=pass themes=refuses_to_beat,only_pass difficulty=2.1
33344455566677788899 | TTTJJJQQQKKKAAA22 | AXD
3 | 4
"""
CUT = """
    const cut = [];
    for (const box of document.querySelectorAll('.page, .puzzle, .answers li')) {
        if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) cut.push(box.className + ': ' + box.textContent.trim().slice(0, 40));
    }
    for (const puzzle of document.querySelectorAll('.puzzle')) {
        const [outer, inner, page] = [puzzle, puzzle.querySelector('svg'), puzzle.closest('.page')].map((it) => it.getBoundingClientRect());
        const inside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1 && outer.bottom <= page.bottom + 1;
        if (!inside || inner.width < 100) cut.push('picture: ' + puzzle.textContent.trim().slice(0, 40));
    }
    for (const text of document.querySelectorAll('.puzzle svg > text')) {
        const card = text.ownerSVGElement.querySelector('g').getBoundingClientRect();
        if (text.getBoundingClientRect().right > card.left) cut.push('name: ' + text.textContent);
    }
    return cut;"""


def sheet(browser, name, arguments, count, answers=1):
    file = SHOTS / f"{name}.html"
    subprocess.run([PROGRAM, "sheet", *arguments, "--quiet", "--output", file], check=True)
    text = file.read_text()
    check("http" not in text.replace("http://www.w3.org/2000/svg", ""), f"{name}: nothing is loaded from elsewhere")
    browser.open(file.resolve().as_uri())
    # As wide as the page without its margins, in the look of paper.
    browser.screen(round(186 / 25.4 * 96), 1000)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    cut = browser.run(CUT)
    check(not cut, f"{name}: cut off: {cut}")
    check(len(browser.find(".puzzle")) == count == len(browser.find(".answers li")), f"{name}: {count} puzzles, each with an answer")
    printed = browser.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True, "printBackground": True})
    pdf = base64.b64decode(printed["data"])
    (SHOTS / f"{name}.pdf").write_bytes(pdf)
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    check(pages == -(-count // 6) + answers, f"{name}: {pages} pages")
    sizes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox\s*\[([^\]]*)\]", pdf)}
    check(all(abs(box[2] - 595) < 2 and abs(box[3] - 842) < 2 for box in sizes) and sizes, f"{name}: A4, not {sizes}")
    for number, page in enumerate(browser.find(".page")[:2] + browser.find(".answers"), start=1):
        page.screenshot(str(SHOTS / f"{name}-{number}.png"))
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    check(not browser.console(), f"{name}: the console is empty")
    print(f"{name}: {count} puzzles on {pages} pages", flush=True)


def picture(browser, name, arguments, cards):
    file = SHOTS / f"{name}.svg"
    subprocess.run([PROGRAM, "picture", *arguments, "--quiet", "--output", file], check=True)
    browser.open(file.resolve().as_uri())
    drawn = browser.run("""
        const frame = document.documentElement.getBoundingClientRect();
        return [...document.querySelectorAll('g')].map((card) => card.getBoundingClientRect())
            .filter((box) => box.left >= frame.left && box.right <= frame.right && box.bottom <= frame.bottom).length;""")
    check(drawn == cards, f"{name}: {drawn} cards")
    browser.shoot(name)


def main():
    SHOTS.mkdir(parents=True, exist_ok=True)
    large = SHOTS / "large.ddz"
    large.write_text(LARGE)
    browser = Browser("en-US", SHOTS)
    try:
        sheet(browser, "graded", ["puzzles/graded/2-easy.ddz", "--count", "13"], 13)
        sheet(browser, "large", [large, "--title", "残局 <&>"], 7)
        sheet(browser, "chinese", ["puzzles/bank/three-feeds-partner.ddz", "--lang", "zh"], 30)
        sheet(browser, "many", ["puzzles/graded", "--count", "120"], 120)
        picture(browser, "two", ["346999Q2", "34JAAD"], 14)
        picture(browser, "three", ["45", "44", "6Q", "--turn", "3", "--last", "J", "--by", "1", "--lang", "zh"], 7)
    finally:
        browser.close()
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
