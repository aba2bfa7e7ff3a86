#!/usr/bin/env python3
"""What advice with hidden hands is worth, in games of RLCard's engine. Needs the Python package with RLCard:

    pip install './src/python[rlcard]'
    scripts/measure/advice.py --deals 1000 --output benches/advice/results.json > benches/advice/tables.md

Every game of a deal has the same cards. Rule agents play until all hands together have at most so many cards: RLCard's, or with
`--players plain` those of this file. From there on

1. the landlord, or both farmers, play what `canju.advise` says, against rule agents. What is gained is the difference between
   games of the same deal;
2. all three do. The landlord's share of wins is held against the value of the same positions with all hands open;
3. in games of rule agents alone each decision with an open-hand win to keep or to lose is put to the adviser, who sees its own hand
   only, to the rule agent and to a random player.

An adviser sees its own hand, what was played and the landlord's open cards. Intervals are of 95 %: of
paired differences by the normal approximation, of shares by Wilson's formula.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import sys

import numpy
import rlcard
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

import canju
import canju.rlcard
from intervals import gain, share

RANKS = "3456789TJQKA2XD"
BIN = 9  # cards left in a row of the third table
NODES = 1_000_000  # for an open-hand verdict


class Plain:
    """Plain rule play: leads as many cards as it can, of these the lowest; answers an opponent with the lowest answer in kind; passes on
    its partner's moves. It keeps bombs and the rocket until it has nothing else to lead, or goes out with them."""

    use_raw = True

    def step(self, state):
        raw, actions = state["raw_obs"], state["raw_legal_actions"]
        out = [action for action in actions if len(action) == len(raw["current_hand"]) and action != "pass"]
        if out:
            return out[0]
        moves = [(action, canju.parse_move(canju.rlcard.move(action), rules=canju.rlcard.RULES)) for action in actions if action != "pass"]
        in_kind = [(action, move) for action, move in moves if move.kind not in ("bomb", "rocket")]

        def lowest(one):
            action, move = one
            return RANKS.index(move.rank), [RANKS.index(rank) for rank in move.kickers], action

        if "pass" not in actions:
            return min(in_kind or moves, key=lambda one: (-len(one[0]), lowest(one)))[0]
        owner = next(player for player, action in reversed(raw["trace"]) if action != "pass")
        is_partner = 0 not in (owner, raw["self"])
        return "pass" if is_partner or not in_kind else min(in_kind, key=lowest)[0]


PLAYERS = {"rlcard": DouDizhuRuleAgentV1, "plain": Plain}


def environment(deal):
    random.seed(deal)
    numpy.random.seed(deal)  # the rule agents draw with it
    return rlcard.make("doudizhu", config={"seed": deal})


def game(deal, cards, worlds, advised, players):
    """Does the landlord win if these seats take advice? And the position where they begin to."""
    env = environment(deal)
    rule = PLAYERS[players]()
    adviser = canju.rlcard.Adviser(worlds=worlds, cards=cards, otherwise=rule)
    state, player = env.reset()
    begins = None
    while not env.is_over():
        if begins is None and sum(state["raw_obs"]["num_cards_left"]) <= cards:
            begins = canju.rlcard.position(env)
        agent = adviser if player in advised else rule
        state, player = env.step(agent.step(state), raw_action=True)
    return int(env.get_payoffs()[0]), begins


def decisions(deal, cards, worlds, players):
    """For each decision of a game of rule agents with a win to keep or to lose: cards left, and who keeps it."""
    env = environment(deal)
    rule = PLAYERS[players]()
    adviser = canju.rlcard.Adviser(worlds=worlds)
    state, _ = env.reset()
    found = []
    while not env.is_over():
        action = rule.step(state)
        left = sum(state["raw_obs"]["num_cards_left"])
        if left <= cards and len(state["raw_legal_actions"]) > 1:
            result = canju.solve(canju.rlcard.position(env), all_moves=True, node_limit=NODES)
            moves = dict(result.moves)
            winning = [move for move, verdict in moves.items() if verdict == "win"]
            if "unknown" in moves.values():
                found.append((left, None))
            elif 0 < len(winning) < len(moves):
                advised = canju.rlcard.move(adviser.step(state)) in winning
                found.append((left, [advised, canju.rlcard.move(action) in winning, len(winning) / len(moves)]))
        state, _ = env.step(action, raw_action=True)
    return found


