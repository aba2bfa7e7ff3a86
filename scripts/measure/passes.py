#!/usr/bin/env python3
"""How often players pass although they could answer in kind: what `canju advise --infer` counts with.

    pip install './src/python[rlcard]'
    scripts/measure/passes.py --players rules --deals 600
    scripts/measure/passes.py --players advice --deals 600

The players are RLCard's rule agents, or three who take advice from so many cards left on; before that rule agents play, and nothing is
counted. Bombs and the rocket are no answers in kind. Intervals are of 95 %, by Wilson's formula.
"""

import argparse
import collections
import os
import random
import sys

import numpy
import rlcard
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

import canju
import canju.rlcard
from intervals import share

IN_KIND = f"{canju.rlcard.RULES},-bomb,-rocket"
HIGH = str.maketrans("", "", "2XD")


def can_answer(hand, beaten):
    if hand == "" or canju.parse_move(beaten, rules=canju.rlcard.RULES).kind in ("bomb", "rocket"):
        return False
    return canju.legal_moves(hand, beaten, rules=IN_KIND) != ["pass"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1_000_000, help="the seed of the first deal (1000000)")
    parser.add_argument("--players", choices=["rules", "advice"], default="advice")
    parser.add_argument("--worlds", type=int, default=8, help="for each advice (8)")
    parser.add_argument("--cards", type=int, default=27, help="cards left in all hands from which on moves count (27)")
    options = parser.parse_args()
    passes, chances = collections.Counter(), collections.Counter()
    for deal in range(options.first, options.first + options.deals):
        random.seed(deal)
        numpy.random.seed(deal)  # the rule agents draw with it
        env = rlcard.make("doudizhu", config={"seed": deal})
        agent = DouDizhuRuleAgentV1()
        if options.players == "advice":
            agent = canju.rlcard.Adviser(worlds=options.worlds, cards=options.cards, otherwise=agent)
        state, player = env.reset()
        last, owner = None, None
        while not env.is_over():
            if owner == player:
                last = None
            action = agent.step(state)
            move = canju.rlcard.move(action)
            hand = state["raw_obs"]["current_hand"].translate(canju.rlcard._TO_CANJU)
            counts = sum(state["raw_obs"]["num_cards_left"]) <= options.cards
            if counts and last is not None and can_answer(hand, last):
                of_partner = 0 not in (player, owner)
                case = (of_partner, not can_answer(hand.translate(HIGH), last))
                chances[case] += 1
                passes[case] += move == "pass"
            if move != "pass":
                last, owner = move, player
            state, player = env.step(action, raw_action=True)
    print("| on a move of | an answer in kind | could answer so | passed |")
    print("|---|---|--:|--:|")
    for case in sorted(chances):
        of_partner, is_high = case
        who, how = "the partner" if of_partner else "an opponent", "takes a 2 or a joker" if is_high else "without 2 and joker"
        print(f"| {who} | {how} | {chances[case]:,} | {share(passes[case], chances[case])} |")


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # The order of RLCard's legal moves depends on it, and its agents choose by that order.
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
