#!/usr/bin/env python3
"""What a fresh process costs: two programs, one solve each, in turn.

    scripts/measure/fresh.py before/canju target/release/canju
    scripts/measure/fresh.py before/canju target/release/canju --deals --threads 2
    scripts/measure/fresh.py before/canju target/release/canju --instructions --runs 3
    scripts/measure/fresh.py before/canju target/release/canju --start
    scripts/measure/fresh.py --count         # counts of target/release/canju beside those kept in benches/data/fresh.json
    scripts/measure/fresh.py --count --keep  # and keeps the new ones

Without `--deals` the positions are those of benches/data/peers.tsv; with it, random deals of two hands, the same for a seed. Each
position is solved by both programs in turn, so that other load affects both alike, and the shortest time of each counts.

A row for each position: the time that the program reports for solving, that of the whole process, and its minor page faults,
before -> after; with `--instructions` those of the whole process by valgrind's callgrind, which needs one run. Ratios are after / before, so less
than 1 is better. Exit code: 0, 1 if verdicts differ or a process takes a tenth more instructions than those kept, or 2 if a program can't
be run.
"""

import argparse
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import time

from compare import read_pack
from random_deals import deal

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PROGRAM = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR", "target"), "release", "canju")
KEPT = os.path.join(ROOT, "benches", "data", "fresh.json")
PEERS = os.path.join(ROOT, "benches", "data", "peers.tsv")
# Cards of each hand of the drawn deals: three of each size from 14 + 14 to 20 + 20.
SIZES = range(14, 21)
# What is timed as a start: nothing, the help of a command, and the manual's first example.
STARTS = [["--version"], ["solve", "--help"], ["solve", "4445678899KK2", "345567TTTKKAA"]]


# What is counted: the same, with one thread, so that the counts are the same each time, and a search of some hundred nodes.
COUNTED = [["--version"], *[["solve", *hands, "--threads", "1"] for hands in (["4445678899KK2", "345567TTTKKAA"], ["3345567789TQ2D", "68889JJQKKAA2X"])]]
MOST_GROWTH = 1.1


def fail(code: int, message: str) -> None:
    print(f"error: {message}", file=sys.stderr)
    sys.exit(code)


def run(command: list[str]) -> tuple[str, float, int]:
    """What the command prints, its milliseconds and its minor page faults."""
    read, write = os.pipe()
    began = time.perf_counter()
    actions = [(os.POSIX_SPAWN_DUP2, write, 1), (os.POSIX_SPAWN_CLOSE, read)]
    try:
        process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    except OSError as error:
        fail(2, f"{command[0]}: {error.strerror}")
    os.close(write)
    with open(read, encoding="utf-8") as output:
        printed = output.read()
    _, _, usage = os.wait4(process, 0)
    return printed, (time.perf_counter() - began) * 1e3, usage.ru_minflt


def instructions(command: list[str]) -> int:
    """Instructions of the whole process."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    said = subprocess.run(valgrind, capture_output=True, text=True).stderr
    found = re.search(r"Collected *: *(\d+)", said)
    if not found:
        fail(2, f"valgrind: {said.strip()}")
    return int(found[1])


class Measured:
    """The best of a program's runs on one position."""

    def __init__(self) -> None:
        self.verdict, self.nodes, self.instructions = "", 0, 0
        self.solving = self.process = math.inf
        self.faults = sys.maxsize

    def add(self, command: list[str]) -> None:
        printed, process, faults = run(command)
        try:
            record = json.loads(printed)
            self.verdict, self.nodes, solving = record["verdict"], record["nodes"], record["elapsed_ms"]
        except (ValueError, KeyError):
            fail(2, f"{' '.join(command)}: no record")
        self.solving = min(self.solving, max(solving, 0.001))
        self.process = min(self.process, process)
        self.faults = min(self.faults, faults)


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def positions(options: argparse.Namespace) -> list[tuple[str, list[str]]]:
    """Names, and what to ask."""
    if options.deals:
        rng = random.Random(options.seed)
        sizes = [size for size in SIZES for _ in range(options.each)]
        return [(f"{size}+{size}", deal(rng, [size, size])) for size in sizes]
    return [(row["id"], [row["first"], row["second"]]) for row in read_pack(options.pack)]


def compare_starts(programs: list[str], runs: int) -> None:
    print(f"{'milliseconds of the whole process':<44} {'before':>8} {'after':>8} {'ratio':>7}")
    for start in STARTS:
        best = [math.inf, math.inf]
        for _ in range(runs):
            for which, program in enumerate(programs):
                best[which] = min(best[which], run([program, *start])[1])
        print(f"{' '.join(start):<44} {best[0]:8.2f} {best[1]:8.2f} {best[1] / best[0]:7.2f}")


