"""What the solver gives back, as plain frozen data, and the errors. The extension module makes them; see `answers.rs`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Optional, Tuple

if TYPE_CHECKING:
    from ._canju import Position

Verdict = Literal["win", "loss", "unknown"]


class InputError(ValueError):
    """What is wrong with an argument.

    Attributes:
        hand: the hand that is wrong, from 1, or None.
        column: where in the text, in characters from 1, or None.

    >>> import canju
    >>> try:
    ...     canju.solve("346999Q2", "34J?AD")
    ... except ValueError as error:
    ...     str(error)[:34], error.hand, error.column
    ('hand 2: column 4: unknown card `?`', 2, 4)
    """

    def __init__(self, message: str, hand: Optional[int] = None, column: Optional[int] = None) -> None:
        super().__init__(message)
        self.hand = hand
        self.column = column

    def __reduce__(self) -> Tuple[type, Tuple[str, Optional[int], Optional[int]]]:
        return type(self), (str(self), self.hand, self.column)


class UndecidedError(RuntimeError):
    """There is no certificate, because a limit was reached before the verdict. `reason` is ``"time"``, ``"nodes"`` or
    ``"memory"``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"not decided: the limit of {self.reason} was reached"


@dataclass(frozen=True)
class Move:
    """A move in its parts; see `canju.parse_move`.

    >>> import canju
    >>> canju.parse_move("9939")
    Move(text='3999', kind='trio_solo', cards='3999', length=1, rank='9', kickers='3')
    """

    text: str
    """As canju writes it, with its kind if the cards have several readings: ``333444555666:trio_chain``."""
    kind: str
    """``"solo"``, ``"pair"``, …, ``"rocket"``: those of `Ruleset.kinds`; or ``"pass"``."""
    cards: str
    """All cards, the lowest first; none for a pass."""
    length: int
    """How many ranks the body has: 1 outside chains. For a bomb the number of equal cards, for a rocket of jokers; 0 for a
    pass."""
    rank: Optional[str]
    """The lowest rank of the body; None for a pass."""
    kickers: str
    """The cards beside the body."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Trick:
    """What must be answered: kind, length and lowest rank as in `Move`, and the hand that played it, from 1."""

    kind: str
    length: int
    rank: str
    hand: int


@dataclass(frozen=True)
class Result:
    """What a solve found.

    >>> import canju
    >>> result = canju.solve("335", "4A", all_moves=True)
    >>> result.winning_moves, result.line
    (('33',), ('33', 'pass', '5'))
    >>> dict(result.moves)
    {'3': 'loss', '5': 'loss', '33': 'win'}
    """

    verdict: Verdict
    """``"win"`` if the side to move can force a win, ``"loss"`` if it can't, or ``"unknown"``."""
    reason: Optional[str]
    """Why the verdict is unknown: ``"time"``, ``"nodes"`` or ``"memory"``. Otherwise None."""
    best: Optional[str]
    """The winning move to play; None without a win."""
    winning_moves: Tuple[str, ...]
    """With `all_moves` every winning move. Otherwise `best`, if there is one."""
    moves: Tuple[Tuple[str, Verdict], ...]
    """With `all_moves` every legal move with its verdict for the side that makes it. Otherwise empty."""
    line: Tuple[str, ...]
    """A whole game in which the winner plays winning moves and the loser resists. Empty without a verdict."""
    nodes: int
    """Nodes visited for the verdict."""
    elapsed: float
    """Seconds to the verdict."""
    position: Position
    """What was solved."""


@dataclass(frozen=True)
class Advised:
    """What became of a legal move in the worlds of an `Advice`. With all worlds they count as often as they are dealt."""

    move: str
    """The move."""
    equal: Tuple[str, ...]
    """Other moves that come to the same in every world."""
    share: Optional[float]
    """The share of worlds in which it wins, of those in which it is decided, 0 to 1. None if there are none."""
    low: float
    """The lower end of the interval of the share: 95 % for sampled worlds, for sure for all."""
    high: float
    """The upper end."""
    worlds: int
    """In how many worlds it is decided."""
    won: int
    """In how many it wins."""
    open: int
    """In how many a limit left it undecided."""
    dropped: bool
    """It can no longer be the best, and was not asked about in all worlds."""


@dataclass(frozen=True)
class Advice:
    """What `canju.advise` says: an estimate, never a verdict.

    >>> import canju
    >>> advice = canju.advise("34455667789TJQKA2", "farmer1", history="3", worlds=4, time_limit=0.0)
    >>> advice.basis, advice.worlds, advice.limit
    ('sampled worlds', 4, 'time')
    """

    best: str
    """The move that is advised."""
    moves: Tuple[Advised, ...]
    """The legal moves, the best one first."""
    basis: str
    """``"sampled worlds"`` or ``"all worlds"``."""
    worlds: int
    """How many worlds there were to decide."""
    elapsed: float
    """Seconds."""
    limit: Optional[str]
    """What left moves open: ``"time"``. Otherwise None."""


@dataclass(frozen=True)
class Proved:
    """What a certificate proves; see `canju.verify`."""

    verdict: Literal["win", "loss"]
    """For the side to move in `position`."""
    position: Position
    """The position that the certificate is about. Compare it with the one in question."""
    positions: int
    """Positions visited by the check."""
    moves: int
    """Moves followed by the check."""
    bytes: int
    """The certificate's size."""
