#!/usr/bin/env python3
"""The pages of `canju explain` in Chromium, used as a person would: see pages_test.sh, which runs this.

A page is the app with one position and the solver inside, so what is tested of the app (app_cases.py) is not tested again, but for
whole games. What is tested here is that a page from a disk answers without anything beside it, and that what it says is what
`canju solve` says, at every place that is gone through.
"""

import contextlib
import pathlib
import random
import subprocess
import sys

from app_cases import check_answer, check_place, check_review, keyboard_game, play_game, save_certificate
from app_looks import DARK, SCREENS
from app_page import Page
from app_table import PROGRAM, program
from browser import FULL, Browser, Keys, check, fingers, fits, until

SHOTS = pathlib.Path("target/explain_test")
# Name, arguments, and from how many first moves on a game is gone through.
PAGES = [
    ("win", ["346999Q2", "34JAAD"], 4),
    ("loss", ["35577TTQQ2", "9AA"], 2),
    ("large", ["4455678899TTJKKAD", "33456678TTJQQKA22"], 1),
    ("answer", ["K5", "44Q", "--last", "J"], 2),
    ("three", ["3456JJQ", "678KK", "9TJAA"], 2),
    ("farmer", ["K5", "44", "6Q", "--turn", "3", "--last", "J", "--by", "1"], 2),
]
# Those for which `CANJU_TESTS=full` is not needed, besides a whole deal of three hands.
SOME = ("win",)
DEAL = ["33455666789TJQKAAA2D", "3444578999TQKK22X", "3567788TTJJJQQKA2"]
PRESSED = "button:not(.cell), .segment label"


def pressed(page, what):
    fits(page.browser, what)
    fingers(page.browser, what, PRESSED)


def go_through(page, first):
    """From a first move on to the end of the game: the loser's replies at random, and the winner's moves."""
    move, start = first, page.position()
    promised = start.after(first)
    promised = (promised.hands.index("") == 0) if promised.over else promised.wins() == (promised.turn == 0)
    while True:
        page.follow(move)
        position = page.shown_position()
        check(page.hands() == position.hands, "the table shows the place")
        if position.over:
            check((position.hands.index("") == 0) == promised, f"{first}: the promised side does not win")
            return
        page.browser.click("#go-on")
        check_place(page, position)
        listed = page.options()
        winning = [move for move, verdict in listed if verdict == "win"]
        move = page.chance.choice(winning or [move for move, _ in listed])


def solving(page, name, lines):
    """The answer, and games gone through from the winning move and from some that lose."""
    page.browser.screen(1440, 900)
    page.open()
    check(page.browser.find('#tab-solve[aria-selected="true"]'), "a page begins with the answer")
    check(page.browser.find("#verdict"), "which is there at once")
    check_answer(page)
    page.browser.shoot(f"{name}-solve")
    moves = page.options()
    winning = [move for move, verdict in moves if verdict == "win"]
    losing = [move for move, verdict in moves if verdict == "loss"]
    chosen = winning[:1] + page.chance.sample(losing, min(lines, len(losing)))
    for move in chosen:
        go_through(page, move)
        if page.browser.find("#restart"):
            page.browser.click("#restart")
        until(lambda: dict(page.options()) == dict(moves), "the start again")
    return len(chosen)


def playing(page, name):
    """The game by either side: the answers are hidden, a slip is told, hints win."""
    page.open(tab="play")
    browser = page.browser
    check(page.my_turn(), "a turn")
    check(not browser.find(".verdict, .option, .group"), "nothing tells the answer")
    browser.shoot(f"{name}-play")
    start = page.position()
    check(len(browser.find(".segments input")) == 2, "a choice of sides")
    if start.wins():
        slips(page, start)
        page.open(tab="play")
        check((play_game(page, hinted(page)) == 0) == (start.turn == 0), "who follows the hints wins")
        page.open(tab="play")
        browser.click(f'label[for="side-{2 if start.turn == 0 else 1}"]')
    else:
        browser.click(f'label[for="side-{1 if start.turn == 0 else 2}"]')
        check(page.my_turn(), "a turn")
        until(lambda: browser.find("#hint:enabled"), "the position is judged")
        while browser.find("#hint:enabled"):
            browser.click("#hint")
        check("No move wins here" in page.text("#hints"), "no move wins")
    play_game(page, lambda position: page.chance.choice(list(position.judged())))
    check("solver has won" in page.text("#prompt"), "the page does not err")
    check(not browser.find(".crumb.slip"), "who can't win can't give a win away")
    browser.shoot(f"{name}-end")
    browser.click("#to-review")
    check_review(page, start)


