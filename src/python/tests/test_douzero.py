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


def deal(*hands):
    """A deal as ``generate_eval_data.py`` writes it, smaller."""
    integers = [adapter.integers_of_cards(hand) for hand in hands]
    data = dict(zip(("landlord", "landlord_down", "landlord_up"), integers))
    return {"landlord_up": data.pop("landlord_up"), **data, "three_landlord_cards": integers[0][:3]}


def test_a_deal_and_its_actions_are_a_game():
    actions = [[3, 3], [], [20, 30], [7], [17], [], []]
    start, moves = adapter.game(deal("3332", "4A", "7XD"), actions)
    assert start.hands == ("3332", "4A", "7XD") and str(start.rules) == "douzero" and start.turn == 1
    assert moves == ["33", "pass", "XD", "7", "2", "pass", "pass"]
    with pytest.raises(canju.InputError, match=r"move 4 \(landlord\): `7` is not in the hand"):
        canju.review(start, moves)
    review = canju.review(start, moves[:3])
    assert [move.player for move in review.moves] == [0, 1, 2]


def test_the_reading_of_cards_is_the_one_that_is_played():
    """333444555666 is four trios, or three of them with three single cards."""
    trios, higher = "333444555666", "777888999TTT"
    whole = [adapter.integers_of_cards(cards) for cards in (trios, higher)]
    start, moves = adapter.game(deal(trios + "7", higher + "J", "4"), whole)
    assert moves == ["333444555666:trio_chain", "777888999TTT:trio_chain"]
    assert canju.review(start, moves).moves[1].mark in ("kept", "lost_anyway")
    lead = adapter.integers_of_cards("3334445556JQ")
    start, moves = adapter.game(deal("3334445556JQ7", higher + "J", "4"), [lead, whole[1]])
    # Only with wings it answers.
    assert moves[1].startswith("777888999TTT:trio_solo_chain")
    assert canju.review(start, moves).moves[1].move == moves[1]


def test_deals_that_are_none():
    good = deal("3", "4", "5")
    with pytest.raises(canju.InputError, match="no cards of landlord_up"):
        adapter.game({name: good[name] for name in ("landlord", "landlord_down")}, [])
    with pytest.raises(canju.InputError, match="5th card of rank 3"):
        adapter.game(deal("333", "33", "5"), [])
    with pytest.raises(canju.InputError, match="hand 2: is empty|hand 2 is empty"):
        adapter.game(deal("3", "pass", "5"), [])
    for actions in ([[2]], [[3.5]], [["3"]]):
        with pytest.raises(canju.InputError, match="expected the integers"):
            adapter.game(good, actions)
