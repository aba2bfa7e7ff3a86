#!/usr/bin/env python3
"""`<canju-puzzle>` and the site in a frame, in Chromium and in Firefox: see pages_test.sh, which runs this.

A host sends the static site, and pages that have the element from the npm package, compressed as hosts do. The pages have a strict content
security policy, as a header; what it forbids is said in the console, which must stay empty. Puzzles are played to their end by keyboard.
"""

import gzip
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

from app_table import PROGRAM, Position
from browser import FINGER, Browser, Keys, check, until
from firefox import Firefox

SHOTS = pathlib.Path("target/embed_test")
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'"
# What may be transferred before the solver is needed.
MOST = 100_000
POSITION = "346999Q2 | 34JAAD"
PAGES = {
    "position": f'<canju-puzzle puzzle="{POSITION}"></canju-puzzle>',
    "daily": '<canju-puzzle daily src="/site"></canju-puzzle>',
    "three": f"""<canju-puzzle id="one" puzzle="{POSITION}" src="/site/"></canju-puzzle>
        <canju-puzzle id="two" daily src="/site" lang="zh" theme="dark"></canju-puzzle>
        <iframe id="frame" src="/site/#embed&amp;lang=en&amp;puzzle=3456JJQ/678KK/9TJAA" title="A puzzle" width="100%" height="760"></iframe>""",
    "others": """<canju-puzzle id="lost" puzzle="3J | 44K | last=2 expect=loss"></canju-puzzle>
        <canju-puzzle id="wrong" puzzle="34 and more"></canju-puzzle><canju-puzzle id="siteless" daily></canju-puzzle>
        <canju-puzzle id="offline" daily src="/nowhere" lang="zh"></canju-puzzle>""",
}  # fmt: skip
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Puzzles</title><link rel="icon" href="/site/icon.svg"><link rel="stylesheet" href="/site/table.css">
<script type="module" src="/package/app/embed/puzzle.js"></script></head>
<body><main class="shelf"><h1>Puzzles</h1>{}</main></body></html>"""


class Files(http.server.SimpleHTTPRequestHandler):
    """Sends files compressed, and remembers how many bytes of each."""

    sent = {}
    lengths = {}

    def do_GET(self):
        path = self.path.partition("?")[0]
        place = pathlib.Path(self.translate_path(path))
        place = place / "index.html" if place.is_dir() else place
        if not place.is_file():
            return self.send_error(404)
        data = place.read_bytes()
        packed = data if place.suffix == ".wasm" else gzip.compress(data)
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(place)))
        self.send_header("content-length", str(len(packed)))
        if packed is not data:
            self.send_header("content-encoding", "gzip")
        if path.startswith("/pages/"):
            # The three have the frame beside them; its icon is a picture.
            self.send_header("content-security-policy", POLICY + "; img-src 'self'" + ("; frame-src 'self'" if "three" in path else ""))
        self.end_headers()
        self.wfile.write(packed)
        Files.sent[path] = len(packed)
        Files.lengths[path] = len(data)

    def log_message(self, *_):
        pass


class Host:
    def __init__(self):
        root = SHOTS / "host"
        shutil.rmtree(SHOTS, ignore_errors=True)
        (root / "pages").mkdir(parents=True)
        site = os.environ.get("SITE")
        if site:
            shutil.copytree(site, root / "site")
        else:
            subprocess.run(["scripts/web/build_site.sh", root / "site"], check=True, env={**os.environ, "CANJU": PROGRAM})
        stage = subprocess.run(["bash", "-c", ". scripts/web/stage.sh; echo $stage"], check=True, capture_output=True, text=True).stdout.strip()
        shutil.copytree(stage, root / "package")
        for name, content in PAGES.items():
            (root / "pages" / f"{name}.html").write_text(PAGE.format(content))
        handler = lambda *given: Files(*given, directory=root)  # noqa: E731
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"


class Puzzle:
    """An element of the page, or of the page in its frame."""

    def __init__(self, browser, selector="canju-puzzle", frame=None):
        self.browser = browser
        document = f"document.querySelector({json.dumps(frame)}).contentDocument" if frame else "document"
        self.host = f"{document}.querySelector({json.dumps(selector)})"

    def run(self, script):
        """The value of a function's body, which has `host` and `root`."""
        return self.browser.run(f"const host = {self.host}, root = host?.shadowRoot; {script}")

    def has(self, selector):
        return self.run(f"return !!root?.querySelector({json.dumps(selector)})")

    def text(self, selector):
        return self.run(f"return root?.querySelector({json.dumps(selector)})?.textContent ?? ''")

    def click(self, selector):
        until(lambda: self.has(selector), f"{selector} is there")
        self.run(f"root.querySelector({json.dumps(selector)}).click()")

    def drawn(self):
        until(lambda: self.has(".hand") and self.run("return !root.querySelector('.canju').hidden"), "it is drawn")

    def hands(self):
        return self.run("""
            const hands = [...root.querySelectorAll('.hand[data-seat]')].sort((a, b) => a.dataset.seat - b.dataset.seat);
            return hands.map((hand) => [...hand.querySelectorAll('.cell')].map((cell) => cell.dataset.rank).join(''));""")

    def position(self):
        """The position now, and the moves so far, from the link to the app."""
        return Position.of_address(self.run("return root.querySelector('.foot a').href"))

    def turn(self):
        """Waits until it is the person's turn or the game is over. Is it the person's turn?"""
        until(lambda: self.has(".hand[role=group]") and not self.has("#begin") or self.has(".prompt.won, .prompt.lost"), lambda: f"a turn: {self.text('.status')}")
        return not self.has(".prompt.won, .prompt.lost")

    def focus(self):
        """Goes to its cards, by the Tab key alone."""
        for _ in range(40):
            if self.run("return !!root.activeElement?.matches('.cell')"):
                return
            self.browser.press(Keys.TAB)
        raise AssertionError("the Tab key does not reach the cards")

    def type(self, move):
        """Plays a move from the keyboard."""
        before = len(self.position()[1])
        self.focus()
        if move == "pass":
            self.browser.press("p")
        else:
            for card in move.split(":")[0]:
                self.browser.press(card.lower())
            until(lambda: self.run("return root.querySelectorAll('.cell.up').length") == len(move.split(":")[0]), f"{move} is chosen")
            self.browser.press(Keys.ENTER)
        until(lambda: len(self.position()[1]) > before, f"{move} is played: {self.text('.status')}")

    def play_by_keys(self):
        """Wins, by the moves that the command line says."""
        while self.turn():
            position, _ = self.position()
            self.type(position.solved()["best"])
        check(self.has(".prompt.won"), self.text(".status"))


