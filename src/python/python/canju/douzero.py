"""Cards as `DouZero <https://github.com/kwai/DouZero>`_ writes them: 54-long arrays, and integers.

**Arrays.** DouZero's networks see cards as 54 zeros and ones. Entries ``4 * r`` to ``4 * r + 3`` are rank ``r``, from 3 (0) to
2 (12); of these the first ones are set, as many as there are cards. Entry 52 is the black (small) joker, 53 the red (big) one.
That is a matrix of shape (4, 13), a column for each rank, flattened column by column, and then the jokers. RLCard encodes the
cards in its observations the same way.

======== ==== ==== ==== ==== ==== ==== ==== ==== ==== ==== ==== ==== ===== ===== =====
cards     3    4    5    6    7    8    9    T    J    Q    K    A    2     X     D
entries  0-3  4-7  8-11 12…  16…  20…  24…  28…  32…  36…  40…  44…  48-51 52    53
======== ==== ==== ==== ==== ==== ==== ==== ==== ==== ==== ==== ==== ===== ===== =====

**Integers.** Its environment writes a card as 3 to 10, 11 (J), 12 (Q), 13 (K), 14 (A), 17 (2), 20 (black joker) or 30 (red
joker), and a pass as an empty list.

Its move generator plays by the rules ``douzero``. An array is a set of cards; as a move it is what `canju.parse_move` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Protocol, Sequence, Tuple, Union

from ._canju import Position, Ruleset, advise, parse_move
from ._types import Advice, InputError, Move

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray

RULES = Ruleset("douzero")
"""The rules of DouZero's move generator."""

POSITIONS = ("landlord", "landlord_down", "landlord_up")
"""DouZero's names of the players, in playing order: those of canju's three hands."""

_SEATS = ("landlord", "farmer1", "farmer2")
_SYMBOLS = "3456789TJQKA2XD"
_INTEGERS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30)


def cards_of_array(array: Union[Sequence[int], ArrayLike]) -> str:
    """The cards of a 54-long array, the lowest first.

    Raises:
        InputError: another shape, entries other than 0 and 1, or a rank whose ones are not the first of its entries.

    >>> import canju.douzero, numpy
    >>> array = numpy.zeros(54, dtype=numpy.int8)
    >>> array[[0, 1, 28, 53]] = 1
    >>> canju.douzero.cards_of_array(array)
    '33TD'
    """
    import numpy

    entries = numpy.asarray(array)
    if entries.shape != (54,):
        raise InputError(f"expected an array of shape (54,), not {entries.shape}")
    if not numpy.isin(entries, (0, 1)).all():
        raise InputError("expected zeros and ones only")
    ranks = entries[:52].reshape(13, 4)
    if (ranks[:, 1:] > ranks[:, :-1]).any():
        raise InputError("the ones of a rank are the first of its four entries")
    counts = [*ranks.sum(axis=1), *entries[52:]]
    return "".join(symbol * int(count) for symbol, count in zip(_SYMBOLS, counts))


def array_of_cards(cards: str) -> NDArray[numpy.int8]:
    """The 54-long array of cards, in any order; of ``pass`` it is zero.

    Raises:
        InputError: what is not a card of canju's, or one too many.

    >>> import canju.douzero
    >>> canju.douzero.array_of_cards("33TD").nonzero()[0].tolist()
    [0, 1, 28, 53]
    """
    import numpy

    array = numpy.zeros(54, dtype=numpy.int8)
    for number, symbol in enumerate(_SYMBOLS):
        count = 0 if cards == "pass" else cards.count(symbol)
        if count > (4 if number < 13 else 1):
            raise InputError(f"`{cards}` has {count} cards of rank {symbol}")
        start = 4 * number if number < 13 else 39 + number
        array[start : start + count] = 1
    if cards != "pass" and array.sum() != len(cards):
        column = next(at for at, card in enumerate(cards, 1) if card not in _SYMBOLS)
        raise InputError(f"column {column}: unknown card `{cards[column - 1]}`", column=column)
    return array


def cards_of_integers(integers: Iterable[int]) -> str:
    """The cards of DouZero's integers, in any order; ``pass`` of none.

    >>> import canju.douzero
    >>> canju.douzero.cards_of_integers([3, 3, 10, 17, 30]), canju.douzero.cards_of_integers([])
    ('33T2D', 'pass')
    """
    try:
        numbers = sorted(_INTEGERS.index(integer) for integer in integers)
    except ValueError:
        raise InputError(f"expected the integers {', '.join(map(str, _INTEGERS))}") from None
    return "".join(_SYMBOLS[number] for number in numbers) or "pass"


