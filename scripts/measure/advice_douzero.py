#!/usr/bin/env python3
"""Advice against the networks of DouZero, in games of DouZero's own environment. Needs DouZero, its weights, and the Python package:

    pip install './src/python[rlcard]'   # or anything else that brings canju and numpy
    git clone https://github.com/kwai/DouZero && pip install torch   # and the weights, as its README says
    PYTHONPATH=DouZero scripts/measure/advice_douzero.py --weights 'DouZero/baselines/douzero_WP/{position}.ckpt' --deals 1000

Each deal is played three times with the same cards: by DouZero's agents alone; by advice as the landlord against DouZero's farmers; and
by advice as both farmers against DouZero's landlord. Gains are paired differences over the same deals. An adviser sees what the
environment shows its player, without the others' hands.

It was tested with a stub of DouZero's environment and agent class (`src/python/tests/test_advice_douzero.py`), never with its
weights. `--environment` and `--agent` name other classes with the same interface.
"""

import argparse
import importlib
import importlib.util
import json
import pathlib
import random
import sys

import canju.douzero
from intervals import gain, share

SEATS = {"nobody": (), "landlord": ("landlord",), "farmers": ("landlord_down", "landlord_up")}


def named(place):
    """The class MODULE:CLASS, of a module or of a file that ends in .py."""
    module, _, name = place.partition(":")
    if module.endswith(".py"):
        found = importlib.util.spec_from_file_location(pathlib.Path(module).stem, module)
        loaded = importlib.util.module_from_spec(found)
        found.loader.exec_module(loaded)
    else:
        loaded = importlib.import_module(module)
    return getattr(loaded, name)


def deal(number):
    """A deal as DouZero's environment takes it; it takes the cards out of these lists as they are played."""
    deck = [rank for rank in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17) for _ in range(4)] + [20, 30]
    random.Random(number).shuffle(deck)
    cards = {"landlord": deck[:20], "landlord_up": deck[20:37], "landlord_down": deck[37:], "three_landlord_cards": deck[17:20]}
    return {name: sorted(hand) for name, hand in cards.items()}


def game(make, players, number):
    """Does the landlord win?"""
    environment = make(players)
    environment.card_play_init(deal(number))
    while not environment.game_over:
        environment.step()
    return int(environment.get_winner() == "landlord")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", required=True, help="the path of the weights; {position} is replaced by landlord, landlord_down, landlord_up")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal (0)")
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--time-limit", type=float, default=None, help="seconds for each advised move (none)")
    parser.add_argument("--environment", default="douzero.env.game:GameEnv", metavar="MODULE:CLASS")
    parser.add_argument("--agent", default="douzero.evaluation.deep_agent:DeepAgent", metavar="MODULE:CLASS")
    parser.add_argument("--output", help="the results as JSON")
    options = parser.parse_args()
    make, agent = named(options.environment), named(options.agent)
    networks = {name: agent(name, options.weights.replace("{position}", name)) for name in canju.douzero.POSITIONS}
    adviser = canju.douzero.Adviser(worlds=options.worlds, time_limit=options.time_limit)
    deals = range(options.first, options.first + options.deals)
    won = {}
    for kind, seats in SEATS.items():
        players = {**networks, **dict.fromkeys(seats, adviser)}
        won[kind] = [game(make, players, number) for number in deals]
        print(f"{kind} advised: done", file=sys.stderr)
    if options.output:
        with open(options.output, "w") as file:
            record = {"deals": [deals.start, deals.stop], "worlds": options.worlds, "landlord_wins": won}
            record.update(asked=adviser.asked, undecided=adviser.undecided)
            json.dump(record, file)
            file.write("\n")
    count = len(deals)
    print("| advised | landlord wins | gain of who is advised |")
    print("|---|--:|--:|")
    print(f"| nobody | {share(sum(won['nobody']), count)} | |")
    print(f"| the landlord | {share(sum(won['landlord']), count)} | {gain(won['landlord'], won['nobody'])} |")
    print(f"| the farmers | {share(sum(won['farmers']), count)} | {gain(won['nobody'], won['farmers'])} |")
    print(f"\n{count:,} deals, {options.worlds} worlds; {adviser.asked:,} moves advised, {adviser.undecided:,} of them undecided in time.")


if __name__ == "__main__":
    main()
