"""The app as a person uses it: its tabs, cards and buttons."""

from app_table import Position
from browser import Keys, check, until


class App:
    def __init__(self, browser, address, chance):
        self.browser, self.address, self.chance = browser, address, chance
        browser.screen(1440, 900)

    def open(self, hash="", tab=None):
        """Opens an address of the app with nothing kept from before."""
        self.browser.driver.get(self.address)
        self.browser.run("localStorage.clear()")
        self.reopen(hash, tab)

    def reopen(self, hash="", tab=None):
        self.browser.open(f"{self.address}/{hash}")
        until(lambda: self.browser.find(".pack") and self.browser.find(".hand"), "the packs are loaded")
        if tab:
            self.tab(tab)

    def quiet(self, what):
        """The console is empty, and only this server was asked."""
        said = [entry for entry in self.browser.console() if not self.expected(entry)]
        check(not said, f"{what}: the console says {said}")
        urls = self.browser.requested()
        strange = {url for url in urls if not url.startswith((self.address + "/", f"blob:{self.address}/", "about:", "data:"))}
        check(not strange, f"{what}: requests for {strange}")
        check(urls, "the log of requests is kept")

    def expected(self, entry):
        # Chromium itself says which requests were refused; the tests that paste nonsense make such.
        return "/api/solve" in entry["message"] and "status of 400" in entry["message"]

    def tab(self, name):
        self.browser.click(f"#tab-{name}")
        until(lambda: self.browser.find(f'#tab-{name}[aria-selected="true"]'), f"the tab {name}")

    def text(self, selector):
        return self.browser.text(selector)

    def hash(self):
        return self.browser.run("return location.hash")

    def position(self):
        return Position.of_address(self.hash())[0]

    def moves(self):
        return Position.of_address(self.hash())[1]

    def hands(self):
        """The cards on the table, by seat."""
        return self.browser.run("""
            const hands = [...document.querySelectorAll('.hand[data-seat]')];
            hands.sort((a, b) => a.dataset.seat - b.dataset.seat);
            return hands.map((hand) => [...hand.querySelectorAll('.cell')].map((cell) => cell.dataset.rank).join(''));""")

    # Playing

    def my_turn(self):
        """Waits until it is the person's turn or the game is over. Is it the person's turn?"""
        until(lambda: self.browser.find(".hand[role=group]") or self.browser.find(".prompt.won, .prompt.lost") or self.text(".trouble, .prompt:not(.busy)") and self.browser.find("#again"),
              lambda: f"a turn: {self.text('#status')}")
        return not self.browser.find(".prompt.won, .prompt.lost")

    def choose(self, cards):
        """Taps these cards in the hand of the person."""
        for card in cards:
            before = len(self.browser.find(".cell.up"))
            self.browser.click(f'.hand[role=group] button.cell[data-rank="{card}"][aria-pressed="false"]')
            until(lambda: len(self.browser.find(".cell.up")) == before + 1, f"{card} is chosen")

    def play(self, move):
        """Plays a move by tapping."""
        before = len(self.moves())
        if move == "pass":
            self.browser.click("#pass")
        else:
            self.choose(move.split(":")[0])
            if ":" in move:
                self.browser.click(f'.chip.exact[data-move="{move}"]')
            else:
                self.browser.click("#throw")
        until(lambda: len(self.moves()) > before, f"{move} is played")

    def boxes(self):
        """Where the parts stand that must not move during a game."""
        return self.browser.run("""
            return ['#felt', '.middle', '#actions', '#throw', '.near .hand-place'].map((selector) => {
                const box = document.querySelector(selector)?.getBoundingClientRect();
                return box && [selector, box.x + scrollX, box.y + scrollY, box.width, box.height].join(' ');
            });""")

    def over(self):
        return bool(self.browser.find(".prompt.won, .prompt.lost"))

    def clear_selection(self):
        self.browser.press(Keys.ESCAPE)
