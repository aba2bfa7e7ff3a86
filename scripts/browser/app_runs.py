"""Cases of the test of the app: a streak, a rush, the rating, and results to share. The clock is set by the test."""

from app_cases import play_game, winning
from app_progress import Clock, give_away
from app_table import Position
from browser import Keys, check, fingers, fits, until

SLOW_CLOCK = """
    const Real = Date, now = () => new Real(2026, 10, 29, 12).getTime() + globalThis.passed;
    globalThis.Date = class extends Real {
        constructor(...given) { given.length ? super(...given) : super(now()); }
        static now() { return now(); }
    };"""
# A page that may write to the clipboard, and one that may not.
MAY_COPY = "navigator.clipboard.writeText = async (text) => { window.copied = text; }; navigator.share = async ({ text }) => { window.sent = text; };"
MAY_NOT_COPY = "navigator.clipboard.writeText = async () => { throw new Error('no'); }; navigator.share = undefined;"


class StillClock:
    """A clock that stands still but for what `later` adds, also when the page is loaded anew."""

    def __init__(self, browser):
        self.browser, self.passed = browser, 0
        self.end = self.begin()

    def begin(self):
        return self.browser.before_each_page(f"globalThis.passed = {self.passed};{SLOW_CLOCK}")

    def later(self, milliseconds):
        self.passed += milliseconds
        self.end()
        self.end = self.begin()
        self.browser.run("globalThis.passed = arguments[0]", self.passed)


def reach(app, selector):
    """Clicks what may lie behind the tabs of a phone until one scrolls there."""
    until(lambda: app.browser.find(selector), selector)
    app.browser.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", selector)
    app.browser.click(selector)


def begin(app, kind):
    reach(app, f"#begin-{kind}")
    until(lambda: app.browser.find('#tab-play[aria-selected="true"]'), "the game begins")
    check(app.my_turn(), "a turn")


def source(app):
    return app.text(".source")


def without_help(app, what):
    """There is nothing that tells a part of the answer."""
    for selector in ["#hint", "#undo", "#show-line", "#take-back", "#again", "[name=side]"]:
        check(not app.browser.find(selector), f"{what}: there is {selector}")
    check(app.browser.find("#tab-solve:disabled") and app.browser.find("#tab-review:disabled"), f"{what}: the answer can be seen")


def check_result(app, head, marks):
    """The dialog has the result as a text that tells nothing of the puzzles."""
    until(lambda: app.browser.find("#sharing[open] #result-text"), "the result")
    lines = app.browser.run("return document.querySelector('#result-text').value").split("\n")
    check(lines == ["canju 残局 · 2026-11-29", head, *([marks] if marks else []), f"{app.address}/"], f"what is shared: {lines}")
    check(app.text("#sharing-title") == head, app.text("#sharing-title"))


def streak(app):
    """A streak goes on from puzzle to puzzle, waits while the page is closed, and ends at the first mistake."""
    browser = app.browser
    clock = StillClock(browser)
    try:
        app.open("", "puzzles")
        begin(app, "streak")
        without_help(app, "a streak")
        check(source(app) == "Streak · 0 solved", source(app))
        play_game(app, winning)
        until(lambda: source(app) == "Streak · 1 solved", lambda: f"one is solved: {source(app)}")
        check(browser.find("#tab-review:enabled"), "the game that is over can be reviewed")
        before = app.position().hands
        browser.click("#next")
        until(lambda: app.moves() == [] and app.hands() != before, "another puzzle")
        check(app.my_turn(), "a turn")
        before = app.hands()
        app.reopen("", "puzzles")
        check("Streak · 1 solved" in app.text("#runs"), "it waits")
        browser.click("#go-on-streak")
        until(lambda: app.hands() == before and browser.find('#tab-play[aria-selected="true"]'), "the puzzle is there again")
        without_help(app, "a streak that goes on")
        check(app.my_turn(), "a turn")
        browser.click("#skip")
        until(lambda: app.hands() != before and not browser.find("#skip"), "it is skipped, and no other one can be")
        check(source(app) == "Streak · 1 solved", source(app))
        give_away(app)
        check_result(app, "Streak: 1 solved", "🟩⬜🟥")
        check("your best" in app.text("#result-more"), app.text("#result-more"))
        app.accessible("the result")
        browser.press(Keys.ESCAPE)
        until(lambda: browser.find("#hint") and browser.find("#tab-solve:enabled"), "what gives help is back")
        app.tab("puzzles")
        check(app.text("#bests") == "Your best: Streak: 1", app.text("#bests"))
        # A worse one leaves the best as it is.
        begin(app, "streak")
        give_away(app)
        check_result(app, "Streak: 0 solved", "🟥")
        check(app.text("#result-more") == "Your best is 1.", app.text("#result-more"))
        browser.press(Keys.ESCAPE)
        app.tab("puzzles")
        check(app.text("#bests") == "Your best: Streak: 1", app.text("#bests"))
        check(app.browser.find('#rating[data-count="0"]'), "runs are not rated")
    finally:
        clock.end()


