"""`Position`, `Ruleset`, `legal_moves` and `parse_move`."""

import copy
import pickle

import pytest

import canju
from canju import Position, Ruleset


def test_a_position_tells_what_it_is():
    position = Position("K5", "44", "6Q", turn=3, last="J", by=1, rules="rlcard")
    assert position.hands == ("5K", "44", "6Q")
    assert (position.turn, position.last, position.rules) == (3, "J", Ruleset("rlcard"))
    assert position.trick == canju.Trick("solo", 1, "J", 1)
    assert position.winner is None
    assert position.counts[1] == (0, 2) + (0,) * 13
    assert str(position) == "5K | 44 | 6Q | rules=rlcard turn=3 last=J by=1"
    assert eval(repr(position), {"Position": Position}) == position
    lead = Position("K5", "44Q")
    assert (lead.turn, lead.last, lead.trick) == (1, None, None)


def test_a_game():
    position = Position("K5", "44Q", "66")
    seen = []
    for move in ["5", "Q", "pass", "K"]:
        seen.append((position.turn, position.last, position.moves()))
        position = position.play(move)
    assert seen == [
        (1, None, ["5", "K"]),
        (2, "5", ["Q", "pass"]),
        (3, "Q", ["pass"]),
        (1, "Q", ["K", "pass"]),
    ]
    assert position.winner == 1 and position.moves() == []
    with pytest.raises(ValueError, match="the game is over"):
        position.play("pass")


def test_passes_hand_over_the_lead():
    position = Position("34", "55", "66").play("4").play("pass").play("pass")
    assert (position.turn, position.last, position.moves()) == (1, None, ["3"])
    farmer = Position("34", "557", "66").play("3").play("7").play("pass").play("pass")
    assert (farmer.turn, farmer.trick) == (2, None)


def test_equality_is_that_of_canonical_keys():
    assert Position("3466", "5") == Position("3499", "7") and Position("3466", "9") == Position("3346", "A")
    assert Position("34567", "9") != Position("34568", "9")
    assert Position("3", "4") != Position("3", "4", rules="rlcard")
    assert Position("3", "4") != Position("3", "4", "5")
    assert Position("3", "4") != "3 | 4" and Position("3", "4") != None  # noqa: E711
    assert len({Position("3466", "5"), Position("3499", "7"), Position("34567", "9")}) == 2
    first, second = Position("K", "44Q").play("K"), Position("A", "4").play("A")
    assert first == second and hash(first) == hash(second) != hash(Position("K", "44Q"))


def test_positions_are_pickled_and_copied():
    position = Position("K5", "44", "6Q", last="J", rules="huanle,-trio_pair").play("pass")
    for other in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert str(other) == str(position) and other == position
    with pytest.raises(ValueError, match="game is over"):
        pickle.dumps(Position("3", "4").play("3"))


def test_positions_are_immutable():
    with pytest.raises(AttributeError):
        Position("3", "4").turn = 2


def test_rules():
    rules = Ruleset("huanle,-trio_pair")
    assert str(rules) == "huanle,-trio_pair" and rules.preset == "huanle" and rules.packs == 1
    assert "trio_pair" not in rules.kinds and "trio_pair_chain" not in rules.kinds and "trio_solo" in rules.kinds
    assert Ruleset() == Ruleset("huanle") == Ruleset(Ruleset()) != rules
    assert {rules, Ruleset("huanle,-trio_pair")} == {rules}
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert all(str(Ruleset(name)) == name for name in Ruleset.presets())
    assert Ruleset("huanle,packs=2").packs == 2


def test_legal_moves():
    assert canju.legal_moves("3444") == ["3", "4", "44", "444", "3444"]
    assert canju.legal_moves("3444", "3") == ["4", "pass"]
    assert canju.legal_moves("XD", "3333") == ["XD", "pass"]
    assert canju.legal_moves("", "3") == ["pass"] and canju.legal_moves("") == []
    assert canju.legal_moves("333345", rules="openspiel") != canju.legal_moves("333345")


def test_moves_in_their_parts():
    move = canju.parse_move("9939")
    assert (str(move), move.kind, move.rank, move.length, move.kickers) == ("3999", "trio_solo", "9", 1, "3")
    assert canju.parse_move("大王 小王").kind == "rocket"
    assert canju.parse_move("过") == canju.Move("pass", "pass", "", 0, None, "")
    with pytest.raises(ValueError, match="say which one"):
        canju.parse_move("333444555666")
    chain = canju.parse_move("333444555666:trio_chain")
    assert (chain.text, chain.cards, chain.length) == ("333444555666:trio_chain", "333444555666", 4)
    position = Position("3334445556663", "4")
    assert chain.text in position.moves() and position.play(chain.text).hands[0] == "3"


def test_two_packs():
    position = Position("33333", "4444", rules="huanle,packs=2")
    assert "33333" in position.moves() and canju.solve(position).best == "33333"
