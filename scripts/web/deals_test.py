"""Compares the npm package with the program on all puzzles that ship and on deals of three hands: `deals_test.py PACKAGE WHERE…`, run by
`deals_test.sh`. WHERE is `node`, `chromium` or `firefox`; a browser asks in a worker of a page that has nothing but the package.
"""

import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "browser"))
from browser import Browser, check  # noqa: E402
from firefox import Firefox  # noqa: E402

CANJU = os.environ["CANJU"]
# The module's usual memory, of which nodes may depend.
OPTIONS = ["--threads", "1", "--memory", "64MiB", "--all-moves", "--format", "jsonl", "--quiet", "--exit-zero"]
# Small deals up to whole ones, and how many of each: those that all first moves of are decided within so many nodes. They take the
# program up to half a second.
SIZES, EACH, NODES = ["12+10+10", "14+12+12", "15+13+13", "17+15+15", "20+17+17"], 60, 60_000
# Positions that a page is asked about at a time: no call to a browser should last for minutes.
AT_ONCE = 15


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def program(*arguments, **more):
    return subprocess.run([CANJU, *map(str, arguments)], check=True, capture_output=True, text=True, **more).stdout


def wanted():
    """Records of the program."""
    records = lines(program("batch", ROOT / "puzzles/published", ROOT / "puzzles/graded", *OPTIONS))
    check(len(records) >= 255, f"{len(records)} puzzles")
    for size in SIZES:
        dealt = program("deals", "--cards", size, "--count", 4 * EACH, "--seed", 40, "--quiet")
        solved = lines(program("batch", "-", "--node-limit", NODES, *OPTIONS, input=dealt))
        decided = [record for record in solved if all(move["verdict"] != "unknown" for move in record["moves"]) and record["verdict"] != "unknown"]
        check(len(decided) >= EACH, f"{size}: {len(decided)} are decided")
        records += decided[:EACH]
    return records


def in_node(package, positions):
    script = ROOT / "scripts/web/answers_of.mjs"
    text = "".join(json.dumps(position) + "\n" for position in positions)
    return lines(subprocess.run(["node", script, package / "node.js"], input=text, check=True, capture_output=True, text=True).stdout)


ASK = """
    globalThis.canju ??= await (await import("./index.js")).start();
    const said = [];
    for (const position of positions) {
        const { verdict, winning_moves, nodes, elapsed_ms } = await canju.solve(position, { all_moves: true, line: false });
        said.push({ verdict, winning_moves, nodes, elapsed_ms });
    }
    return said;"""


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def in_page(package, positions, browser, run):
    (package / "page.html").write_text("<!doctype html><title>canju</title>")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=package))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        browser.open(f"http://127.0.0.1:{server.server_port}/page.html")
        parts = [positions[at : at + AT_ONCE] for at in range(0, len(positions), AT_ONCE)]
        return [answer for part in parts for answer in run(f"const positions = {json.dumps(part)}; {ASK}")]
    finally:
        browser.close()
        server.shutdown()


def in_chromium(package, positions):
    browser = Browser("en", ROOT / "target/npm/shots")
    browser.driver.set_script_timeout(300)

    def run(script):
        found = browser.driver.execute_async_script(f"""
            const done = arguments[0];
            (async () => {{ {script} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error.stack) }}));""")
        check("error" not in found, found.get("error"))
        return found["value"]

    return in_page(package, positions, browser, run)


def in_firefox(package, positions):
    browser = Firefox()
    return in_page(package, positions, browser, browser.run)


def main():
    package, *places = sys.argv[1:]
    records = wanted()
    positions = [{key: record[key] for key in ("hands", "turn", "last", "last_by", "rules") if key in record} for record in records]
    for place in places:
        answers = {"node": in_node, "chromium": in_chromium, "firefox": in_firefox}[place](pathlib.Path(package).resolve(), positions)
        # Of each the module's and the program's. Repeats the program has not searched.
        times = [(answer.pop("elapsed_ms"), record["elapsed_ms"], "same_as" in record) for record, answer in zip(records, answers, strict=True)]
        its, ours = (sum(time[of] for time in times if not time[2]) for of in (0, 1))
        for record, answer in zip(records, answers, strict=True):
            expected = {key: record[key] for key in ("verdict", "winning_moves", "nodes")}
            # Of a repeat the program has not searched the nodes.
            if "same_as" in record:
                expected["nodes"] = answer["nodes"]
            check(answer == expected, f"{place}: {record['id']} {record['hands']}: {answer}, the program says {expected}")
        print(f"{place}: {len(answers)} positions, {sum(answer['nodes'] for answer in answers)} nodes, as the program, in {its / ours:.2f} times its time ({ours / 1000:.1f} s)", flush=True)


main()
