"""Whole deals: the same for a seed, by chance without one, and what is refused."""

import random

import pytest

import canju


def test_a_seed_is_a_deal_of_one_pack():
    dealt = canju.deal(7)
    hands = dealt.position.hands
    assert [len(hand) for hand in hands] == [20, 17, 17] and dealt.seed == 7
    assert sorted("".join(hands)) == sorted("3456789TJQKA2" * 4 + "XD")
    assert len(dealt.landlord_cards) == 3 and all(card in hands[0] for card in dealt.landlord_cards)
    assert canju.deal(seed=7, rules="huanle") == dealt != canju.deal(8)
    other = canju.deal(7, rules=canju.Ruleset("rlcard")).position
    assert (other.hands, str(other.rules), other.turn, other.last) == (hands, "rlcard", 1, None)


def test_without_a_seed_python_draws_one():
    random.seed(1)
    one, other = canju.deal(), canju.deal()
    assert one != other and canju.deal(one.seed) == one
    random.seed(1)
    assert canju.deal() == one


@pytest.mark.parametrize(
    "seed, rules, message",
    [
        (-1, None, "seed: -1 is not a number from 0"),
        (1 << 64, None, "seed: 18446744073709551616 is not a number from 0"),
        (7, "chess", "rules: unknown rules `chess`"),
        (7, "huanle,packs=2", "rules: three hands can be solved with one pack only"),
    ],
)
def test_what_does_not_fit_is_an_input_error(seed, rules, message):
    with pytest.raises(canju.InputError, match=message):
        canju.deal(seed, rules=rules)
