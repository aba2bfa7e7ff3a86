"""`solve` and what it answers."""

import dataclasses
import json
import pickle
import threading

import pytest

import canju

PUZZLE = "4445678899KK2", "345567TTTKKAA"


def test_a_win():
    result = canju.solve("346999Q2", "34JAAD")
    assert (result.verdict, result.reason, result.best, result.winning_moves) == ("win", None, "3999", ("3999",))
    assert result.moves == ()
    assert isinstance(result.elapsed, float) and isinstance(result.nodes, int)
    assert result.position == canju.Position("346999Q2", "34JAAD")


def test_a_ban_turns_the_verdict():
    verdicts = [canju.solve(*PUZZLE, rules=rules).verdict for rules in ("huanle", "huanle,-trio_pair")]
    assert verdicts == ["win", "loss"]
    assert canju.solve(*PUZZLE, rules=canju.Ruleset("huanle,-trio_pair")).best is None


def test_points():
    result = canju.solve("3333K", "44Q", scoring="douzero", stake=3, all_moves=True)
    assert (result.value, result.value_at_least, result.value_at_most, result.verdict) == (6, 6, 6, "win")
    assert dict(result.values)["333K"] == 3 and result.best_moves == ("K", "3333")
    position, stake = result.position, 3
    for move in result.line:
        position, stake = position.play(move), 2 * stake if move == "3333" else stake
        assert position.stake == stake
    assert (position.winner, stake) == (1, 6)
    assert canju.solve("3333K", "44Q").value is None
    # Spring: the landlord sheds its hand before a farmer has played.
    hands = "33", "4", "5"
    values = [canju.solve(*hands, scoring="huanle", moves_made=made).value for made in [(0, 0, 0), (1, 0, 0), (2, 0, 1), None]]
    assert values == [4, 4, 2, 2]
    position = canju.Position(*hands, scoring="huanle", moves_made=[0, 0, 0])
    assert (position.scoring, position.moves_made, canju.Position.parse(str(position))) == ("huanle", (0, 0, 0), position)
    for arguments in [{"scoring": "hua"}, {"scoring": "huanle", "stake": 0}, {"stake": 2}, {"moves_made": (0, 0, 0)}]:
        with pytest.raises(canju.InputError):
            canju.solve("33", "4", "5", **arguments)
    with pytest.raises(canju.InputError, match="two hands have no spring"):
        canju.solve("33", "4", scoring="huanle", moves_made=(0, 0))


def test_the_line_is_a_game_that_the_winner_wins():
    for hands in [PUZZLE, ("345", "678"), ("3466999Q", "34JA", "57KA")]:
        result = canju.solve(*hands)
        position = result.position
        for move in result.line:
            position = position.play(move)
        assert (position.winner == 1) == (result.verdict == "win")


def test_every_move():
    result = canju.solve("K5", "44Q", last="J", all_moves=True)
    position = canju.Position("K5", "44Q", last="J")
    assert [move for move, _ in result.moves] == position.moves() == ["K", "pass"]
    for move, verdict in result.moves:
        after = position.play(move)
        same_side = after.turn == position.turn
        assert (verdict == "win") == ((canju.solve(after).verdict == "win") == same_side)
    assert list(result.winning_moves) == [move for move, verdict in result.moves if verdict == "win"]


def test_what_may_be_asked():
    shortest = canju.solve("335", "4A", shortest=True)
    assert (shortest.plies, shortest.line) == (3, ("33", "pass", "5"))
    assert canju.solve("335", "4A").plies is None
    assert canju.solve("335", "4A", line=False, shortest=None).line == ()
    assert canju.solve(*PUZZLE, resistance="quick").verdict == "win"
    small = canju.solve(*PUZZLE, memory=64 << 10)
    assert small.verdict == "win" and small.nodes != canju.solve(*PUZZLE).nodes
    assert canju.solve(*PUZZLE, memory=1000).reason == "memory"
    assert [result.plies for result in canju.solve_many(["335 | 4A", "K5 | 44Q"], shortest=True)] == [3, 3]
    with pytest.raises(canju.InputError, match="resistance: `worst` is not one of quick, best"):
        canju.solve(*PUZZLE, resistance="worst")
    with pytest.raises(TypeError, match="unexpected keyword argument 'shortests'"):
        canju.solve(*PUZZLE, shortests=True)
    with pytest.raises(TypeError, match="all_moves: expected a bool, not int"):
        canju.solve(*PUZZLE, all_moves=1)


def test_what_may_stand_for_a_position():
    expected = canju.solve("K5", "44Q", last="J").verdict
    for given in (canju.Position("K5", "44Q", last="J"), "K5 | 44Q | last=J", " 5K|Q44| last=J rules=huanle"):
        assert canju.solve(given).verdict == expected
    assert canju.solve(("K5", "44", "6Q")).verdict == canju.solve("K5", "44", "6Q").verdict
    assert canju.solve("4445678899KK2 | 345567TTTKKAA", rules="huanle,-trio_pair").verdict == "loss"


def test_a_finished_game_has_its_verdict():
    over = canju.Position("K", "44Q").play("K")
    result = canju.solve(over)
    assert (result.verdict, result.best, result.line) == ("loss", None, ())


def test_limits_leave_it_unknown():
    for limit in ({"node_limit": 1}, {"time_limit": 0}, {"time_limit": 0.0, "all_moves": True}):
        result = canju.solve(*PUZZLE, **limit)
        assert (result.verdict, result.reason) == ("unknown", "nodes" if "node_limit" in limit else "time")
        assert result.best is None and result.line == ()
    # A limit is not kept for the next call.
    for limit in (None, float("inf"), 1e300, 1.8e19, 1e19):
        assert canju.solve(*PUZZLE, time_limit=limit).verdict == "win"


@pytest.mark.parametrize("threads", [0, 1, 2, 3, 60_000])
def test_threads_change_no_verdict(threads):
    assert [canju.solve(*PUZZLE, threads=threads).verdict for _ in range(3)] == ["win"] * 3


def test_python_threads_solve_at_the_same_time():
    results = []
    threads = [threading.Thread(target=lambda: results.append(canju.solve(*PUZZLE).best)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8 and len(set(results)) == 1


def test_results_are_frozen_and_can_be_sent():
    result = canju.solve("335", "4A", all_moves=True)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.best = "5"
    assert pickle.loads(pickle.dumps(result)) == result
    assert json.loads(json.dumps([result.verdict, result.best, result.line])) == ["win", "33", ["33", "pass", "5"]]