def job(asked):
    kind, deal, cards, worlds, players = asked
    if kind == "decisions":
        return decisions(deal, cards, worlds, players)
    advised = {"rules": (), "landlord": (0,), "farmers": (1, 2), "all": (0, 1, 2)}[kind]
    won, begins = game(deal, cards, worlds, advised, players)
    if kind != "all" or begins is None:
        return won, None
    verdict = canju.solve(begins, node_limit=NODES).verdict
    return won, None if verdict == "unknown" else int((verdict == "win") == (begins.turn == 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal (0)")
    parser.add_argument("--worlds", default="4,16", help="numbers of worlds (4,16)")
    parser.add_argument("--cards", default="20,27", help="cards left in all hands from which on advice is taken (20,27)")
    parser.add_argument("--players", choices=PLAYERS, default="rlcard", help="who plays where no advice is taken (rlcard)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--output", help="the results as JSON")
    options = parser.parse_args()
    worlds, cards = ([int(number) for number in text.split(",")] for text in (options.worlds, options.cards))
    deals = range(options.first, options.first + options.deals)
    cells = [("rules", max(cards), 1)]
    cells += [(kind, most, number) for most in cards for number in worlds for kind in ("landlord", "farmers")]
    cells += [("all", most, max(worlds)) for most in cards]
    cells += [("decisions", max(cards), max(worlds))]
    found = {}
    with concurrent.futures.ProcessPoolExecutor(options.processes) as pool:
        for kind, most, number in cells:
            jobs = [(kind, deal, most, number, options.players) for deal in deals]
            found[kind, most, number] = list(pool.map(job, jobs, chunksize=4))
            print(f"{kind}, from {most} cards on, {number} worlds: done", file=sys.stderr)
    if options.output:
        with open(options.output, "w") as file:
            kept = [{"kind": kind, "cards": most, "worlds": number, "results": results} for (kind, most, number), results in found.items()]
            json.dump({"deals": [deals.start, deals.stop], "players": options.players, "cells": kept}, file, separators=(",", ":"))
            file.write("\n")

    rules = [won for won, _ in found["rules", max(cards), 1]]
    print(f"{len(deals):,} deals; with rule agents alone the landlord wins {share(sum(rules), len(rules))}.\n")
    print("| advice from … cards left | worlds | the landlord is advised: landlord wins | gain | the farmers are advised: landlord wins | gain of the farmers |")
    print("|--:|--:|--:|--:|--:|--:|")
    for most in cards:
        for number in worlds:
            landlord = [won for won, _ in found["landlord", most, number]]
            farmers = [won for won, _ in found["farmers", most, number]]
            row = (share(sum(landlord), len(landlord)), gain(landlord, rules), share(sum(farmers), len(farmers)), gain(rules, farmers))
            print(f"| {most} | {number} | " + " | ".join(row) + " |")
    print("\n| all three are advised from … cards left | decided | open-hand wins of the landlord | landlord wins | as with open hands |")
    print("|--:|--:|--:|--:|--:|")
    for most in cards:
        pairs = [(won, value) for won, value in found["all", most, max(worlds)] if value is not None]
        wins, values = sum(won for won, _ in pairs), sum(value for _, value in pairs)
        same = sum(won == value for won, value in pairs)
        print(f"| {most} | {len(pairs):,} | {share(values, len(pairs))} | {share(wins, len(pairs))} | {share(same, len(pairs))} |")
    rows, undecided = collections.defaultdict(list), 0
    for left, keeps in (decision for deal in found["decisions", max(cards), max(worlds)] for decision in deal):
        if keeps is None:
            undecided += 1
        else:
            rows[(left - 1) // BIN].append(keeps)
            rows["all"].append(keeps)
    print("\n| cards left | decisions with a win to keep or lose | advised move keeps it | rule agent's | random move's |")
    print("|--:|--:|--:|--:|--:|")
    for row, kept in sorted(rows.items(), key=lambda item: (item[0] == "all", str(item[0]))):
        name = "all" if row == "all" else f"{row * BIN + 1} to {row * BIN + BIN}"
        advised, rule = (share(sum(keeps[who] for keeps in kept), len(kept)) for who in (0, 1))
        print(f"| {name} | {len(kept):,} | {advised} | {rule} | {100 * sum(keeps[2] for keeps in kept) / len(kept):.1f} % |")
    print(f"\n{undecided:,} decisions without a verdict within {NODES:,} nodes are left out.")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # The order of RLCard's legal moves depends on it, and its agents choose by that order.
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