def slips(page, start):
    """Moves that give the win away, the first one and a later one: told by name, and taken back."""
    for depth in range(2):
        page.open(tab="play")
        for _ in range(depth):
            if not page.my_turn():
                return
            page.play(page.position().solved()["best"])
        if not page.my_turn():
            return
        before = page.moves()
        losing = [move for move, verdict in page.position().judged().items() if verdict == "loss"]
        if not losing:
            continue
        slip = page.chance.choice(losing)
        page.play(slip)
        until(lambda: "gave the win away" in page.text("#slip"), "it is said at once")
        named = "pass" if slip == "pass" else slip.split(":")[0].replace("T", "10")
        check(page.text("#slip").startswith(named), f"{slip} is named: {page.text('#slip')}")
        page.my_turn()
        fits(page.browser, "a slip")
        page.browser.click("#take-back")
        until(lambda: page.moves() == before, "it is taken back")
        check(page.my_turn() and not page.browser.find("#slip"), "as if nothing had happened")


def hinted(page):
    """Plays what the hints say."""
    def choose(position):
        until(lambda: page.browser.find("#hint:enabled"), "the position is judged")
        while page.browser.find("#hint:enabled"):
            page.browser.click("#hint")
        # The last hint chooses the cards; of a pass and the rocket the first hint is enough.
        chosen = page.browser.run("return [...document.querySelectorAll('.cell.up')].map((cell) => cell.dataset.rank).join('')")
        said = page.text("#hints li:last-child")
        cards = chosen or {"Let it go": "pass", "Rocket": "XD"}.get(said, "")
        page.browser.run("for (let cell; (cell = document.querySelector('.cell.up')); ) cell.click();")
        until(lambda: not page.browser.find(".cell.up"), "no card is chosen")
        winning = [move for move, verdict in position.judged().items() if verdict == "win"]
        fitting = [move for move in winning if sorted(move.split(":")[0]) == sorted(cards)]
        check(fitting, f"{position.arguments()}: the hint {said!r} {chosen!r} does not win")
        return fitting[0]
    return choose


def looks(page, name):
    """Every screen, in both languages: nothing is too wide or too small. The colours, which have no size, on one of them."""
    browser = page.browser
    for width, height, phone in [(414, 780, True), *SCREENS] if FULL else SCREENS[:1]:
        browser.screen(width, height, phone)
        for colours in ["light", "dark"] if width == DARK else ["light"]:
            browser.colours(colours)
            page.open()
            check(browser.run("return document.documentElement.dataset.theme") == colours, f"{colours}, as the system asks")
            for language in ["en", "zh"]:
                for tab in ["solve", "play", "review"]:
                    page.tab(tab)
                    pressed(page, f"{name}, {tab}, {width} px, {language}")
                    browser.shoot(f"{name}-{tab}-{width}-{colours}-{language}")
                browser.click("#language")
            page.tab("solve")
            page.accessible(f"{name}, the answer, {colours}")
            page.tab("play")
            page.accessible(f"{name}, the game, {colours}")
    browser.colours("light")
    browser.screen(1440, 900)


def addresses(page):
    """An address leads to its place in a game; the reader's language and colours stay; another position's address is the start."""
    page.open(tab="play")
    browser = page.browser
    check(page.my_turn(), "a turn")
    page.play(page.chance.choice(list(page.position().judged())))
    page.my_turn()
    kept, hands = page.hash(), page.hands()
    browser.click("#language")
    browser.click("#theme")
    page.reopen(kept)
    until(lambda: page.hands() == hands and browser.find('#tab-play[aria-selected="true"]'), f"{kept} is where it was")
    check(browser.run("return [document.documentElement.lang, document.documentElement.dataset.theme]") == ["zh-CN", "dark"], "both are kept")
    page.open()
    start = page.hands()
    for other in ["#33/44", "#nonsense", "#lang=en&moves=3"]:
        page.reopen(other)
        check(page.hands() == start and browser.find("#verdict"), f"{other} is the start")