def bytes_before(browser, host, name, address, puzzle):
    """What is transferred before the reader begins; then the module is, and not sooner."""
    Files.sent.clear()
    Files.lengths.clear()
    browser.open(address)
    puzzle.drawn()
    # The page's own style and icon are its own affair.
    own = () if "/site/" in address else ("/site/table.css", "/site/icon.svg")
    before = {path: size for path, size in Files.sent.items() if path not in own}
    check(not any(path.endswith(".wasm") for path in before), f"{name}: {sorted(before)}")
    sum_sent, length = sum(before.values()), sum(Files.lengths[path] for path in before)
    check(sum_sent <= MOST, f"{name}: {sum_sent} bytes before the module: {before}")
    check(length <= MOST or name != "a position", f"{name}: {length} bytes without compression: {Files.lengths}")
    puzzle.click("#begin")
    until(puzzle.turn, "a turn")
    check(any(path.endswith("canju.wasm") for path in Files.sent), f"{name}: {sorted(Files.sent)}")
    print(f"{name}: {sum_sent} bytes in {len(before)} files before the module ({length} uncompressed)", flush=True)


def quiet(browser, what, known=()):
    said = [str(text) for text in browser.console() if not any(word in str(text) for word in known)]
    check(not said, f"{what}: the console says {said}")


