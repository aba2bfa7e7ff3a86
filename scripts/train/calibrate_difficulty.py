#!/usr/bin/env python3
"""Compares the difficulty of `canju grade` with two outside measures.

- The levels that publishers gave their puzzles: `level=` in the packs, 普通 (normal) < 困难 (hard) < 专家 (expert).
- The effort of imperfect players: the least number of plies that a careful player must look ahead to find the win and to keep it
  (`--lookahead`). Puzzles that take more than MOST plies count as MOST + 1.

Prints Spearman's rank correlation for both, for each measure alone as well, and the puzzles on which the two disagree most. The
sample is generated, so it is the same everywhere: unique wins of 5 + 5 to 11 + 11 cards, without regard to difficulty. With
`--hands 3` it is of three hands, of 5 + 4 + 4 to 9 + 8 + 8 cards, the landlord and each farmer to move in turn; no publisher has levels
for these.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
from pathlib import Path

LEVELS = {"普通": 1, "困难": 2, "专家": 3}
# The cards of the hands, and the hands that move first, for two hands and for three.
SAMPLES = {
    2: ([f"{size}+{size}" for size in (5, 6, 7, 8, 9, 10, 11)], (1,)),
    3: ([f"{size}+{size - 1}+{size - 1}" for size in (5, 6, 7, 8, 9)], (1, 2, 3)),
}
ROOT = Path(__file__).resolve().parents[2]


def ranks(values):
    """Ranks from 0; equal values share their mean rank."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found, start = [0.0] * len(values), 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in range(start, end + 1):
            found[order[place]] = (start + end) / 2
        start = end + 1
    return found


def spearman(first, second):
    """Spearman's rank correlation; None if one of them is constant."""
    a, b = ranks(first), ranks(second)
    mean_a, mean_b = statistics.mean(a), statistics.mean(b)
    spread = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b)) / spread if spread else None


def median_refutation(record):
    plies = [trap["plies"] or 29 for trap in record["traps"]]
    return statistics.median_low(plies) if plies else 0


MEASURES = {
    "difficulty": lambda record: record["difficulty"],
    "plies of the line": lambda record: record["plies"],
    "traps": lambda record: len(record["traps"]),
    "plies of the refutations": median_refutation,
    "only moves": lambda record: record["only_moves"],
    "the best move looks bad": lambda record: not record["best_looks_good"],
    "simple players that start wrong": lambda record: sum(not p["starts_right"] for p in record["simple_players"]),
    "a simple player wins": lambda record: any(p["wins"] for p in record["simple_players"]),
    "cards": lambda record: sum(map(len, record["hands"])),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canju", default=str(ROOT / "target/release/canju"), help="the program")
    parser.add_argument("--hands", type=int, choices=(2, 3), default=2)
    parser.add_argument("--count", type=int, help="puzzles of each size and hand to move (default: 60 of two hands, 30 of three)")
    parser.add_argument("--most", type=int, default=16, help="the most plies of the players")
    parser.add_argument("--seed", type=int, default=100)
    args = parser.parse_args()

    def canju(*words):
        return subprocess.run([args.canju, *words], check=True, capture_output=True, text=True).stdout

    def grades(path):
        text = canju("grade", str(path), "--lookahead", str(args.most), "--format", "jsonl", "-q")
        return [json.loads(line) for line in text.splitlines()]

    if args.hands == 2:
        compare_levels(grades, args.most)
    sizes, turns = SAMPLES[args.hands]
    count = args.count or {2: 60, 3: 30}[args.hands]
    with tempfile.TemporaryDirectory() as directory:
        for number, cards in enumerate(sizes, start=5):
            for turn in turns:
                seed = args.seed + number + 100 * (turn - 1)
                words = f"generate --cards {cards} --turn {turn} --unique --count {count} --seed {seed} --with-shipped -q".split()
                Path(directory, f"{number:02}-{turn}.ddz").write_text(canju(*words))
        sample = grades(directory)
    samples = {"all": sample}
    if args.hands == 3:
        for turn, who in ((1, "the landlord"), (2, "the first farmer"), (3, "the second farmer")):
            samples[f"{who} to move"] = [record for record in sample if record.get("turn", 1) == turn]
    for title, part in samples.items():
        compare_sight(title, part, args.most)


def compare_levels(grades, most):
    published = [record for record in grades(ROOT / "puzzles/published") if record.get("level") in LEVELS]
    print(f"{len(published)} puzzles with a published level")
    for record in sorted(published, key=lambda record: record["difficulty"]):
        ahead = record.get("lookahead", f"> {most}")
        print(f"  {record['level']}  difficulty {record['difficulty']}  looks {ahead} ahead  {' | '.join(record['hands'])}")
    levels = [LEVELS[record["level"]] for record in published]
    for name, measure in MEASURES.items():
        show(name, spearman([measure(record) for record in published], levels))


def compare_sight(title, sample, most):
    ahead = [record.get("lookahead", most + 1) for record in sample]
    print(f"{len(sample)} generated puzzles ({title}); players that look 0 to {most} plies ahead")
    for name, measure in MEASURES.items():
        show(name, spearman([measure(record) for record in sample], ahead))
    thinking = [(record, plies) for record, plies in zip(sample, ahead) if plies > 0]
    show(f"difficulty, of the {len(thinking)} that take any looking", spearman(
        [record["difficulty"] for record, _ in thinking], [plies for _, plies in thinking]))
    gaps = [a - b for a, b in zip(ranks([record["difficulty"] for record in sample]), ranks(ahead))]
    for title, order in (("graded too hard", -1), ("graded too easy", 1)):
        print(f"{title}:")
        for place in sorted(range(len(sample)), key=lambda place: order * gaps[place])[:3]:
            record = sample[place]
            print(f"  difficulty {record['difficulty']}  looks {ahead[place]} ahead  {' | '.join(record['hands'])}"
                  f"  best {' '.join(record['winning_moves'])}  {record['plies']} plies, {len(record['traps'])} traps")


def show(name, correlation):
    print(f"  {name:45} {'-' if correlation is None else format(correlation, '.2f')}")


if __name__ == "__main__":
    main()
