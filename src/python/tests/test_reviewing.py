"""`review` and `review_many`: marks against single solves, errors with number, player and reason, order, limits."""

import gc
import itertools
import pickle
import random

import pytest

import canju

START, MOVES = ("346999Q2", "34JAAD"), "3999 pass 4 J 2 D pass A"


def random_game(rng, seats):
    """A position of few cards and moves to its end, all drawn."""
    deck = list("3456789TJQKA2" * 4 + "XD")
    rng.shuffle(deck)
    size = rng.randrange(2, 7)
    start = canju.Position(*("".join(deck[seat * size : (seat + 1) * size]) for seat in range(seats)))
    here, moves = start, []
    while here.winner is None:
        moves.append(rng.choice(here.moves()))
        here = here.play(moves[-1])
    return start, moves


def verdict(position, side):
    """For a side, by a solve of its own or by the game's end."""
    winner = position.winner
    if winner is None:
        mover = 1 if position.turn == 1 else 2
        winner = mover if canju.solve(position).verdict == "win" else 3 - mover
    return "win" if winner == side else "loss"


@pytest.mark.parametrize("seats", [2, 3])
def test_marks_are_those_of_single_solves(seats):
    rng = random.Random(seats)
    for _ in range(60):
        start, moves = random_game(rng, seats)
        review = canju.review(start, moves, all_moves=True)
        assert review.over and review.position == start and len(review.winners) == len(moves) + 1
        here = start
        for number, (move, found) in enumerate(zip(moves, review.moves)):
            side = 1 if here.turn == 1 else 2
            before, after = verdict(here, side), verdict(here.play(move), side)
            assert (found.ply, found.player, found.move) == (number + 1, here.turn - 1, move)
            assert (found.before, found.after, found.cards) == (before, after, sum(map(len, here.hands)))
            choice = len(here.moves()) > 1
            mark = {("win", "win"): "kept", ("win", "loss"): "gave_away"}.get((before, after), "lost_anyway")
            assert found.mark == (mark if choice else "forced")
            keeping = [other for other in here.moves() if verdict(here.play(other), side) == "win"]
            in_hand = choice and before == "win"
            assert list(found.keeping) == (keeping if in_hand else [])
            assert found.only_move == (len({other.partition(":")[0] for other in keeping}) == 1 if in_hand else None)
            here = here.play(move)
        gave_away = [move.ply for move in review.moves if move.mark == "gave_away"]
        assert list(review.turning_points) == gave_away
        for tally in review.players:
            its = [move for move in review.moves if move.player == tally.player and move.mark in ("kept", "gave_away")]
            assert (tally.won, tally.given_away) == (len(its), sum(move.mark == "gave_away" for move in its))
            assert sum(band.won for band in tally.by_cards) == tally.won
        assert sum(side.given_away for side in review.sides) == len(gave_away)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("scoring", ["douzero", "huanle"])
def test_points_are_those_of_single_solves(seats, scoring):
    rng = random.Random(seats)
    for _ in range(30):
        start, moves = random_game(rng, seats)
        start = canju.Position(*start.hands, scoring=scoring, stake=rng.randrange(1, 4))
        review = canju.review(start, moves)
        here, away = start, [0] * seats
        for number, (move, found) in enumerate(zip(moves, review.moves)):
            value = canju.solve(here).value
            assert (found.value_before, found.value_after) == (value, dict(canju.solve(here, all_moves=True).values)[move])
            landlords = value if here.turn == 1 else -value * (2 if seats == 3 else 1)
            assert review.values[number] == landlords
            away[found.player] += found.value_before - found.value_after
            here = here.play(move)
        assert [tally.points_given_away for tally in review.players] == away
        assert len(review.values) == len(moves) + 1 and (review.values[-1] > 0) == (here.winner == 1)
    without = canju.review(START, MOVES)
    assert without.values == () and without.moves[0].value_before is None and without.players[0].points_given_away is None


def test_the_fields_of_a_review():
    review = canju.review(START, MOVES)
    assert review.position.hands == START and str(review.position.rules) == "huanle"
    assert review.winners == (1, 1, 1, 1, 1, 2, 2, 2, 2) and not review.over and review.reason is None
    assert review.turning_points == (5,) and review.nodes > 0 and review.elapsed > 0 and review.threads == 1
    slip = review.moves[4]
    assert (slip.player, slip.move, slip.before, slip.after, slip.mark) == (0, "2", "win", "loss", "gave_away")
    assert (slip.keeping, slip.only_move, slip.refutation) == (("Q",), True, ("D",)) and slip.plies > 0
    first, second = review.players
    assert (first.player, first.side, first.won, first.given_away, first.accuracy) == (0, 1, 3, 1, 0.6667)
    assert [side.player for side in review.sides] == [None, None] and review.sides[1].side == 2
    assert (first.by_cards[-1].from_cards, first.by_cards[-1].to_cards) == (11, 20)