def integers_of_cards(cards: str) -> List[int]:
    """DouZero's integers for cards, or for ``pass``.

    >>> import canju.douzero
    >>> canju.douzero.integers_of_cards("33T2D")
    [3, 3, 10, 17, 30]
    """
    array_of_cards(cards)  # for its errors
    return [] if cards == "pass" else sorted(_INTEGERS[_SYMBOLS.index(card)] for card in cards)


def game(
    card_play_data: Mapping[str, Iterable[int]], card_play_action_seq: Iterable[Iterable[int]]
) -> Tuple[Position, List[str]]:
    """The game of a deal and the actions that were played: what `canju.review` takes.

    DouZero has no file of whole games. Its ``generate_eval_data.py`` writes deals, a list of ``card_play_data``, and its environment keeps
    the actions of the game that it plays in ``card_play_action_seq``. It plays on with the lists of the deal and takes the cards out of
    them, so keep a copy of the deal.

    Args:
        card_play_data: the cards of ``landlord``, ``landlord_down`` and ``landlord_up``, as integers. What else it has, as
            ``three_landlord_cards``, is not read.
        card_play_action_seq: the cards of each action, the landlord's first, a pass as an empty list.

    Returns:
        The position at the start, and all moves. Where cards have several readings, the move is the one that answers the trick; on
        the lead it is the one that DouZero's ``move_detector`` sees: a chain of trios without wings, else that of the highest
        rank.

    Raises:
        InputError: a player is missing; integers that are not cards; hands that are not a deal.

    >>> import canju, canju.douzero
    >>> deal = {"landlord": [3, 3, 5], "landlord_down": [4, 14], "landlord_up": [7]}
    >>> start, moves = canju.douzero.game(deal, [[3], [4], [7]])
    >>> moves, canju.review(start, moves).turning_points
    (['3', '4', '7'], (1,))
    """
    missing = [name for name in POSITIONS if name not in card_play_data]
    if missing:
        raise InputError(f"the deal has no cards of {missing[0]}")
    first, second, third = (cards_of_integers(card_play_data[name]).replace("pass", "") for name in POSITIONS)
    start = Position(first, second, third, rules=RULES)
    moves: List[str] = []
    here: Optional[Position] = start
    for action in card_play_action_seq:
        moves.append(_reading(here, cards_of_integers(action)))
        here = _after(here, moves[-1])
    return start, moves


def _reading(here: Optional[Position], cards: str) -> str:
    """The move that these cards are at this position; unknown after a move that is not legal."""
    if here is None or len(cards) < 8:
        return cards
    readings = [parse_move(move, rules=RULES) for move in here.moves() if move.partition(":")[0] == cards]

    def detected(reading: Move) -> Tuple[bool, int]:
        return reading.kind == "trio_chain", _SYMBOLS.index(reading.rank or "3")

    return max(readings, key=detected).text if readings else cards


def _after(here: Optional[Position], move: str) -> Optional[Position]:
    try:
        return here.play(move) if here is not None else None
    except InputError:
        # `canju.review` says what is wrong.
        return None


class Agent(Protocol):
    """Who DouZero's environment asks for moves: its ``DeepAgent``, for example."""

    def act(self, infoset: Any) -> List[int]:
        """One of ``infoset.legal_actions``."""


