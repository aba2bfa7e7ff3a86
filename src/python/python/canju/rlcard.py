"""Adapter for `RLCard <https://rlcard.org>`_'s environment ``doudizhu``, tested with RLCard 1.2.0.

>>> import rlcard, canju.rlcard
>>> env = rlcard.make("doudizhu", config={"seed": 1})
>>> state, player = env.reset()
>>> position = canju.rlcard.position(env)
>>> position.turn, str(position.rules)
(1, 'rlcard')
>>> sorted(canju.rlcard.action_ids(position).values()) == sorted(state["legal_actions"])
True

RLCard's player 0 is always the landlord, so player ``i`` is canju's hand ``i + 1``. Its jokers ``B`` and ``R`` are ``X`` and
``D``. Under the rules ``rlcard`` each set of cards is one combination, so an action, which is cards, is one move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

from ._canju import Position, Ruleset, advise, solve
from ._types import Advice, InputError

from .douzero import POSITIONS, InfoSet, cards_of_integers, integers_of_cards

if TYPE_CHECKING:
    from rlcard.envs.doudizhu import DoudizhuEnv

    from .douzero import Agent

RULES = Ruleset("rlcard")
"""The rules of RLCard's engine."""

_SEATS = ("landlord", "farmer1", "farmer2")
_TO_RLCARD = str.maketrans("XD", "BR")
_TO_CANJU = str.maketrans("BR", "XD")


def position(env: DoudizhuEnv) -> Position:
    """The position of an environment, all hands open.

    Raises:
        InputError: the game is over.
    """
    game = env.game
    hands = [_cards(player.current_hand) for player in game.players]
    if env.is_over():
        raise InputError("the game is over")
    mover, leader = game.round.current_player, game.round.greater_player
    answers = leader is not None and leader.player_id != mover
    last, by = (leader.played_cards.translate(_TO_CANJU), leader.player_id + 1) if answers else (None, None)
    return Position(*hands, rules=RULES, turn=mover + 1, last=last, by=by)


def _cards(cards: Any) -> str:
    # A joker has no rank, and its suit is BJ or RJ.
    return "".join(card.rank or card.suit[0] for card in cards).translate(_TO_CANJU)


def game(trajectories: Sequence[Sequence[Any]]) -> Tuple[Position, List[str]]:
    """The game of trajectories, as ``env.run`` gives them: what `canju.review` takes.

    Args:
        trajectories: for each player its states and actions in turn. The last state of each is read, with the player's hand and
            what all three have played until then; ``env.run`` appends such a state for each player at the end.

    Returns:
        The position at the start, and all moves.

    Raises:
        InputError: the last states are not of one moment, or not of one game.

    >>> import rlcard, canju, canju.rlcard
    >>> from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1
    >>> env = rlcard.make("doudizhu", config={"seed": 1})
    >>> env.set_agents([DouDizhuRuleAgentV1() for _ in range(3)])
    >>> trajectories, payoffs = env.run()
    >>> start, moves = canju.rlcard.game(trajectories)
    >>> review = canju.review(start, moves, node_limit=1_000)
    >>> review.over, len(review.moves) == len(moves)
    (True, True)
    """
    if len(trajectories) != 3 or not all(trajectories):
        raise InputError("expected the trajectories of three players")
    last = [trajectory[-1]["raw_obs"] for trajectory in trajectories]
    trace = last[0]["trace"]
    if any(state["trace"] != trace for state in last) or [state["self"] for state in last] != [0, 1, 2]:
        raise InputError("the last states are not those of the three players at one moment")
    hands = [state["current_hand"].translate(_TO_CANJU) for state in last]
    moves = []
    for number, (player, name) in enumerate(trace):
        if player != number % 3:
            raise InputError(f"move {number + 1} is by player {player}: expected {number % 3}", move=number + 1)
        moves.append(move(name))
        hands[player] += "" if name == "pass" else moves[-1]
    return Position(*hands, rules=RULES), moves


def action(move: str) -> str:
    """RLCard's name of a move, which is its cards.

    >>> import canju.rlcard
    >>> canju.rlcard.action("3XD"), canju.rlcard.action("pass")
    ('3BR', 'pass')
    """
    return move if move == "pass" else move.partition(":")[0].translate(_TO_RLCARD)


