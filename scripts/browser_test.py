#!/usr/bin/env python3
"""The pages of `canju explain`, clicked through in Chromium: see browser_test.sh, which runs this.

A game is played by clicking, as a person would. The replies are chosen at random from a fixed seed, and at the end the side
that the page promised must have no cards left. Then the same with the answers hidden, with the browser's Back and Forward,
from an address that was sent, and with fingers instead of a mouse.
"""

import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys

from browser import Browser, Keys, check, fingers, fits, until

PROGRAM = os.environ.get("CANJU", "target/release/canju")
SHOTS = pathlib.Path("target/browser_test")
# Name, arguments, and from how many first moves games are played.
PAGES = [
    ("win", ["346999Q2", "34JAAD"], 12),
    ("loss", ["35577TTQQ2", "9AA"], 6),
    ("large", ["448999TJJQQAD", "336688TAA22X", "--threads", "1"], 6),
    ("cut", ["4455678899TTJKKAD", "33456678TTJQQKA22", "--strategy-size", "100KiB"], 6),
    ("answer", ["K5", "44Q", "--last", "J"], 4),
    ("three", ["3456JJQ", "678KK", "9TJAA"], 6),
    ("farmer", ["K5", "44", "6Q", "--turn", "3", "--last", "J", "--by", "1"], 4),
    ("three-cut", ["34567JQKA2", "34678KK", "59TJAA", "--strategy-size", "1KiB"], 6),
    ("long", ["33445566778899TTJJQQ", "4"], 2),
]


def options(browser, selector=".option:enabled"):
    """Every option, including those hidden at the end of long lists."""
    while more := browser.find(".more"):
        browser.click(more[0])
    return browser.find(selector)


def state(browser):
    """What the page shows of the game."""
    return browser.run("""
        const panels = [...document.querySelectorAll('.seat')].map((seat) => ({
            wins: !!seat.querySelector('.badge.winner'), out: !!seat.querySelector('.empty'),
            cards: seat.querySelectorAll('.hand li').length }));
        return { panels, steps: document.querySelectorAll('#trail li').length - 1,
                 over: !!document.querySelector('.final strong'), cut: !!document.querySelector('.final.cut') };""")


def play_out(browser, chance):
    """Clicks replies until the game or the page ends. Returns the number of clicks, and whether the game ended."""
    clicks = 0
    while True:
        seen = state(browser)
        if seen["over"]:
            out = [panel for panel in seen["panels"] if panel["out"]]
            check(len(out) == 1 and out[0]["wins"], f"the promised side does not win: {seen}")
            return clicks, True
        if seen["cut"]:
            return clicks, False
        browser.click(chance.choice(options(browser)))
        after = state(browser)
        check(after["steps"] > seen["steps"], "a click plays a move")
        cards = lambda state: sum(panel["cards"] for panel in state["panels"])
        check(cards(after) <= cards(seen), "no card comes back")
        clicks += 1


def go_on(browser):
    """The command that a cut page shows makes a page, and the side to move loses there as well."""
    command = text(browser, ".final.cut code").split()
    check(command[0] == "canju", command)
    html = subprocess.run([PROGRAM, *command[1:]], check=True, capture_output=True, text=True).stdout
    check('"verdict":"loss"' in html, f"{command}: the page says otherwise")


def decided(browser):
    """The command for the position that is shown says the same of the side to move as the page."""
    command = text(browser, "#typed code").split()
    check(command[:2] == ["canju", "solve"], command)
    found = subprocess.run([PROGRAM, *command[1:], "--format", "json"], check=True, capture_output=True, text=True).stdout
    mover_wins = browser.run("""
        const mover = [...document.querySelectorAll('.seat')].find((seat) => seat.querySelector('.badge.turn'));
        return !!mover.querySelector('.badge.winner');""")
    check((json.loads(found)["verdict"] == "win") == mover_wins, f"{command}: the page says otherwise")


def restart(browser):
    browser.click(browser.find("#restart")[0])
    check(state(browser)["steps"] == 0, "the start again")


def text(browser, selector):
    return browser.text(selector)


