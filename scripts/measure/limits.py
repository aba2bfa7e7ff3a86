#!/usr/bin/env python3
"""Asks the program for limits on hard positions, and prints what it took as a table in Markdown.

    cargo build --release && scripts/measure/limits.py > benches/limits.md       # two minutes

One row for each kind of position, limit and number of threads. `asked` is the limit, `seen` what the system measured of the
whole program: wall time and peak resident memory (`wait4`), or the record's nodes. Machines and their load differ, so
nothing is asserted.
"""

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time

POSITIONS = [
    ("two hands", "33555667777889TJJQQKKAAAA22X 33444456688999TTTJJQQQKK22D".split(), "huanle,packs=2"),
    ("three hands", "33444668TJJQKKKAAA2D 3455567889TJQKA22 3567778999TTJQQ2X".split(), "huanle"),
    ("two packs, 54 + 54", ["33445566778899TTJJQQKKAA22" * 2 + "XD"] * 2, "huanle,packs=2"),
]
MEMORY = 64


def measured(arguments):
    """Wall time in seconds, peak resident MiB, and the record if there is one."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        child = subprocess.Popen(arguments, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        lines = output.read().decode().splitlines()
    return wall, usage.ru_maxrss / 1024, json.loads(lines[0]) if lines else {}


def rows(program, threads):
    for name, hands, rules in POSITIONS:
        line = " | ".join(hands) + "\n"
        for count in threads:
            common = ["--rules", rules, "--threads", str(count), "--memory", f"{MEMORY}MiB", "--format"]
            for limit, kind in [("2s", "--time-limit"), ("20000", "--node-limit")]:
                for command in ["solve", "batch"]:
                    with tempfile.NamedTemporaryFile("w", suffix=".ddz") as pack:
                        pack.write(line)
                        pack.flush()
                        where = [*hands, *common, "json"] if command == "solve" else [pack.name, *common, "jsonl", "--quiet"]
                        limits = [kind, limit] if kind == "--time-limit" else [kind, limit, "--time-limit", "2s"]
                        wall, peak, record = measured([program, command, *where, *limits])
                    asked = f"{limit[:-1]} s" if kind == "--time-limit" else f"{int(limit):,} nodes"
                    nodes = f"{record.get('nodes', 0):,} nodes" if kind == "--node-limit" else f"{wall:.2f} s"
                    end = record.get("reason") or record.get("verdict") or record.get("error", "no record")
                    used = record.get("threads", "")
                    yield [name, command, count, used, asked, nodes, f"{wall:.2f} s", f"{MEMORY} MiB", f"{peak:.0f} MiB", end]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/canju")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2, 16, 64])
    arguments = parser.parse_args()
    print("Limits, asked and seen.\n")
    print("Rows with a node limit also have a time limit of 2 s: a node of 54 + 54 cards takes long.\n")
    machine = f"{datetime.date.today()}, {os.cpu_count()} cores"
    print(f"`scripts/measure/limits.py`, {machine}. Memory is the peak of the whole program.\n")
    print("| position | command | threads asked | used | asked | seen | wall time | memory asked | seen | end |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for row in rows(arguments.program, arguments.threads):
        print("| " + " | ".join(map(str, row)) + " |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