def sharing(page, name):
    """A picture, and commands that work."""
    page.open()
    page.browser.click("#share")
    check(not page.browser.find("#address-text"), "the address of a file is nobody else's")
    command = page.text("#command-text").split()
    check(program(*command[1:])["verdict"] == ("win" if page.position().wins() else "loss"), command)
    proof = SHOTS / f"{name}.proof"
    asked = [str(proof) if word == "canju.proof" else word for word in page.text("#proof-text").split()[1:]]
    program(*asked)
    subprocess.run([PROGRAM, "verify", proof], check=True, capture_output=True)
    downloads = page.browser.shots / "downloads"
    for kind, head in [("png", b"\x89PNG"), ("svg", b"<svg")]:
        for file in downloads.glob(f"*.{kind}"):
            file.unlink()
        page.browser.click(f"#save-{kind}")
        until(lambda: any(file.read_bytes().startswith(head) for file in downloads.glob(f"*.{kind}")), f"the picture as {kind}")
    save_certificate(page, downloads / f"canju-{'-'.join(page.position().hands)}.proof")
    page.accessible("the dialog")
    page.browser.press(Keys.ESCAPE)


def by_keyboard(page):
    """From the answer to a finished game without a pointer."""
    page.open()
    page.browser.run("document.querySelector('#tab-solve').focus()")
    page.browser.press(Keys.ARROW_RIGHT)
    keyboard_game(page)


def deal(page):
    """A page of a whole deal of three hands: the answer of the program at once, moves within the limit, and a move of the solver."""
    page.open()
    check(page.browser.find("#verdict"), "the answer is there at once")
    shown = page.browser.run("return document.querySelector('#verdict').dataset.verdict")
    check(shown == program("solve", *DEAL)["verdict"], shown)
    page.tab("play")
    check(page.my_turn(), "a turn")


# Says what each page hears from its workers.
HEARD = """
    const Real = Worker;
    globalThis.heard = 0;
    globalThis.Worker = class extends Real {
        constructor(...given) { super(...given); this.addEventListener('message', () => { globalThis.heard += 1; }); }
    };"""


def workers(page):
    """A page from a disk solves in a worker. Where it may have none, it answers in its own thread, whether that is said at once or later."""
    end = page.browser.before_each_page(HEARD)
    page.open()
    check_answer(page)
    check(page.browser.run("return heard") > 0, "a worker has answered")
    end()
    for forbidden in ["globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } }",
                      "const Real = Worker; globalThis.Worker = class extends Real { constructor() { super('data:text/javascript,throw 1'); } }"]:
        end = page.browser.before_each_page(forbidden)
        page.open()
        check_answer(page)
        page.tab("play")
        check(page.my_turn(), "a turn")
        end()
    # Chromium says what was forbidden.
    page.browser.console()


def main():
    SHOTS.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:]
    with contextlib.ExitStack() as stack:
        browser = Browser("en-US", SHOTS, SHOTS / "downloads")
        stack.callback(browser.close)
        for name, arguments, lines in PAGES:
            if (wanted and name not in wanted) or not (wanted or FULL or name in SOME):
                continue
            lines = lines if FULL else 1
            file = SHOTS / f"{name}.html"
            subprocess.run([PROGRAM, "explain", *arguments, "--output", file], check=True)
            page = Page(browser, file, random.Random(1))
            games = solving(page, name, lines)
            playing(page, name)
            if name in ("win", "three", "farmer"):
                looks(page, name)
            if name in ("win", "farmer"):
                addresses(page)
            if name == "win":
                sharing(page, name)
                by_keyboard(page)
                page.quiet(name)
                workers(page)
            page.quiet(name)
            print(f"{name}: {games} games gone through", flush=True)
        if not wanted or "deal" in wanted:
            file = SHOTS / "deal.html"
            subprocess.run([PROGRAM, "explain", *DEAL, "--output", file], check=True)
            page = Page(browser, file, random.Random(1))
            deal(page)
            page.quiet("deal")
            print("deal: good", flush=True)
        if not wanted:
            chinese = Browser("zh-CN", SHOTS)
            stack.callback(chinese.close)
            reader = Page(chinese, SHOTS / "win.html", random.Random(1))
            reader.open()
            check(chinese.run("return document.documentElement.lang") == "zh-CN", "a Chinese reader gets Chinese")
            reader.quiet("in Chinese")
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