def move(action: Union[str, int]) -> str:
    """The move of an action, given by its name or its id.

    >>> import canju.rlcard
    >>> canju.rlcard.move("3BR"), canju.rlcard.move(canju.rlcard.action_id("pass"))
    ('3XD', 'pass')
    """
    from rlcard.games.doudizhu.utils import ID_2_ACTION

    name = action if isinstance(action, str) else str(ID_2_ACTION[action])
    return name if name == "pass" else name.translate(_TO_CANJU)


def action_id(move: str) -> int:
    """The id of a move: what ``env.step`` takes."""
    from rlcard.games.doudizhu.utils import ACTION_2_ID

    return int(ACTION_2_ID[action(move)])


def action_ids(position: Position) -> Dict[str, int]:
    """Every legal move of a position with its id."""
    return {move: action_id(move) for move in position.moves()}


class OpenHandAgent:
    """An agent that sees all hands and never gives away a win, for ``env.set_agents`` and ``rlcard.utils.tournament``.

    RLCard shows an agent its own hand only, so this one looks into the environment that it is made for. In a lost position it
    resists as the line of play does. Where a limit leaves a position undecided, it asks `otherwise`, by default for the
    first legal move.

    Args:
        env: the environment that it plays in.
        time_limit: seconds for each move; whole deals can take minutes.
        node_limit: nodes for each move: the same play on every machine.
        otherwise: an agent of RLCard's to ask in undecided positions.
        threads: for each solve; 0 for one per core.

    Attributes:
        undecided: how often a limit was reached.
    """

    use_raw = True

    def __init__(
        self,
        env: DoudizhuEnv,
        *,
        time_limit: Optional[float] = None,
        node_limit: Optional[int] = None,
        otherwise: Optional[Any] = None,
        threads: int = 1,
    ) -> None:
        self.env = env
        self.time_limit = time_limit
        self.node_limit = node_limit
        self.otherwise = otherwise
        self.threads = threads
        self.undecided = 0

    def step(self, state: Dict[str, Any]) -> str:
        """The action to play in a state of the environment, by name."""
        legal: List[str] = state["raw_legal_actions"]
        if len(legal) == 1:
            return legal[0]
        result = solve(
            position(self.env), time_limit=self.time_limit, node_limit=self.node_limit, threads=self.threads
        )
        if result.best is not None:
            return action(result.best)
        if result.line:
            return action(result.line[0])
        if result.verdict == "unknown":
            self.undecided += 1
            if self.otherwise is not None:
                found = self.otherwise.step(state)
                return found if self.otherwise.use_raw else action(move(found))
        return legal[0]

    def eval_step(self, state: Dict[str, Any]) -> Tuple[str, Dict[str, Any]]:
        """The same, with what RLCard expects beside it."""
        return self.step(state), {}


class DouZeroAgent:
    """An agent of DouZero's interface, for ``env.set_agents``.

    It sees what its player sees: `canju.douzero.InfoSet` without `all_handcards`. The legal actions are RLCard's.

    Args:
        agents: for each of ``landlord``, ``landlord_down`` and ``landlord_up``, which RLCard calls 0, 1 and 2, an object with
            ``act(infoset)`` that gives one of ``infoset.legal_actions``; or one object for all of them.
    """

    use_raw = True

    def __init__(self, agents: Union[Agent, Dict[str, Agent]]) -> None:
        self.agents = agents if isinstance(agents, dict) else dict.fromkeys(POSITIONS, agents)

    def step(self, state: Dict[str, Any]) -> str:
        """The action to play in a state of the environment, by name.

        Raises:
            InputError: the agent gives no legal action.
        """
        infoset = infoset_of_state(state)
        chosen = self.agents[infoset.player_position].act(infoset)
        try:
            name = action(cards_of_integers(chosen))
        except InputError:
            name = ""
        if name not in state["raw_legal_actions"]:
            raise InputError(f"the agent of {infoset.player_position} gives {chosen!r}, which is not a legal action")
        return name

    def eval_step(self, state: Dict[str, Any]) -> Tuple[str, Dict[str, Any]]:
        """The same, with what RLCard expects beside it."""
        return self.step(state), {}