def rush(app):
    """A rush goes on by itself, counts what is solved before its time ends, and does not stop while the page is closed."""
    browser = app.browser
    clock = StillClock(browser)
    browser.screen(390, 844, True)
    try:
        app.open("", "puzzles")
        begin(app, "rush3")
        without_help(app, "a rush")
        box = browser.run("const box = document.querySelector('.run-clock').getBoundingClientRect(); return [box.top, box.bottom, innerHeight]")
        check(0 <= box[0] and box[1] <= box[2], f"the clock is in sight: {box}")
        check(app.text(".run-clock") == "3:00" and "♥♥♥" in source(app), source(app))
        check(browser.find('.run-clock[role=timer][aria-live="off"]'), "the clock is not read out each second")
        before = app.hands()
        give_away_in_rush(app, before)
        check("♥♥" in source(app) and "♥♥♥" not in source(app), source(app))
        before = app.hands()
        solve_in_rush(app, before)
        check("1 solved" in source(app), source(app))
        check("Solved. 1 so far." in app.text("#spoken"), app.text("#spoken"))
        clock.later(61_000)
        until(lambda: app.text(".run-clock") == "1:59", lambda: f"the clock goes on: {app.text('.run-clock')}")
        fits(browser, "a rush")
        fingers(browser, "a rush", "button:not(.cell)")
        browser.shoot("rush-390")
        before = app.hands()
        app.reopen("", "puzzles")
        clock.later(60_000)
        until(lambda: app.text("#runs .run-clock") == "0:59", lambda: f"nothing stops the clock: {app.text('#runs')}")
        reach(app, "#go-on-rush3")
        until(lambda: app.hands() == before, "the puzzle is there again")
        check(app.my_turn(), "a turn")
        clock.later(59_000)
        check_result(app, "Rush, 3 min: 1 solved", "🟥🟩")
        browser.shoot("rush-result-390")
        browser.press(Keys.ESCAPE)
        # What is solved after the end does not count.
        until(lambda: not browser.find("dialog[open]") and browser.find("#hint"), "the puzzle stays on the table")
        play_game(app, winning)
        app.tab("puzzles")
        check("Rush, 3 min: 1 solved" in app.text("#runs") and app.text("#bests") == "Your best: Rush, 3 min: 1", app.text("#runs"))
        # One whose time ends while the page is closed is over when it is opened; the third mistake ends one, too.
        begin(app, "rush5")
        clock.later(300_000)
        app.reopen("", "puzzles")
        until(lambda: browser.find("#share-rush5"), "it is over")
        check(not browser.find("dialog[open]"), "nothing is in the way")
        begin(app, "rush5")
        for _ in range(2):
            give_away_in_rush(app, app.hands())
            check(app.my_turn(), "a turn")
        throw(app, losing(app))
        check_result(app, "Rush, 5 min: 0 solved", "🟥🟥🟥")
        browser.press(Keys.ESCAPE)
    finally:
        browser.screen(1440, 900)
        clock.end()


def losing(app):
    return next(move for move, verdict in app.position().judged().items() if verdict == "loss")


def throw(app, move):
    """Plays a move after which another puzzle may be on the table."""
    if move == "pass":
        app.browser.click("#pass")
        return
    app.choose(move.split(":")[0])
    app.browser.click(f'.chip.exact[data-move="{move}"]' if ":" in move else "#throw")


def give_away_in_rush(app, before):
    check(app.my_turn(), "a turn")
    throw(app, losing(app))
    until(lambda: app.moves() == [] and app.hands() != before, "another puzzle, at once")
    check(app.my_turn(), "a turn")


def solve_in_rush(app, before):
    """Plays until another puzzle is on the table."""
    while app.my_turn():
        move = winning(app.position())
        last = len(app.position().hands[app.position().turn]) == len(move.split(":")[0])
        if not last:
            app.play(move)
            continue
        throw(app, move)
        break
    until(lambda: app.moves() == [] and app.hands() != before, "another puzzle, at once")
    check(app.my_turn(), "a turn")