def compare_counts(program: str, keep: bool) -> None:
    """Counts that hardly depend on the machine: instructions, and page faults where the kernel gives huge pages."""
    if shutil.which("valgrind") is None:
        print("fresh.py: without valgrind nothing is counted")
        return
    with open(KEPT, encoding="utf-8") as file:
        kept = json.load(file)
    found, grown = {}, []
    print(f"{'whole process':<44} {'instructions':>13} {'kept':>11} {'ratio':>6} {'page faults':>12} {'kept':>6}")
    for start in COUNTED:
        name, command = " ".join(start), [program, *start]
        now = {"instructions": instructions(command), "faults": min(run(command)[2] for _ in range(5))}
        before = kept.get(name, now)
        ratio = now["instructions"] / before["instructions"]
        print(f"{name:<44} {now['instructions']:13,} {before['instructions']:11,} {ratio:6.2f} {now['faults']:12} {before['faults']:6}")
        found[name] = now
        grown += [name] if ratio > MOST_GROWTH else []
    if keep:
        with open(KEPT, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=2)
            file.write("\n")
    elif grown:
        fail(1, f"{', '.join(grown)}: more instructions than before; if they should be: scripts/measure/fresh.py --count --keep")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?", help="a program")
    parser.add_argument("after", nargs="?", help="the program compared with it")
    parser.add_argument("--count", action="store_true", help="count, and compare with what is kept")
    parser.add_argument("--keep", action="store_true", help="keep the counts")
    parser.add_argument("--pack", default=PEERS, help="a table or pack of two-hand positions [benches/data/peers.tsv]")
    parser.add_argument("--deals", action="store_true", help="random deals of two hands, 14 + 14 to 20 + 20 cards")
    parser.add_argument("--each", type=int, default=4, help="deals of each size [4]")
    parser.add_argument("--seed", type=int, default=20261128)
    parser.add_argument("--start", action="store_true", help="how long the program takes to start instead")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--runs", type=int, default=12, help="runs of each program [12]")
    parser.add_argument("--instructions", action="store_true", help="count instructions, too (needs valgrind)")
    options = parser.parse_args()
    if options.count:
        compare_counts(os.path.abspath(options.before or PROGRAM), options.keep)
        return
    if options.after is None:
        parser.error("two programs, or --count")
    programs = [os.path.abspath(program) for program in (options.before, options.after)]
    if options.start:
        compare_starts(programs, max(options.runs, 60))
        return

    asked = positions(options)
    rows: list[list[Measured]] = []
    print(f"{'':<8} {'nodes':>8} {'ms before':>10} {'after':>9} {'ratio':>6}  {'process':>8} {'after':>8} {'ratio':>6}  {'faults':>6} {'after':>6}")
    for name, hands in asked:
        row = [Measured(), Measured()]
        arguments = ["solve", *hands, "--threads", str(options.threads), "--format", "json", "--quiet"]
        for _ in range(options.runs):
            for program, measured in zip(programs, row):
                measured.add([program, *arguments])
        if row[0].verdict != row[1].verdict:
            fail(1, f"{hands}: {row[0].verdict} and {row[1].verdict}")
        line = f"{name:<8} {row[1].nodes:8} {row[0].solving:10.3f} {row[1].solving:9.3f} {row[1].solving / row[0].solving:6.2f}"
        line += f"  {row[0].process:8.2f} {row[1].process:8.2f} {row[1].process / row[0].process:6.2f}  {row[0].faults:6} {row[1].faults:6}"
        if options.instructions:
            for program, measured in zip(programs, row):
                measured.instructions = instructions([program, *arguments])
            line += f"  {row[0].instructions / 1e6:8.2f} M {row[1].instructions / 1e6:8.2f} M"
        print(line + ("" if row[0].nodes == row[1].nodes else f"  ({row[0].nodes} nodes before)"), flush=True)
        rows.append(row)

    solving = [after.solving / before.solving for before, after in rows]
    process = [after.process / before.process for before, after in rows]
    totals = [sum(row[which].solving for row in rows) for which in (0, 1)]
    print(f"\nsolving: {mean(solving):.3f} of the time in geometric mean ({1 / mean(solving):.2f} times as fast), worst {max(solving):.2f}, total {totals[1] / totals[0]:.3f}")
    if options.deals:
        groups = {name: [ratio for (other, _), ratio in zip(asked, solving) if other == name] for name, _ in asked}
        print("by size: " + ", ".join(f"{name} {mean(ratios):.2f}" for name, ratios in groups.items()))
    print(f"process: {mean(process):.3f}, worst {max(process):.2f}")
    if options.instructions:
        print(f"instructions: {mean([after.instructions / before.instructions for before, after in rows]):.3f}")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
