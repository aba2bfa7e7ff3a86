"""Advice with hidden hands: what it says, what it refuses, and that it is the same for a seed."""

import dataclasses

import pytest

import canju

PLAYED = "33344445555666677778888999TTTTJJJJQQQKKKAA222XD"


def test_all_worlds_are_exact():
    advice = canju.advise("3AA2", "landlord", left=(2, 1), played=PLAYED)
    assert (advice.basis, advice.worlds, advice.limit) == ("all worlds", 3, None)
    assert {advised.move: advised.share for advised in advice.moves} == {"2": 1, "A": 1, "AA": 1, "3": 0}
    assert all(advised.low == advised.share == advised.high for advised in advice.moves if not advised.dropped)
    # Each world by itself: the solver says the same of its first moves.
    for seen in ("9", "Q", "K"):
        both = "9QK".replace(seen, "")
        moves = dict(canju.solve("3AA2", both, seen, all_moves=True).moves)
        assert {move for move, verdict in moves.items() if verdict == "win"} == {"2", "A", "AA"}


def test_a_seed_gives_the_same_advice_whatever_the_threads():
    asked = {"left": (7, 6), "played": "33444455566677788899TTTJJJJQQQKKAA22", "worlds": 20}
    hand = "339AA"
    one = canju.advise(hand, "farmer1", seed=3, **asked)
    assert one.basis == "sampled worlds" and one.worlds == 20
    for threads in (1, 2, 4):
        other = canju.advise(hand, "farmer1", seed=3, threads=threads, **asked)
        assert dataclasses.replace(other, elapsed=one.elapsed) == one
    assert canju.advise(hand, "farmer1", seed=4, **asked).moves != one.moves


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"hand": "3?"}, "hand: column 2: unknown card"),
        ({"left": (2, 2)}, "left: farmer1 and farmer2 hold 2 \\+ 2 cards, but 3 cards are unseen"),
        ({"seat": "dealer"}, "seat: there is no `dealer`"),
        ({"history": "3"}, "played: the history says so already"),
        ({"by": "farmer1"}, "by: there is no move to answer"),
        ({"worlds": 0}, "worlds: 0 is not a number from 1"),
        ({"rules": "nonsense"}, "nonsense"),
    ],
)
def test_what_does_not_fit_is_an_input_error(changes, message):
    asked = {"hand": "3AA2", "seat": "landlord", "left": (2, 1), "played": PLAYED, **changes}
    with pytest.raises(canju.InputError, match=message):
        canju.advise(asked.pop("hand"), asked.pop("seat"), **asked)


def test_what_a_limit_leaves_open_is_estimated():
    whole = dict(history="3", worlds=8, seed=1)
    advice = canju.advise("34455667789TJQKA2", "farmer1", world_nodes=2_000, **whole)
    assert advice.limit == "nodes" and advice.move == advice.best == advice.moves[0].move
    assert any(0 < advised.expected <= advised.estimated for advised in advice.moves)
    assert all(advised.open == 0 and advised.worlds + advised.estimated == 8 for advised in advice.moves)
    assert advice.moves == canju.advise("34455667789TJQKA2", "farmer1", world_nodes=2_000, threads=2, **whole).moves
    exact = canju.advise("34455667789TJQKA2", "farmer1", world_nodes=2_000, exact_only=True, **whole)
    assert all(advised.estimated == 0 for advised in exact.moves) and any(advised.open for advised in exact.moves)


def test_points():
    advice = canju.advise("3AA2", "landlord", left=(2, 1), played=PLAYED, scoring="huanle", stake=3)
    points = [advised.points for advised in advice.moves if advised.points is not None]
    assert points == sorted(points, reverse=True) and points[0] == 6.0
    assert advice.moves[0].points_exact == 3 and advice.moves[0].points_low == advice.moves[0].points_high == 6.0
    assert canju.advise("3AA2", "landlord", left=(2, 1), played=PLAYED).moves[0].points is None
    with pytest.raises(canju.InputError, match="scoring: "):
        canju.advise("3AA2", "landlord", left=(2, 1), played=PLAYED, scoring="hunale")
