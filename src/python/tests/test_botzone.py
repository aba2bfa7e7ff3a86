"""Matches of Botzone's, made by the published judges' rules: real ones were not to be had."""

import json
import random

import pytest

import canju
import canju.botzone as adapter

SYMBOLS = "3456789TJQKA2XD"


def rank(card):
    return SYMBOLS[card // 4 if card < 52 else card - 39]


def match(seed):
    """A match of FightTheLandlord at random, and its moves."""
    rng = random.Random(seed)
    deck = rng.sample(range(54), 54)
    hands = [deck[:20], deck[20:37], deck[37:]]
    log = [{"output": {"command": "request", "display": {"allocation": [list(hand) for hand in hands], "publiccard": deck[:3]}}}]
    position = canju.Position(*("".join(map(rank, hand)) for hand in hands), rules="botzone")
    start, moves = position, []
    for number in range(rng.randrange(1, 40)):
        player = number % 3
        move = rng.choice(position.moves())
        action = []
        for symbol in "" if move == "pass" else move:
            card = next(card for card in hands[player] if rank(card) == symbol)
            hands[player].remove(card)
            action.append(card)
        moves.append(move)
        log.append({str(player): {"response": action, "verdict": "OK"}})
        log.append({"output": {"command": "request", "display": {"event": {"player": player, "action": action}}}})
        if not hands[player]:
            break
        position = position.play(move)
    return log, start, moves


def test_matches_are_read_as_they_were_played():
    for seed in range(50):
        log, start, moves = match(seed)
        for form in (log, {"log": log}, json.dumps(log), json.dumps({"log": log}, indent=1)):
            assert adapter.game(form) == (start, moves)
    review = canju.review(*adapter.game(match(3)[0]), node_limit=100)
    assert len(review.moves) == len(match(3)[2])


def test_what_is_wrong_has_its_place():
    log, _, _ = match(1)
    log[0]["output"]["display"]["allocation"][1][3] = 54
    with pytest.raises(canju.InputError, match=r"at \[0\]\.output\.display\.allocation\[1\]\[3\]: `54` is not the number of a card"):
        adapter.game(log)
    with pytest.raises(canju.InputError, match="not JSON"):
        adapter.game("[")
    with pytest.raises(canju.InputError, match="expected one game, not 2"):
        adapter.game([match(1)[0], match(2)[0]])
