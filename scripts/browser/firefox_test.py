#!/usr/bin/env python3
"""Pages of `canju explain` from the disk, and the static site with its host and without, in Firefox: see pages_test.sh, which runs this.

That both answer, and what the command line answers, is what is tested here; all else is tested in Chromium. Debian has Firefox but
not its driver, so this speaks to the browser itself, in the protocol WebDriver BiDi.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import websocket
from app_looks import KEPT
from app_table import PROGRAM, Position
from browser import check, until
from site_host import Host

SHOTS = pathlib.Path("target/firefox_test")
PAGES = [["346999Q2", "34JAAD"], ["3456JJQ", "678KK", "9TJAA"]]


class Firefox:
    """A session, with one page."""

    def __init__(self):
        self.profile, self.calls, self.said = tempfile.mkdtemp(), 0, []
        arguments = ["--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port=0"]
        self.process = subprocess.Popen(["firefox-esr", *arguments], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        address = next(filter(None, (re.search(r"ws://[\d.]+:\d+", line) for line in self.process.stderr)))
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.socket = websocket.create_connection(f"{address.group()}/session", timeout=90, suppress_origin=True)
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method, **parameters):
        self.calls += 1
        self.socket.send(json.dumps({"id": self.calls, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] in ("warn", "error"):
                self.said.append(answer["params"]["text"])
            if answer.get("id") == self.calls:
                check(answer["type"] == "success", answer)
                return answer["result"]

    def open(self, address):
        self.call("browsingContext.navigate", context=self.page, url="about:blank", wait="complete")
        self.call("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def run(self, script):
        """The value of a function's body, through JSON."""
        wrapped = f"(async () => JSON.stringify(await (async () => {{ {script} }})()))()"
        found = self.call("script.evaluate", expression=wrapped, target={"context": self.page}, awaitPromise=True)
        check(found["type"] == "success", found.get("exceptionDetails"))
        return json.loads(found["result"].get("value", "null"))

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def check_answer(browser):
    """The answer that is shown, and every move, is that of the command line; then a game begins."""
    browser.run("document.querySelector('#tab-solve').click()")
    until(lambda: browser.run("return document.querySelector('.option') && !document.querySelector('#cancel')"), "an answer")
    position, _ = Position.of_address(browser.run("return location.hash"))
    shown = browser.run("return [...document.querySelectorAll('.option')].map((option) => [option.dataset.move, option.closest('.group').classList[1]])")
    check(dict(shown) == position.judged(), f"{position.arguments()}: {shown}")
    verdict = browser.run("return document.querySelector('#verdict').dataset.verdict")
    check((verdict == "win") == position.wins(), verdict)
    browser.run("document.querySelector('#tab-play').click()")
    until(lambda: browser.run("return !!document.querySelector('.hand[role=group] button.cell')"), "a turn")
    check(not browser.said, f"the console says {browser.said}")


def main():
    shutil.rmtree(SHOTS, ignore_errors=True)
    host = Host(SHOTS / "host", "below")
    browser = Firefox()
    try:
        for number, hands in enumerate(PAGES):
            file = SHOTS / f"{number}.html"
            subprocess.run([PROGRAM, "explain", *hands, "--quiet", "--output", file], check=True)
            browser.open(file.resolve().as_uri())
            check_answer(browser)
        print("pages from the disk: good", flush=True)
        address = f"{host.address}/#346999Q2/34JAAD"
        browser.open(address)
        check_answer(browser)
        until(lambda: browser.run(KEPT), "all is kept")
        host.stop()
        browser.open(address)
        check_answer(browser)
        print("the site, with its host and without: good", flush=True)
    finally:
        browser.close()
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
