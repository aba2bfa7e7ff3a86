"""Cases of the test of the app: what one can do with it."""

import subprocess

from app_table import PROGRAM, Position, program
from browser import FULL, Keys, check, until

WIN = "#346999Q2/34JAAD"
LOSS = "#35577TTQQ2/9AA"
THREE = "#3456JJQ/678KK/9TJAA"
BANNED = "#33334567TTAAAA/999JJXD?rules=huanle,-trio_pair"
# Played for points: a smaller win for who plays the bomb apart; one for who sheds all at once; and a loss that a bomb doubles.
BOMB, AT_ONCE, DOUBLED = (f"#{hands}?scoring=douzero" for hands in ("3333K/44Q", "333344/56", "33334/KXD"))
# A position that takes long enough to be cancelled in the middle of the search.
HARD = "#33455667789TJQQKA2/34467889TTJJQKKA2X"


def deal_by_tapping(app):
    """Cards from the pack into the hands and back; a rank is tapped up to its count."""
    app.open(tab="deal")
    app.browser.click("#clear")
    until(lambda: app.hands() == ["", ""], "both hands are empty")
    check(app.browser.find("#go-solve:disabled"), "an unfinished deal can't be solved")
    for card in "446TT":
        app.browser.click(f'.pack-card[data-rank="{card}"]')
    check(app.browser.find('.pack-card[data-rank="4"][data-left="2"]'), "two fours are left")
    app.browser.click('label[for="seat-1"]')
    for card in "555A2":
        app.browser.click(f'.pack-card[data-rank="{card}"]')
    app.browser.click('.pack-card[data-rank="5"]')
    check(app.browser.find('.pack-card[data-rank="5"]:disabled'), "there is no fifth five")
    app.browser.click('.hand[data-seat="1"] .cell[data-rank="5"]')
    check(app.hands() == ["446TT", "555A2"], f"the cards on the table: {app.hands()}")
    check(app.hash() == "#446TT/555A2", "the address follows")
    app.browser.click('label[for="turn-1"]')
    check(app.position().turn == 1, "the second hand moves")
    app.browser.click('label[for="turn-0"]')
    app.browser.click('[data-key="rules"]')
    app.browser.click('label[for="kind-trio_pair"]')
    check(app.position().rules == "huanle,-trio_pair", "a kind is banned")
    app.browser.click('label[for="kind-trio_pair"]')
    check(app.position().rules == "huanle", "and allowed again")
    app.browser.click("#go-solve")
    check_answer(app)


def points(app):
    """A switch plays for points: the value stands beside the verdict, and each move has its own."""
    app.open(BOMB.split("?")[0], tab="solve")
    until(lambda: app.browser.find("#verdict"), "a verdict")
    check(not app.browser.find("#value"), "without points there is no value")
    app.tab("deal")
    app.browser.click('[data-key="rules"]')
    app.browser.run("const made = document.querySelector('#scoring'); made.value = 'douzero'; made.dispatchEvent(new Event('change'))")
    until(lambda: app.hash() == BOMB, lambda: f"the address: {app.hash()}")
    app.browser.click("#go-solve")
    until(lambda: app.browser.find('#value[data-value="2"]'), "the position is worth 2")
    found = lambda move: app.browser.find(f'[data-move="{move}"] [data-points]')
    until(lambda: found("3333"), "moves with their points")
    check([found(move)[0].get_attribute("data-points") for move in ("3333", "K", "3", "33")] == ["2", "2", "1", "-1"], "their points")
    # A smaller win is called one. What gives the win away is shown as ever, by what refutes it.
    for move, said in [("3", "wins 1, could win 2"), ("K", ""), ("33", "")]:
        app.follow(move)
        check(app.text("#less") == said, f"{move}: {app.text('#less')}")
        check(app.browser.run(f"return document.querySelector('.option[data-move=\"{move}\"]').textContent").endswith(said), f"{move} says so in the list")
        check(not said or said in app.browser.run("return document.querySelector('#spoken').textContent"), f"{move} is spoken of")
    app.follow("3")
    app.browser.click("#language")
    check(app.text("#less") == "只赢 1 分，本可赢 2 分", app.text("#less"))
    app.open(DOUBLED, tab="solve")
    app.verdict()
    app.follow("3333")
    check(app.text("#less") == "loses 4, could lose 2", app.text("#less"))
    app.open(f"{BOMB.replace('douzero', 'huanle')}&stake=3", tab="solve")
    until(lambda: app.browser.find('#value[data-value="6"]'), "a stake scales")
    check("Huanle's points" in app.text("#caption"), app.text("#caption"))
    app.browser.click("#share")
    check(app.text("#command-text") == "canju solve 3333K 44Q --scoring huanle --stake 3", app.text("#command-text"))
    app.browser.press(Keys.ESCAPE)


def deal_by_text(app):
    """Hands that are pasted, in what the command line reads, too; and what it refuses, in its words."""
    app.open(tab="deal")
    field = app.browser.find("#paste")[0]
    field.send_keys("3 4 6 999 q2 | 34j aa 大王")
    app.browser.click("#take-over")
    until(lambda: app.hands() == ["346999Q2", "34JAAD"], lambda: f"the pasted hands: {app.hands()} {app.text('.trouble')}")
    app.browser.find("#paste")[0].send_keys("346999Q2 / 34?")
    app.browser.click("#take-over")
    until(lambda: "column 3" in app.text(".trouble"), lambda: f"the column of the mistake: {app.text('.trouble')}")
    check(app.hands() == ["346999Q2", "34JAAD"], "a mistake changes nothing")
    field = app.browser.find("#last")[0]
    field.send_keys("3", Keys.ENTER)
    until(lambda: app.position().last == "3", lambda: f"the move to beat: {app.text('.trouble')}")
    check(app.position().by == 1, "the hand before has played it")
    app.tab("solve")
    check_answer(app)


def check_answer(app):
    """The verdict on the page is that of the command line, of every move."""
    check_place(app, app.position())


def check_place(app, position):
    """Checks what is said of a position: the verdict of each move."""
    found, shown, judged = app.verdict(), dict(app.options()), position.judged()
    check(found == ("win" if position.wins() else "loss"), f"{position.arguments()}: {found}")
    check(shown == judged, f"{position.arguments()}: {shown} is not {judged}")


