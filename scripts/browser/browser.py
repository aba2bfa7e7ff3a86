"""Chromium for the tests of pages: `explain_test.py` and `app_test.py`.

Selenium drives Debian's Chromium. Nothing here waits for a fixed time: `until` asks again until a condition holds, and fails
after a deadline.
"""

import contextlib
import json
import os
import pathlib
import shutil
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Is everything to be tested? Otherwise one of several positions, sides or screens stands for the others.
FULL = os.environ.get("CANJU_TESTS") == "full"
# The least size of what can be pressed, in CSS pixels.
FINGER = 44
# How long a condition may take to hold, in seconds.
PATIENCE = 90

__all__ = ["FINGER", "Browser", "Keys", "check", "fits", "fingers", "until"]


class Browser:
    """A session of Chromium, for a reader of a language."""

    def __init__(self, language, shots, downloads=None):
        self.shots = pathlib.Path(shots)
        self.shots.mkdir(parents=True, exist_ok=True)
        options = webdriver.ChromeOptions()
        if binary := shutil.which("chromium"):
            options.binary_location = binary
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--lang={language}"]:
            options.add_argument(argument)
        preferences = {"intl.accept_languages": language}
        if downloads:
            preferences["download.default_directory"] = str(downloads.resolve())
        options.add_experimental_option("prefs", preferences)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # With the path given, Selenium looks for no driver elsewhere.
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)

    def open(self, address):
        # From an empty page, because another address of the same page would not load it again.
        self.driver.get("about:blank")
        self.driver.get(address)

    def forget(self, origin):
        """Removes what pages of this origin have kept, without opening one."""
        # A page that is open would keep more when it is left.
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})

    def go(self, where):
        """Presses the browser's own button: back or forward."""
        getattr(self.driver, where)()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def click(self, what):
        """Clicks an element, or the first that a selector finds: another one, if that was just drawn anew."""
        if isinstance(what, str):
            until(lambda: [found.click() or found for found in self.find(what)[:1]], f"{what} is there")
        else:
            what.click()

    def press(self, *keys):
        """Presses keys, wherever the focus is."""
        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def text(self, selector):
        """The text of the first element that is found; empty without one."""
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def screen(self, width, height, phone=False):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def colours(self, scheme):
        """Light or dark, as the system would ask for."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def shoot(self, name):
        """Takes a screenshot, after what moves has come to rest."""
        self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            Promise.allSettled(document.getAnimations().map((moving) => moving.finished))
                .then(() => requestAnimationFrame(() => requestAnimationFrame(done)));""")
        self.driver.save_screenshot(str(self.shots / f"{name}.png"))

    def console(self):
        """What the page has said since the last time, to whoever looks."""
        return self.driver.get_log("browser")

    def requested(self):
        """The addresses asked for since the last time, without what stands behind #."""
        urls = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                urls.add(message["params"]["request"]["url"].split("#")[0])
        return urls

    def before_each_page(self, script):
        """Runs a script in every page that is opened from now on, before its own. Returns what ends that."""
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        return lambda: self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)

    def close(self):
        self.driver.quit()


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def until(condition, message, seconds=PATIENCE):
    """Waits for a condition and returns what it gave. An element that was just drawn anew is looked for again."""
    from selenium.common.exceptions import StaleElementReferenceException

    deadline = time.monotonic() + seconds
    while True:
        found = None
        with contextlib.suppress(StaleElementReferenceException):
            found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {message() if callable(message) else message}")
        time.sleep(0.02)


def fits(browser, what):
    """Nothing is wider than the screen."""
    widths = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    check(widths[0] <= widths[1], f"{what}: {widths[0]} px wide on a screen of {widths[1]}")


def fingers(browser, what, selector="button"):
    """Everything that can be pressed is large enough."""
    small = browser.run("""
        return [...document.querySelectorAll(arguments[1])].filter((found) => found.getClientRects().length)
            .map((found) => [found.id || found.className, found.getBoundingClientRect()])
            .filter(([, box]) => Math.min(box.width, box.height) < arguments[0])
            .map(([name, box]) => `${name} ${box.width}x${box.height}`);""", FINGER, selector)
    check(not small, f"{what}: too small for a finger: {small}")
