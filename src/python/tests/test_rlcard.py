"""RLCard's engine and ours play the same game: legal actions, ids, whose turn it is and who wins, in games played by the real
engine. Counts are printed with `-s`, and are in `parity.report.txt`."""

import collections
import random

import pytest

import canju

rlcard = pytest.importorskip("rlcard")

import canju.rlcard as adapter  # noqa: E402
import numpy  # noqa: E402


@pytest.fixture
def env():
    # RLCard's agents draw from the common generator.
    numpy.random.seed(7)
    return rlcard.make("doudizhu", config={"seed": 7})


def agents(rng):
    """Random players, and in every third game RLCard's own rule-based ones, whose games end sooner and otherwise."""
    from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

    for game in range(10**9):
        rule = DouDizhuRuleAgentV1() if game % 3 == 0 else None
        yield lambda state: rule.step(state) if rule else rng.choice(state["raw_legal_actions"])


def test_games_of_the_engine_are_ours(env, states):
    counts = collections.Counter()
    for choose in agents(random.Random(7)):
        if counts["states"] >= states:
            break
        state, player = env.reset()
        ours = None
        while not env.is_over():
            position = adapter.position(env)
            # The game played on by our rules alone is in the same state.
            ours = ours or position
            assert (ours.hands, ours.turn, ours.trick) == (position.hands, position.turn, position.trick)
            assert position.turn == player + 1
            moves = position.moves()
            assert collections.Counter(map(adapter.action, moves)) == collections.Counter(state["raw_legal_actions"])
            assert set(adapter.action_ids(position).values()) == set(state["legal_actions"])
            assert [adapter.move(adapter.action_id(move)) for move in moves] == moves
            counts.update(["states", "sets of legal actions"])
            counts["legal actions"] += len(moves)
            action = choose(state)
            ours = ours.play(adapter.move(action))
            state, player = env.step(action, raw_action=True)
        assert (ours.winner == 1) == (env.get_payoffs()[0] == 1)
        counts["whole games"] += 1
        with pytest.raises(canju.InputError, match="the game is over"):
            adapter.position(env)
    print(f"\nrlcard {rlcard.__version__}: {dict(counts)}, differences: 0")
    assert counts["states"] >= states and counts["whole games"] > 0


def test_the_open_hand_agent_never_gives_away_a_win(env):
    """Against random players: whenever a position of its side is won, it wins the game."""
    from rlcard.agents import RandomAgent

    rng = random.Random(3)
    seen = collections.Counter()
    for game in range(12):
        agent = adapter.OpenHandAgent(env)
        side = [0] if game % 2 else [1, 2]
        players = [agent if seat in side else RandomAgent(env.num_actions) for seat in range(3)]
        state, player = env.reset()
        # Random moves until few cards are left, so that every position is solved at once.
        while not env.is_over() and sum(map(len, adapter.position(env).hands)) > 24:
            state, player = env.step(rng.choice(state["raw_legal_actions"]), raw_action=True)
        won = False
        while not env.is_over():
            first_side = adapter.position(env).turn == 1
            mover_wins = canju.solve(adapter.position(env)).verdict == "win"
            now = mover_wins == (first_side == (side == [0]))
            assert now or not won, "a win was given away"
            won = now
            action, _ = players[player].eval_step(state)
            state, player = env.step(action, raw_action=players[player].use_raw)
        payoff = env.get_payoffs()[side[0]]
        assert payoff == 1 or not won
        assert agent.undecided == 0
        seen[won, int(payoff)] += 1
    assert seen[True, 1] > 0


def test_the_agent_plays_in_tournaments(env):
    """It asks the other agent in undecided positions, and in these alone. Who wins is not asserted: a rule agent's choices differ from
    process to process, as hashes of text do."""
    from rlcard.agents import RandomAgent
    from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1
    from rlcard.utils import tournament

    class Counted(DouDizhuRuleAgentV1):
        asked = 0

        def step(self, state):
            self.asked += 1
            return super().step(state)

    class CountedAgent(adapter.OpenHandAgent):
        asked = 0

        def step(self, state):
            self.asked += len(state["raw_legal_actions"]) > 1
            return super().step(state)

    rule = Counted()
    agent = CountedAgent(env, node_limit=2_000, otherwise=rule)
    env.set_agents([agent, RandomAgent(env.num_actions), RandomAgent(env.num_actions)])
    assert tournament(env, 4)[0] in (0, 0.25, 0.5, 0.75, 1)
    assert 0 < agent.undecided == rule.asked < agent.asked
    helpless = adapter.OpenHandAgent(env, node_limit=0)
    env.set_agents([helpless, DouDizhuRuleAgentV1(), DouDizhuRuleAgentV1()])
    assert tournament(env, 1)[0] in (0, 1) and helpless.undecided > 0


def test_trajectories_are_games(env):
    """The game that is read from trajectories is the one that the engine played, at its end and before."""
    from rlcard.agents import RandomAgent
    from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

    def games():
        for number in range(40):
            env.set_agents([RandomAgent(env.num_actions) if number % 2 else DouDizhuRuleAgentV1() for _ in range(3)])
            env.seed(number)
            env.reset()
            dealt = adapter.position(env)
            env.seed(number)
            trajectories, payoffs = env.run()
            start, moves = adapter.game(trajectories)
            assert (start.hands, start.turn, start.trick) == (dealt.hands, 1, None)
            assert [(n % 3, adapter.action(move)) for n, move in enumerate(moves)] == env.action_recorder
            winners.append(1 if payoffs[0] else 2)
            yield start, moves

    winners = []
    reviews = list(canju.review_many(games(), node_limit=200))
    assert [review.winners[-1] for review in reviews] == winners and all(review.over for review in reviews)