def solve(app):
    """Verdicts of two and three hands and under bans; what refutes a losing move does."""
    for address in [WIN, LOSS, THREE, BANNED, "#45/36?last=J"] if FULL else [LOSS, THREE]:
        app.open(address, "solve")
        check_answer(app)
        losing = app.browser.find(".group.loss .option")
        chosen = app.chance.choice(losing)
        move = chosen.get_attribute("data-move")
        app.browser.click(chosen)
        until(lambda: len(app.browser.find(".crumbs .crumb")) > 2 and app.browser.find(f'.option[data-move="{move}"][aria-pressed="true"]'), "what follows")
        line = app.browser.run("return [...document.querySelectorAll('.crumbs .crumb')].slice(1).map((crumb) => crumb.lastChild.textContent.replaceAll('10', 'T'))")
        check(line[0] == move.split(":")[0], f"{line} begins with {move}")
        position = app.position()
        mover = position.turn
        for step in line:
            position = position.after(step)
        check(position.over and (position.hands.index("") == 0) != (mover == 0), f"{address}: {line} refutes {move}")
        # The table follows the line.
        app.browser.click("#step-last")
        check("" in app.hands(), "the end of the line is on the table")
        app.browser.click("#step-first")
        check(app.hands() == app.position().hands, "so is the start")


def go_on(app):
    """From any place of what follows a move one can ask about the position there, and go back to the start."""
    for address in [WIN, THREE] if FULL else [THREE]:
        app.open(address, "solve")
        check_answer(app)
        while True:
            move = app.chance.choice(app.options())[0]
            app.follow(move)
            position = app.shown_position()
            if position.over:
                break
            app.browser.click("#go-on")
            check(app.hands() == position.hands, "the table shows the place")
            check_place(app, position)
        start = app.position()
        app.browser.click("#restart")
        until(lambda: app.hands() == start.hands, "the start again")
        check_answer(app)


def cancel(app):
    """A hard position shows its progress and can be cancelled, and solved again."""
    app.open(HARD, "solve")
    until(lambda: app.browser.find(".progress progress") and app.browser.find("#seconds"), "progress")
    seconds = app.text("#seconds")
    until(lambda: app.text("#seconds") not in ("", seconds), "the time goes on")
    until(lambda: "nodes" in app.text("#seconds"), lambda: f"the nodes so far: {app.text('#seconds')}")
    app.browser.click("#cancel")
    until(lambda: not app.browser.find("#cancel") and "Cancelled" in app.text(".trouble"), "it is cancelled")
    app.browser.click("#again")
    until(lambda: app.browser.find("#cancel"), "it searches again")
    app.tab("puzzles")
    app.browser.click("#daily")
    app.tab("solve")
    until(lambda: app.browser.find("#verdict"), "another position is solved meanwhile")


SHORT = """
    const done = arguments[0];
    import('./npm/background.js').then(({ Background }) => {
        const real = Background.prototype.moves;
        Background.prototype.moves = async function (position, options) {
            const found = await real.call(this, position, options);
            if (options.time_limit_ms <= 10_000) for (const move of found.moves) if (move.verdict === 'loss') move.verdict = 'unknown';
            return found;
        };
        done();
    });"""


def open_moves(app):
    """Moves that the time did not suffice for are shown as open beside the others, and can be searched longer."""
    app.open(WIN)
    app.browser.driver.execute_async_script(SHORT)
    app.tab("solve")
    check(app.verdict() == "win", "the verdict is there")
    shown, judged = dict(app.options()), app.position().judged()
    check(shown == {move: "unknown" if verdict == "loss" else verdict for move, verdict in judged.items()}, f"{shown}")
    check(f"({list(judged.values()).count('loss')})" in app.text(".group.unknown h3"), app.text(".group.unknown h3"))
    app.browser.click("#again")
    until(lambda: not app.browser.find(".group.unknown"), "they are decided")
    check_answer(app)
    check(not app.browser.find("#again"), "there is nothing left to search")


WITHOUT_MODULES = """
    const Real = Worker;
    window.Worker = class extends Real {
        constructor(address) { super(address); }
    };"""


def without_module_workers(app):
    """A browser whose workers are no modules gets a clear word."""
    end = app.browser.before_each_page(WITHOUT_MODULES)
    try:
        app.open(WIN, "solve")
        until(lambda: "2023" in app.text(".trouble"), lambda: f"a clear word: {app.text('.trouble')}")
        check("worker" in app.text(".trouble"), app.text(".trouble"))
        check(all("import statement" in entry["message"] for entry in app.browser.console()), "the console has what the browser says of it")
    finally:
        end()
    app.open(WIN, "solve")
    check_answer(app)


def play_game(app, choose):
    """Plays a game to its end; `choose` picks a move of the position. Nothing on the page moves but the cards. Returns the seat
    that has won."""
    places = None
    while app.my_turn():
        here = app.boxes()
        check(places is None or here == places, f"the layout jumps: {places} {here}")
        places = here
        position = app.position()
        check(app.hands() == position.hands, "the table shows the position of the address")
        app.play(choose(position))
        check(app.over() or app.boxes() == places, "the layout jumps after a move")
    check(app.position().over, "the game is over")
    return app.position().hands.index("")


def winning(position):
    return position.solved()["best"]


def play_both_sides(app):
    """A whole game as the side that wins, and as the side that loses, of two hands."""
    app.open(WIN, "play")
    check(app.browser.find("#side-1:checked"), "the first hand is played")
    check(play_game(app, winning) == 0 and "You have won" in app.text("#prompt"), "who plays well wins")
    check(not app.browser.find(".crumb.slip"), "and gave nothing away")
    app.browser.click('label[for="side-2"]')
    until(lambda: len(app.moves()) <= 1, "a new game")
    random_move = lambda position: app.chance.choice(list(position.judged()))
    check(play_game(app, random_move) == 0 and "solver has won" in app.text("#prompt"), "the solver does not err")
    check(not app.browser.find(".crumb.slip"), "who can't win can't give a win away")
    app.open(LOSS, "play")
    check(app.browser.find("#side-2:checked") is not None, "a side is chosen")


