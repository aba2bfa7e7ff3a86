#!/usr/bin/env python3
"""A week of use in minutes, in Chromium: see pages_test.sh, which runs this.

Two thousand positions in one page of the static site, by the app's own worker: memory stays as it is. Then what must not end the
worker: searches that are broken off, bad input, two tabs at once, a device without memory.
"""

import pathlib
import random
import shutil
import subprocess
import sys

from app_cases import HARD, WIN, check_answer
from app_page import App
from app_table import PROGRAM
from browser import Browser, check, until
from site_host import Host

SHOTS = pathlib.Path("target/week_test")
POSITIONS, AT_ONCE = 2_000, 100
MIB = 1 << 20
# From the fifth part on nothing may grow but by what garbage collectors leave lying about.
WARM, MOST_HEAP, MOST_PROCESS = 500, 1 * MIB, 32 * MIB


class Week:
    def __init__(self, browser, app, host):
        self.browser, self.app, self.host = browser, app, host

    def asynchronous(self, script, *arguments):
        """The value of an asynchronous function's body, which has `engine` and `gameOf` of the app."""
        asked = """
            const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
            const asked = async () => {
                const engine = await import('./answers/engine.js'), { Game } = await import('./game/game.js');
                const gameOf = (hands) => new Game({ hands, turn: 0, last: null, by: null, rules: 'huanle' });
                SCRIPT
            };
            asked().then((value) => done({ value }), (error) => done({ error: String(error.stack) }));"""
        found = self.browser.driver.execute_async_script(asked.replace("SCRIPT", script), *arguments)
        check("error" not in found, found.get("error"))
        return found["value"]

    def memory(self):
        """Bytes of the page's heap, and those that the processes of pages have, with their workers."""
        for _ in range(2):
            self.browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        found = {metric["name"]: metric["value"] for metric in self.browser.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}
        return found["JSHeapUsedSize"], renderers(self.browser.driver.service.process.pid)


def renderers(driver):
    """The resident bytes of all processes for pages that this driver's browser has."""
    rows = subprocess.run(["ps", "-e", "-o", "pid=,ppid=,rss=,args="], check=True, capture_output=True, text=True).stdout.splitlines()
    rows = [row.split(None, 3) for row in rows]
    below, more = set(), {str(driver)}
    while more:
        below |= more
        more = {pid for pid, parent, *_ in rows if parent in more} - below
    return 1024 * sum(int(resident) for pid, _, resident, arguments in rows if pid in below and "--type=renderer" in arguments)


def many_positions(week):
    """Two thousand different positions, now and then one of them in the tab *solve*: memory stays as it is."""
    dealt = subprocess.run([PROGRAM, "deals", "--cards", "9+9", "--count", str(POSITIONS), "--seed", "41", "--quiet"], check=True, capture_output=True, text=True).stdout
    hands = week.browser.run("return arguments[0].trim().split('\\n').map((line) => JSON.parse(line).hands)", dealt)
    week.app.open()
    first = None
    for at in range(0, POSITIONS, AT_ONCE):
        part = hands[at : at + AT_ONCE]
        answered = week.asynchronous("""
            let decided = 0;
            for (const hands of given[0]) {
                const game = gameOf(hands), { verdict } = await engine.solve(game), { choices } = await engine.moves(game);
                if (verdict !== (choices.some((choice) => choice.verdict === 'win') ? 'win' : 'loss')) throw new Error(hands.join(' '));
                decided++;
            }
            return decided;""", part)
        check(answered == len(part), f"{answered} of {len(part)}")
        week.browser.run("location.hash = arguments[0]", "#" + "/".join(part[0]))
        week.app.tab("solve")
        until(lambda: week.app.hands() == part[0], "it is on the table")
        check_answer(week.app)
        # Always the same is shown when memory is looked at.
        week.browser.run("location.hash = arguments[0]", WIN)
        until(lambda: week.app.hands() == WIN[1:].split("/"), "the same position each time")
        week.app.tab("solve")
        week.app.verdict()
        heap, process = week.memory()
        if at + AT_ONCE <= WARM:
            first = (heap, process)
        elif at + AT_ONCE > POSITIONS - AT_ONCE:
            grown = (heap - first[0], process - first[1])
            print(f"{POSITIONS} positions: heap {heap / MIB:.1f} MiB ({grown[0] / MIB:+.1f} since {WARM}), "
                  f"processes {process / MIB:.0f} MiB ({grown[1] / MIB:+.1f})", flush=True)
            check(grown[0] < MOST_HEAP and grown[1] < MOST_PROCESS, f"memory grows: {grown}")