def test_moves_as_text_and_one_by_one_are_the_same():
    starts = [START, " | ".join(START), canju.Position(*START)]
    moves = [MOVES, MOVES.split(), tuple(MOVES.split()), iter(MOVES.split())]
    found = [canju.review(start, given).moves for start, given in zip(itertools.cycle(starts), moves)]
    assert all(one == found[0] for one in found)
    assert pickle.loads(pickle.dumps(found[0])) == found[0]


def test_a_game_that_starts_within_a_trick():
    start = canju.Position("K5", "44", "6Q", turn=3, last="J", by=1)
    review = canju.review(start, ["Q", "K"])
    assert [move.player for move in review.moves] == [2, 0] and review.position.turn == 3


def test_a_game_of_no_moves():
    for moves in ("", []):
        review = canju.review(START, moves)
        assert review.moves == () and review.winners == (1,)


def test_threads_do_not_change_what_is_found():
    one, two = (canju.review(START, MOVES, threads=threads) for threads in (1, 2))
    assert (one.moves, one.winners) == (two.moves, two.winners) and two.threads == 2


def test_limits_leave_things_open():
    start = ("4445678899KK2", "345567TTTKKAA")
    review = canju.review(start, ["4"], node_limit=1)
    assert review.reason == "nodes" and review.moves[0].mark == "unknown" and review.winners == (None, None)
    assert canju.review(start, ["4"], time_limit=0).reason == "time"


@pytest.mark.parametrize(
    ("start", "moves", "move", "hand", "column", "text"),
    [
        (START, "3999 pass 4 J A", 5, 1, 15, r"move 5 \(first\): `A` is not in the hand"),
        (START, ["3999", "pass", "4", "J", "A"], 5, 1, None, r"move 5 \(first\): `A` is not in the hand"),
        (("335", "4A", "66"), "5 6", 2, 2, 3, r"move 2 \(farmer 1\): `6` is not in the hand"),
        (START, "3999 ?", 2, 2, 6, r"move 2 \(second\): .*unknown card"),
        (START, "pass", 1, 1, 1, r"move 1 \(first\): "),
        (START, ["34"], 1, 1, None, r"move 1 \(first\): .*no combination"),
        (("3", "4"), "3 4", 2, 2, 3, r"move 2 \(second\): .*over"),
    ],
)
def test_moves_that_are_not_legal(start, moves, move, hand, column, text):
    with pytest.raises(canju.InputError, match=text) as error:
        canju.review(start, moves)
    assert (error.value.move, error.value.hand, error.value.column) == (move, hand, column)
    restored = pickle.loads(pickle.dumps(error.value))
    assert (restored.move, str(restored)) == (move, str(error.value))
    with pytest.raises(canju.InputError, match="game 1: " + text) as error:
        list(canju.review_many([(START, MOVES), (start, moves)]))
    assert (error.value.move, error.value.hand) == (move, hand)


def test_other_errors():
    with pytest.raises(canju.InputError, match="hand 2: column 1: unknown card") as error:
        canju.review(("3", "?"), "3")
    assert (error.value.hand, error.value.move) == (2, None)
    with pytest.raises(canju.InputError, match="leave `rules` out"):
        canju.review(canju.Position("3", "4"), "3", rules="rlcard")
    for call in (
        lambda: canju.review(START, 3),
        lambda: canju.review(START, [3]),
        lambda: canju.review(3, "3"),
        lambda: canju.review_many(3),
        lambda: list(canju.review_many([3])),
        lambda: list(canju.review_many(["33"])),
        lambda: list(canju.review_many([(START,)])),
        lambda: list(canju.review_many([(START, MOVES, MOVES)])),
    ):
        with pytest.raises(TypeError):
            call()


def test_rules_of_their_own():
    games = [(("4445678899KK2", "345567TTTKKAA"), "4"), ("4445678899KK2 | 345567TTTKKAA | rules=huanle", "4")]
    found = canju.review_many(games, rules="huanle,-trio_pair")
    assert [str(review.position.rules) for review in found] == ["huanle,-trio_pair", "huanle"]


@pytest.mark.parametrize("threads", [0, 1, 2, 7])
def test_reviews_are_in_order_and_those_of_review(threads):
    rng = random.Random(5)
    games = [random_game(rng, 2 + number % 2) for number in range(60)]
    found = list(canju.review_many(games, threads=threads))
    assert [review.position for review in found] == [start for start, _ in games]
    assert [review.moves for review in found] == [canju.review(*game).moves for game in games]


def test_an_endless_input_is_read_as_needed():
    read = itertools.count()
    reviews = canju.review_many(((START, MOVES) for _ in read), threads=2)
    assert [next(reviews).turning_points for _ in range(100)] == [(5,)] * 100
    assert next(read) < 200
    del reviews
    gc.collect()


def test_an_error_comes_after_the_reviews_before_it():
    reviews = canju.review_many([(START, MOVES), (START, "5")])
    assert next(reviews).turning_points == (5,)
    with pytest.raises(canju.InputError, match="game 1: move 1"):
        next(reviews)
    with pytest.raises(StopIteration):
        next(reviews)
