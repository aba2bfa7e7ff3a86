"""Compares the npm package with the program on all puzzles that ship and on deals of three hands: `deals_test.py PACKAGE WHERE…`, run by
`deals_test.sh`. WHERE is `node`, `chromium` or `firefox`; a browser asks in a worker of a page that has nothing but the package.
With `--speed` after PACKAGE the times are compared, on the sets `deals` and `three` of `canju bench`: who wins, without the other moves.
"""

import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
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
# How often a time is measured, and how many passes of the module follow the one that compiles it in full.
TIMES, PASSES = 6, 2


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


def in_node(package, positions, options):
    script = ROOT / "scripts/web/answers_of.mjs"
    text = "".join(json.dumps(position) + "\n" for position in positions)
    command = ["node", script, package / "node.js", json.dumps(options)]
    return lines(subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout)


ASK = """
    globalThis.canju ??= await (await import("./index.js")).start();
    const said = [];
    for (const position of positions) {
        const { verdict, winning_moves, nodes, elapsed_ms } = await canju.solve(position, options);
        said.push({ verdict, winning_moves, nodes, elapsed_ms });
    }
    return said;"""


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def in_page(package, positions, options, browser, run):
    (package / "page.html").write_text("<!doctype html><title>canju</title>")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=package))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        browser.open(f"http://127.0.0.1:{server.server_port}/page.html")
        parts = [positions[at : at + AT_ONCE] for at in range(0, len(positions), AT_ONCE)]
        return [answer for part in parts for answer in run(f"const [positions, options] = {json.dumps([part, options])}; {ASK}")]
    finally:
        browser.close()
        server.shutdown()


def in_chromium(package, positions, options):
    browser = Browser("en", ROOT / "target/npm/shots")
    browser.driver.set_script_timeout(300)

    def run(script):
        found = browser.driver.execute_async_script(f"""
            const done = arguments[0];
            (async () => {{ {script} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error.stack) }}));""")
        check("error" not in found, found.get("error"))
        return found["value"]

    return in_page(package, positions, options, browser, run)


def in_firefox(package, positions, options):
    browser = Firefox()
    return in_page(package, positions, options, browser, browser.run)


PLACES = {"node": in_node, "chromium": in_chromium, "firefox": in_firefox}


def position_of(record):
    return {key: record[key] for key in ("hands", "turn", "last", "last_by", "rules") if key in record}


def compare_times(package, places):
    """Prints how many times the program's time a set takes in each place, once the module is compiled in full and its memory in use.
    They are measured in turn, and of each position the shortest time counts on both sides: what other work on the machine adds to a
    time, it adds by chance."""
    for name, pack in [("deals", "full"), ("three", "three")]:
        path = ROOT / f"src/cli/commands/bench/data/{pack}.ddz"
        positions = [position_of(record) for record in lines(program("batch", path, "--node-limit", 1, *OPTIONS))]
        runs = {place: [] for place in ["program", *places]}
        with tempfile.TemporaryDirectory() as directory:
            # To `canju bench` a pack is a set, with a time of its own.
            packs = [pathlib.Path(directory, f"{number}.jsonl") for number in range(len(positions))]
            for file, position in zip(packs, positions, strict=True):
                file.write_text(json.dumps(position))
            for _ in range(TIMES):
                measured = program("bench", *packs, "--threads", 1, "--memory", "64MiB", "--format", "json")
                runs["program"].append(json.loads(measured)["sets"])
                for place in places:
                    answers = PLACES[place](package, positions * (1 + PASSES), {"line": False})
                    runs[place] += [answers[at : at + len(positions)] for at in range(len(positions), len(answers), len(positions))]
        nodes = {tuple(answer["nodes"] for answer in run) for found in runs.values() for run in found}
        check(len(nodes) == 1, f"{name}: nodes differ")
        shortest = {place: sum(min(answer["elapsed_ms"] for answer in answers) for answers in zip(*found, strict=True)) for place, found in runs.items()}
        for place in places:
            ratio = shortest[place] / shortest["program"]
            print(f"{place}: {name} in {ratio:.2f} times the program's time ({shortest['program'] / 1000:.2f} s)", flush=True)


def main():
    package, *places = sys.argv[1:]
    package = pathlib.Path(package).resolve()
    if "--speed" in places:
        return compare_times(package, [place for place in places if place != "--speed"])
    records = wanted()
    positions = [position_of(record) for record in records]
    for place in places:
        answers = PLACES[place](package, positions, {"all_moves": True, "line": False})
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