def give_away_and_take_back(app):
    """The moment in which the win is given away, by name; and undo, from there and step by step."""
    app.open(WIN, "play")
    check(app.my_turn(), "a turn")
    start = app.hands()
    slip = app.chance.choice([move for move, verdict in app.position().judged().items() if verdict == "loss"])
    app.play(slip)
    until(lambda: "gave the win away" in app.text("#slip"), "it is said at once")
    check(app.text("#slip").startswith(slip.replace("T", "10")), f"{slip} is named: {app.text('#slip')}")
    check(app.my_turn(), "the game goes on")
    app.browser.click("#take-back")
    until(lambda: app.hands() == start and app.moves() == [], "it is taken back")
    check(app.my_turn() and not app.browser.find("#slip"), "as if nothing had happened")
    app.play("3999")
    check(app.my_turn() and not app.browser.find("#slip"), "a winning move is no slip")
    app.browser.click("#undo")
    until(lambda: app.moves() == [], "undo")
    # Cards that are no combination can't be played; a part of one says which it could become.
    check(app.my_turn(), "a turn")
    app.choose("99")
    check("Pair" in app.text(".chip.exact"), "two nines are a pair")
    app.choose("4")
    check(app.browser.find("#throw:disabled"), "449 is nothing to play")
    check(app.browser.find('.chip[data-move="4999"]'), "but could become 4999")
    app.browser.click('.chip[data-move="4999"]')
    check(len(app.browser.find(".cell.up")) == 4, "which a tap chooses")
    app.browser.press(Keys.ESCAPE)


LATE = """
    const done = arguments[0];
    const released = new Promise((resolve) => { window.release = resolve; });
    import('./npm/background.js').then(({ Background }) => {
        const real = Background.prototype.moves;
        Background.prototype.moves = async function (position, options) {
            const found = await real.call(this, position, options);
            if (options.time_limit_ms < 1000) {
                found.verdict = 'unknown';
                for (const move of found.moves) move.verdict = 'unknown';
            } else await released;
            return found;
        };
        done();
    });"""


def judged_late(app):
    """A hard position can be played before its moves are judged; a slip is then told when it is known."""
    app.open(WIN)
    app.browser.driver.execute_async_script(LATE)
    app.tab("play")
    check(app.my_turn(), "a turn, although nothing is judged")
    check("Judging" in app.text("#status") and app.browser.find("#hint:disabled"), "there is no hint yet")
    app.play("3")
    check(app.my_turn() and not app.browser.find("#slip"), "nothing is known of the move")
    app.browser.run("release()")
    until(lambda: app.text("#slip").startswith("3 gave the win away"), "it is told now")
    until(lambda: app.browser.find("#hint:enabled"), "and there are hints")
    app.browser.click("#take-back")
    until(lambda: app.moves() == [], "it is taken back")


# The quick answer knows who wins, but not by how much.
LATE_POINTS = LATE.replace("found.verdict = 'unknown';", "found.value = undefined;").replace("move.verdict = 'unknown';", "move.value = undefined;")

# The answers to the solver itself know who wins, but a limit leaves the points open, and with them the line.
OPEN_POINTS = """
    const done = arguments[0];
    import('./npm/background.js').then(({ Background }) => {
        const real = Background.prototype.solve;
        Background.prototype.solve = async function (position, options) {
            const found = await real.call(this, position, options);
            return position.scoring === undefined ? found : { ...found, value: null, best: null, line: [] };
        };
        done();
    });"""


def game_for_points(app):
    """In a game for points a winning move that wins less is called what it is, at once or late; the end says the points; hints lead to most."""
    app.open(BOMB, "play")
    check(app.my_turn(), "a turn")
    app.play("3")
    until(lambda: app.text("#slip").startswith("3: wins 1, could win 2."), lambda: f"a smaller win: {app.text('#slip')}")
    check(app.my_turn(), "the game goes on")
    check("gave points away" in app.browser.run("return document.querySelector('.crumb.slip').textContent"), "the list of moves says so")
    app.browser.click("#language")
    check(app.text("#slip").startswith("这手 3：只赢 1 分，本可赢 2 分。"), app.text("#slip"))
    app.browser.click("#language")
    play_game(app, winning)
    check(app.text("#prompt") == "You win 1 point!", app.text("#prompt"))
    check("You win 1 point!" in app.browser.run("return document.querySelector('#spoken').textContent"), "the end is spoken of")
    app.browser.click("#again")
    until(lambda: app.moves() == [], "a new game")
    check(play_game(app, winning) == 0 and app.text("#prompt") == "You win 2 points!", app.text("#prompt"))
    check(not app.browser.find(".crumb.slip"), "nothing was given away")
    check("Solved" in app.text("#task"), "all there was to win is won")
    # The win itself.
    app.open(BOMB, "play")
    check(app.my_turn(), "a turn")
    app.play("33")
    until(lambda: "gave the win away" in app.text("#slip"), "the win is more than its points")
    play_game(app, lambda position: app.chance.choice(list(position.judged())))
    check("you lose" in app.text("#prompt"), app.text("#prompt"))
    # The move that ends the game at once wins less.
    app.open(AT_ONCE, "play")
    while app.my_turn():
        while app.browser.find("#hint:enabled"):
            app.browser.click("#hint")
        app.play("pass") if app.text("#hints li:last-child") == "Let it go" else app.browser.click("#throw")
        until(lambda: not app.browser.find("#hints"), "the hint is used")
    check(app.text("#prompt") == "You win 2 points!", app.text("#prompt"))
    app.browser.click("#again")
    until(lambda: app.moves() == [] and app.my_turn(), "a new game")
    app.play("333344")
    until(lambda: "wins 1, could win 2" in app.text("#slip"), "a move that ends the game can be a slip")
    # A loss has a best move, too.
    app.open(DOUBLED, "play")
    app.browser.click('label[for="side-1"]')
    check(app.my_turn(), "a turn")
    app.browser.click("#hint")
    check("loses least" in app.text("#hints"), app.text("#hints"))
    app.play("3333")
    until(lambda: "loses 4, could lose 2" in app.text("#slip"), lambda: f"a greater loss: {app.text('#slip')}")
    play_game(app, lambda position: app.chance.choice(list(position.judged())))
    check(app.text("#prompt") == "The solver wins: you lose 4 points.", app.text("#prompt"))
    # What is not known is not claimed.
    app.open(BOMB)
    app.browser.driver.execute_async_script(LATE_POINTS)
    app.tab("play")
    check(app.my_turn(), "a turn, although the points are not known")
    check(app.browser.find("#hint:disabled"), "there is no hint yet")
    app.play("3")
    check(app.my_turn() and not app.browser.find("#slip"), "nothing is known of the move")
    app.browser.run("release()")
    until(lambda: "wins 1, could win 2" in app.text("#slip"), "it is told now")
    app.open(DOUBLED)
    app.browser.driver.execute_async_script(OPEN_POINTS)
    app.tab("play")
    app.browser.click('label[for="side-2"]')
    until(lambda: len(app.moves()) == 1, lambda: f"the solver, who loses, plays on: {app.text('#prompt')}")


