"""`solve_many`: lazy, in order, with errors in their places."""

import gc
import itertools
import multiprocessing
import threading

import pytest

import canju

POSITIONS = ["K5 | 44Q", ("345", "678"), canju.Position("345", "678", "9TJ"), "4445678899KK2 | 345567TTTKKAA"]


@pytest.mark.parametrize("threads", [0, 1, 2, 7])
def test_results_are_in_order(threads):
    results = list(canju.solve_many(POSITIONS * 50, threads=threads))
    assert [result.verdict for result in results] == ["win", "loss", "loss", "win"] * 50
    assert [str(result.position) for result in results[:2]] == ["5K | 44Q | rules=huanle", "345 | 678 | rules=huanle"]


def test_it_answers_as_solve_does():
    for many, position in zip(canju.solve_many(POSITIONS, all_moves=True), POSITIONS):
        one = canju.solve(position, all_moves=True)
        assert (many.verdict, many.moves, many.nodes) == (one.verdict, one.moves, one.nodes)


def test_an_endless_input_is_read_as_needed():
    read = itertools.count()
    results = canju.solve_many(("K5 | 44Q" for _ in read), threads=2)
    assert [next(results).verdict for _ in range(500)] == ["win"] * 500
    assert next(read) < 1000
    del results
    gc.collect()


def test_no_positions():
    assert list(canju.solve_many([])) == []
    assert list(canju.solve_many(iter(()))) == []


def test_rules_of_their_own():
    given = ["4445678899KK2 | 345567TTTKKAA", "4445678899KK2 | 345567TTTKKAA | rules=huanle"]
    results = canju.solve_many(given, rules="huanle,-trio_pair")
    assert [result.verdict for result in results] == ["loss", "win"]


def test_limits_hold_for_each_position():
    results = canju.solve_many([POSITIONS[3]] * 3, node_limit=1)
    assert [(result.verdict, result.reason) for result in results] == [("unknown", "nodes")] * 3


def test_an_error_comes_after_the_results_before_it():
    results = canju.solve_many(["K5 | 44Q", "345 | 678", "3 | 4?", "K5 | 44Q"])
    assert [next(results).verdict, next(results).verdict] == ["win", "loss"]
    with pytest.raises(canju.InputError, match="position 2: hand 2: column 6: unknown card") as error:
        next(results)
    assert (error.value.hand, error.value.column) == (2, 6)
    with pytest.raises(StopIteration):
        next(results)


def test_an_exception_of_the_input_is_passed_on():
    def positions():
        yield "K5 | 44Q"
        raise OSError("gone")

    results = canju.solve_many(positions())
    assert next(results).verdict == "win"
    with pytest.raises(OSError, match="gone"):
        next(results)
    assert list(results) == []


def test_an_exit_of_the_input_is_passed_on_at_once():
    def positions():
        yield "K5 | 44Q"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        next(canju.solve_many(positions()))


def test_the_input_may_solve_itself():
    results = canju.solve_many(canju.solve(hands).position for hands in [("K5", "44Q")] * 20)
    assert [result.verdict for result in results] == ["win"] * 20


def test_other_threads_take_results_or_are_told_to_wait():
    results = canju.solve_many(POSITIONS[:1] * 400)
    taken, told = [], []

    def take():
        while True:
            try:
                taken.append(next(results))
            except StopIteration:
                return
            except ValueError as error:
                told.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 400
    assert all("another thread" in str(error) for error in told)


def solve_in_child(hands):
    return canju.solve(*hands).verdict


@pytest.mark.parametrize("method", sorted({"fork", "spawn"} & set(multiprocessing.get_all_start_methods())))
def test_processes(method):
    canju.solve("K5", "44Q", threads=2)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(solve_in_child, [("K5", "44Q"), ("345", "678")] * 4) == ["win", "loss"] * 4
