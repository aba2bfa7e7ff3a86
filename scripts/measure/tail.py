#!/usr/bin/env python3
"""The yardstick for hard deals: how long random deals take, judged by the slowest of them.

    scripts/measure/tail.py target/release/canju
    scripts/measure/tail.py before/canju target/release/canju --half first
    scripts/measure/tail.py target/release/canju --cards 27+27 --count 100
    scripts/measure/tail.py target/release/canju --threads 2 --limit 600 --memory 12GiB

Every deal of the seed counts. Each is solved by one thread, or by `--threads` together; one that is not decided within the limit
counts as six times as long.
With several programs each deal is solved by all of them, one after the other, so that other load on the machine affects all alike,
and they must agree on every verdict. While a change is being worked on, only the first half is looked at.

Times are in seconds. Exit code: 0, 1 if two programs disagree, or 2 if one can't be run.
"""

import argparse
import json
import math
import subprocess
import sys

SEED = 20261125
LIMIT = 10.0
PENALTY = 6
# How many deals one process solves. A batch with several threads solves several deals at a time, so there it is one.
CHUNK = 5


def fail(code: int, message: str) -> None:
    print(f"error: {message}", file=sys.stderr)
    sys.exit(code)


def deals(program: str, options: argparse.Namespace) -> list[str]:
    first, count = 1, options.count
    if options.half == "first":
        count //= 2
    elif options.half == "second":
        first, count = count // 2 + 1, count - count // 2
    command = [program, "deals", "--cards", options.cards, "--count", str(count), "--seed", f"{options.seed}:{first}"]
    command += ["--rules", options.rules, "--quiet"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def solve(program: str, chunk: list[str], options: argparse.Namespace) -> list[dict]:
    command = [program, "batch", "-", "--threads", str(options.threads), "--memory", options.memory]
    command += ["--time-limit", f"{options.limit}s", "--format", "jsonl", "--quiet"]
    # Exit code 3: some are undecided.
    run = subprocess.run(command, input="\n".join(chunk) + "\n", capture_output=True, text=True)
    records = [json.loads(line) for line in run.stdout.splitlines()]
    if len(records) != len(chunk) or any("verdict" not in record for record in records):
        fail(2, f"{program}: {run.stderr.strip() or 'a deal has no verdict'}")
    return records


def percentile(times: list[float], percent: int) -> float:
    """The least time within which this share of the deals is decided."""
    return sorted(times)[math.ceil(len(times) * percent / 100) - 1]


def row(name: str, records: list[dict], options: argparse.Namespace) -> str:
    times, decided = [], 0
    for record in records:
        is_decided = record["verdict"] != "unknown"
        decided += is_decided
        times.append(record["elapsed_ms"] / 1000 if is_decided else PENALTY * options.limit)
    geometric = math.exp(sum(math.log(max(time, 1e-5)) for time in times) / len(times))
    nodes = sum(record["nodes"] for record in records if record["verdict"] != "unknown")
    spread = [percentile(times, percent) for percent in (50, 90, 95, 99)]
    figures = [sum(times) / len(times), geometric, *spread]
    return f"{name:24} {decided:4} of {len(times)}" + "".join(f" {figure:9.3f}" for figure in figures) + f" {nodes:13,}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="+", help="builds of canju")
    parser.add_argument("--cards", default="20+17+17")
    parser.add_argument("--rules", default="huanle")
    parser.add_argument("--count", type=int, default=300, help="how many deals the yardstick has")
    parser.add_argument("--half", choices=["first", "second"], help="only this half of them")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for a deal")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", default="4GiB")
    parser.add_argument("--save", help="write all records to this file, as JSON lines")
    options = parser.parse_args()
    dealt = deals(options.programs[0], options)
    found: list[list[dict]] = [[] for _ in options.programs]
    chunk = CHUNK if options.threads == 1 else 1
    for start in range(0, len(dealt), chunk):
        for records, program in zip(found, options.programs):
            records += solve(program, dealt[start : start + chunk], options)
        for together in zip(*(records[start:] for records in found)):
            if len({record["verdict"] for record in together} - {"unknown"}) > 1:
                fail(1, f"the programs disagree on {together[0]['id']}: {together[0]['hands']}")
    print(f"{'':24} {'decided':>11} {'mean':>9} {'geometric':>9} {'50 %':>9} {'90 %':>9} {'95 %':>9} {'99 %':>9} {'nodes':>13}")
    for program, records in zip(options.programs, found):
        print(row(program[-24:], records, options))
    if options.save:
        with open(options.save, "w", encoding="utf-8") as file:
            for program, records in zip(options.programs, found):
                for record in records:
                    file.write(json.dumps({"program": program, **record}) + "\n")


if __name__ == "__main__":
    main()