def puzzle_for_points(app):
    """A puzzle that asks for points says how many, and is solved by no fewer."""
    browser = app.browser
    start = lambda number: [browser.click(f'.number[data-index="{number}"]'), browser.click("#go-play")]
    app.open("", "puzzles")
    browser.click('[data-pack="points"]')
    until(lambda: browser.find('.number[data-index="0"][aria-label*="win 2 points"]'), "the list says so")
    browser.click('.number[data-index="0"]')
    until(lambda: app.text("#prompt") == "First: win 2 points", lambda: f"the task: {app.text('#prompt')}")
    browser.click("#language")
    check(app.text("#prompt") == "先手：赢 2 分", app.text("#prompt"))
    browser.click("#language")
    browser.click("#go-play")
    check(app.my_turn() and app.text("#task") == "You play First: win 2 points.", app.text("#task"))
    app.play("3")
    play_game(app, winning)
    check(app.text("#prompt") == "Not solved: you win 1 point, not 2.", app.text("#prompt"))
    check(app.text("#prompt") in browser.run("return document.querySelector('#spoken').textContent"), "it is spoken of")
    browser.click("#language")
    check(app.text("#prompt") == "没有解出：只赢 1 分，要赢 2 分。", app.text("#prompt"))
    browser.click("#language")
    app.tab("puzzles")
    check(browser.find('.number[data-index="0"]') and not browser.find(".number.alone, .number.helped"), "it is not solved")
    check("1 comes back" in app.text("#later"), "and comes back as a mistake")
    # The same position by its address: there, too, a smaller win is no solution.
    browser.run(f"location.hash = '{BOMB}&moves=3&as=1'")
    until(lambda: app.moves() and browser.find('#tab-play[aria-selected="true"]'), "the game of the address")
    play_game(app, winning)
    app.tab("puzzles")
    check(browser.find('.number[data-index="0"]') and not browser.find(".number.alone, .number.helped"), "nor is it by its address")
    start(0)
    play_game(app, winning)
    check(app.text("#prompt") == "You win 2 points!" and "Solved without help" in app.text("#task"), app.text("#status"))
    app.tab("puzzles")
    check(browser.find('.number.alone[data-index="0"]'), "it is solved now")
    # Farmers, who win as much each; and a loss for who moves, so that the other side is asked for the points.
    for number, task, end in [(1, "You play the farmers: win 2 points each.", "You win 2 points each!"), (2, "You play Second: win 2 points.", "You win 2 points!")]:
        start(number)
        check(app.my_turn() and app.text("#task") == task, app.text("#task"))
        play_game(app, winning_or_random(app))
        check(app.text("#prompt") == end, app.text("#prompt"))
        app.tab("puzzles")
        check(browser.find(f'.number.alone[data-index="{number}"]'), f"puzzle {number + 1} is solved")


# The first review has no time.
UNDECIDED = """
    const done = arguments[0];
    import('./npm/background.js').then(({ Background }) => {
        const real = Background.prototype.review;
        Background.prototype.review = function (position, moves, options) {
            return real.call(this, position, moves, options.time_limit_ms > 100_000 ? options : { ...options, time_limit_ms: 0 });
        };
        done();
    });"""


def check_review(app, start):
    """The tab shows what `canju review` says of the game: the bar, the first mistake, what each move did, and how each player did."""
    browser = app.browser
    until(lambda: browser.find("#mistakes") and not browser.find("#cancel"), "the review")
    moves = browser.run("return [...document.querySelectorAll('.crumb')].slice(1).map((crumb) => crumb.dataset.move)")
    record = program("review", *start.arguments(), "--moves", " ".join(moves))
    shown = browser.run("return [...document.querySelectorAll('.cells span')].map((cell) => cell.classList[0])")
    check(shown == [{1: "first", 2: "second"}[winner] for winner in record["winners"]], f"the bar: {shown}")
    place = lambda: int(browser.run("return document.querySelector('#balance').getAttribute('aria-valuenow')"))
    lessened = [played["ply"] for played in record["moves"] if played.get("value_after", 0) < played.get("value_before", 0)]
    mistakes = sorted({*record["turning_points"], *lessened})
    check(place() == (mistakes[0] if mistakes else len(moves)), "the first mistake is shown")
    for played in record["moves"]:
        browser.click(f'[data-key="crumb-{played["ply"]}"]')
        less = played.get("value_after", 0) < played.get("value_before", 0)
        mark = "gave_points" if less and played["mark"] != "gave_away" else "only" if played["mark"] == "kept" and played["only_move"] else played["mark"]
        check(browser.run("return document.querySelector('#did').dataset.mark") == mark, f"what {played} did")
        better = browser.run("return [...document.querySelectorAll('#keeping .chip')].map((chip) => chip.dataset.move)")
        points = browser.run("const said = document.querySelector('#points'); return said && [said.dataset.value, said.dataset.best]")
        check(points == ([str(played["value_after"]), str(played["value_before"])] if less else None), f"the points of {played}: {points}")
        check(better == (played["keeping"] if mark == "gave_away" else []), f"what would have been better than {played}: {better}")
        start = start.after(played["move"])
        check(app.hands() == start.hands, "the table shows the place")
    figures = browser.run("return [...document.querySelectorAll('#tallies tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))")
    said = [[str(tally["won"]), str(tally["given_away"]), str(tally["only_moves"])] for tally in record["players"]]
    check([row[:3] for row in figures[:len(said)]] == said, f"the players: {figures}")
    given_away = [str(tally["points_given_away"]) for tally in record["players"] if "points_given_away" in tally]
    check([cell for row in figures[:len(said)] for cell in row[4:]] == given_away, f"the points given away: {figures}")
    return record