def test_trajectories_that_are_no_game(env):
    from rlcard.agents import RandomAgent

    env.set_agents([RandomAgent(env.num_actions)] * 3)
    one, other = env.run()[0], env.run()[0]
    for trajectories in ([], one[:2], [[], *one[1:]], [one[0], other[1], one[2]], [one[1], one[0], one[2]]):
        with pytest.raises(canju.InputError, match="trajectories|last states"):
            adapter.game(trajectories)


class Recorder:
    """An agent with DouZero's interface: it plays the first legal action and keeps what it was shown."""

    def __init__(self):
        self.shown = []

    def act(self, infoset):
        self.shown.append(infoset)
        return infoset.legal_actions[0]


def test_an_agent_of_douzeros_interface(env):
    """What the agent is shown is what DouZero's environment would show, written anew from its description."""
    from canju.douzero import POSITIONS, integers_of_cards

    recorder = Recorder()
    env.set_agents([adapter.DouZeroAgent(recorder)] * 3)
    trajectories, payoffs = env.run()
    start, moves = adapter.game(trajectories)
    played = [integers_of_cards(move) for move in moves]
    here = start
    for number, (move, infoset) in enumerate(zip(moves, recorder.shown)):
        before, seat = played[:number], number % 3
        assert infoset.player_position == POSITIONS[seat] and infoset.all_handcards is None
        hands = [integers_of_cards(hand) for hand in here.hands]
        assert infoset.player_hand_cards == hands[seat]
        assert infoset.other_hand_cards == sorted(hands[seat - 1] + hands[seat - 2])
        assert infoset.num_cards_left_dict == dict(zip(POSITIONS, map(len, hands)))
        legal = [integers_of_cards(other) for other in here.moves()]
        assert sorted(infoset.legal_actions) == sorted(legal)
        assert infoset.card_play_action_seq == before
        last = before[-1] if before and before[-1] else before[-2] if before else []
        assert infoset.last_move == last and bool(last) == (here.trick is not None)
        two = [[], []]
        for action in before[-2:]:
            two = [action, *two][:2]
        assert infoset.last_two_moves == two
        for other, name in enumerate(POSITIONS):
            assert infoset.played_cards[name] == sum(before[other::3], [])
            assert infoset.last_move_dict[name] == ([[]] + before[other::3])[-1]
        leaders = [n for n, action in enumerate(before) if action]
        assert infoset.last_pid == POSITIONS[leaders[-1] % 3 if leaders else 0]
        assert infoset.bomb_num == sum(len(a) == 4 and a[0] == a[3] or a == [20, 30] for a in before)
        here = here.play(move)
    assert len(recorder.shown) == len(moves) and here.winner == (1 if payoffs[0] else 2)


def test_an_agent_that_gives_no_legal_action(env):
    class Wrong:
        def __init__(self, action):
            self.action = action

        def act(self, infoset):
            return self.action

    state, _ = env.reset()
    for action in ([], [3, 4], [99]):
        with pytest.raises(canju.InputError, match="the agent of landlord gives"):
            adapter.DouZeroAgent(Wrong(action)).step(state)
    with pytest.raises(canju.InputError, match="the agent of landlord gives"):
        adapter.DouZeroAgent(dict.fromkeys(canju.douzero.POSITIONS, Wrong([99]))).step(state)


def test_the_adviser_plays_legal_moves_and_sees_no_hidden_card(env):
    from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

    adviser = adapter.Adviser(worlds=6, cards=20, otherwise=DouDizhuRuleAgentV1())
    compared = 0
    for _ in range(4):
        state, player = env.reset()
        while not env.is_over():
            chosen = adviser.step(state)
            assert chosen in state["raw_legal_actions"]
            others = [env.game.players[other] for other in range(3) if other != player]
            if sum(state["raw_obs"]["num_cards_left"]) <= adviser.cards and len(state["raw_legal_actions"]) > 1:
                # The others' cards exchanged behind its back: the same advice.
                before = [other.current_hand for other in others]
                for other in others:
                    other._current_hand = list(reversed(before[0]))
                assert adviser.step(state) == chosen
                for other, hand in zip(others, before):
                    other._current_hand = hand
                compared += 1
            state, player = env.step(chosen, raw_action=True)
    assert compared > 5 and adviser.asked >= 2 * compared and adviser.undecided == 0


def test_the_adviser_takes_what_the_environment_says(env):
    """The question that it asks is about the cards of the state, and the right answer to it is found."""
    adviser = adapter.Adviser(worlds=2, time_limit=0.05)
    state, player = env.reset()
    rng = random.Random(1)
    asked = 0
    while not env.is_over() and asked < 12:
        advice = adviser.advice(state)
        moves = [move for advised in advice.moves for move in (advised.move, *advised.equal)]
        assert sorted(map(adapter.action, moves)) == sorted(state["raw_legal_actions"])
        asked += 1
        state, player = env.step(rng.choice(state["raw_legal_actions"]), raw_action=True)
    assert asked > 5
