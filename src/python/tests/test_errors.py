"""What is wrong with an argument: a `ValueError` with the hand and the column, a `TypeError` for another type, and never a
panic."""

import pickle

import pytest

import canju

UNKNOWN = "unknown card"


@pytest.mark.parametrize(
    ("hands", "hand", "column", "text"),
    [
        (("346999Q2", "34J?AD"), 2, 4, UNKNOWN),
        (("33333", "4"), 1, 5, "5th card of rank 3: one pack holds four"),
        (("333", "4", "334"), 3, 2, "5th card of rank 3"),
        (("3", ""), 2, None, "is empty"),
        (("", ""), 1, None, "is empty"),
        (("3" * 1_000_000, "4"), 1, 5, "5th card"),
        (("3\ud800", "4"), 1, 2, "lone surrogate"),
        (("3\0", "4"), 1, 2, UNKNOWN),
        (("3", "4\N{PILE OF POO}"), 2, 2, UNKNOWN),
        (("03 04", "5"), 1, 1, "write the one you mean"),
    ],
)
def test_hands(hands, hand, column, text):
    for call in (canju.solve, canju.Position, canju.prove):
        with pytest.raises(ValueError, match=text) as error:
            call(*hands)
        assert isinstance(error.value, canju.InputError)
        assert (error.value.hand, error.value.column) == (hand, column)
        assert str(error.value).startswith(f"hand {hand}")
    restored = pickle.loads(pickle.dumps(error.value))
    assert (str(restored), restored.hand, restored.column) == (str(error.value), hand, column)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"rules": "nonsense"}, "unknown rules"),
        ({"rules": "huanle,-solo"}, "solo"),
        ({"rules": "\udfff"}, "lone surrogate"),
        ({"last": "34"}, "no combination"),
        ({"last": "pass"}, "leaves nothing to answer"),
        ({"last": "?"}, UNKNOWN),
        ({"last": "3333"}, "can't have been played"),
        ({"time_limit": -1}, "time in seconds"),
        ({"time_limit": float("nan")}, "time in seconds"),
        ({"time_limit": float("-inf")}, "time in seconds"),
        ({"node_limit": -1}, "not a number from"),
        ({"node_limit": 2**64}, "not a number from"),
        ({"threads": -1}, "not a number from"),
        ({"threads": 10**40}, "not a number from"),
    ],
)
def test_keywords(arguments, text):
    with pytest.raises(canju.InputError, match=text):
        canju.solve("345", "346", **arguments)


@pytest.mark.parametrize("turn", [{"turn": 0}, {"turn": 3}, {"turn": -1}, {"turn": 2**70}, {"by": 1}, {"last": "J", "by": 1}])
def test_turns(turn):
    with pytest.raises(canju.InputError):
        canju.Position("K5", "44Q", **turn)


@pytest.mark.parametrize(
    "call",
    [
        lambda: canju.solve(3, "4"),
        lambda: canju.solve(None, "4"),
        lambda: canju.solve(b"3", "4"),
        lambda: canju.solve(3),
        lambda: canju.solve("3", "4", rules=1),
        lambda: canju.solve("3", "4", threads="2"),
        lambda: canju.solve("3", "4", threads=1.5),
        lambda: canju.solve("3", "4", time_limit="1"),
        lambda: canju.solve("3", "4", all_moves="yes"),
        lambda: canju.solve(["3", 4]),
        lambda: canju.Position("3"),
        lambda: canju.Position("3", "4", turn="1"),
        lambda: canju.Position("3", "4").play(3),
        lambda: canju.Position.parse(3),
        lambda: canju.solve_many(3),
        lambda: list(canju.solve_many([3])),
        lambda: canju.legal_moves(3),
        lambda: canju.parse_move(None),
        lambda: canju.verify("text"),
        lambda: canju.values([[1]]),
        lambda: canju.Ruleset(3),
    ],
)
def test_wrong_types(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize(
    ("line", "hand", "column"),
    [
        ("K5 | 4?4", 2, 7),
        ("K5", None, 1),
        ("", None, None),
        ("3 | 4\n5 | 6", None, None),
        ("3 | 4 | expect=maybe", None, 16),
        ("{}", None, 1),
        ("\0", None, 1),
    ],
)
def test_lines(line, hand, column):
    for call in (canju.Position.parse, canju.solve, lambda line: list(canju.solve_many([line]))):
        with pytest.raises(canju.InputError) as error:
            call(line)
        assert (error.value.hand, error.value.column) == (hand, column), error.value


def test_sequences_of_hands():
    for hands in ((), ("3",), ("3", "4", "5", "6")):
        with pytest.raises(canju.InputError, match="two or three hands"):
            canju.solve(hands)


def test_a_position_is_not_mixed_with_hands():
    position = canju.Position("3", "4")
    for more in ({"rules": "rlcard"}, {"last": "J"}, {"third": "5"}):
        with pytest.raises(canju.InputError, match="leave the others out"):
            canju.solve(position, **more)
    with pytest.raises(TypeError):
        canju.solve(position, "4")


@pytest.mark.parametrize("move", ["?", "", "34", "9", "pass", "KK", "K:pair", "\ud800"])
def test_moves(move):
    with pytest.raises(canju.InputError):
        canju.Position("K5", "44Q").play(move)
