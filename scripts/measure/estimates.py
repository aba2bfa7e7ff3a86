#!/usr/bin/env python3
"""Makes the tables of estimates in benches/advice/README.md, printed, and the plot reliability.svg beside it (needs matplotlib).

    cargo run --release --example estimates -- 3000 7 | gzip -9n > benches/advice/estimates.txt.gz
    zcat benches/open-hands/data/huanle_20+17+17.jsonl.gz > table
    cargo run --release --example estimates -- 10000 1 table | gzip -9n > benches/advice/first_moves.txt.gz
    scripts/measure/estimates.py
"""

import gzip
import pathlib

import matplotlib

HOME = pathlib.Path(__file__).resolve().parents[2] / "benches" / "advice"
SETS = {"estimates": "positions of whole games", "first_moves": "first moves"}
WHO = ["the network alone", "500 nodes", "2,000 nodes", "8,000 nodes", "32,000 nodes", "128,000 nodes"]
BINS = [0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0]


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def show(name: str, axes) -> None:
    """Prints the table of a set, and draws it."""
    with gzip.open(HOME / f"{name}.txt.gz", "rt") as file:
        rows = [line.split() for line in file]
    rows = [([float(estimate) for estimate in row[2:-1]], row[-1]) for row in rows]
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    print(f"\n{len(rows):,} {SETS[name]}, {sum(verdict == 'open' for _, verdict in rows)} of them not decided in the end.\n")
    print("| estimated by | undecided | of these won | estimated | Brier score | of always the share won |\n|---|--:|--:|--:|--:|--:|")
    for number, who in enumerate(WHO[: len(rows[0][0])]):
        # Of the network all are asked, also those that a search decides at once.
        undecided = [(row[number], verdict == "win") for row, verdict in rows if verdict != "open" and (number == 0 or row[number] not in (0.0, 1.0))]
        won = mean([is_won for _, is_won in undecided])
        brier = mean([(estimate - is_won) ** 2 for estimate, is_won in undecided])
        guessed = mean([estimate for estimate, _ in undecided])
        print(f"| {who} | {len(undecided):,} | {100 * won:.1f} % | {100 * guessed:.1f} % | {brier:.3f} | {won * (1 - won):.3f} |")
        points = []
        for low, high in zip(BINS, BINS[1:]):
            some = [(estimate, is_won) for estimate, is_won in undecided if low <= estimate < high or estimate == high == 1.0]
            if len(some) >= 10:
                points.append((mean([estimate for estimate, _ in some]), mean([is_won for _, is_won in some])))
        axes.plot(*zip(*points), marker="o", markersize=3, linewidth=1, label=who)
    axes.set_title(SETS[name])
    axes.set_xlabel("estimated likelihood of a win")
    axes.set_ylabel("share won")
    axes.legend(frameon=False)


def main() -> None:
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "canju", "svg.fonttype": "none", "axes.spines.top": False, "axes.spines.right": False})
    from matplotlib import pyplot

    figure, plots = pyplot.subplots(1, len(SETS), figsize=(10, 5))
    for name, axes in zip(SETS, plots):
        show(name, axes)
    figure.savefig(HOME / "reliability.svg", format="svg", metadata={"Date": None}, bbox_inches="tight")


if __name__ == "__main__":
    main()