def looks(browser, width, puzzles, what):
    """Nothing is wider than the screen, and what can be pressed is large enough."""
    browser.screen(width, 900)
    until(lambda: browser.run("return innerWidth") == width, f"{width} px")
    widths = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    check(widths[0] <= widths[1], f"{what}: {widths[0]} px wide on a screen of {widths[1]}")
    for puzzle in puzzles:
        small = puzzle.run(f"""
            const inner = root.querySelector('.canju');
            const wide = [...root.querySelectorAll('.row, .felt, .seat-head, .caption, .status, .hand')].filter((part) => part.scrollWidth > part.clientWidth + 1)
                .map((part) => `${{part.className}} ${{part.scrollWidth}} in ${{part.clientWidth}}`);
            const small = [...root.querySelectorAll('button:not(.cell), a')].filter((found) => found.getClientRects().length)
                .map((found) => [found.id || found.className || found.tagName, found.getBoundingClientRect()])
                .filter(([, box]) => Math.min(box.width, box.height) < {FINGER}).map(([name, box]) => `${{name}} ${{box.width}}x${{box.height}}`);
            return [...wide, ...small, ...(inner.scrollWidth > inner.clientWidth + 1 ? ['inner'] : [])];""")
        check(not small, f"{what}, {width} px: {small}")


def use(browser, host):
    pages = f"{host.address}/pages"
    bytes_before(browser, host, "a position", f"{pages}/position.html", Puzzle(browser))
    bytes_before(browser, host, "the puzzle of the day", f"{pages}/daily.html", Puzzle(browser))
    bytes_before(browser, host, "a frame", f"{host.address}/site/#embed&puzzle=346999Q2/34JAAD", Puzzle(browser))
    quiet(browser, "one alone")

    # Three in a page; the first is played to its end by keyboard.
    browser.screen(1000, 900)
    browser.open(f"{pages}/three.html")
    one, two, three = puzzles = [Puzzle(browser, "#one"), Puzzle(browser, "#two"), Puzzle(browser, "canju-puzzle", "#frame")]
    for puzzle in puzzles:
        puzzle.drawn()
    check(one.hands() == ["346999Q2", "34JAAD"] and three.hands() == ["3456JJQ", "678KK", "9TJAA"], "the cards")
    check("Can First win?" in one.text("#prompt") and "Can the landlord win?" in three.text("#prompt"), "the questions")
    check("每日一题" in two.text(".caption"), two.text(".caption"))
    check([puzzle.run("return root.querySelector('.canju').dataset.theme") for puzzle in puzzles] == ["light", "dark", "light"], "the colours")
    solved = "document.addEventListener('canju-solved', ({ target, detail }) => { window.solved = [target.id, detail.helped]; }); document.addEventListener('canju-missed', ({ target }) => { window.missed = target.id; });"
    browser.run(solved)
    one.focus()
    for key in "999":
        browser.press(key)
    until(lambda: one.turn() and one.run("return root.querySelectorAll('.cell.up').length") == 3, "cards typed before the game are chosen in it")
    browser.press(Keys.ESCAPE)
    one.play_by_keys()
    check(browser.run("return window.solved") == ["one", False], "the page hears of it")
    check("Solved without help" in one.text("#task"), one.text("#task"))
    check(one.position()[1][0] == "3999", one.position()[1])
    print("to the end, by keyboard: good", flush=True)

    # A wrong move is named and taken back; three hints lead to a right one.
    one.click("#again")
    one.turn()
    position, _ = one.position()
    losing = next(move for move, verdict in position.judged().items() if verdict == "loss" and ":" not in move)
    one.type(losing)
    until(lambda: one.has("#slip") and one.turn(), lambda: f"it gave the win away: {one.text('.status')}")
    check("gave the win away" in one.text("#slip") and browser.run("return window.missed") == "one", one.text("#slip"))
    one.click("#take-back")
    one.turn()
    for _ in range(3):
        one.click("#hint")
    check("9" in one.text("#hints"), one.text("#hints"))
    one.click("#throw")
    until(lambda: len(one.position()[1]) >= 2 and one.turn(), "the move that the hints tell is played")

    # The second speaks Chinese all along, the third is in its frame.
    two.click("#begin")
    until(two.turn, "a turn in the second")
    for _ in range(2):
        two.click("#hint")
    check("提示" in two.text(".hints h3") and "你执" in two.text("#task"), two.text(".canju"))
    check(two.run("return root.querySelector('.unseen').textContent") != "", "it is said")
    three.click("#begin")
    until(three.turn, "a turn in the frame")
    three.click(".hand[role=group] button.cell")
    until(lambda: three.has(".cell.up"), "a card is chosen")
    check(browser.run("return location.hash") == "" and three.run("return host.ownerDocument.location.hash.startsWith('#embed')"), "the address stays")
    quiet(browser, "three")
    print("a wrong move, hints, Chinese, a frame: good", flush=True)
    for width in (1000, 390, 320):
        looks(browser, width, puzzles, "three")
        browser.run("scrollTo(0, 0)")
        if isinstance(browser, Browser):
            browser.shoot(f"three-{width}")
    browser.screen(1000, 900)

    # What is asked of the second player, what is no puzzle, and what is not there.
    browser.open(f"{pages}/others.html")
    lost, wrong, siteless, offline = (Puzzle(browser, f"#{name}") for name in ("lost", "wrong", "siteless", "offline"))
    until(lambda: wrong.text(".status") and siteless.text(".status") and "没有网络" in offline.text(".status") or "404" in offline.text(".status"), "what is wrong is said")
    check("no puzzle" in wrong.text(".status") and "src" in siteless.text(".status"), "what is wrong is said")
    lost.drawn()
    lost.click("#begin")
    until(lambda: lost.turn() and lost.has("#task"), "the other side begins")
    check("Second" in lost.text("#task"), lost.text("#task"))
    wrong.run("host.setAttribute('puzzle', '45 | 36 | last=J')")
    wrong.drawn()
    wrong.run("host.lang = 'zh'")
    until(lambda: "先手能赢吗" in wrong.text("#prompt"), "another puzzle, another language")
    quiet(browser, "others", known=["404", "/nowhere/"])
    print("others: good", flush=True)

    # The page of the site that shows three.
    browser.open(f"{host.address}/site/embed.html")
    shown = [Puzzle(browser, "#position"), Puzzle(browser, "#daily"), Puzzle(browser, "canju-puzzle", "#frame")]
    for puzzle in shown:
        puzzle.drawn()
        puzzle.click("#begin")
        until(puzzle.turn, "a turn")
    quiet(browser, "the page of the site")
    for width in (1000, 390):
        looks(browser, width, shown, "the page of the site")
    # From the frame's address into the app.
    browser.screen(1000, 900)
    browser.open(f"{host.address}/site/#embed")
    Puzzle(browser).drawn()
    browser.run("location.hash = '346999Q2/34JAAD'")
    until(lambda: browser.run("return !!document.querySelector('#tab-play') && !document.querySelector('canju-puzzle')"), "the app")
    quiet(browser, "the app")


