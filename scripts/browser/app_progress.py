"""Cases of the test of the app: mistakes that come back, progress and its file, the puzzle of the day. The clock is set by the test."""

import datetime

from app_cases import play_game, winning
from browser import check, until

FIRST = datetime.date(2026, 3, 2)
# Whole days after FIRST, at noon where the browser is.
CLOCK = """
    const Real = Date, now = new Real({0}, {1}, {2}, 12).getTime();
    globalThis.Date = class extends Real {{
        constructor(...given) {{ given.length ? super(...given) : super(now); }}
        static now() {{ return now; }}
    }};"""


class Clock:
    """The day that pages see from the next one on."""

    def __init__(self, app):
        self.app, self.end = app, lambda: None

    def set(self, days):
        self.end()
        day = FIRST + datetime.timedelta(days)
        self.end = self.app.browser.before_each_page(CLOCK.format(day.year, day.month - 1, day.day))
        self.app.reopen("", "puzzles")


def mistakes(app):
    """A puzzle whose win was given away comes back after a day, three days and a week, each time that it was solved; then no more."""
    app.open("", "puzzles")
    clock = Clock(app)
    clock.set(0)
    check(not app.browser.find("#again-list"), "no mistakes at first")
    app.browser.click('[data-pack="short"]')
    app.browser.click('.number[data-index="0"]')
    app.browser.click("#go-play")
    give_away(app)
    app.tab("puzzles")
    check("1 comes back" in app.text("#later") and not app.browser.find("[data-again]"), "it comes back another day")
    day = 0
    # The days on which it is due, counted from the day before.
    for step, days in enumerate((1, 3, 7)):
        if days > 1:
            clock.set(day + days - 1)
            check(app.browser.find("#later") and not app.browser.find("[data-again]"), f"not yet on day {day + days - 1}")
        day += days
        clock.set(day)
        app.browser.click('[data-again="short-0"]')
        until(lambda: app.hands() == ["346999Q2", "34JAAD"], "the puzzle is there again")
        app.browser.click("#go-play")
        if step == 1:
            # Another mistake begins anew.
            give_away(app)
            clock.set(day + 1)
            app.browser.click('[data-again="short-0"]')
            app.browser.click("#go-play")
            play_game(app, winning)
            clock.set(day + 1 + 3)
            app.browser.click('[data-again="short-0"]')
            app.browser.click("#go-play")
            day += 4
        play_game(app, winning)
        app.tab("puzzles")
        check(not app.browser.find("[data-again]"), "solved, it is gone for today")
    clock.set(day + 400)
    check(not app.browser.find("#again-list"), "after the third time it comes no more")
    clock.end()


def give_away(app):
    check(app.my_turn(), "a turn")
    app.play(next(move for move, verdict in app.position().judged().items() if verdict == "loss"))
    until(lambda: app.browser.find("#slip"), "the win is given away")


def progress_file(app):
    """What is solved is counted by difficulty, saved to a file, and added from it elsewhere; another file is refused."""
    app.open("", "puzzles")
    app.browser.click('[data-pack="short"]')
    app.browser.click('.number[data-index="1"]')
    app.browser.click("#go-play")
    play_game(app, winning)
    app.tab("puzzles")
    check("1 solved, 1 without help" in app.text('[data-band="1"]'), app.text("#progress"))
    file = app.browser.shots / "downloads" / "canju-progress.json"
    file.unlink(missing_ok=True)
    app.browser.click("#save-progress")
    until(lambda: file.exists() and file.stat().st_size, "the file")
    app.browser.shoot("progress")
    app.open("", "puzzles")
    check("0 solved" in app.text('[data-band="1"]'), "nothing is kept")
    app.browser.find("#progress-file")[0].send_keys(str(file.resolve()))
    until(lambda: "1 solved, 1 without help" in app.text('[data-band="1"]'), "the file is read")
    kept = app.browser.run("return JSON.stringify(localStorage)")
    for number, text in enumerate(("no file", "{}", file.read_text().replace("alone", "cheated"), file.read_text().replace('"#', '"?'))):
        wrong = file.with_name(f"wrong-{number}.json")
        wrong.write_text(text)
        app.browser.run("document.querySelector('.trouble').textContent = ''")
        app.browser.find("#progress-file")[0].send_keys(str(wrong.resolve()))
        until(lambda: "no progress of canju" in app.text(".trouble"), f"{text[:20]} is refused")
    check(app.browser.run("return JSON.stringify(localStorage)") == kept, "and nothing has changed")


def daily_puzzle(app):
    """The puzzle of the day: the same for all on a date, another one on each, harder through a week."""
    app.open("", "puzzles")
    found = app.browser.driver.execute_async_script("""
        const done = arguments[arguments.length - 1];
        Promise.all([import('./state/daily.js'), fetch('packs.json').then((answer) => answer.json())]).then(([{ daily }, { packs: all }]) => {
            // In ten weeks a pack of three puzzles would have to repeat one.
            const packs = all.filter((pack) => pack.puzzles >= 20);
            const days = Array.from({ length: 70 }, (_, number) => daily(packs, new Date(2026, 2, 2 + number, number % 24)));
            done([days, days.map((_, number) => daily([...packs].reverse(), new Date(2026, 2, 2 + number, 23))), packs]);
        });""")
    days, others, packs = found
    check(days == others, "it depends on the date alone")
    places = {(day["pack"], day["index"]) for day in days}
    check(len(places) == len(days), f"{len(places)} puzzles on {len(days)} days")
    middle = {pack["name"]: (pack["least"] + pack["most"]) / 2 for pack in packs if pack["least"] is not None}
    counts = {pack["name"]: pack["puzzles"] for pack in packs}
    for week in range(10):
        hard = [middle[day["pack"]] for day in days[7 * week:7 * week + 7]]
        check(hard == sorted(hard) and hard[0] < hard[-1], f"it grows harder: {hard}")
    check(all(day["index"] < counts[day["pack"]] for day in days), "it is in its pack")


CASES = [mistakes, progress_file, daily_puzzle]
