#!/usr/bin/env python3
"""Plants known faults one by one in a copy of the tree and shows which tests fail.

A test is worth something only if it fails when the code it tests is broken. `scripts/check/faults.toml` lists faults: a
rule without its condition, a number carried over wrongly. Each is a piece of text in a file and its replacement, with the
tests that must notice it. This script makes the change in a copy below target/faults, builds, runs these tests, and prints
a table. It exits with 1 if a fault goes unnoticed, no longer builds, or no longer finds its text.

    scripts/check/plant_faults.py                 # all of them, about half a minute each
    scripts/check/plant_faults.py kicker key      # those whose name contains one of these words
    scripts/check/plant_faults.py --markdown FILE # also write the table
    scripts/check/plant_faults.py --check         # only whether each finds its text, in no time
"""

import argparse
import datetime
import pathlib
import re
import subprocess
import sys
import tomllib

from tree_copy import copy_tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / "target" / "faults" / "tree"
BUILD = ROOT / "target" / "faults" / "build"
# The engine's own tests, which notice nearly all faults in it and are soon built.
ENGINE = ["--package", "canju-engine-tests", "--test", "unit", "--test", "engine"]
# The unit tests of all crates, the engine's own tests, and those of the program.
ALL = ["--features", "serve", "--lib", "--test", "unit", "--test", "engine", "--test", "it"]


def cargo(arguments, timeout=1800):
    command = ["cargo", "test", "--profile", "quick", "--locked", "--target-dir", str(BUILD), *arguments]
    try:
        run = subprocess.run(command, cwd=COPY, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, "timeout"
    return run.returncode, run.stdout + run.stderr


def failing(output):
    return sorted(set(re.findall(r"^test (\S+)(?: - should panic)? \.\.\. FAILED", output, re.M)))


def misplaced(fault, tree):
    """Why the fault can't be planted in this tree; empty if it can."""
    count = (tree / fault["file"]).read_text().count(fault["find"])
    return "" if count == 1 else f"its text stands {count} times in {fault['file']}"


def plant(fault):
    """The tests that fail with this fault, or why there is no result."""
    path = COPY / fault["file"]
    text = path.read_text()
    if why := misplaced(fault, COPY):
        return None, why
    path.write_text(text.replace(fault["find"], fault["replace"]))
    try:
        for targets in [ENGINE, ALL] if fault["file"].startswith("src/engine/") else [ALL]:
            code, output = cargo([*targets, "--no-run"])
            if code != 0:
                return None, "does not build:\n" + "\n".join(output.splitlines()[-15:])
            code, output = cargo([*targets, "--no-fail-fast", "--", *fault["tests"]], timeout=600)
            found = failing(output)
            # A test that hangs or aborts counts as having noticed the fault, although that should not be relied on.
            if code is None:
                found = ["(does not end)"]
            elif code != 0 and not found:
                found = ["(the test program died)"]
            if found:
                break
        return found, ""
    finally:
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="only faults whose name contains one of these")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table there")
    parser.add_argument("--check", action="store_true", help="only check that each fault finds its text")
    arguments = parser.parse_args()
    faults = tomllib.loads((ROOT / "scripts" / "check" / "faults.toml").read_text())["fault"]
    if arguments.words:
        faults = [fault for fault in faults if any(word in fault["name"] for word in arguments.words)]
    if arguments.check:
        found = [f"{fault['name']}: {why}" for fault in faults if (why := misplaced(fault, ROOT))]
        sys.exit("\n".join(found) or 0)
    copy_tree(ROOT, COPY)
    code, output = cargo([*ALL, "--no-run"])
    if code != 0:
        sys.exit(f"the tree itself does not build:\n{output}")
    tests = sorted({test for fault in faults for test in fault["tests"]})
    code, output = cargo([*ALL, "--no-fail-fast", "--", *tests])
    if code != 0:
        sys.exit(f"these tests fail without any fault: {failing(output) or output[-2000:]}")
    rows, missed = [], 0
    for fault in faults:
        found, problem = plant(fault)
        if found:
            verdict = ", ".join(f"`{name}`" for name in found[:4]) + (f" and {len(found) - 4} more" if found[4:] else "")
        else:
            missed += 1
            verdict = "**not noticed**" if found == [] else f"**{problem.splitlines()[0]}**"
        print(f"{fault['name']}: {verdict}", flush=True)
        if problem:
            print(problem, flush=True)
        rows.append(f"| {fault['name']} | `{fault['file']}` | {verdict} |")
    print(f"{len(faults)} faults planted, {len(faults) - missed} noticed")
    if arguments.markdown:
        head = f"{len(faults)} faults planted on {datetime.date.today()}, {len(faults) - missed} noticed.\n"
        table = ["| fault | in | tests that fail |", "|---|---|---|", *rows]
        pathlib.Path(arguments.markdown).write_text("\n".join([head, *table]) + "\n")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
