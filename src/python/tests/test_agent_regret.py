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


def test_points(tmp_path):
    record = told(tmp_path, "--deals", "4", "--agents", "rule,random", "--scoring", "douzero")
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()[1:]]
    assert record["settings"]["scoring"] == "douzero" and sorted(record["ranking_by_points"]) == ["random", "rule"]
    for name, found in record["agents"].items():
        its = [game for game in games if game["agent"] == name]
        for role, of_role in found["points"]["by_role"].items():
            played = [game for game in its if role in ("all roles", game["role"])]
            moves = [move for game in played for move in game["moves"]]
            away = [before - after for _, _, before, after in moves if None not in (before, after)]
            assert (of_role["moves"], of_role["undecided"]) == (len(away), len(moves) - len(away))
            assert min(away, default=0) >= 0 and of_role["given_away"] == sum(away)
            assert of_role["got"] == pytest.approx(sum(game["points"] for game in played) / len(played))
            assert of_role["got_interval"][0] <= of_role["got"] <= of_role["got_interval"][1]
        assert sum(row["given_away"] for row in found["points"]["by_cards"]) == found["points"]["by_role"]["all roles"]["given_away"]
        for game in its:
            assert (game["points"] > 0) == game["won"] and (game["role"] != "landlord" or game["points"] % 2 == 0)
            for _, mark, before, after in game["moves"]:
                assert mark != "gave_away" or after < 0 < before
            # After the landlord's last choice only farmers can give points away.
            if game["role"] == "landlord" and game["moves"] and game["moves"][-1][3] is not None:
                assert game["moves"][-1][3] <= game["points"]
    assert "| rule | farmer 2 |" in (tmp_path / "regret.md").read_text().partition("Points")[2]
    found = run(tmp_path, "--deals", "4", "--agents", "rule,random")
    assert found.returncode == 1 and "is of other settings" in found.stderr


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
