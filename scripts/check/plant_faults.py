#!/usr/bin/env python3
"""Plants known faults one by one in a copy of the tree and shows which tests fail.

A test is worth something only if it fails when the code it tests is broken. `scripts/check/faults.toml` lists faults: a
rule without its condition, a number carried over wrongly. Each is a piece of text in a file and its replacement, with the
tests that must notice it. This script makes the change in a copy below target/faults, builds, runs these tests until one
fails, as the gate does, and if none does, with all that they can draw, as the nightly script does; and it prints a table. It
exits with 1 if a fault goes unnoticed, no longer builds, or no longer finds its text.

    scripts/check/plant_faults.py                 # all of them, about 40 s each
    scripts/check/plant_faults.py kicker key      # those whose name contains one of these words
    scripts/check/plant_faults.py --markdown FILE # also write the table, fault by fault
    scripts/check/plant_faults.py --markdown FILE --go-on # only those that the table does not have as noticed
    scripts/check/plant_faults.py --check         # only whether each finds its text, in no time
"""

import argparse
import datetime
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import tomllib

from tree_copy import copy_tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / "target" / "faults" / "tree"
BUILD = ROOT / "target" / "faults" / "build"
# The engine's own tests, which notice nearly all faults in it and are soon built.
ENGINE = ["--package", "canju-engine-tests", "--test", "unit", "--test", "engine"]
# The unit tests of all crates, the engine's own tests, and those of the program.
ALL = ["--features", "serve", "--lib", "--test", "unit", "--test", "engine", "--test", "it"]


def cargo(arguments, timeout=1800, full=False, until_failure=False):
    """Runs `cargo test` and returns its exit code, or None after `timeout` seconds, and its output. With `full` the tests draw all
    that they can; with `until_failure` it ends when the first test has failed."""
    environment = os.environ | {"CANJU_TESTS": "full" if full else ""}
    command = ["cargo", "test", "--profile", "quick", "--locked", "--target-dir", str(BUILD), *arguments]
    # A group of its own, so that the test program ends with cargo.
    run = subprocess.Popen(command, cwd=COPY, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, process_group=0)
    stop = lambda: os.killpg(run.pid, signal.SIGKILL)
    in_time, output = threading.Timer(timeout, stop), ""
    in_time.start()
    try:
        for line in run.stdout:
            output += line
            if until_failure and failing(line):
                stop()
        code = run.wait()
        return (code if in_time.is_alive() or code >= 0 else None), output
    finally:
        in_time.cancel()


def failing(output):
    return sorted(set(re.findall(r"^test (\S+)(?: - should panic)? \.\.\. FAILED", output, re.M)))


def misplaced(fault, tree):
    """Why the fault can't be planted in this tree; empty if it can."""
    count = (tree / fault["file"]).read_text().count(fault["find"])
    return "" if count == 1 else f"its text stands {count} times in {fault['file']}"


def plant(fault):
    """The first test that fails with this fault, which script ran it, and why there is no result."""
    path = COPY / fault["file"]
    text = path.read_text()
    if why := misplaced(fault, COPY):
        return None, "", why
    path.write_text(text.replace(fault["find"], fault["replace"]))
    try:
        sets = [ENGINE, ALL] if fault["file"].startswith("src/engine/") else [ALL]
        # What the gate runs first, and all that can be drawn only if it notices nothing.
        for by, targets in [("gate", targets) for targets in sets] + [("nightly", sets[0])]:
            full = by == "nightly"
            code, output = cargo([*targets, "--no-run"])
            if code != 0:
                return None, "", "does not build:\n" + "\n".join(output.splitlines()[-15:])
            seconds = 3600 if full else 600
            code, output = cargo([*targets, "--no-fail-fast", "--", *fault["tests"]], seconds, full, until_failure=True)
            found = failing(output)
            # A test that hangs or aborts counts as having noticed the fault, although that should not be relied on.
            if code is None:
                found = ["(does not end)"]
            elif code != 0 and not found:
                found = ["(the test program died)"]
            if found:
                break
        return found, by, ""
    finally:
        path.write_text(text)


def noticed_before(table):
    """The rows of a table that have a noticed fault, by its name."""
    lines = table.read_text().splitlines() if table.exists() else []
    return {line.split(" | ")[0][2:]: line for line in lines if line.endswith(("| gate |", "| nightly |"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="only faults whose name contains one of these")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table there")
    parser.add_argument("--go-on", action="store_true", help="keep the rows of the table, and plant only the others")
    parser.add_argument("--check", action="store_true", help="only check that each fault finds its text")
    arguments = parser.parse_args()
    faults = tomllib.loads((ROOT / "scripts" / "check" / "faults.toml").read_text())["fault"]
    if arguments.words:
        faults = [fault for fault in faults if any(word in fault["name"] for word in arguments.words)]
    if arguments.check:
        found = [f"{fault['name']}: {why}" for fault in faults if (why := misplaced(fault, ROOT))]
        sys.exit("\n".join(found) or 0)
    table = pathlib.Path(arguments.markdown) if arguments.markdown else None
    rows = noticed_before(table) if table and arguments.go_on else {}
    faults = [fault for fault in faults if fault["name"] not in rows]
    copy_tree(ROOT, COPY)
    code, output = cargo([*ALL, "--no-run"])
    if code != 0:
        sys.exit(f"the tree itself does not build:\n{output}")
    tests = sorted({test for fault in faults for test in fault["tests"]})
    code, output = cargo([*ALL, "--no-fail-fast", "--", *tests])
    if code != 0:
        sys.exit(f"these tests fail without any fault: {failing(output) or output[-2000:]}")
    missed = 0
    for fault in faults:
        found, by, problem = plant(fault)
        if found:
            verdict = ", ".join(f"`{name}`" for name in found)
        else:
            missed += 1
            verdict = "**not noticed**" if found == [] else f"**{problem.splitlines()[0]}**"
        print(f"{fault['name']}: {verdict}" + (f" ({by})" if found else ""), flush=True)
        if problem:
            print(problem, flush=True)
        rows[fault["name"]] = f"| {fault['name']} | `{fault['file']}` | {verdict} | {by if found else ''} |"
        if table:
            head = f"{len(rows)} faults planted until {datetime.date.today()}, {len(rows) - missed} noticed.\n"
            titles = ["| fault | in | first test that fails | run by |", "|---|---|---|---|"]
            table.write_text("\n".join([head, *titles, *rows.values()]) + "\n")
    print(f"{len(rows)} faults planted, {len(rows) - missed} noticed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