def review(app):
    """A finished game is reviewed: its mistake, what refutes it, what would have been better; and one goes on from there."""
    browser = app.browser
    app.open(WIN, "review")
    check(browser.find("#no-game"), "there is nothing to review yet")
    app.tab("play")
    check(app.my_turn(), "a turn")
    start = app.position()
    app.play(app.chance.choice([move for move, verdict in start.judged().items() if verdict == "loss"]))
    play_game(app, lambda position: app.chance.choice(list(position.judged())))
    browser.click("#to-review")
    record = check_review(app, start)
    moves = app.moves()
    check(record["turning_points"][0] == 1, "the first move gave the win away")
    browser.click('[data-key="crumb-1"]')
    browser.click("#refutation")
    trail = browser.run("return [...document.querySelectorAll('.crumb')].slice(1).map((crumb) => crumb.dataset.move)")
    check(trail == moves[:1] + record["moves"][0]["refutation"], f"the refutation: {trail}")
    browser.click("#back-to-game")
    # The bar by hand and by keyboard.
    place = lambda: browser.run("return document.querySelector('#balance').getAttribute('aria-valuenow')")
    browser.click(f".cells span:nth-child({len(moves)})")
    check(place() == str(len(moves) - 1), f"a tap on the bar: {place()}")
    for key, there in [(Keys.END, len(moves)), (Keys.ARROW_LEFT, len(moves) - 1), (Keys.HOME, 0), (Keys.ARROW_RIGHT, 1)]:
        browser.press(key)
        check(place() == str(there), f"{key!r} leads to {place()}")
    file = browser.shots / "downloads" / "canju-346999Q2-34JAAD-review.svg"
    file.unlink(missing_ok=True)
    browser.click("#save-bar")
    until(lambda: file.exists() and file.read_text().count("<title>") == len(moves) + 2, "the bar as a picture")
    address = app.hash()
    # From before the mistake on, for the side that made it. The review stays.
    browser.click("#play-better")
    check(app.my_turn() and app.moves() == [] and app.position().hands == start.hands, "the position before the mistake")
    check(play_game(app, winning) == 0 and "help" in app.text("#task"), "is won now, with the review's help")
    app.tab("review")
    check(browser.find("#mistakes") and app.moves() == moves, "the review is still there")
    browser.click("#review-anew")
    check(check_review(app, start)["turning_points"] == [], "the other game has no mistake")
    app.reviewed(address)
    check(app.moves() == moves, "the address leads to the review of that game")
    # What a limit leaves open is no verdict, and can be searched longer.
    app.open(WIN)
    browser.driver.execute_async_script(UNDECIDED)
    browser.run(f"location.hash = {address!r}")
    until(lambda: "not all is decided" in app.text("#mistakes") and browser.find(".cells .open"), "open positions are named")
    browser.click("#again")
    until(lambda: not browser.find(".cells .open") and "decided" not in app.text("#mistakes"), "a longer search decides them")
    # Three hands, in the middle of a game.
    position, moves = Position.of_address(THREE)[0], []
    start = position
    for _ in range(9):
        moves.append(app.chance.choice(list(position.judged())))
        position = position.after(moves[-1])
        if position.over:
            break
    app.reviewed(f"{THREE}?moves={'.'.join(moves)}&review=1")
    check_review(app, start)


def review_for_points(app):
    """The review of a game for points: what each move has given away, and each player."""
    for start, moves in [(BOMB, "3.Q.pass.44.333.pass.K"), (BOMB, "33.44.pass.Q"), (AT_ONCE, "333344"), ("#34/55556/78?turn=2&scoring=douzero", "5.pass.pass.5.pass.pass.5.pass.pass.6.pass.pass.5")]:
        app.reviewed(f"{start}&moves={moves}&review=1")
        check_review(app, Position.of_address(start)[0])
    check("The farmers gave away 1 point each." in app.text("#mistakes"), app.text("#mistakes"))
    app.browser.click('[data-key="crumb-1"]')
    check((app.text("#did"), app.text("#points")) == ("gave points away", "wins 1, could win 2"), app.text(".looked"))
    app.browser.click("#language")
    check("农民每家送掉 1 分。" in app.text("#mistakes") and app.text("#points") == "只赢 1 分，本可赢 2 分", app.text("#mistakes"))
    app.browser.click("#language")
    # It is played better from there.
    app.browser.click("#play-better")
    check(app.my_turn() and app.moves() == [] and play_game(app, winning) > 0, "it is won")
    check(app.text("#prompt") == "You win 2 points each!", app.text("#prompt"))


LOG = """地主手牌: 3 4 6 9 9 9 Q 2
农民手牌: 3 4 J A A 大王
地主: 3 9 9 9, 农民: 不要; 地主: 4, 农民: J
地主: 2, 农民: 大王, 地主: 过, 农民: A"""