def test_page(browser, name, page, lines, chance):
    browser.screen(1280, 900)
    browser.open(page.resolve().as_uri())
    browser.shoot(f"{name}-light")
    wins = browser.run("return JSON.parse(document.getElementById('data').textContent).verdict") == "win"
    games = ended = 0
    # The winning move, then some losing ones, a few games each.
    count = len(options(browser))
    for index in [0] * wins + chance.sample(range(wins, count), min(lines, count - wins)):
        for _ in range(3 if index == 0 else 1):
            chosen = options(browser)[index]
            browser.click(chosen)
            _, end = play_out(browser, chance)
            games, ended = games + 1, ended + end
            if not end and games - ended == 1:
                go_on(browser)
            if index == 0 and games == 1:
                browser.shoot(f"{name}-end")
            restart(browser)
    check(ended == games or name.endswith("cut"), "only a cut page ends before the game does")

    # Going back: by button, by key and by the trail of moves.
    decided(browser)
    browser.click(options(browser)[0])
    if not state(browser)["over"]:
        decided(browser)
    one = state(browser)["steps"]
    browser.shoot(f"{name}-reply")
    if not state(browser)["over"] and options(browser):
        browser.click(options(browser)[0])
        two = state(browser)["steps"]
        browser.press(Keys.ARROW_LEFT)
        check(state(browser)["steps"] == one < two, "the left arrow takes the last reply back")
        browser.run("document.querySelector('.option').focus()")
        browser.press(Keys.ENTER)
        check(state(browser)["steps"] == two, "Enter plays the option that has the focus")
        browser.click(browser.find("#back")[0])
        browser.click(browser.find(".crumb")[0])
    else:
        browser.click(browser.find("#back")[0])
    check(state(browser)["steps"] == 0, "the first crumb is the start")

    # Light and dark, both languages, both screens.
    english = text(browser, "#headline")
    browser.click(browser.find("#theme")[0])
    check(browser.run("return document.documentElement.dataset.theme") == "dark", "dark")
    browser.click(browser.find("#language")[0])
    check(browser.run("return document.documentElement.lang") == "zh-CN", "Chinese")
    check(text(browser, "#headline") != english, "the headline is translated")
    browser.click(options(browser)[0])
    browser.shoot(f"{name}-dark-chinese")
    for width in (360, 414, 768):
        browser.screen(width, 780, phone=True)
        fits(browser, f"{name}, Chinese, in a game")
        fingers(browser, f"{name}, {width} px, in a game")
    browser.screen(360, 780, phone=True)
    browser.shoot(f"{name}-phone-chinese")
    browser.click(browser.find("#language")[0])
    browser.click(browser.find("#theme")[0])
    restart(browser)
    browser.run("scrollTo(0, 0)")
    fits(browser, f"{name}, English, at the start")
    browser.shoot(f"{name}-phone")
    play_out(browser, chance)
    fits(browser, f"{name}, English, at the end")
    browser.shoot(f"{name}-phone-end")
    return games


def place(browser):
    """What the reader sees, and where."""
    return browser.run("""
        const part = (selector) => [...document.querySelectorAll(selector)].map((found) => found.textContent).join(' ');
        return [document.documentElement.lang, part('#headline'), part('#trail'), part('#prompt'), part('.option')];""")


def test_history(browser, page, chance):
    """The browser's Back takes a step back, and an address leads to its place in its language."""
    browser.screen(1280, 900)
    browser.open(page.resolve().as_uri())
    seen = [place(browser)]
    for _ in range(3):
        if not options(browser):
            break
        browser.click(chance.choice(options(browser)))
        seen.append(place(browser))
    for before in reversed(seen[:-1]):
        browser.go("back")
        until(lambda: place(browser) == before, "Back takes a step back")
    for after in seen[1:]:
        browser.go("forward")
        until(lambda: place(browser) == after, "Forward takes it again")
    browser.click(browser.find("#language")[0])
    chinese = place(browser)
    address = browser.run("return location.hash")
    browser.go("back")
    until(lambda: place(browser) != chinese, "Back after the change of the language")
    check(place(browser)[0] == "zh-CN", "the language stays on the way back")
    browser.open(page.resolve().as_uri() + address)
    check(place(browser) == chinese, f"{address} is another place")
    browser.open(page.resolve().as_uri() + "#lang=en&moves=nonsense")
    check(place(browser) == seen[0], "an address that makes no sense is the start")


def hidden(browser):
    """Does nothing on the page tell the answer?"""
    return not browser.find(".wins, .loses, .best, .badge.winner, .crumb.winning, .option .answer")


