"""What the solver gives back, as plain frozen data, and the errors. The extension module makes them; see `answers.rs`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Optional, Tuple

if TYPE_CHECKING:
    from ._canju import Position

Verdict = Literal["win", "loss", "unknown"]
Mark = Literal["kept", "gave_away", "lost_anyway", "forced", "unknown"]


class InputError(ValueError):
    """What is wrong with an argument.

    Attributes:
        hand: the hand that is wrong, from 1, or None.
        column: where in the text, in characters from 1, or None.
        move: the number of the move that is wrong in a game, from 1, or None; `hand` is then its player's.

    >>> import canju
    >>> try:
    ...     canju.solve("346999Q2", "34J?AD")
    ... except ValueError as error:
    ...     str(error)[:34], error.hand, error.column
    ('hand 2: column 4: unknown card `?`', 2, 4)
    """

    def __init__(
        self, message: str, hand: Optional[int] = None, column: Optional[int] = None, move: Optional[int] = None
    ) -> None:
        super().__init__(message)
        self.hand = hand
        self.column = column
        self.move = move

    def __reduce__(self) -> Tuple[type, Tuple[str, Optional[int], Optional[int], Optional[int]]]:
        return type(self), (str(self), self.hand, self.column, self.move)


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
    plies: Optional[int] = None
    """With `shortest` how many plies the game lasts if the winner ends it as soon and the loser as late as possible."""
    value: Optional[int] = None
    """Played for points: what the player to move gets when all play their best. None if a limit was reached."""
    value_at_least: Optional[int] = None
    """Played for points: the player to move can get as many; equal to `value` if that is known."""
    value_at_most: Optional[int] = None
    """Played for points: the player to move can get no more; equal to `value` if that is known."""
    best_moves: Tuple[str, ...] = ()
    """Played for points, with `all_moves`: the moves that are worth most."""
    values: Tuple[Tuple[str, Optional[int]], ...] = ()
    """Played for points, with `all_moves`: every legal move with what it is worth for the player who makes it."""


@dataclass(frozen=True)
class Advised:
    """What became of a legal move in the worlds of an `Advice`. With all worlds they count as often as they are dealt."""

    move: str
    """The move."""
    equal: Tuple[str, ...]
    """Other moves that come to the same in every world."""
    share: Optional[float]
    """The share of worlds in which it wins, of those in which it is decided or estimated, 0 to 1. None if there are none."""
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
    estimated: int = 0
    """In how many a limit was reached, and it is estimated how likely the move wins."""
    expected: float = 0.0
    """In how many of these it is expected to win."""
    points: Optional[float] = None
    """Played for points: what the move may be expected to bring. Only the moves that win most often are asked."""
    points_low: Optional[float] = None
    """The lower end of the interval of these points: 95 % for sampled worlds."""
    points_high: Optional[float] = None
    """The upper end."""
    points_exact: Optional[int] = None
    """In how many worlds they are exact; in the others some are estimated."""


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
    """What left moves open or estimated: ``"time"`` or ``"nodes"``. Otherwise None."""

    @property
    def move(self) -> str:
        """The move that is advised, as `best`: what a bot plays."""
        return self.best


@dataclass(frozen=True)
class Dealt:
    """A whole deal; see `canju.deal`."""

    seed: int
    """Which one."""
    position: Position
    """The hands before the landlord's first move, and the rules."""
    landlord_cards: str
    """Three cards of the landlord's hand, which all see."""


