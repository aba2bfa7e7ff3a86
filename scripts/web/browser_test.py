"""Solves in pages in Chromium: `browser_test.py SITE…`, run by `browser_test.sh`.

A page on a host that sends nothing but files has the npm package and solves, in its own thread and in a worker, under a content
security policy that allows WebAssembly and nothing else. Its answers are those of the program.
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
from browser import Browser, check, until  # noqa: E402

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"
class Files(http.server.SimpleHTTPRequestHandler):
    asked = []

    def do_GET(self):
        Files.asked.append(self.path)
        super().do_GET()

    def end_headers(self):
        self.send_header("content-security-policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def main():
    canju = os.environ.get("CANJU", str(ROOT / "target/release/canju"))
    # Without puzzles/deals: every first move of a whole deal takes too long.
    records = subprocess.run(
        [canju, "batch", str(ROOT / "puzzles"), "--only", "[pgb]*", "--threads", "1", "--memory", "64MiB", "--all-moves", "--format", "jsonl", "--quiet"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    records = [json.loads(line) for line in records.splitlines()]
    for site in sys.argv[1:]:
        solves(site, records)


def solves(site, records):
    Files.asked.clear()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser("en", ROOT / "target/npm/shots")
    driver = browser.driver
    driver.set_script_timeout(90)

    def asynchronous(script, *arguments):
        """The value of an asynchronous function's body."""
        wrapped = "const done = arguments[arguments.length - 1]; const given = [...arguments].slice(0, -1);"
        wrapped += f"(async () => {{ {script} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error.stack) }}))"
        found = driver.execute_async_script(wrapped, *arguments)
        check("error" not in found, found.get("error"))
        return found["value"]

    try:
        browser.open(f"http://127.0.0.1:{server.server_port}/")
        until(lambda: browser.run("return globalThis.isReady === true"), "the page has the package")
        said = asynchronous(
            """const canju = await load();
            return given[0].map((record) => {
              const { verdict, winning_moves, nodes } = canju.solve(record, { all_moves: true });
              return { verdict, winning_moves, nodes };
            });""",
            records,
        )
        for record, answer in zip(records, said, strict=True):
            wanted = {name: record[name] for name in ("verdict", "winning_moves", "nodes")}
            if "same_as" in record:
                wanted["nodes"] = answer["nodes"]
            check(answer == wanted, f"{record['id']}: {answer}, the program says {wanted}")
        slowest = asynchronous(
            """const canju = await start();
            let slowest = 0;
            for (const record of given[0]) {
              const begin = performance.now();
              if ((await canju.solve(record)).verdict !== record.verdict) throw new Error(record.id);
              slowest = Math.max(slowest, performance.now() - begin);
            }
            const stop = new AbortController();
            const hard = { cards: "17+17+17", unique: true, minimal: true, count: 100, signal: stop.signal };
            const broken = canju.generate({ ...hard, onProgress: () => stop.abort() }).catch((error) => error.name);
            const wrong = canju.solve(["K5", "4 4?"]).catch((error) => [error instanceof CanjuError, error.hand, error.column]);
            const seen = JSON.stringify([await broken, await wrong]);
            if (seen !== '["AbortError",[true,2,4]]') throw new Error(seen);
            canju.close();
            return slowest;""",
            records,
        )
        asynchronous(
            """const puzzle = document.createElement("canju-puzzle"), root = puzzle.shadowRoot;
            puzzle.setAttribute("puzzle", "346999Q2 | 34JAAD");
            document.body.append(puzzle);
            const until = async (holds) => { while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10)); };
            await until(() => root.adoptedStyleSheets.length === 1 && root.querySelector("#begin"));
            root.querySelector("#begin").click();
            await until(() => root.querySelector(".hand[role=group]") && !root.querySelector("#begin"));
            root.querySelector('.cell[data-rank="2"]').click();
            root.querySelector("#throw").click();
            await until(() => root.querySelector("#slip"));""",
        )
        errors = [entry["message"] for entry in driver.get_log("browser") if "favicon" not in entry["message"]]
        check(not errors, f"the console has errors: {errors}")
        kinds = {path.rpartition(".")[2] for path in Files.asked}
        check(kinds <= {"/", "js", "css", "wasm", "ico"} and "wasm" in kinds, f"only files are asked for: {Files.asked}")
    finally:
        driver.quit()
        server.shutdown()
    print(f"{site}: {len(records)} puzzles in a page and in a worker as the program; in the worker the slowest takes {slowest:.0f} ms")


main()