def results(app):
    """The puzzle of the day has a row for each try, which can be copied or sent; the first try is rated, and only that."""
    browser = app.browser
    app.open("", "puzzles")
    clock = Clock(app)
    clock.set(0)
    check("No rating yet" in app.text("#rating") and not browser.find("#share-today"), "there is no result at first")
    browser.click("#daily")
    browser.click("#go-play")
    give_away(app)
    app.tab("puzzles")
    check(app.browser.find('#rating[data-count="1"]'), "a mistake is a try")
    rating = app.text(".rating")
    check("provisional · 1 puzzle" in rating and int(rating.split()[1].strip(",")) < 1200, rating)
    check("not solved" in app.text(".result"), app.text(".result"))
    app.tab("play")
    browser.click('label[for="side-2"]')
    browser.click('label[for="side-1"]')
    play_game(app, winning)
    app.tab("puzzles")
    check(app.text(".rating") == rating, f"another try changes nothing: {app.text('.rating')}")
    browser.run(MAY_COPY)
    hands = Position.of_address(app.hash().partition("?")[0])[0].hands
    browser.click("#share-today")
    text = browser.run("return document.querySelector('#result-text').value")
    head, what, first, second, address = text.split("\n")
    check(head == "canju 残局 · 2026-03-02" and what.startswith("Puzzle of the day · difficulty") and what.endswith("Solved without help"), text)
    check(first.endswith("🟥") and set(second) == {"🟩"} and address == f"{app.address}/", text)
    check(not any(hand in text for hand in hands), text)
    browser.click("#result-copy")
    until(lambda: browser.run("return window.copied") == text and app.text("#result-said") == "Copied.", "it is copied")
    browser.click("#result-send")
    until(lambda: browser.run("return window.sent") == text, "it is sent")
    browser.press(Keys.ESCAPE)
    browser.run(MAY_NOT_COPY)
    browser.click("#language")
    browser.click("#share-today")
    check(not browser.find("#result-send"), "nothing to send with")
    browser.click("#result-copy")
    until(lambda: "请手动复制" in app.text("#result-said"), lambda: app.text("#result-said"))
    check(browser.run("const field = document.activeElement; return field.value.slice(field.selectionStart, field.selectionEnd)").startswith("残局 canju · 2026-03-02\n每日一题"), "it is selected")
    browser.press(Keys.ESCAPE)
    browser.click("#language")
    # A hint is a failed try; a look at the answer before any move is none, but ends the chance of one.
    browser.click('[data-pack="short"]')
    browser.click('.number[data-index="1"]')
    browser.click("#go-play")
    check(app.my_turn(), "a turn")
    browser.click("#hint")
    play_game(app, winning)
    app.tab("puzzles")
    check(app.browser.find('#rating[data-count="2"]'), "a hint is a try")
    less = app.text(".rating")
    check(int(less.split()[1].strip(",")) < int(rating.split()[1].strip(",")), f"{rating}, then {less}")
    browser.click('[data-pack="1-beginner"]')
    browser.click('.number[data-index="5"]')
    app.tab("solve")
    app.verdict()
    app.tab("play")
    play_game(app, winning)
    app.tab("puzzles")
    check(app.text(".rating") == less, "a puzzle whose answer was seen is not rated")
    browser.click('.number[data-index="6"]')
    browser.click("#go-play")
    play_game(app, winning)
    app.tab("puzzles")
    more = app.text(".rating")
    check("3 puzzles" in more and int(more.split()[1].strip(",")) > int(less.split()[1].strip(",")), f"{less}, then {more}")
    clock.set(1)
    check(not browser.find("#share-today") and app.text(".rating") == more, "the next day has no result yet, and the rating stays")
    clock.end()


def looks(app):
    """Runs and results fit a phone and a desk, fingers and axe, in both languages."""
    browser = app.browser
    app.open("", "puzzles")
    browser.run("localStorage.setItem('canju.bests', JSON.stringify({ streak: 7, rush3: 9, rush5: 12 }))")
    for width, height, phone in [(390, 844, True), (1280, 900, False)]:
        browser.screen(width, height, phone)
        for language in ["en", "zh"]:
            app.reopen("", "puzzles")
            look(app, f"runs-{width}-{language}")
            begin(app, "rush5")
            look(app, f"rush-{width}-{language}")
            app.tab("puzzles")
            look(app, f"runs-on-{width}-{language}")
            reach(app, "#end-rush5")
            until(lambda: browser.find("#sharing[open]"), "the result")
            look(app, f"result-{width}-{language}")
            browser.press(Keys.ESCAPE)
            browser.click("#language")
    browser.screen(1440, 900)


def look(app, what):
    fits(app.browser, what)
    fingers(app.browser, what, "button:not(.cell)")
    app.accessible(what)
    app.browser.shoot(what)


CASES = [streak, rush, results, looks]
