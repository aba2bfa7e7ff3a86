"""Advice in DouZero's environment, of which there is a stub here: `canju.douzero.Adviser`, and the script that measures it."""

import json
import pathlib
import subprocess
import sys

import pytest

import canju

pytest.importorskip("numpy")

import canju.douzero as adapter  # noqa: E402

HERE = pathlib.Path(__file__).parent
SCRIPT = HERE.parents[2] / "scripts" / "measure" / "advice_douzero.py"
STUBS = HERE / "agents_for_tests.py"


def test_it_plays_what_is_advised_and_sees_no_hidden_hand():
    before = adapter.integers_of_cards("33344455566677788899TTTJJJJQQQKKAA2")
    infoset = adapter.InfoSet(
        player_position="landlord_down",
        player_hand_cards=adapter.integers_of_cards("349AA"),
        other_hand_cards=[],  # not read
        num_cards_left_dict={"landlord": 7, "landlord_down": 5, "landlord_up": 6},
        three_landlord_cards=[17],
        card_play_action_seq=[before, [], [], [17]],
        legal_actions=[[]],
    )
    adviser = adapter.Adviser(worlds=20, seed=3)
    advice = adviser.advice(infoset)
    asked = {"left": (7, 6), "played": "33344455566677788899TTTJJJJQQQKKAA22", "landlord_cards": "2"}
    expected = canju.advise("349AA", "farmer1", last="2", by="landlord", worlds=20, seed=3, rules=adapter.RULES, **asked)
    assert advice.moves == expected.moves
    assert adviser.act(infoset) == [] and adviser.asked == 0, "there is no choice"
    with pytest.raises(canju.InputError, match="none of the legal actions"):
        infoset.legal_actions = [[5], [6]]
        adviser.act(infoset)
    assert (adviser.asked, adviser.undecided) == (1, 0)


def test_the_answer_to_cards_with_two_readings():
    cards = "333444555666"
    infoset = adapter.InfoSet(
        "landlord_down",
        adapter.integers_of_cards("7778889TTJJA"),
        [],
        {"landlord": 4, "landlord_down": 12, "landlord_up": 26},
        [],
        [adapter.integers_of_cards(cards)],
        [[7, 7, 7], []],
    )
    # DouZero's `move_detector` sees a chain of trios, which nothing of this hand beats.
    advice = adapter.Adviser(worlds=1, time_limit=0.01).advice(infoset)
    assert (advice.best, len(advice.moves)) == ("pass", 1)


def test_both_ways_by_one_command(tmp_path):
    output = tmp_path / "found.json"
    command = [sys.executable, str(SCRIPT), "--weights", "weights/{position}.ckpt", "--deals", "2", "--worlds", "2"]
    command += ["--time-limit", "0.05", "--environment", f"{STUBS}:Table", "--agent", f"{STUBS}:FirstLegal", "--output", str(output)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    record = json.loads(output.read_text())
    assert record["deals"] == [0, 2] and record["asked"] > 10
    assert {kind: len(won) for kind, won in record["landlord_wins"].items()} == {"nobody": 2, "landlord": 2, "farmers": 2}
    assert "| the farmers | " in found.stdout and "2 deals, 2 worlds" in found.stdout
