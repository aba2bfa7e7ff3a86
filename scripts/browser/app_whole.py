"""A whole game with hidden hands, as a case of the test of the app; and the same in Firefox (firefox_test.py)."""

import json
import subprocess

from app_table import PROGRAM, Position
from browser import check, fits, fingers, until

# In this deal bots that play easily and a person who plays lowest cards come to a position that one move alone wins, which is missed.
DEAL = "#deal=27?bots=easy&scoring=huanle"


def run(browser, script, *arguments):
    """As `Browser.run`, in Firefox, too."""
    return browser.run(f"const given = {json.dumps(list(arguments))}; {script}")


def click(browser, selector):
    until(lambda: run(browser, "const found = document.querySelector(given[0]); found?.click(); return Boolean(found);", selector), f"{selector} is there")


def text(browser, selector):
    return run(browser, "return document.querySelector(given[0])?.textContent ?? '';", selector)


def said(browser):
    """What the address says, by name."""
    address = run(browser, "return location.hash;")
    return dict(part.split("=", 1) for part in address.partition("?")[2].split("&"))


def moves(browser):
    return [move for move in said(browser).get("moves", "").split(".") if move]


def program(*arguments):
    """What the program says, as records."""
    answer = subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


STATE = """
    if (document.querySelector('#prompt.won, #prompt.lost')) return 'over';
    return document.querySelector('.hand[role=group] button.cell') ? 'turn' : '';"""


def hidden(browser):
    """How many cards of the others lie open, and how many are on their backs."""
    return run(browser, """
        const cells = [...document.querySelectorAll('.across .hand[data-seat] .cell')].map((cell) => cell.dataset.rank);
        return [cells.filter((rank) => rank !== '?').join(''), cells.filter((rank) => rank === '?').length];""")


def move(browser):
    """Plays the lowest card, if the person leads, else what is offered first for the lowest card that beats, or passes."""
    before = len(moves(browser))
    run(browser, "document.querySelector('.hand[role=group] button.cell').click();")
    if not run(browser, "return document.querySelector('#throw').disabled;"):
        click(browser, "#throw")
    else:
        click(browser, "#pass")
    until(lambda: len(moves(browser)) > before, lambda: f"a move: {text(browser, '#status')}")


def play_whole_game(browser, address, shoot=lambda name: None):
    """Deal, bid, play to the end with hidden hands; then the review, its puzzle, and the address of the game."""
    browser.screen(390, 844, True)
    browser.open(f"{address}/{DEAL}")
    until(lambda: run(browser, "return document.querySelector('.bids button:enabled') !== null;"), "the person bids")
    check(hidden(browser)[0] == "" and hidden(browser)[1] == 34, f"both other hands lie on their backs: {hidden(browser)}")
    shoot("whole-bids")
    click(browser, "#bid-3")
    until(lambda: run(browser, STATE), "the first turn")
    check(run(browser, "return document.querySelectorAll('.near .hand[data-seat] .cell').length;") == 20, "the landlord has twenty cards")
    check(len(text(browser, "#open-cards").split(":")[1].replace("10", "T").strip()) == 3, "all see three of them")
    check(hidden(browser) == ["", 34], "nothing else is seen")
    shoot("whole-turn")
    fits(browser, "a whole game")
    while until(lambda: run(browser, STATE), lambda: f"a turn: {text(browser, '#status')}") == "turn":
        check(hidden(browser)[0] == "", "hands stay hidden")
        move(browser)
    until(lambda: not run(browser, "return document.querySelector('#cancel') !== null;"), "all is judged")
    check(hidden(browser)[1] == 0, "at the end all is open")
    check(run(browser, "return document.querySelectorAll('#judged .known').length;") > 3, "the person's moves are judged")
    check("…" not in text(browser, "#judged"), f"each of them twice: {text(browser, '#judged')}")
    shoot("whole-review")
    check_review(browser)
    # It is there again by its address, and so is what was said of it.
    game = run(browser, "return location.hash;")
    kept = lambda: run(browser, "return JSON.parse(localStorage['canju.mistakes'] ?? null);")
    check(all(mistake["pack"] is None for mistake in kept().values()), "its puzzles are in no pack")
    run(browser, "localStorage['canju.mistakes'] = localStorage['canju.mistakes'].replaceAll('\"step\":0', '\"step\":2');")
    browser.open(f"{address}/{game}")
    until(lambda: run(browser, "return document.querySelector('#play-puzzle') !== null;"), "the game of an address is judged")
    check(run(browser, "return location.hash;") == game, "the same game")
    check({mistake["step"] for mistake in kept().values()} == {2}, "who looks at a game again does not begin its puzzles again")
    # So it is for who played it. For others its puzzles are there to play, and their mistakes stay their own.
    run(browser, "delete localStorage['canju.mistakes']; delete localStorage['canju.played'];")
    browser.open(f"{address}/{game}")
    until(lambda: run(browser, "return document.querySelector('#play-puzzle') !== null;"), "the game of someone else is judged")
    check(kept() is None and text(browser, "#kept-puzzles") == "", "and none of its mistakes is kept")
    # The mistake is a puzzle now.
    click(browser, "#play-puzzle")
    until(lambda: run(browser, "return document.querySelector('#tab-play[aria-selected=\"true\"]') && document.querySelector('.hand[role=group] button.cell') !== null;"), "the puzzle")
    verdicts = Position.of_address(run(browser, "return location.hash;"))[0].judged()
    check(list(verdicts.values()).count("win") == 1 and len(verdicts) > 1, f"one move wins: {verdicts}")
    shoot("whole-puzzle")


