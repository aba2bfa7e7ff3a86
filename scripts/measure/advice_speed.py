#!/usr/bin/env python3
"""How long advice takes: for random deals, the landlord to lead.

    scripts/measure/advice_speed.py target/release/canju                                  # 10+10+10 cards, 64 worlds
    scripts/measure/advice_speed.py target/release/canju --cards 20+17+17 --worlds 32 --count 20
    scripts/measure/advice_speed.py target/release/canju --cards 20+17+17 --worlds 32 --answer   # a farmer's answer to the first lead
    scripts/measure/advice_speed.py target/release/canju -- --exact-only --time-limit 10min      # with these arguments

Wall time, and processor time divided by the threads, which other work on the machine disturbs less: if the threads always had work, a
quiet machine would take so long. In seconds.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess

from random_deals import PACK, hand_of
from tail import percentile


def quantiles(times: list[float]) -> str:
    return f"median {statistics.median(times):.2f}, 9 of 10 within {percentile(times, 90):.2f}, most {max(times):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--cards", default="10+10+10", help="cards of the landlord and the farmers (10+10+10)")
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--count", type=int, default=40, help="how many deals (40)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answer", action="store_true", help="the next farmer answers the landlord's lowest card")
    parser.add_argument("more", nargs="*", help="more arguments for canju advise")
    options = parser.parse_intermixed_args()
    rng = random.Random(options.seed)
    own, first, second = (int(cards) for cards in options.cards.split("+"))
    wall, processor, open_, asked = [], [], 0, 0
    for _ in range(options.count):
        dealt = rng.sample(PACK, len(PACK))
        hand = hand_of(dealt[:own])
        played = dealt[own + first + second :]
        if options.answer:
            farmer = hand_of(dealt[own : own + first])
            command = [options.program, "advise", farmer, "--seat", "farmer1", "--left", f"{own - 1},{second}", "--last", hand[0]]
            played = [*played, hand[0]]
        else:
            command = [options.program, "advise", hand, "--seat", "landlord", "--left", f"{first},{second}"]
        command += ["--played", "".join(played), "--worlds", str(options.worlds), "--format", "json"]
        command += ["--threads", str(options.threads), *options.more]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run(command, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # Exit code 1: some moves are open.
        if run.returncode not in (0, 1):
            raise SystemExit(run.stderr)
        record = json.loads(run.stdout)
        racing = [move for move in record["moves"] if not move["dropped"]]
        open_ += sum(move["open"] + move["estimated"] for move in racing)
        asked += len(racing) * options.worlds
        wall.append(record["elapsed_ms"] / 1000)
        processor.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / options.threads)
    print(f"{options.count} deals of {options.cards}, {options.worlds} worlds, {options.threads} threads; {100 * open_ / asked:.1f} % of worlds open or estimated, for moves that may be the best")
    print(f"wall time: {quantiles(wall)}")
    print(f"processor time for each thread: {quantiles(processor)}")


if __name__ == "__main__":
    main()