class Adviser:
    """An agent of DouZero's interface that plays what `canju.advise` says. It reads only what its player sees.

    Args:
        worlds: the most worlds for each move.
        seed: what they are drawn with.
        time_limit: seconds for each move.
        world_nodes: the most search nodes for a world, as in `canju.advise`.
        scoring: how points are counted, if it plays for them and not to win.
        threads: 0 for one per core.

    Attributes:
        asked: how often it has asked for advice.
        undecided: how often no world was decided for the move that it played: it was estimated in all.

    >>> import canju.douzero
    >>> played = canju.douzero.integers_of_cards("33344445555666677778888999TTTTJJJJQQQKKKAA222XD")
    >>> left = {"landlord": 4, "landlord_down": 2, "landlord_up": 1}
    >>> infoset = canju.douzero.InfoSet("landlord", [3, 14, 14, 17], [9, 12, 13], left, [], [played, [], []], [[3], [17]])
    >>> canju.douzero.Adviser().act(infoset)
    [17]
    """

    def __init__(
        self,
        *,
        worlds: int = 16,
        seed: int = 0,
        time_limit: Optional[float] = None,
        world_nodes: Optional[int] = None,
        scoring: Optional[str] = None,
        threads: int = 1,
    ) -> None:
        self.worlds = worlds
        self.seed = seed
        self.world_nodes = world_nodes
        self.scoring = scoring
        self.time_limit = time_limit
        self.threads = threads
        self.asked = 0
        self.undecided = 0

    def advice(self, infoset: Any) -> Advice:
        """The advice for the player of an information set of DouZero's, or of `InfoSet`."""
        seat = POSITIONS.index(infoset.player_position)
        hand = cards_of_integers(infoset.player_hand_cards)
        one, other = (infoset.num_cards_left_dict[name] for name in POSITIONS if name != infoset.player_position)
        played = [card for action in infoset.played_cards.values() for card in action]
        open_cards = infoset.three_landlord_cards if seat != 0 else []
        last: Optional[str] = None
        by: Optional[str] = None
        if infoset.last_move:
            cards = cards_of_integers(infoset.last_move)
            last = _reading(Position(cards, hand, rules=RULES), cards)
            by = _SEATS[POSITIONS.index(infoset.last_pid)]
        return advise(
            hand,
            _SEATS[seat],
            left=(one, other),
            played=cards_of_integers(played).replace("pass", ""),
            landlord_cards=cards_of_integers(open_cards).replace("pass", ""),
            last=last,
            by=by,
            rules=RULES,
            worlds=self.worlds,
            seed=self.seed,
            time_limit=self.time_limit,
            world_nodes=self.world_nodes,
            scoring=self.scoring,
            threads=self.threads,
        )

    def act(self, infoset: Any) -> List[int]:
        """The action to play: one of ``infoset.legal_actions``.

        Raises:
            InputError: the information set fits no deal, or none of the moves advised is a legal action.
        """
        if len(infoset.legal_actions) == 1:
            return list(infoset.legal_actions[0])
        self.asked += 1
        advice = self.advice(infoset)
        self.undecided += advice.moves[0].worlds == 0
        # Cards with two readings are one action, and the advice names the reading.
        legal = {cards_of_integers(action): list(action) for action in infoset.legal_actions}
        for advised in advice.moves:
            for move in (advised.move, *advised.equal):
                cards = move.partition(":")[0]
                if cards in legal:
                    return legal[cards]
        raise InputError(f"none of the legal actions is a move of {infoset.player_position}")


@dataclass
class InfoSet:
    """What DouZero's environment shows the player to move, with the attributes of its ``InfoSet``. Cards are integers.

    Dictionaries have the keys `POSITIONS`.

    >>> import canju.douzero
    >>> infoset = canju.douzero.InfoSet("landlord_down", [4, 14], [3, 5, 7], {}, [], [[3]], [[4], [14], []])
    >>> infoset.last_move, infoset.last_pid, infoset.played_cards["landlord"]
    ([3], 'landlord', [3])
    """

    player_position: str
    """``"landlord"``, ``"landlord_down"`` or ``"landlord_up"``."""
    player_hand_cards: List[int]
    """The player's hand."""
    other_hand_cards: List[int]
    """The two other hands together."""
    num_cards_left_dict: Dict[str, int]
    """How many cards each player has."""
    three_landlord_cards: List[int]
    """The landlord's three cards that all have seen, as far as they are not played."""
    card_play_action_seq: List[List[int]]
    """All actions so far, the landlord's first; a pass is an empty list."""
    legal_actions: List[List[int]]
    """What may be played."""
    all_handcards: Optional[Dict[str, List[int]]] = None
    """The hands of all players; None where a player is not to see them."""

    @property
    def last_move(self) -> List[int]:
        """What must be answered; empty on the lead."""
        seq = self.card_play_action_seq
        return next((action for action in reversed(seq[-2:]) if action), [])

    @property
    def last_two_moves(self) -> List[List[int]]:
        """The last two actions, the last one first."""
        return [*reversed(self.card_play_action_seq[-2:]), [], []][:2]

    @property
    def last_move_dict(self) -> Dict[str, List[int]]:
        """The last action of each player."""
        return {name: actions[-1] if actions else [] for name, actions in self._actions()}

    @property
    def played_cards(self) -> Dict[str, List[int]]:
        """What each player has played."""
        return {name: [card for action in actions for card in action] for name, actions in self._actions()}

    @property
    def last_pid(self) -> str:
        """The player of the last action that was not a pass."""
        played = [number for number, action in enumerate(self.card_play_action_seq) if action]
        return POSITIONS[played[-1] % 3 if played else 0]

    @property
    def bomb_num(self) -> int:
        """Bombs and rockets so far."""
        return sum(
            len(action) == 4 and len(set(action)) == 1 or sorted(action) == [20, 30] for action in self.card_play_action_seq
        )

    def _actions(self) -> Iterable[Tuple[str, List[List[int]]]]:
        return ((name, self.card_play_action_seq[seat::3]) for seat, name in enumerate(POSITIONS))
