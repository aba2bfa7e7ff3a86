#!/usr/bin/env python3
"""Random deals as JSON lines, the input of `canju batch -`: the same for the same seed.

    scripts/measure/random_deals.py 200000 | canju batch - --format jsonl --quiet > /dev/null
"""

import argparse
import random
import sys

PACK = [rank for rank in "3456789TJQKA2" for _ in range(4)] + ["X", "D"]
ORDER = {rank: place for place, rank in enumerate("3456789TJQKA2XD")}


def hand_of(cards: list[str]) -> str:
    """These cards as a hand is written, in ascending order."""
    return "".join(sorted(cards, key=ORDER.__getitem__))


def deal(rng: random.Random, cards: list[int]) -> list[str]:
    """Hands of so many cards from one pack, each in ascending order."""
    dealt = rng.sample(PACK, sum(cards))
    hands = []
    for count in cards:
        hands.append(hand_of(dealt[:count]))
        del dealt[:count]
    return hands


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, help="how many deals")
    parser.add_argument("--cards", type=int, nargs="+", default=[8, 8], help="cards of each hand, 2 or 3 hands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="huanle")
    arguments = parser.parse_args()
    if len(arguments.cards) not in (2, 3) or min(arguments.cards) < 1 or sum(arguments.cards) > len(PACK):
        parser.error("two or three hands of one pack")
    rng = random.Random(arguments.seed)
    for number in range(1, arguments.count + 1):
        quoted = ",".join(f'"{hand}"' for hand in deal(rng, arguments.cards))
        sys.stdout.write(f'{{"id":"{number}","hands":[{quoted}],"rules":"{arguments.rules}"}}\n')


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