@dataclass(frozen=True)
class Proved:
    """What a certificate proves; see `canju.verify`."""

    verdict: Optional[Literal["win", "loss"]]
    """For the side to move in `position`; None if the points that are proved don't say it."""
    position: Position
    """The position that the certificate is about. Compare it with the one in question."""
    positions: int
    """Positions visited by the check."""
    moves: int
    """Moves followed by the check."""
    bytes: int
    """The certificate's size."""
    value_at_least: Optional[int] = None
    """The points that the player to move gets at least, if that is proved."""
    value_at_most: Optional[int] = None
    """The points that it gets at most, if that is proved."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game, and what it did. Verdicts are for the side that made it."""

    ply: int
    """Its number, from 1; a pass counts."""
    player: int
    """The player that made it, from 0: the first player or the landlord is 0."""
    move: str
    """The move."""
    cards: int
    """The cards of all hands before it."""
    before: Verdict
    """Before it."""
    after: Verdict
    """After it."""
    mark: Mark
    """``"kept"``: the side had the win, the player had a choice, and the side still has the win. ``"gave_away"``: it has it no
    longer. ``"lost_anyway"``: the side had lost already. ``"forced"``: the only legal move. ``"unknown"``: a limit was
    reached."""
    keeping: Tuple[str, ...]
    """Moves that keep the win, where there is one in hand and a choice: with `all_moves` every one, else one or two."""
    keeping_is_complete: bool
    """Are these known to be all?"""
    only_move: Optional[bool]
    """Does only one set of cards keep the win? None without a win in hand, or if that was not found."""
    refutation: Tuple[str, ...]
    """After a mistake: the moves up to the first winning one of the other side."""
    plies: Optional[int]
    """After a mistake: how many plies the game would have lasted with best play; None if that takes more than 10,000 nodes to
    find."""
    value_before: Optional[int] = None
    """Played for points: what the player got with best play before the move. None if a limit left this or `value_after` open."""
    value_after: Optional[int] = None
    """The same after it: less if the move gave points away."""


@dataclass(frozen=True)
class CardBand:
    """A part of a `Tally`: the positions with so many cards in all hands together."""

    from_cards: int
    """The fewest cards."""
    to_cards: int
    """The most cards."""
    won: int
    """Positions with a win in hand."""
    given_away: int
    """At how many of them the win was given away."""
    only_moves: int
    """At how many the win was kept by the only set of cards that keeps it."""


@dataclass(frozen=True)
class Tally:
    """The wins that a player or a side had in hand: positions that its side won and in which it had a choice."""

    player: Optional[int]
    """The player, from 0; None in the tally of a side."""
    side: int
    """Its side: 1 is the first hand or the landlord, 2 the second hand or the farmers."""
    won: int
    """Positions with a win in hand."""
    given_away: int
    """At how many of them the win was given away."""
    only_moves: int
    """At how many the win was kept by the only set of cards that keeps it."""
    accuracy: Optional[float]
    """The share of wins in hand that was kept, to four decimals; None without any."""
    by_cards: Tuple[CardBand, ...]
    """The same for 1 to 10 cards left in all hands, 11 to 20, and so on."""
    points_given_away: Optional[int] = None
    """Played for points: how many were given away, all moves together, as far as their values are known."""


@dataclass(frozen=True)
class Review:
    """What a review found: the record ``canju.review/1``, whose fields for the start are those of `position`.

    >>> import canju
    >>> review = canju.review("335 | 4A", "3 4")
    >>> review.moves[0].mark, review.moves[0].keeping, review.moves[0].refutation
    ('gave_away', ('33',), ('4',))
    >>> review.winners, review.over, review.players[0].accuracy
    ((1, 2, 2), False, 0.0)
    """

    position: Position
    """Where the game started."""
    moves: Tuple[ReviewedMove, ...]
    """Its moves."""
    winners: Tuple[Optional[int], ...]
    """The side that wins at each position, one more than there are moves: 1 is the first hand or the landlord, 2 the second hand
    or the farmers, None is unknown."""
    over: bool
    """Is the game over after its last move?"""
    turning_points: Tuple[int, ...]
    """The plies of the moves that gave a win away."""
    players: Tuple[Tally, ...]
    """The wins that each player had in hand."""
    sides: Tuple[Tally, ...]
    """The same for the two sides."""
    nodes: int
    """Nodes visited."""
    elapsed: float
    """Seconds."""
    threads: int
    """Worker threads."""
    reason: Optional[str]
    """The first limit that left anything open: ``"time"``, ``"nodes"`` or ``"memory"``. Otherwise None."""
    values: Tuple[Optional[int], ...] = ()
    """Played for points: what the first hand, or the landlord, gets with best play from each position on, one more than there are
    moves; None where a limit left it open. Otherwise empty."""