def test_try(browser, name, page, chance):
    """Try it first: nothing tells the answer, slips are slips, and hints lead to the end of the game."""
    browser.open(page.resolve().as_uri())
    data = browser.run("return JSON.parse(document.getElementById('data').textContent)")
    wins = {data["moves"][move][0]: wins for move, wins in data["first"]}
    headline = text(browser, "#headline")
    browser.click(browser.find("#try")[0])
    check(hidden(browser) and text(browser, "#headline") != headline, "the answers are hidden")
    browser.shoot(f"{name}-try")
    moves = lambda: browser.run("return [...document.querySelectorAll('.option:enabled')].map((it) => it.dataset.move)")
    options(browser)
    check(sorted(moves()) == sorted(move for move in wins if wins[move] is not None), "every first move can be tried")
    losing = [move for move in wins if wins[move] is False]
    if data["verdict"] == "win" and losing:
        slip = chance.choice(losing)
        browser.click(browser.find(f'.option[data-move="{slip}"]')[0])
        said = text(browser, "#slip")
        check("gives the win away" in said and state(browser)["steps"] == 0, said)
        check(hidden(browser), "a slip does not name the right move")
        check(slip not in moves(), "a slip is not offered again")
    browser.click(browser.find("#language")[0])
    check(text(browser, "#try") == "先试试看", "Chinese")
    fits(browser, f"{name}, try it first")
    browser.click(browser.find("#language")[0])
    # With the hints the reader wins, if that side can.
    while not state(browser)["over"] and not state(browser)["cut"]:
        options(browser)
        while browser.find("#ask-hint:enabled"):
            browser.click(browser.find("#ask-hint")[0])
        check(hidden(browser), "hints mark nothing")
        fingers(browser, f"{name}, hints")
        if data["verdict"] == "loss":
            check("No move wins here" in text(browser, "#hints"), "no move wins")
            browser.click(chance.choice(options(browser)))
            continue
        # The last hint names the cards; of a pass and the rocket the first hint is enough.
        last = text(browser, "#hints li:last-child").replace("10", "T")
        last = {"Let it go": "pass", "Rocket": "XD"}.get(last, last)
        told = [move for move in moves() if move.split(":")[0] == last]
        check(told, f"the hint {last} is a move")
        before = state(browser)["steps"]
        browser.click(browser.find(f'.option[data-move="{told[0]}"]')[0])
        check(state(browser)["steps"] > before, f"the hint {last} is no slip")
    ended = state(browser)
    if ended["over"]:
        check(all(panel["wins"] for panel in ended["panels"] if panel["out"]), "who has no cards left has won")
        # The nearest panel is the first hand's.
        check(ended["panels"][-1]["wins"] == ((data["verdict"] == "win") == (data["turn"] == 0)), "with the hints the side that can win wins")
    fingers(browser, f"{name}, the end")
    browser.shoot(f"{name}-try-end")
    # An address keeps the mode, too. The solution is shown when asked for.
    kept = place(browser)
    browser.open(page.resolve().as_uri() + browser.run("return location.hash"))
    check(place(browser) == kept, "the address keeps what was tried")
    restart(browser)
    check(hidden(browser), "hidden again")
    browser.click(browser.find("#ask-solution")[0])
    check(bool(browser.find(".group.wins")) == (data["verdict"] == "win"), "the solution")
    browser.shoot(f"{name}-try-solution")
    browser.click(browser.find("#try")[0])
    check(text(browser, "#headline") == headline, "the answers are back")


def test_quiet(browser, pages):
    """The console is empty, and only the pages were loaded."""
    said = browser.console()
    check(not said, f"the console says {said}")
    urls = browser.requested()
    strange = urls - {page.resolve().as_uri() for page in pages} - {"about:blank"}
    check(not strange, f"requests for {strange}")
    check(urls, "the log of requests is kept")


def main():
    SHOTS.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    with contextlib.ExitStack() as stack:
        browser = Browser("en-US", SHOTS)
        stack.callback(browser.close)
        made = []
        for name, arguments, lines in PAGES:
            page = SHOTS / f"{name}.html"
            subprocess.run([PROGRAM, "explain", *arguments, "--output", page], check=True)
            games = test_page(browser, name, page, lines, chance)
            test_history(browser, page, chance)
            test_try(browser, name, page, chance)
            made.append(page)
            test_quiet(browser, made)
            print(f"{name}: {games} games, {page.stat().st_size / 1024:.0f} KiB", flush=True)
        chinese = Browser("zh-CN", SHOTS)
        stack.callback(chinese.close)
        chinese.open(made[0].resolve().as_uri())
        check(chinese.run("return document.documentElement.lang") == "zh-CN", "a Chinese reader gets Chinese")
        test_quiet(chinese, made)
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