def review_a_log(app):
    """A game log that is pasted or dropped is reviewed as a game that was played here; what can't be read is said."""
    browser = app.browser
    app.open(WIN, "review")
    check(browser.find("#no-game") and browser.find("#logs[open]"), "there is a place for a log")
    paste = lambda text: browser.run("""
        const area = document.querySelector('#log');
        area.value = arguments[0];
        area.dispatchEvent(new Event('input'));""", text)
    paste(LOG.replace("J\n", "7\n"))
    browser.click("#read-log")
    until(lambda: browser.find("#log-trouble:not(:empty)"), "what is wrong")
    check(app.text("#log-trouble") == "line 3, column 33: move 4 (second): `7` is not in the hand", app.text("#log-trouble"))
    check(browser.run("return document.querySelector('#log').value").startswith("地主手牌"), "the text is still there")
    paste(LOG)
    browser.click("#read-log")
    until(lambda: browser.find("#mistakes"), "the review")
    check(app.moves() == "3999 pass 4 J 2 D pass A".split(), f"the game of the log: {app.moves()}")
    start = Position.of_address(WIN)[0]
    check(check_review(app, start)["turning_points"] == [5], "its mistake")
    # A file is dropped, with a game of three.
    browser.click("#logs summary")
    browser.run("""
        const held = new DataTransfer();
        held.items.add(new File([arguments[0]], 'game.json', { type: 'application/json' }));
        document.querySelector('#log-place').dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true }));""",
        '{"hands":["335","4A","66"],"trace":[[0,"3"],[1,"4"],[2,"6"]]}')
    until(lambda: app.moves() == ["3", "4", "6"] and browser.find("#mistakes"), "the game that was dropped")
    check_review(app, Position.of_address("#335/4A/66?rules=rlcard")[0])
    # The address has it all.
    app.reviewed(app.hash())
    check(app.moves() == ["3", "4", "6"], "the address leads to the game")


# A farmer's hand, what each seat has played, the move to answer, and two of the landlord's open cards.
OWN, PLAYED, ANSWER, OPEN = "6799TQAAD", {2: "33334445", 1: "5566677888", 0: "99TTJJQQKKA22"}, "J", "8K"
# The landlord's first move of a whole deal: it takes long enough to be cancelled.
WHOLE = "#345566789TTJJQQKKA2X?seat=landlord"


# Without a limit of time, which may leave a move open where the machine is busy, and with nodes that decide all, so that more worlds are
# offered and not more nodes.
WORLD_NODES = 12_000
UNHURRIED = """
    const [worldNodes, done] = arguments;
    import('./npm/background.js').then(({ Background }) => {
        const real = Background.prototype.advise;
        Background.prototype.advise = function (known, { time_limit_ms, ...options }) {
            return real.call(this, known, { ...options, world_nodes: worldNodes });
        };
        done();
    });"""


def check_estimate(app, worlds):
    """The bars are those of `canju advise` with the same seed. The command is the one that the page names."""
    shown = app.estimated()
    app.browser.click("#share")
    command = app.text("#command-text").split()
    app.browser.press(Keys.ESCAPE)
    check(command[:2] == ["canju", "advise"] and command[-2:] == ["--worlds", str(worlds)], f"the command: {command}")
    record = program(*command[1:], "--seed", "0", "--world-nodes", str(WORLD_NODES))
    check(app.browser.run("const { worlds, basis } = document.querySelector('#estimate').dataset; return [Number(worlds), basis]")
          == [record["worlds"], record["basis"]], "the worlds")
    check(len(shown) == len(record["moves"]), f"{len(shown)} moves, {len(record['moves'])} said")
    for bar, said in zip(shown, record["moves"]):
        found = [bar["move"], bar["equal"].split(), float(bar["share"]), float(bar["low"]), float(bar["high"]), int(bar["worlds"])]
        check(found == [said["move"], said["equal"], said["share"], said["low"], said["high"], said["worlds"]], f"{bar} is not {said}")
        check(f"{int(said['share'] * 100 + 0.5)} %" in bar["text"], bar["text"])
    return record


