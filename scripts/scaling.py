#!/usr/bin/env python3
"""Called by scaling.sh: solves a pack's harder deals with different numbers of threads and prints the table."""

import argparse
import json
import statistics
import subprocess
import sys


def solve(canju, lines, threads, memory, limit):
    """The records of these pack lines, in order. One process for each line: a batch would give each thread a deal of its own."""
    records = []
    for line in lines:
        hands = [hand.strip() for hand in line.split("|")]
        options = hands.pop().split() if len(hands) > 2 else []
        command = [canju, "solve", *hands, "--format", "json", "--quiet", "--threads", str(threads)]
        command += ["--memory", memory, "--time-limit", f"{limit}s"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode > 1:
            sys.exit(f"scaling: {' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
        record = json.loads(done.stdout)
        expected = [option.removeprefix("expect=") for option in options if option.startswith("expect=")]
        if record["verdict"] not in [*expected, "unknown"] and expected:
            sys.exit(f"scaling: WRONG with {threads} threads: {json.dumps(record, ensure_ascii=False)}")
        records.append(record)
    return records


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--canju", required=True)
    parser.add_argument("--pack", default="benches/data/full.ddz")
    parser.add_argument("--threads", default="1,2,4,8,16", help="numbers of threads; the others are compared with the first")
    parser.add_argument("--over", type=float, default=0.2, help="count only deals for which the first takes more seconds than this")
    parser.add_argument("--memory", default="512MiB")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each deal; what the first does not decide is left out")
    args = parser.parse_args()

    with open(args.pack, encoding="utf-8") as pack:
        lines = [line if line.endswith("\n") else line + "\n" for line in pack]
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    counts = [int(count) for count in args.threads.split(",")]
    base = solve(args.canju, lines, counts[0], args.memory, args.limit)
    undecided = [record for record in base if record["verdict"] == "unknown"]
    hard = [
        (line, record)
        for line, record in zip(lines, base)
        if record["verdict"] != "unknown" and record["elapsed_ms"] > 1e3 * args.over
    ]
    print(f"{args.pack}: {len(hard)} of {len(lines)} deals take more than {args.over} s with {counts[0]} thread(s), memory {args.memory}")
    if undecided:
        print(f"left out: {len(undecided)} not decided in {args.limit} s")
    if not hard:
        return
    print("| threads | nodes | node inflation | worst | time | speed-up | median | undecided |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for count in counts:
        records = [record for _, record in hard]
        if count != counts[0]:
            records = solve(args.canju, [line for line, _ in hard], count, args.memory, 4 * args.limit)
        first = [record for _, record in hard]
        nodes, time = (sum(record[key] for record in records) for key in ("nodes", "elapsed_ms"))
        nodes_first, time_first = (sum(record[key] for record in first) for key in ("nodes", "elapsed_ms"))
        worst = max(record["nodes"] / one["nodes"] for record, one in zip(records, first))
        median = statistics.median(one["elapsed_ms"] / record["elapsed_ms"] for record, one in zip(records, first))
        unknown = sum(record["verdict"] == "unknown" for record in records)
        print(
            f"| {count} | {nodes:,} | {nodes / nodes_first:.3f} | {worst:.2f} | {time / 1e3:.2f} s "
            f"| {time_first / time:.2f} | {median:.2f} | {unknown} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
