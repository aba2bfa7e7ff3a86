#!/usr/bin/env python3
"""How often advice with its usual budget is that of exact advice in the same worlds: random positions, all seats, half of them answers.

    scripts/measure/advice_agreement.py target/release/canju                          # 500 positions of 21 to 44 cards, 32 worlds
    scripts/measure/advice_agreement.py target/release/canju --count 50 -- --time-limit 200ms

What stands after -- is passed on to the advice that is judged. Positions that exact advice does not decide within its limit are left
out and counted. The same advice is a move that wins in as many worlds as the best one does by exact advice.

Worlds of one position err together, since one hand is the same in all of them. How far is told by the moves with at least eight estimated
worlds: how many of these are won, less how many are expected, as a share of them; of its mean square, what chance alone would give is
taken off, p (1 - p) / n for n worlds of likelihood p. The root of what is left is the standard deviation.
"""

import argparse
import json
import random
import statistics
import subprocess

from random_deals import PACK, hand_of

# Moves with fewer estimated worlds say little about how far these err together.
SEVERAL = 8


def question(rng: random.Random, least: int, most: int) -> list[str]:
    """The arguments of a random question."""
    while True:
        dealt, cards = rng.sample(PACK, len(PACK)), rng.randint(least, most)
        own = cards // 3 + rng.randint(-1, 2)
        first = (cards - own) // 2
        if own <= 20 and cards - own - first <= 17:
            break
    hand, played = hand_of(dealt[:own]), dealt[cards:]
    seat = rng.choice(["landlord", "farmer1", "farmer2"])
    asked = [hand, "--seat", seat, "--left", f"{first},{cards - own - first}", "--played", "".join(played)]
    if rng.random() < 0.5:
        card = rng.choice([card for card in played if card not in "XD"])
        asked += ["--last", card * (2 if played.count(card) > 1 and rng.random() < 0.5 else 1)]
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("judged", nargs="*", help="more arguments for the advice that is judged")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--cards", type=int, nargs=2, default=[21, 44], metavar=("LEAST", "MOST"))
    parser.add_argument("--worlds", type=int, default=32)
    parser.add_argument("--limit", default="10s", help="the most time of exact advice (10s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_intermixed_args()
    rng = random.Random(options.seed)

    def advice(asked: list[str], *more: str) -> dict:
        common = ["--worlds", str(options.worlds), "--format", "json"]
        run = subprocess.run([options.program, "advise", *asked, *common, *more], capture_output=True, text=True)
        # Exit code 1: not all is exact.
        if run.returncode not in (0, 1):
            raise SystemExit(run.stderr)
        return json.loads(run.stdout)

    same, within, estimated, left_out, given_away, times = 0, 0, 0, 0, 0.0, []
    intervals = {True: 0, False: 0}
    squares, positions = [], 0
    while len(times) < options.count:
        asked = question(rng, *options.cards)
        quick = advice(asked, *options.judged)
        if len(quick["moves"]) == 1:
            continue
        exact = advice(asked, "--exact-only", "--time-limit", options.limit)
        if exact["limit"]:
            left_out += 1
            continue
        times.append(quick["elapsed_ms"] / 1000)
        known = {name: move for move in exact["moves"] for name in (move["move"], *move["equal"])}
        best = max(move["share"] for move in exact["moves"] if not move["dropped"])
        advised, mine = quick["moves"][0], known[quick["best"]]
        estimated += advised["estimated"] > 0
        if not mine["dropped"] and mine["share"] == best:
            same += 1
        else:
            # What a dropped move has won is told of the worlds before it was.
            given_away += max(0.0, best - mine["share"])
            within += advised["low"] <= best <= advised["high"]
        before = len(squares)
        for move in quick["moves"]:
            truth, worlds = known[move["move"]], move["estimated"]
            if not worlds or truth["dropped"]:
                continue
            intervals[move["low"] <= truth["share"] <= move["high"]] += 1
            if worlds >= SEVERAL and not move["dropped"]:
                off = (truth["won"] - move["won"] - move["expected"]) / worlds
                likelihood = move["expected"] / worlds
                squares.append(off**2 - likelihood * (1 - likelihood) / worlds)
        positions += len(squares) > before
    count = len(times)
    print(f"{count} positions; {left_out} more were not decided by exact advice within {options.limit}")
    print(f"the same advice: {same} ({100 * same / count:.1f} %); of the rest {within} of {count - same} with the best share in the interval")
    print(f"given away in the mean: {100 * given_away / count:.2f} worlds of a hundred; {estimated} advised moves had estimates")
    print(f"intervals of moves with estimates that hold the exact share: {intervals[True]} of {sum(intervals.values())}")
    if squares:
        together = 100 * max(0.0, statistics.mean(squares)) ** 0.5
        print(f"worlds of one position err together by {together:.1f} of a hundred ({len(squares)} moves, {positions} positions)")
    print(f"time: median {statistics.median(times):.2f} s, most {max(times):.2f} s")


if __name__ == "__main__":
    main()
