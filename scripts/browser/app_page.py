"""The app as a person uses it: its tabs, cards and buttons; and a page of `canju explain`, which is the app in one file."""

import json
import os
import pathlib

from app_table import Position
from browser import Keys, check, until


class App:
    def __init__(self, browser, address, chance):
        self.browser, self.address, self.chance = browser, address, chance
        browser.screen(1440, 900)

    def open(self, hash="", tab=None):
        """Opens an address of the app with nothing kept from before."""
        self.browser.forget(self.address)
        self.reopen(hash, tab)

    def reopen(self, hash="", tab=None):
        self.browser.open(f"{self.address}/{hash}")
        until(lambda: self.browser.find(".pack") and self.browser.find(".hand"), "the packs are loaded")
        if tab:
            self.tab(tab)

    def reviewed(self, hash):
        """Opens the address of a game that is reviewed."""
        self.browser.open("about:blank")
        self.browser.open(f"{self.address}/{hash}")
        until(lambda: self.browser.find('#tab-review[aria-selected="true"]') and self.browser.find("#mistakes"), "the review")

    def advised(self, hash):
        """Opens the address of what a player knows, and waits for the estimate."""
        self.browser.open("about:blank")
        self.browser.open(f"{self.address}/{hash}")
        self.estimated()

    def estimated(self):
        """Waits for the estimate, and returns what is shown of each move."""
        until(lambda: self.browser.find('#tab-advice[aria-selected="true"]') and self.browser.find("#estimate") and not self.browser.find("#cancel"),
              lambda: f"an estimate: {self.text('.trouble')}")
        while more := self.browser.find("#more-moves"):
            self.browser.click(more[0])
        return self.browser.run("""
            return [...document.querySelectorAll('.advised')].map(({ dataset, textContent }) =>
                ({ ...dataset, text: textContent }));""")

    def quiet(self, what):
        """The console is empty, and only files of the app were asked for."""
        said = self.browser.console()
        check(not said, f"{what}: the console says {said}")
        urls = self.browser.requested()
        strange = {url for url in urls if not self.loaded(url)}
        check(not strange, f"{what}: requests for {strange}")
        check(urls, "the log of requests is kept")

    def loaded(self, url):
        """May this be loaded?"""
        own = url.startswith(self.address + "/") and not url.startswith(self.address + "/api/")
        return own or url.startswith((f"blob:{self.address}/", "about:", "data:"))

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

    # Solving

    def verdict(self):
        """The verdict that is shown, when all is judged."""
        until(lambda: self.browser.find("#verdict") and not self.browser.find("#cancel"), "an answer")
        return self.browser.run("return document.querySelector('#verdict').dataset.verdict")

    def options(self):
        """Every move that is listed, with its verdict; those that are folded away, too."""
        while more := self.browser.find(".more"):
            self.browser.click(more[0])
        return self.browser.run("return [...document.querySelectorAll('.option')].map((option) => [option.dataset.move, option.closest('.group').classList[1]])")

    def follow(self, move):
        """Shows what follows a move."""
        self.options()
        self.browser.click(f'.option[data-move="{move}"]')
        until(lambda: self.browser.find(f'.option[data-move="{move}"][aria-pressed="true"]') and self.browser.find('.line[aria-busy="false"]'), f"{move} is followed")

    def shown_position(self):
        """The position of the place in the trail that is on the table."""
        moves = self.browser.run("""
            const crumbs = [...document.querySelectorAll('.crumb')], at = crumbs.findIndex((crumb) => crumb.matches('[aria-current]'));
            return crumbs.slice(1, at + 1).map((crumb) => crumb.dataset.move);""")
        position = Position.of_address(self.hash())[0]
        for move in moves:
            position = position.after(move)
        return position

    # Playing

    def my_turn(self):
        """Waits until it is the person's turn or the game is over. Is it the person's turn?"""
        until(lambda: self.browser.find(".hand[role=group]") or self.browser.find(".prompt.won, .prompt.lost")
              or self.text(".trouble, .prompt:not(.busy)") and self.browser.find("#again"),
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

    # Looking

    def accessible(self, what):
        """axe finds nothing serious."""
        if not self.browser.run("return 'axe' in window"):
            self.browser.run(pathlib.Path(os.environ["AXE"]).read_text())
        found = self.browser.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            Promise.allSettled(document.getAnimations().map((moving) => moving.finished))
                .then(() => axe.run(document, { resultTypes: ['violations'] })).then(done, (error) => done({ failed: String(error) }));""")
        check("violations" in found and len(found["passes"]) > 10, f"{what}: axe has looked at too little: {found.get('failed')}")
        serious = [(rule["id"], rule["impact"], [node["target"] for node in rule["nodes"]][:4]) for rule in found["violations"]
                   if rule["impact"] in ("moderate", "serious", "critical")]
        check(not serious, f"{what}: {json.dumps(serious)}")


class Page(App):
    """A page of `canju explain`: the same, of one position, from a file."""

    def __init__(self, browser, file, chance):
        super().__init__(browser, file.resolve().as_uri(), chance)

    def open(self, hash="", tab=None):
        self.browser.open(self.address)
        self.browser.run("localStorage.clear()")
        self.reopen(hash, tab)

    def reopen(self, hash="", tab=None):
        self.browser.open(self.address + hash)
        until(lambda: self.browser.find(".hand") and self.hash(), "the page is there")
        if tab:
            self.tab(tab)

    def loaded(self, url):
        return url == self.address or url.startswith(("blob:null/", "about:", "data:"))