def infoset_of_state(state: Dict[str, Any]) -> InfoSet:
    """What DouZero's environment would show the player in a state of RLCard's.

    `three_landlord_cards` are RLCard's ``seen_cards``, from which it takes all cards of a rank when the landlord plays one.

    >>> import rlcard, canju.rlcard
    >>> env = rlcard.make("doudizhu", config={"seed": 1})
    >>> state, player = env.reset()
    >>> infoset = canju.rlcard.infoset_of_state(state)
    >>> infoset.player_position, len(infoset.player_hand_cards), len(infoset.other_hand_cards)
    ('landlord', 20, 34)
    """
    seen = state["raw_obs"]

    def integers(cards: str) -> List[int]:
        return integers_of_cards("pass" if cards in ("", "pass") else cards.translate(_TO_CANJU))

    return InfoSet(
        player_position=POSITIONS[seen["self"]],
        player_hand_cards=integers(seen["current_hand"]),
        other_hand_cards=integers(seen["others_hand"]),
        num_cards_left_dict=dict(zip(POSITIONS, seen["num_cards_left"])),
        three_landlord_cards=integers(seen["seen_cards"]),
        card_play_action_seq=[integers(played) for _, played in seen["trace"]],
        legal_actions=[integers(legal) for legal in state["raw_legal_actions"]],
    )


class Adviser:
    """An agent that knows what its player knows, and plays what `canju.advise` says. It needs no environment.

    Args:
        worlds: the most worlds for each move.
        seed: what they are drawn with.
        cards: take over when all hands together have at most so many cards; until then `otherwise` is asked.
        otherwise: an agent of RLCard's; by default the first legal move is played.
        time_limit: seconds for each move.
        world_nodes: the most search nodes for a world, as in `canju.advise`.
        scoring: how points are counted, if it plays for them and not to win.
        threads: 0 for one per core.

    Attributes:
        asked: how often it has asked for advice.
        undecided: how often no world was decided for the move that it played: it was estimated in all.
    """

    use_raw = True

    def __init__(
        self,
        *,
        worlds: int = 16,
        seed: int = 0,
        cards: int = 54,
        otherwise: Optional[Any] = None,
        time_limit: Optional[float] = None,
        world_nodes: Optional[int] = None,
        scoring: Optional[str] = None,
        threads: int = 1,
    ) -> None:
        self.worlds = worlds
        self.seed = seed
        self.world_nodes = world_nodes
        self.scoring = scoring
        self.cards = cards
        self.otherwise = otherwise
        self.time_limit = time_limit
        self.threads = threads
        self.asked = 0
        self.undecided = 0

    def advice(self, state: Dict[str, Any]) -> Advice:
        """The advice in a state of the environment, of which only what the player sees is read."""
        raw = state["raw_obs"]
        seat = raw["self"]
        trace: List[Tuple[int, str]] = raw["trace"]
        # An action may be written with its cards in any order; the landlord's three cards are open from the beginning.
        history = " ".join(move(action) for _, action in trace)
        open_cards = "" if seat == 0 else raw["seen_cards"].translate(_TO_CANJU)
        return advise(
            raw["current_hand"].translate(_TO_CANJU),
            _SEATS[seat],
            history=history,
            landlord_cards=open_cards,
            rules=RULES,
            worlds=self.worlds,
            seed=self.seed,
            time_limit=self.time_limit,
            world_nodes=self.world_nodes,
            scoring=self.scoring,
            threads=self.threads,
        )

    def step(self, state: Dict[str, Any]) -> str:
        """The action to play in a state of the environment, by name."""
        legal: List[str] = state["raw_legal_actions"]
        if len(legal) == 1:
            return legal[0]
        if sum(state["raw_obs"]["num_cards_left"]) <= self.cards:
            self.asked += 1
            advice = self.advice(state)
            self.undecided += advice.moves[0].worlds == 0
            return action(advice.move)
        if self.otherwise is None:
            return legal[0]
        found = self.otherwise.step(state)
        return found if self.otherwise.use_raw else action(move(found))

    def eval_step(self, state: Dict[str, Any]) -> Tuple[str, Dict[str, Any]]:
        """The same, with what RLCard expects beside it."""
        return self.step(state), {}
