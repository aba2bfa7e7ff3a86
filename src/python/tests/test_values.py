"""`values`: arrays of hands."""

import random

import pytest

import canju

numpy = pytest.importorskip("numpy")


def deals(seed, count, *sizes):
    """Random hands of these sizes as an array."""
    random_ = random.Random(seed)
    deck = [rank for rank in range(13) for _ in range(4)] + [13, 14]
    hands = numpy.zeros((count, len(sizes), 15), dtype=numpy.uint8)
    for row in hands:
        cards = random_.sample(deck, sum(sizes))
        for seat, size in enumerate(sizes):
            for _ in range(size):
                row[seat, cards.pop()] += 1
    return hands


def text(counts):
    return "".join(symbol * int(count) for symbol, count in zip("3456789TJQKA2XD", counts))


@pytest.mark.parametrize("sizes", [(6, 6), (7, 4), (5, 4, 4)])
@pytest.mark.parametrize("rules", ["huanle", "openspiel"])
def test_values_are_those_of_solve(sizes, rules):
    hands = deals(1, 700, *sizes)
    found = canju.values(hands, rules=rules)
    assert found.shape == (700,) and found.dtype == numpy.int8
    results = canju.solve_many(([text(hand) for hand in row] for row in hands), rules=rules)
    assert found.tolist() == [{"win": 1, "loss": -1}[result.verdict] for result in results]
    assert {1, -1} == set(found.tolist())


def test_any_strides():
    hands = deals(2, 600, 5, 5)
    expected = canju.values(hands).tolist()
    assert canju.values(numpy.asfortranarray(hands)).tolist() == expected
    assert canju.values(hands[::-1]).tolist() == expected[::-1]
    assert canju.values(numpy.repeat(hands, 2, axis=0)[::2], threads=1).tolist() == expected
    frozen = hands.copy()
    frozen.flags.writeable = False
    assert canju.values(frozen).tolist() == expected


@pytest.mark.parametrize(
    "dtype", ["int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "intp", ">i8", "<i8", ">u2"]
)
def test_other_integers_are_converted(dtype):
    hands = deals(2, 600, 5, 5)
    expected = canju.values(hands).tolist()
    other = hands.astype(dtype)
    assert canju.values(other).tolist() == expected
    assert canju.values(numpy.asfortranarray(other)[::-1]).tolist() == expected[::-1]


def test_hands_without_pairs_can_be_bool():
    hands = deals(2, 5000, 3, 2)
    single = hands[(hands < 2).all(axis=(1, 2))]
    assert len(single) > 512
    assert canju.values(single.astype(bool)).tolist() == canju.values(single).tolist()


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        ("int8", -1),
        ("int8", -128),
        ("int64", 256),
        # The lowest byte of these is a number of cards.
        ("int64", 257),
        ("int64", -(2**63) + 1),
        ("uint64", 2**64 - 2**8 + 1),
        ("uint16", 2**15 + 1),
        (">i4", 2**24),
    ],
)
def test_numbers_that_do_not_fit_are_named(dtype, value):
    hands = deals(5, 1000, 4, 4).astype(dtype)
    hands[600, 1, 7] = hands[600, 1, 9] = hands[700, 0, 0] = value
    text = f"^row 600: hand 2: {value} of type {numpy.dtype(dtype)} is not a number of cards$"
    with pytest.raises(canju.InputError, match=text) as error:
        canju.values(hands)
    assert error.value.hand == 2
    # What fits, but is more than there are, is said as for `uint8`.
    hands = deals(5, 1000, 4, 4).astype(dtype)
    hands[600, 1, 0] = 100
    with pytest.raises(canju.InputError, match="^row 600: hand 2: 100 cards of rank 3: there are 4$"):
        canju.values(hands)


def test_uint8_is_not_converted(monkeypatch):
    def fail(hands):
        raise AssertionError

    monkeypatch.setattr("canju._values._Converted", fail)
    canju.values(deals(3, 10, 4, 4))
    with pytest.raises(AssertionError):
        canju.values(deals(3, 10, 4, 4).astype(int))


def test_the_answer_can_be_changed():
    values = canju.values(deals(3, 10, 4, 4))
    values[0] = 0


def test_no_rows():
    assert canju.values(numpy.zeros((0, 2, 15), dtype=numpy.uint8)).shape == (0,)


def test_unknown_is_zero():
    assert set(canju.values(deals(4, 50, 12, 12), node_limit=1).tolist()) >= {0}


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (numpy.zeros((3, 2, 15)), "integers or bool, best of uint8, not float64"),
        (numpy.zeros((3, 2, 15), dtype=numpy.float32), "not float32"),
        (numpy.zeros((3, 2, 15), dtype=complex), "not complex128"),
        (numpy.zeros((3, 2, 15), dtype="timedelta64[s]"), "not timedelta64"),
        (numpy.zeros((3, 2, 15), dtype=object), "not object"),
        (numpy.zeros((3, 2, 14), dtype=numpy.uint8), "shape"),
        (numpy.zeros((3, 4, 15), dtype=numpy.uint8), "shape"),
        (numpy.zeros((2, 15), dtype=numpy.uint8), "shape"),
        (numpy.zeros((), dtype=numpy.uint8), "shape"),
        (numpy.zeros((3, 0, 15), dtype=numpy.uint8), "shape"),
    ],
)
def test_other_arrays(array, text):
    with pytest.raises(canju.InputError, match=text):
        canju.values(array)


@pytest.mark.parametrize(
    ("seat", "counts", "hand", "text"),
    [
        (1, {0: 5}, 2, "row 600: hand 2: 5 cards of rank 3"),
        (0, {14: 2}, 1, "row 600: hand 1: 2 cards of rank D"),
        (0, {0: 255}, 1, "row 600: hand 1: 255 cards"),
        (1, None, 2, "row 600: hand 2 is empty"),
        (1, {3: 4}, None, "row 600: the hands together"),
    ],
)
def test_rows_that_are_no_position(seat, counts, hand, text):
    hands = deals(5, 1000, 4, 4)
    hands[600] = 0
    hands[600, 1 - seat, 3] = 1
    for rank, count in (counts or {}).items():
        hands[600, seat, rank] = count
    with pytest.raises(canju.InputError, match=text) as error:
        canju.values(hands)
    assert error.value.hand == hand


def test_an_array_that_claims_more_rows_than_there_is_memory():
    for dtype in [numpy.uint8, numpy.int64]:
        one = numpy.zeros((1, 2, 15), dtype=dtype)
        with pytest.raises(canju.InputError, match="row 0: hand 1 is empty"):
            canju.values(numpy.broadcast_to(one, (10**15, 2, 15)))


def test_two_packs_hold_more():
    hands = numpy.zeros((1, 2, 15), dtype=numpy.uint8)
    hands[0, 0, 0], hands[0, 1, 1] = 8, 1
    assert canju.values(hands, rules="huanle,packs=2").tolist() == [1]