def advice(app):
    """A hand is dealt and what was played is told; the moves get the shares that the program gives them, and nothing looks like a verdict."""
    browser = app.browser
    app.open(WIN)
    browser.driver.execute_async_script(UNHURRIED, WORLD_NODES)
    app.tab("advice")
    caution = app.text("#caution")
    check(all(word in caution for word in ["estimate", "study", "bots", "not for live games", "see all cards", "perfectly"]), caution)
    check(browser.find("#ask:disabled"), "without a hand there is nothing to ask")
    check(app.hash() == WIN, "and no other address")
    browser.click('label[for="own-2"]')
    for card in OWN:
        browser.click(f'.pack-card[data-rank="{card}"]')
    check(app.hands()[2] == OWN, f"the own hand: {app.hands()}")
    browser.click("#ask")
    check("take" in app.text(".trouble") or "place" in app.text(".trouble"), f"the numbers do not fit: {app.text('.trouble')}")
    # By finger, and by keyboard where the pack has the focus.
    for seat, cards in PLAYED.items():
        browser.click(f'label[for="pile-{seat}"]')
        browser.click(f'.pack-card[data-rank="{cards[0]}"]')
        browser.press(*cards[1:].lower())
        until(lambda: browser.run(f"return document.querySelector('[data-pile=\"{seat}\"] .mini:nth-child({len(cards)})')"), f"{cards} is played")
    browser.press("3", Keys.BACKSPACE)
    until(lambda: not browser.find('.pack-card[data-rank="2"][data-left="0"]'), "the highest card is taken back")
    browser.press("2")
    browser.click('label[for="pile-last"]')
    browser.click('.pack-card[data-rank="J"]')
    browser.find("#answer-by option[value='0']")[0].click()
    until(lambda: browser.run("return ['0', '1'].map((seat) => document.querySelector(`#left-${seat}`).value)") == ["6", "7"], "the numbers follow")
    browser.click('label[for="pile-open"]')
    for card in OPEN:
        browser.click(f'.pack-card[data-rank="{card}"]')
    check(app.hands() == [OPEN + "????", "???????", OWN], f"the table: {app.hands()}")
    check("fit" in app.text("#hint-cards"), app.text("#hint-cards"))
    browser.click("#ask")
    record = check_estimate(app, 64)
    check(record["basis"] == "sampled worlds" and record["hand"] == OWN and record["left"] == [6, 7, 9], f"{record}")
    check(record["last"] == ANSWER and record["by"] == "landlord", f"{record}")
    # Never as a verdict.
    check(not browser.find("#verdict, .verdict, .group") and "stimate" in app.text("#estimate-title"), "an estimate")
    colours = browser.run("""
        const style = getComputedStyle(document.documentElement), part = getComputedStyle(document.querySelector('.share .part')).fill;
        const named = (name) => { const probe = document.createElement('i'); probe.style.color = style.getPropertyValue(name); document.body.append(probe);
            const found = getComputedStyle(probe).color; probe.remove(); return found; };
        return [part, ['--gold', '--red', '--first', '--second', '--felt'].map(named)];""")
    check(colours[0] not in colours[1], f"a colour of its own: {colours}")
    browser.click("#more-worlds")
    until(lambda: browser.find('#estimate[data-worlds="128"]'), "more worlds")
    moves = {said["move"] for said in check_estimate(app, 128)["moves"]}
    # The address restores it, and is no position.
    address = app.hash()
    app.advised(address)
    check(app.hands() == [OPEN + "????", "???????", OWN], "the same cards")
    check({bar["move"] for bar in app.estimated()} == moves, "and the same moves")
    app.tab("solve")
    app.verdict()
    check("seat=" not in app.hash(), f"the address is that of the position again: {app.hash()}")
    app.tab("advice")
    check(app.hash() == address and browser.find("#estimate"), "and the estimate is still there")
    # What is wrong has its place, and what was there stays.
    for typed, said in [("??", "To answer: ?"), ("X2", "To answer: ")]:
        field = browser.find("#answer-to")[0]
        browser.run("arguments[0].select(); arguments[0].focus()", field)
        browser.press(typed, Keys.TAB)
        if typed == "X2":
            browser.click("#ask")
        until(lambda: app.text(".trouble").startswith(said), lambda: f"{typed}: {app.text('.trouble')}")
    # A hand that is set by number: another seat holds one card more than it should.
    browser.run("document.querySelector('#left-0').select(); document.querySelector('#left-0').focus()")
    browser.press("9", Keys.TAB)
    browser.click("#ask")
    until(lambda: "9 + " in app.text(".trouble"), lambda: app.text(".trouble"))
    browser.click("#clear")
    check(app.hands()[2] == "" and browser.find("#ask:disabled"), "all is cleared")
    # All worlds that fit are few: then the shares are certain.
    app.advised("#3AA2?seat=landlord&landlord=3334444555566667&farmer1=7778888999TTTTJ&farmer2=JJJQQQKKKAA222XD&left=,2,1")
    until(lambda: browser.find('#estimate[data-basis="all worlds"]') and not browser.find("#more-worlds"), "all worlds")
    # A whole deal can be cancelled, and asked about again.
    browser.run(f"location.hash = {WHOLE!r}")
    until(lambda: "nodes" in app.text("#seconds") and browser.find("#cancel"), "it runs")
    until(lambda: browser.find("#estimate .advised") and browser.find("#cancel"), "the moves come while it runs")
    browser.click("#cancel")
    until(lambda: "Cancelled" in app.text(".trouble") and not browser.find("#cancel"), "it is cancelled")
    browser.click("#ask")
    until(lambda: browser.find("#cancel"), "it is asked again")
    app.tab("puzzles")
    until(lambda: not browser.find("#cancel"), "elsewhere nothing runs")


def hints(app):
    """Hints to the win, move by move; the line; the replay; the mark says that there was help."""
    app.open("", "puzzles")
    app.browser.click('[data-pack="short"]')
    app.browser.click('.number[data-index="0"]')
    app.browser.click("#go-play")
    check(app.my_turn(), "a turn")
    app.browser.click("#show-line")
    until(lambda: "would go on" in app.text("#prompt"), "the line")
    app.browser.click("#step-last")
    until(lambda: "" in app.hands(), "to its end")
    app.browser.click("#show-line")
    check(app.my_turn() and app.moves() == [], "the game is as it was")
    while app.my_turn():
        while app.browser.find("#hint:enabled"):
            app.browser.click("#hint")
        told = app.text("#hints li:last-child")
        app.play("pass") if told == "Let it go" else app.browser.click("#throw")
        until(lambda: not app.browser.find("#hints"), "the hint is used")
    check("You have won" in app.text("#prompt"), "hints win")
    app.browser.click("#replay")
    until(lambda: "Looking back" in app.text("#prompt"), "the replay begins")
    until(lambda: app.over(), "and ends")
    app.tab("puzzles")
    check(app.browser.find('.number.helped[data-index="0"]'), "solved with help")


def solve_a_pack(app):
    """A pack to its end, from puzzle to puzzle; the marks stay when the page is opened again."""
    app.open("", "puzzles")
    app.browser.click('[data-pack="short"]')
    count = len(until(lambda: app.browser.find(".number"), "the puzzles of the pack"))
    app.browser.click('.number[data-index="0"]')
    app.browser.click("#go-play")
    for number in range(count):
        play_game(app, winning)
        check("You have won" in app.text("#prompt"), f"puzzle {number + 1} is won")
        app.browser.click("#next")
        until(lambda: not app.over(), "the next one")
    app.reopen("", "puzzles")
    app.browser.click('[data-pack="short"]')
    until(lambda: len(app.browser.find(".number.alone")) == count, "all are solved, and stay so")
    check(f"{count} of {count} solved" in app.text('[data-pack="short"]'), "the pack says so")


