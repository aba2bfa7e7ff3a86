"""DouZero's arrays, against arrays made by its published encoding."""

import random

import pytest

import canju

numpy = pytest.importorskip("numpy")

import canju.douzero as adapter  # noqa: E402


def published(integers):
    """DouZero's encoding, written anew from its description: a (4, 13) matrix with a column for each rank from 3 to 2, filled
    from the top, read column by column; then the black and the red joker."""
    columns = {rank: column for column, rank in enumerate([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17])}
    matrix = numpy.zeros((4, 13), dtype=numpy.int8)
    jokers = [0, 0]
    for card in integers:
        if card in columns:
            column = matrix[:, columns[card]]
            column[int(column.sum())] = 1
        else:
            jokers[{20: 0, 30: 1}[card]] = 1
    return numpy.concatenate([matrix.flatten("F"), numpy.array(jokers, dtype=numpy.int8)])


def hands(count):
    rng = random.Random(5)
    deck = [rank for rank in [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17] for _ in range(4)] + [20, 30]
    for _ in range(count):
        yield rng.sample(deck, rng.randrange(55))


def test_arrays_are_those_of_the_published_encoding():
    for integers in hands(2000):
        array = published(integers)
        cards = adapter.cards_of_array(array)
        assert len(cards) == len(integers) == int(array.sum())
        assert (adapter.array_of_cards(cards) == array).all()
        assert adapter.array_of_cards(cards).dtype == numpy.int8
        if integers:
            assert adapter.cards_of_integers(integers) == cards
            assert adapter.integers_of_cards(cards) == sorted(integers)


def test_an_entry_for_each_card():
    for integer, symbol in zip([3, 10, 11, 12, 13, 14, 17, 20, 30], "3TJQKA2XD"):
        assert adapter.cards_of_array(published([integer])) == symbol


def test_arrays_of_rlcard_are_the_same():
    pytest.importorskip("rlcard")
    from rlcard.envs.doudizhu import _cards2array

    import canju.rlcard

    for integers in hands(200):
        cards = adapter.cards_of_array(published(integers))
        assert (adapter.array_of_cards(cards) == _cards2array(canju.rlcard.action(cards))).all()


def test_a_pass():
    assert not adapter.array_of_cards("pass").any()
    assert adapter.cards_of_integers([]) == "pass" and adapter.integers_of_cards("pass") == []


def test_its_hands_are_positions():
    arrays = [published([3, 3, 5]), published([4, 14])]
    position = canju.Position(*map(adapter.cards_of_array, arrays), rules=adapter.RULES)
    assert canju.solve(position).best == "33"


@pytest.mark.parametrize(
    "array",
    [numpy.zeros(53), numpy.zeros((54, 1)), numpy.full(54, 2), -numpy.ones(54), numpy.eye(54)[1], [], "text", numpy.nan],
)
def test_other_arrays(array):
    with pytest.raises(canju.InputError):
        adapter.cards_of_array(array)


@pytest.mark.parametrize("cards", ["33333", "XX", "3a", "10", "大王", "3pass"])
def test_other_cards(cards):
    for call in (adapter.array_of_cards, adapter.integers_of_cards):
        with pytest.raises(canju.InputError):
            call(cards)


def test_other_integers():
    for integers in ([2], [15], ["3"], [3.5], [None]):
        with pytest.raises(canju.InputError):
            adapter.cards_of_integers(integers)
