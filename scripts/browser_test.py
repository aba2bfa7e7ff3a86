#!/usr/bin/env python3
"""Drives Chromium through the pages of `canju explain`: see browser_test.sh, which runs this.

Speaks WebDriver with the standard library alone. A game is played by clicking, as a person would. The replies are chosen at
random from a fixed seed, and at the end the side that the page promised must have no cards left.
"""

import base64
import contextlib
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

SHOTS = pathlib.Path("target/browser_test")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Name, arguments, and from how many first moves games are played.
PAGES = [
    ("win", ["346999Q2", "34JAAD"], 12),
    ("loss", ["35577TTQQ2", "9AA"], 6),
    ("large", ["448999TJJQQAD", "336688TAA22X", "--threads", "1"], 6),
    ("cut", ["4455678899TTJKKAD", "33456678TTJQQKA22", "--strategy-size", "100KiB"], 6),
    ("answer", ["K5", "44Q", "--last", "J"], 4),
    ("three", ["3456JJQ", "678KK", "9TJAA"], 6),
    ("three-cut", ["34567JQKA2", "34678KK", "59TJAA", "--strategy-size", "1KiB"], 6),
    ("long", ["33445566778899TTJJQQ", "4"], 2),
]


class Browser:
    """A session of Chromium."""

    def __init__(self, port, language):
        self.base = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--lang={language}"]
        options = {"args": arguments, "prefs": {"intl.accept_languages": language}}
        if binary := shutil.which("chromium"):
            options["binary"] = binary
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        answer = self.ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/" + answer["sessionId"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, path):
        self.ask("POST", "/url", {"url": path.resolve().as_uri()})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": arguments})

    def find(self, selector):
        return [found[ELEMENT] for found in
                self.ask("POST", "/elements", {"using": "css selector", "value": selector})]

    def click(self, element):
        self.ask("POST", f"/element/{element}/click", {})

    def press(self, key):
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": keys}]})

    def screen(self, width, height, phone=False):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone}
        self.ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})

    def shoot(self, name):
        # Let animations finish.
        time.sleep(0.3)
        (SHOTS / f"{name}.png").write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def logs(self, kind):
        return self.ask("POST", "/se/log", {"type": kind})

    def close(self):
        self.ask("DELETE", "")


def check(condition, message):
    if not condition:
        raise AssertionError(message)


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
                 over: !!document.querySelector('.final strong'), cut: !!document.querySelector('.command') };""")


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
    command = text(browser, ".command code").split()
    check(command[0] == "canju", command)
    html = subprocess.run(["target/release/canju", *command[1:]], check=True, capture_output=True, text=True).stdout
    three = len(browser.find(".seat")) == 3
    check(three or '"verdict":"loss"' in html, f"{command}: the page says otherwise")


def restart(browser):
    browser.click(browser.find("#restart")[0])
    check(state(browser)["steps"] == 0, "the start again")


def fits(browser, what):
    widths = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    check(widths[0] <= widths[1], f"{what}: {widths[0]} px wide on a screen of {widths[1]}")


def text(browser, selector):
    return browser.run("return document.querySelector(arguments[0]).textContent", selector)


def test_page(browser, name, page, lines, chance):
    browser.screen(1280, 900)
    browser.open(page)
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
    browser.click(options(browser)[0])
    one = state(browser)["steps"]
    browser.shoot(f"{name}-reply")
    if not state(browser)["over"] and options(browser):
        browser.click(options(browser)[0])
        two = state(browser)["steps"]
        browser.press("\ue012")
        check(state(browser)["steps"] == one < two, "the left arrow takes the last reply back")
        browser.run("document.querySelector('.option').focus()")
        browser.press("\ue007")
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


def test_quiet(browser, pages):
    """The console is empty, and only the pages were loaded."""
    said = browser.logs("browser")
    check(not said, f"the console says {said}")
    urls = set()
    for entry in browser.logs("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            urls.add(message["params"]["request"]["url"])
    strange = urls - {page.resolve().as_uri() for page in pages}
    check(not strange, f"requests for {strange}")
    check(urls, "the log of requests is kept")


def main():
    SHOTS.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with contextlib.ExitStack() as stack:
        driver = subprocess.Popen([shutil.which("chromedriver"), f"--port={port}"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
        stack.callback(driver.wait)
        stack.callback(driver.terminate)
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        browser = Browser(port, "en-US")
        stack.callback(browser.close)
        made = []
        for name, arguments, lines in PAGES:
            page = SHOTS / f"{name}.html"
            subprocess.run(["target/release/canju", "explain", *arguments, "--output", page], check=True)
            games = test_page(browser, name, page, lines, chance)
            made.append(page)
            test_quiet(browser, made)
            print(f"{name}: {games} games, {page.stat().st_size / 1024:.0f} KiB", flush=True)
        chinese = Browser(port, "zh-CN")
        stack.callback(chinese.close)
        chinese.open(made[0])
        check(chinese.run("return document.documentElement.lang") == "zh-CN", "a Chinese reader gets Chinese")
        test_quiet(chinese, made)
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