def share(app):
    """The address opens the same position elsewhere, in the middle of a game, too; a picture; the command."""
    app.open(BANNED + "&last=4&by=2")
    app.browser.click("#share")
    address, command = app.text("#address-text"), app.text("#command-text")
    check(command == "canju solve 33334567TTAAAA 999JJXD --last 4 --rules huanle,-trio_pair", command)
    downloads = app.browser.shots / "downloads"
    for kind, head in [("png", b"\x89PNG"), ("svg", b"<svg")]:
        file = downloads / f"canju-33334567TTAAAA-999JJXD-4.{kind}"
        file.unlink(missing_ok=True)
        app.browser.click(f"#save-{kind}")
        until(lambda: file.exists() and file.read_bytes().startswith(head), f"the picture as {kind}")
    check(file.read_text().count("<g transform") >= 21, "the picture has all the cards")
    save_certificate(app, downloads / "canju-33334567TTAAAA-999JJXD-4.proof")
    app.browser.press(Keys.ESCAPE)
    hands = app.hands()
    app.browser.open("about:blank")
    app.browser.open(address)
    until(lambda: app.hands() == hands, "the address has the position")
    check(app.position().rules == "huanle,-trio_pair" and app.position().last == "4", "with its rules and what lies there")
    app.open(WIN, "play")
    check(app.my_turn(), "a turn")
    app.play("3999")
    check(app.my_turn(), "another")
    kept, hands = app.browser.run("return location.href"), app.hands()
    app.browser.open(kept)
    until(lambda: app.hands() == hands and app.browser.find('#tab-play[aria-selected="true"]'), "the game goes on where it was")
    check(app.my_turn() and play_game(app, winning) == 0, "to its end")
    # In the middle of a game the address leads to that very move, with the answer or without.
    app.open(WIN, "play")
    check(app.my_turn(), "a turn")
    app.play("3999")
    check(app.my_turn(), "another")
    moves, hands, position = app.moves(), app.hands(), app.position()
    app.browser.click("#share")
    plain, answer = app.text("#address-text"), app.text("#answer-address-text")
    app.browser.open("about:blank")
    app.browser.open(plain)
    until(lambda: app.hands() == hands and app.browser.find('#tab-play[aria-selected="true"]'), "the game at that move")
    check(app.my_turn() and app.moves() == moves and not app.browser.find("#verdict"), "without the answer")
    app.browser.open("about:blank")
    app.browser.open(answer)
    until(lambda: app.browser.find('#tab-solve[aria-selected="true"]'), "the answer at that move")
    check(app.verdict() == ("win" if position.wins() else "loss") and app.hands() == hands, "the answer of that position")
    app.browser.click("#step-first")
    until(lambda: app.hands() == ["346999Q2", "34JAAD"], "the moves before it are there")


def save_certificate(app, file):
    """The certificate that the page makes holds, and proves this position."""
    file.unlink(missing_ok=True)
    app.browser.click("#save-proof")
    until(file.exists, lambda: f"the certificate: {app.text('dialog .trouble')}")
    position = app.position()
    said = subprocess.run([PROGRAM, "--lang", "en", "verify", file], check=True, capture_output=True, text=True).stdout
    check(" | ".join(position.hands) in said and ("win" if position.wins() else "loss") in said, said)


def back_and_forward(app):
    """The browser's Back leads to the position before."""
    app.open(WIN)
    app.browser.click("#daily")
    until(lambda: app.hands() != ["346999Q2", "34JAAD"], "another puzzle")
    daily = app.hands()
    app.browser.go("back")
    until(lambda: app.hands() == ["346999Q2", "34JAAD"], "Back")
    app.browser.go("forward")
    until(lambda: app.hands() == daily, "Forward")


def three_hands(app):
    """Three hands: a whole game as the landlord and as both farmers."""
    lost = "#345/678KK/9TJAA"
    for address, side in [(THREE, "1"), (THREE, "2"), (lost, "2")] if FULL else [(THREE, "2")]:
        app.open(address, "play")
        app.browser.click(f'label[for="side-{side}"]')
        first_wins = Position.of_address(address)[0].wins()
        winner = play_game(app, winning_or_random(app))
        check((winner == 0) == first_wins, f"{address} as {side}: {winner} has won")
        check(("You have won" in app.text("#prompt")) == ((winner == 0) == (side == "1")), "the page says so")


def winning_or_random(app):
    return lambda position: position.solved()["best"] or app.chance.choice(list(position.judged()))


def new_puzzle(app):
    """A new puzzle by size and difficulty: one move wins."""
    app.open()
    before = app.hash()
    app.browser.click('label[for="level-beginner"]')
    app.browser.click("#make")
    until(lambda: app.hash() not in ("", before) and "New puzzle" in app.text("#caption"), lambda: f"a new puzzle: {app.text('.trouble')}", 60)
    position = app.position()
    check(all(5 <= len(hand) <= 7 for hand in position.hands), f"a small one: {position.hands}")
    check(sum(verdict == "win" for verdict in position.judged().values()) >= 1, "that is won")
    check("difficulty 1." in app.text("#caption"), app.text("#caption"))


def keyboard_only(app):
    """From the tabs to a finished game without a pointer."""
    app.open(WIN)
    browser = app.browser
    for _ in range(12):
        if focused(browser) == "tab-puzzles":
            break
        browser.press(Keys.TAB)
    check(focused(browser) == "tab-puzzles", f"Tab reaches the tabs, not {focused(browser)}")
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    until(lambda: browser.find("#verdict"), "the arrows solve")
    browser.press(Keys.ARROW_RIGHT)
    check(focused(browser) == "tab-play", "and play")
    keyboard_game(app)


def focused(browser):
    return browser.run("return document.activeElement.id || document.activeElement.className")


def keyboard_game(app):
    """A game to its end by keyboard alone, from the tab *play* on."""
    browser = app.browser
    check(app.my_turn(), "a turn")
    for _ in range(40):
        if "cell" in focused(browser):
            break
        browser.press(Keys.TAB)
    while app.my_turn():
        until(lambda: "cell" in focused(browser), lambda: f"the focus is at the cards, not at {focused(browser)}")
        before, move = len(app.moves()), winning(app.position())
        if move == "pass":
            browser.press("p")
        else:
            # The first card with the arrows and space, the others by their names.
            hand = app.position().hands[app.position().turn]
            browser.press(Keys.HOME, *[Keys.ARROW_RIGHT] * hand.index(move[0]), Keys.SPACE)
            until(lambda: len(browser.find(".cell.up")) == 1, "a card is chosen")
            browser.press(*move[1:].lower(), Keys.ENTER)
        until(lambda: len(app.moves()) > before, f"{move} by keyboard")
    check("You have won" in app.text("#prompt"), "a game by keyboard alone")


CASES = [deal_by_tapping, deal_by_text, points, solve, go_on, cancel, open_moves, without_module_workers, play_both_sides, give_away_and_take_back, judged_late, game_for_points, puzzle_for_points, review, review_for_points, review_a_log, advice, hints, solve_a_pack, share,
         back_and_forward, three_hands, new_puzzle, keyboard_only]