def check_review(browser):
    """What is said of the person's moves with open hands is what `canju review` says of the game."""
    played = moves(browser)
    [dealt] = program("deals", "--cards", "20+17+17", "--seed", "27")
    [record] = program("review", *dealt["hands"], "--moves", " ".join(played), "--scoring", "huanle", "--stake", "3", "--moves-made", "0,0,0", "--format", "jsonl")
    own = [found for found in record["moves"] if found["player"] == 0]
    marks = {found["ply"]: found["mark"] for found in own}
    shown = run(browser, "return Object.fromEntries([...document.querySelectorAll('.judged[data-ply]')].map(({ dataset }) => [dataset.ply, dataset.mark]));")
    check({int(ply): mark for ply, mark in shown.items()} == marks, f"{shown} is not {marks}")
    check(record["values"][-1] < 0 and str(-record["values"][-1]) in text(browser, "#prompt"), f"the points: {text(browser, '#prompt')}")
    missed = [found["ply"] for found in own if found["mark"] == "gave_away" and found["only_move"]]
    check(missed and run(browser, "return document.querySelector('#kept-puzzles').dataset.count;") == str(len(missed)), f"mistakes become puzzles: {missed}")


def whole_game_on_a_phone(app):
    """The whole game at 390 pixels; axe finds nothing serious at its end."""
    app.browser.forget(app.address)
    play_whole_game(app.browser, app.address, app.browser.shoot)
    app.browser.go("back")
    until(lambda: app.browser.find("#judged"), "the judgement again")
    app.accessible("a whole game that is judged")
    app.browser.screen(1440, 900)


def from_game_to_advice(app):
    """Advice for a hand that is dealt, an example, a hand that is pasted, and a moment of a game that was played."""
    browser = app.browser
    app.open(tab="advice")
    browser.click("#example")
    until(lambda: app.hands()[1] == "34455667789TJQKA2", "the example's hand")
    browser.click("#clear")
    browser.click('label[for="own-2"]')
    browser.click("#deal-me")
    until(lambda: len(app.hands()[2]) == 17, "a farmer's hand")
    browser.click("#ask")
    app.estimated()
    check(not app.text(".trouble"), f"the numbers fit: {app.text('.trouble')}")
    browser.click("#clear")
    browser.find("#paste-hand")[0].send_keys("3 3 10 k 2 x?")
    browser.click("#take-hand")
    until(lambda: "?" in app.text(".trouble"), "what is no card is named")
    browser.find("#paste-hand")[0].clear()
    browser.find("#paste-hand")[0].send_keys("k 3 10 3 2 x")
    browser.click("#take-hand")
    until(lambda: app.hands()[2] == "33TK2X", f"the pasted hand: {app.hands()}")
    # A moment of a game of three that is reviewed; what was played before it began is nobody's secret.
    app.reviewed("#3456JJQ/678KK/9TJAA?moves=3.6.9&review=1")
    browser.click("#step-back")
    browser.click("#advise-here")
    app.estimated()
    check([app.hands()[2], len(app.hands()[0]), len(app.hands()[1])] == ["9TJAA", 6, 4], f"what the second farmer sees: {app.hands()}")
    check(app.text("#caution") != "", "an estimate")


CASES = [whole_game_on_a_phone, from_game_to_advice]
