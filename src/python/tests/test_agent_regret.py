"""The example that ranks agents, with a stub of DouZero's interface among them."""

import json
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("rlcard")
pytest.importorskip("matplotlib")

HERE = pathlib.Path(__file__).parent
EXAMPLE = HERE.parent / "examples" / "agent_regret.py"
STUB = f"stub={HERE / 'agents_for_tests.py'}:FirstLegal"


def run(directory, *more):
    command = [sys.executable, str(EXAMPLE), "--output", str(directory), "--cards", "21", "--node-limit", "20000", *more]
    return subprocess.run(command, capture_output=True, text=True)


def told(directory, *more):
    found = run(directory, *more)
    assert found.returncode == 0, found.stderr
    return json.loads((directory / "regret.json").read_text())


def test_a_ranking(tmp_path):
    record = told(tmp_path, "--deals", "4", "--douzero", STUB + ":weights/{position}.ckpt")
    assert sorted(record["ranking"]) == ["open-hand", "random", "rule", "stub"]
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()[1:]]
    assert len(games) == 4 * 4 * 3
    for name, found in record["agents"].items():
        of_all = found["by_role"]["all roles"]
        marks = [mark for game in games if game["agent"] == name for _, mark in game["moves"]]
        given_away, wins = marks.count("gave_away"), marks.count("gave_away") + marks.count("kept")
        assert (of_all["given_away"], of_all["wins_in_hand"], of_all["decisions"]) == (given_away, wins, len(marks))
        assert of_all["games"] == 12 and of_all["games_won"] == sum(game["won"] for game in games if game["agent"] == name)
        assert wins == 0 or of_all["interval"][0] <= of_all["regret"] <= of_all["interval"][1]
        for counts in (list(found["by_role"].values())[1:], [row["all roles"] for row in found["by_cards"]]):
            assert sum(count["wins_in_hand"] for count in counts) == wins
    # The perfect player gives nothing away where its few cards are soon decided.
    assert record["agents"]["open-hand"]["by_role"]["all roles"]["given_away"] == 0
    assert "| stub | farmer 2 |" in (tmp_path / "regret.md").read_text()
    assert (tmp_path / "regret.svg").read_text().startswith("<?xml")


def test_a_run_goes_on_where_it_was_stopped(tmp_path):
    whole = told(tmp_path / "whole", "--deals", "3", "--agents", "rule,random")
    told(tmp_path / "parts", "--deals", "2", "--agents", "rule")
    games = tmp_path / "parts" / "games.jsonl"
    games.write_text(games.read_text()[:-20])  # it was stopped while it wrote
    assert told(tmp_path / "parts", "--deals", "3", "--agents", "rule,random") == whole
    found = run(tmp_path / "parts", "--seed", "2")
    assert found.returncode == 1 and "is of other settings" in found.stderr


@pytest.mark.parametrize("more", [("--agents", "nobody"), ("--douzero", "stub"), ("--douzero", "stub=module")])
def test_agents_that_are_none(tmp_path, more):
    found = run(tmp_path, *more)
    assert found.returncode == 2 and "expected" in found.stderr + "expected" * ("nobody" in more)
