#!/usr/bin/env python3
"""Whole games with hidden hands, from the first card, in RLCard's engine: who wins, and by how many points. Needs the Python package with
RLCard (`pip install './src/python[rlcard]'`).

    scripts/measure/whole_games.py advice:0.2 rlcard plain random --deals 100 --output benches/advice/whole_games.jsonl
    scripts/measure/whole_games.py --output benches/advice/whole_games.jsonl     # only the table of what is there

A player is `advice:SECONDS` (what `canju.advise` says with so much time for a move and 32 worlds), `nodes:N` (the same with so many search
nodes for a world: equal on every machine), `points:N` (the same for expected points instead of wins), `rlcard` (its rule agent), `plain`
(leads as many cards as it can, answers with the lowest), `random`, or `douzero:DIRECTORY` with the weights of DouZero in landlord.ckpt,
landlord_up.ckpt and landlord_down.ckpt.

The first player named meets each of the others on every deal twice: as the landlord against two of them, and as both farmers. Points are
those of the landlord's side in the scoring `douzero`: 2, times 2 for each bomb or rocket. WP is the share of games that it wins, ADP the
mean of its points, with intervals of 95 % over deals: both games of a deal are one draw. Each deal is written to the output when it is
done, and a run that is begun again goes on there. If players are named, the tables are of their games only.

The games of the first 100 deals are kept. With `--regret SECONDS` they are reviewed, each for so long: how many points the moves of each
player gave away with open hands, and in which share of the positions that is known.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import sys

import intervals
from advice import PLAYERS, environment

import canju.douzero
import canju.rlcard

WORLDS = 32
# The games of so many deals are kept.
KEPT = 100
# How advice is asked for, by the name of the player.
ADVISED = {"nodes": {}, "points": {"scoring": "douzero"}}


class Random:
    """Any legal move."""

    use_raw = True

    def step(self, state):
        return random.choice(state["raw_legal_actions"])


class Douzero:
    """DouZero's own agents, one for each seat."""

    use_raw = True

    def __init__(self, directory):
        from douzero.evaluation.deep_agent import DeepAgent

        self.agents = {seat: DeepAgent(seat, str(pathlib.Path(directory) / f"{seat}.ckpt")) for seat in canju.douzero.POSITIONS}

    def step(self, state):
        infoset = canju.rlcard.infoset_of_state(state)
        played = canju.douzero.cards_of_integers(self.agents[infoset.player_position].act(infoset))
        legal = state["raw_legal_actions"]
        return next(action for action in legal if sorted(action) == sorted(canju.rlcard.action(played)))


def player(name):
    kind, _, what = name.partition(":")
    if kind == "advice":
        return canju.rlcard.Adviser(worlds=WORLDS, time_limit=float(what))
    if kind in ADVISED:
        return canju.rlcard.Adviser(worlds=WORLDS, world_nodes=int(what), **ADVISED[kind])
    if kind == "douzero":
        return Douzero(what)
    return Random() if kind == "random" else PLAYERS[kind]()


def game(deal, landlord, farmers):
    """The points of the landlord's side in the game of a deal between these players, the hands, and the moves."""
    env = environment(deal)
    seats = [player(landlord), player(farmers)]
    state, seat = env.reset()
    hands, moves, doublings = canju.rlcard.position(env).hands, [], 0
    while not env.is_over():
        action = seats[seat > 0].step(state)
        moves.append(canju.rlcard.move(action))
        doublings += action == "BR" or (len(action) == 4 and len(set(action)) == 1)
        state, seat = env.step(action, raw_action=True)
    return (2 << doublings if env.get_payoffs()[0] else -(2 << doublings)), hands, " ".join(moves)


def job(asked):
    first, other, deal = asked
    (landlord, hands, one), (farmers, _, two) = game(deal, first, other), game(deal, other, first)
    row = {"first": first, "other": other, "deal": deal, "landlord": landlord, "farmers": -farmers}
    return {**row, "hands": hands, "games": [one, two]} if deal < KEPT else row


def regret(rows, seconds):
    """What players gave away in the games that were kept."""
    kept = [(row, number) for row in rows if "games" in row for number in (0, 1)]
    starts = [canju.Position(*row["hands"], rules=canju.rlcard.RULES, scoring="douzero") for row, _ in kept]
    games = [row["games"][number] for row, number in kept]
    reviews = canju.review_many(list(zip(starts, games)), time_limit=seconds)
    given = collections.defaultdict(list)
    known = collections.Counter()
    for (row, number), review in zip(kept, reviews):
        landlord, farmers = (row["first"], row["other"])[:: -1 if number else 1]
        sides = {side.side: side.points_given_away for side in review.sides}
        given[landlord, farmers, "landlord"].append(sides[1])
        given[farmers, landlord, "farmers"].append(sides[2])
        known.update(value is not None for value in review.values)
    print(f"\nKnown in {100 * known[True] / known.total():.1f} % of the positions.\n")
    print("| | against | as | games | points given away in a game |\n|---|---|---|--:|--:|")
    for (who, against, side), values in sorted(given.items()):
        print(f"| {who} | {against} | {side} | {len(values)} | " + "{:.2f} ± {:.2f}".format(*intervals.mean(values)) + " |")


def table(rows):
    print("| | against | deals | WP | as landlord | as farmers | ADP | as landlord | as farmers |\n|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for first, other in sorted({(row["first"], row["other"]) for row in rows}):
        mine = [row for row in rows if (row["first"], row["other"]) == (first, other)]
        cells = []
        for worth, shown in ((lambda got: 100.0 * (got > 0), "{:.1f} ± {:.1f}"), (float, "{:+.2f} ± {:.2f}")):
            both = [(worth(row["landlord"]) + worth(row["farmers"])) / 2 for row in mine]
            for values in (both, [worth(row["landlord"]) for row in mine], [worth(row["farmers"]) for row in mine]):
                cells.append(shown.format(*intervals.mean(values)))
        print(f"| {first} | {other} | {len(mine):,} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="*", help="the one that is measured, and its opponents")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--regret", type=float, help="review the games that were kept, each for so many seconds")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.output.read_text().splitlines()] if options.output.exists() else []
    there = {(row["first"], row["other"], row["deal"]) for row in rows}
    first, *others = options.players or [None]
    asked = [(first, other, deal) for deal in range(options.deals) for other in others if (first, other, deal) not in there]
    with concurrent.futures.ProcessPoolExecutor(options.processes) as pool, options.output.open("a") as file:
        for row in pool.map(job, asked):
            rows.append(row)
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
            file.flush()
    if first:
        rows = [row for row in rows if row["first"] == first and row["other"] in others]
    table(rows)
    if options.regret:
        regret(rows, options.regret)


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # The order of RLCard's legal moves depends on it, and its agents choose by that order.
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
