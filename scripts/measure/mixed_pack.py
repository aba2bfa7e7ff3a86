#!/usr/bin/env python3
"""A mixed pack of 10,000 random deals, the same each time: most are small, some take minutes together.

    scripts/measure/mixed_pack.py > mixed.ddz
    cargo run --release --example simulate -- --batch --memory 16GiB 1,2,16,64 mixed.ddz

9,000 deals of two hands of 8 to 10 cards, 900 of three hands of 32 to 47 cards, and 100 whole deals of three hands. Left out are the
whole deals that one thread does not decide within ten million nodes, and of those that take more than three million all but two,
one of which takes 8.7 million: some 40 seconds.
"""

import random
import sys

from random_deals import deal

# Of the whole deals. How many there would be of that kind: ten in 112.
LEFT_OUT = {7, 13, 34, 38, 44, 94, 95, 112}


def deals(count: int, cards: list[int], seed: int, left_out: frozenset[int] = frozenset()) -> list[str]:
    rng = random.Random(seed)
    lines, number = [], 0
    while len(lines) < count:
        number += 1
        hands = deal(rng, cards)
        if number not in left_out:
            lines.append(" | ".join(hands))
    return lines


def main() -> None:
    lines = []
    for size in (8, 9, 10):
        lines += deals(3000, [size, size], size)
    for size in (12, 15, 17):
        lines += deals(300, [size, size - 2, size - 2], size)
    lines += deals(100, [20, 17, 17], 7, frozenset(LEFT_OUT))
    random.Random(1).shuffle(lines)
    sys.stdout.write("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
