#!/usr/bin/env python3
"""Makes the pack of deals without shuffling, puzzles/deals/no-shuffle.ddz, anew: with the same result on every machine.

    scripts/bank/make_deals.py [--canju PROGRAM] [--output FILE]

`canju deals --no-shuffle` deals them and `canju batch` finds what they are worth. The commands are at the heads of the parts of the pack.
From each part the first deals are taken that are decided within its number of nodes, so that all together take seconds. It takes less
than a minute.
"""

import argparse
import json
import os
import subprocess

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
# Cards of each hand, how many deals are looked at, the most nodes for each, and how many are taken.
PARTS = [("12+10+10", 20, 30_000, 8), ("15+13+13", 20, 30_000, 8), ("17+15+15", 20, 30_000, 10), ("20+17+17", 60, 100_000, 14)]
SCORING = "huanle"


def part(canju, cards, count, nodes, taken):
    """The lines of a part of the pack."""
    deals = ["deals", "--cards", cards, "--no-shuffle", "10", "--seed", "1", "--count", str(count)]
    batch = ["batch", "-", "--scoring", SCORING, "--threads", "1", "--node-limit", str(nodes), "--no-line", "--format", "jsonl", "--exit-zero"]
    dealt = subprocess.run([canju, *deals, "--quiet"], check=True, capture_output=True, text=True).stdout
    solved = subprocess.run([canju, *batch, "--quiet"], input=dealt, check=True, capture_output=True, text=True).stdout
    decided = [record for record in map(json.loads, solved.splitlines()) if record["value"] is not None][:taken]
    if len(decided) < taken:
        raise SystemExit(f"error: of {count} deals of {cards} only {len(decided)} are decided within {nodes:,} nodes")
    yield f"# canju {' '.join(deals)} | canju {' '.join(batch)}: the first {taken} that it decides"
    for record in decided:
        best = f" best={record['best']}" if record["value"] > 0 else ""
        yield f"{' | '.join(record['hands'])} | expect={record['value']:+}{best} seed={record['id']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canju", default=os.path.join(ROOT, "target/release/canju"), help="the program")
    parser.add_argument("--output", default=os.path.join(ROOT, "puzzles/deals/no-shuffle.ddz"), help="the pack")
    args = parser.parse_args()
    lines = ["# Deals without shuffling (不洗牌), and what they are worth to the landlord. Made by scripts/bank/make_deals.py.", "@rules huanle", f"@scoring {SCORING}"]
    for each in PARTS:
        lines += part(args.canju, *each)
    with open(args.output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
