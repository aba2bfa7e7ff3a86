"""Firefox for the tests of pages.

Debian has Firefox but not its driver, so this speaks to the browser itself, in the protocol WebDriver BiDi.
"""

import json
import re
import shutil
import subprocess
import tempfile
import threading

import websocket
from browser import check


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

    def press(self, *keys):
        """Presses keys, wherever the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("input.performActions", context=self.page, actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def screen(self, width, height, phone=False):
        self.call("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})

    def console(self):
        """What the page has said since the last time, to whoever looks."""
        # Whatever was said is read before the answer to a call.
        self.run("")
        said, self.said = self.said, []
        return said

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