def accessible(browser, host):
    """axe finds nothing serious, before the game and in it."""
    browser.open(f"{host.address}/site/embed.html")
    puzzles = [Puzzle(browser, "#position"), Puzzle(browser, "#daily")]
    for puzzle in puzzles:
        puzzle.drawn()
    browser.run(pathlib.Path(os.environ["AXE"]).read_text())
    for what in ("before", "in the game"):
        found = browser.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then(done, (error) => done({ failed: String(error) }));""")
        check(len(found.get("passes", [])) > 10, f"{what}: axe has looked at too little: {found.get('failed')}")
        serious = [(rule["id"], [node["target"] for node in rule["nodes"]][:4]) for rule in found["violations"] if rule["impact"] in ("moderate", "serious", "critical")]
        check(not serious, f"{what}: {json.dumps(serious)}")
        if what == "before":
            for puzzle in puzzles:
                puzzle.click("#begin")
                until(puzzle.turn, "a turn")
    print("axe: good", flush=True)


def main():
    host = Host()
    for name, begin in (("Chromium", lambda: Browser("en-US", SHOTS)), ("Firefox", Firefox)):
        if len(sys.argv) > 1 and name not in sys.argv:
            continue
        print(f"{name}:", flush=True)
        browser = begin()
        try:
            use(browser, host)
            if name == "Chromium":
                accessible(browser, host)
        finally:
            browser.close()
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