BROKEN = """
    const [hard, hands, times] = given;
    for (let time = 0; time < times; time++) {
        const stop = new AbortController();
        const found = await engine.solve(gameOf(hard), { signal: stop.signal, onNodes: () => stop.abort() }).catch((error) => error.name);
        if (found !== 'AbortError') throw new Error(String(found));
        const wrong = await engine.read({ hands: ['K5', '44?'], turn: 0, last: null, by: null, rules: 'huanle' }).catch((error) => error.code);
        if (wrong !== 'bad_puzzle') throw new Error(String(wrong));
        const { best } = await engine.solve(gameOf(hands));
        if (best !== '3999') throw new Error(String(best));
    }"""


def broken_off(week):
    """Searches that are broken off, and bad input: each time the next question is answered, and memory stays as it is."""
    hard, hands = HARD[1:].split("/"), WIN[1:].split("/")
    week.app.open()
    week.asynchronous(BROKEN, hard, hands, 10)
    first = week.memory()
    week.asynchronous(BROKEN, hard, hands, 40)
    heap, process = week.memory()
    print(f"50 searches broken off: heap {(heap - first[0]) / MIB:+.1f} MiB since 10, processes {(process - first[1]) / MIB:+.1f} MiB", flush=True)
    check(heap - first[0] < MOST_HEAP and process - first[1] < 2 * MOST_PROCESS, "memory grows")


def two_tabs(week):
    """A tab answers while another one searches."""
    driver = week.browser.driver
    week.app.open(HARD, "solve")
    until(lambda: week.browser.find("#cancel"), "it searches")
    searching = driver.current_window_handle
    driver.switch_to.new_window("tab")
    week.app.reopen(WIN, "solve")
    check_answer(week.app)
    driver.close()
    driver.switch_to.window(searching)
    until(lambda: "nodes" in week.app.text("#seconds") or week.browser.find("#verdict"), "the other one still searches")
    week.browser.run("location.hash = arguments[0]", WIN)
    until(lambda: week.app.hands() == WIN[1:].split("/"), "another position")
    week.app.tab("solve")
    check_answer(week.app)


def without_memory(week):
    """A worker that can't have the memory it asks for says so, and answers then."""
    shutil.copy("scripts/web/npm_small_device.mjs", week.host.folder / "small_device.js")
    week.app.open()
    codes, best = week.asynchronous("""
        const { withMost } = await import('./small_device.js'), { start } = await import('./npm/index.js');
        const bytes = new Uint8Array(await (await fetch('./npm/canju.wasm')).arrayBuffer());
        const solver = await start({ module: withMost(bytes, 8 << 20) });
        const codes = [];
        for (;;) {
            try {
                await solver.solve(given[0], { time_limit_ms: 1_000 });
                const { best } = await solver.solve(given[1]);
                solver.close();
                return [codes, best];
            } catch (error) {
                codes.push(error.code);
                if (codes.length > 20) throw error;
            }
        }""", HARD[1:].split("/"), WIN[1:].split("/"))
    check(codes and set(codes) == {"internal"} and best == "3999", f"{codes} {best}")


def main():
    shutil.rmtree(SHOTS, ignore_errors=True)
    host = Host(SHOTS / "host", "below")
    browser = Browser("en-US", SHOTS)
    browser.driver.set_script_timeout(120)
    browser.driver.execute_cdp_cmd("Performance.enable", {})
    week = Week(browser, App(browser, host.address, random.Random(1)), host)
    try:
        for case in [many_positions, broken_off, two_tabs, without_memory]:
            case(week)
            print(f"{case.__name__}: good", flush=True)
    finally:
        browser.close()
        host.stop()
    print("all good")


if __name__ == "__main__":
    sys.exit(main())
