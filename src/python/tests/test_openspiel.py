"""OpenSpiel's engine and ours play the same game, its two faults apart, in games played by the real engine. Counts are printed
with `-s`, and are in `parity.report.txt`."""

import collections
import random

import pytest

import canju

pyspiel = pytest.importorskip("pyspiel")

import canju.openspiel as adapter  # noqa: E402


@pytest.fixture(scope="module")
def game():
    return pyspiel.load_game("dou_dizhu")


def start(game, rng):
    """A state in which a player is to move and deal and auction are over, or a game that nobody has bid for."""
    state = game.new_initial_state()
    while not state.is_terminal() and not adapter.is_play(state):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_games_of_the_engine_are_ours(game, states):
    rng = random.Random(7)
    counts, differences = collections.Counter(), collections.Counter()
    while counts["states"] < states:
        state = start(game, rng)
        if state.is_terminal():
            counts["games that nobody bid for"] += 1
            continue
        ours = beginning = adapter.position(state)
        faulty = False  # has a bomb been played on the rocket?
        order = adapter.seats(state)
        while not state.is_terminal():
            position = adapter.position(state)
            # The game played on by our rules alone is in the same state.
            assert (ours.hands, ours.turn, ours.trick) == (position.hands, position.turn, position.trick)
            assert order[position.turn - 1] == state.current_player()
            actions, found = adapter.action_ids(state), adapter.faults(state)
            assert len(actions) == len(state.legal_actions())
            assert found or set(position.moves()) == set(actions)
            counts.update(["states", "sets of legal actions"])
            counts["legal actions"] += len(actions)
            differences.update(found)
            move, action = rng.choice(sorted(actions.items()))
            state.apply_action(action)
            if move in position.moves():
                ours = ours.play(move)
            else:
                # A bomb on the rocket: our rules have no such move, so they go on from where it leads.
                assert "bomb_on_rocket" in found
                faulty = True
                counts["bombs played on the rocket"] += 1
                if not state.is_terminal():
                    ours = adapter.position(state)
        if not faulty and counts["whole games"] < 20:
            start_of_game, moves = adapter.game(state)
            assert start_of_game.hands == beginning.hands and start_of_game.turn == 1
            review = canju.review(start_of_game, moves, node_limit=200)
            assert review.over and review.winners[-1] == ours.winner
            counts["reviewed games"] += 1
        if ours.winner is not None:
            assert (ours.winner == 1) == (state.returns()[order[0]] > 0)
            counts["whole games"] += 1
    print(f"\nopen_spiel: {dict(counts)}, differences: {dict(differences)}")
    assert counts["whole games"] > 0 and counts["reviewed games"] > 0


def dealt(game, hands, bids=("Bid 3",)):
    """A state of the engine with these hands: the player with the first one bids first and becomes the 地主."""
    ranks = "3456789TJQKA2"
    deck = {symbol: [51 + 13 * suit + number for suit in range(4)] for number, symbol in enumerate(ranks)}
    deck.update(X=[103], D=[104])
    ids = [[deck[card].pop() for card in hand] for hand in hands]
    spare = [ids[0].pop() for _ in range(len(ids[0]) - 17)]
    assert [len(hand) for hand in ids] == [17, 17, 17] and len(spare) == 3
    state = game.new_initial_state()
    state.apply_action(0)  # the first card is turned up, and its player bids first
    for number in range(51):
        state.apply_action(ids[number % 3][number // 3])
    for bid in bids:
        player = state.current_player()
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(player, a) == bid))
    return state


def rest(*hands):
    """These hands, filled up with what is left of the pack to 20, 17 and 17 cards."""
    deck = [*"3456789TJQKA2" * 4, "X", "D"]
    for card in "".join(hands):
        deck.remove(card)
    filled = []
    for hand, size in zip(hands, (20, 17, 17)):
        missing = size - len(hand)
        filled.append(hand + "".join(deck[:missing]))
        del deck[:missing]
    return filled


def sorted_cards(cards):
    return "".join(sorted(cards, key="3456789TJQKA2XD".index))


def test_the_adapter_reads_the_deal(game):
    hands = rest("3334445556667778889X", "99TTJJ", "TTQQKK")
    position = adapter.position(dealt(game, hands))
    assert position.hands == tuple(map(sorted_cards, hands)) and (position.turn, position.last) == (1, None)
    # The engine's own text of the same state has the same cards.
    text = str(dealt(game, hands)).partition("Bidding phase")[0]
    assert collections.Counter(text.replace("(BWJ)", "X").replace("(CJ)", "D").replace(" ", "").replace("\n", "")) == (
        collections.Counter("".join(hands))
    )


def test_another_player_may_become_the_dizhu(game):
    state = dealt(game, rest("3", "4", "5"), bids=("Pass", "Bid 1", "Bid 2", "Pass"))
    if not adapter.is_play(state):
        player = state.current_player()
        state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(player, a) == "Pass"))
    assert adapter.seats(state) == (2, 0, 1) and state.current_player() == 2
    assert [len(hand) for hand in adapter.position(state).hands] == [20, 17, 17]


def test_before_the_play_there_is_no_position(game):
    state = game.new_initial_state()
    assert not adapter.is_play(state)
    for call in (adapter.position, adapter.seats, adapter.faults, adapter.game):
        with pytest.raises(canju.InputError, match="auction"):
            call(state)


def test_fault_of_chains_that_begin_with_four_of_a_rank(game):
    """The rule text has chains of any consecutive ranks; the engine misses those that begin with a rank held four times."""
    state = dealt(game, rest("34567", "88889TJQ", "99"))
    state.apply_action(adapter.action_ids(state)["34567"])
    ours, theirs = set(adapter.position(state).moves()), set(adapter.action_ids(state))
    assert ours - theirs == {"89TJQ"} and theirs < ours
    assert adapter.faults(state) == {"missing_chains"}
    # A chain that reaches such a rank later is there, and so are all with three of it.
    assert "45678" in theirs
    state = dealt(game, rest("34567", "8889TJQ", "899"))
    state.apply_action(adapter.action_ids(state)["34567"])
    assert "89TJQ" in adapter.action_ids(state) and not adapter.faults(state)


def test_the_same_fault_with_pairs_and_trios(game):
    for hand, missing in [("3333445566", {"334455", "33445566"}), ("3333444", {"333444"})]:
        state = dealt(game, rest(hand + "222JJJAAA"[: 20 - len(hand)], "88", "99"))
        ours, theirs = set(adapter.position(state).moves()), set(adapter.action_ids(state))
        assert missing <= ours - theirs and adapter.faults(state) == {"missing_chains"}


def test_fault_of_a_bomb_on_the_rocket(game):
    """The rule text calls the rocket the highest of all; the engine lets a bomb be played on it."""
    state = dealt(game, rest("XD", "3333", "4444"))
    assert not adapter.faults(state) & {"bomb_on_rocket"}
    state.apply_action(adapter.action_ids(state)["XD"])
    assert adapter.position(state).moves() == ["pass"]
    assert set(adapter.action_ids(state)) - {"pass"} >= {"3333"}
    assert adapter.faults(state) == {"bomb_on_rocket"}
    state.apply_action(adapter.action_ids(state)["3333"])
    assert adapter.position(state).last == "3333" and adapter.position(state).trick.hand == 2
    with pytest.raises(canju.InputError, match=r"move 2 \(farmer 1\)"):
        canju.review(*adapter.game(state))


def test_every_name_of_an_action_is_a_move(game):
    """The engine's 26,057 actions are as many moves, all different."""
    state = start(game, random.Random(1))
    while state.is_terminal():
        state = start(game, random.Random(2))
    names = [state.action_to_string(state.current_player(), id) for id in range(game.num_distinct_actions())]
    bids = {"Bid 1", "Bid 2", "Bid 3"}
    moves = {adapter.move(name) for name in names if name not in bids}
    assert len(moves) == len(names) - len(bids) == 26_054
