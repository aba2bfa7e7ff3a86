"""The types of the extension module. Its texts are in the sources in Rust: `help(canju.solve)`."""

from typing import Any, Iterable, Iterator, List, Literal, Optional, Sequence, SupportsIndex, Tuple, TypedDict, Union, final

from typing_extensions import Unpack

from ._types import Advice, Dealt, Move, Proved, Result, Review, Trick

__all__ = [
    "__version__",
    "Position",
    "Results",
    "Reviews",
    "Ruleset",
    "advise",
    "deal",
    "game_of_log",
    "label",
    "legal_moves",
    "parse_move",
    "prove",
    "review",
    "review_many",
    "solve",
    "solve_many",
    "verify",
]

__version__: str

_Rules = Optional[Union[str, Ruleset]]
_Position = Union[Position, str, Sequence[str]]
_Moves = Union[str, Iterable[str]]

# What is asked of a solve. A test writes the fields: src/it/house/written.rs.
class _Task(TypedDict, total=False):
    all_moves: Optional[bool]
    """Decide every first move, not only as many as the verdict needs."""
    line: Optional[bool]
    """Find a line of play."""
    shortest: Optional[bool]
    """Find the quickest win or the longest resistance, and how many plies the game lasts, a pass counting as one."""
    resistance: Optional[Literal["quick", "best"]]
    """How the losing side resists in the line of play: quick goes by a guess, best searches."""
    plain: Optional[bool]
    """Make the certificate plain: larger, but to check it takes the rules alone, and no theorem on which positions are better."""
    time_limit: Optional[float]
    """Give up on a position, its line of play and certificate included, after this time, in seconds."""
    node_limit: Optional[SupportsIndex]
    """Give up on a position after this many nodes."""
    memory: Optional[SupportsIndex]
    """Use at most so many bytes of memory."""

@final
class Ruleset:
    def __new__(cls, text: _Rules = None) -> Ruleset: ...

    @staticmethod
    def presets() -> Tuple[str, ...]: ...

    @property
    def preset(self) -> str: ...

    @property
    def packs(self) -> int: ...

    @property
    def kinds(self) -> Tuple[str, ...]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __ne__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

@final
class Position:
    def __new__(
        cls,
        first: str,
        second: str,
        third: Optional[str] = None,
        *,
        rules: _Rules = None,
        turn: Optional[SupportsIndex] = None,
        last: Optional[str] = None,
        by: Optional[SupportsIndex] = None,
        scoring: Optional[str] = None,
        stake: Optional[SupportsIndex] = None,
        moves_made: Optional[Sequence[SupportsIndex]] = None,
    ) -> Position: ...

    @staticmethod
    def parse(line: str, *, rules: _Rules = None) -> Position: ...

    @property
    def hands(self) -> Tuple[str, ...]: ...

    @property
    def counts(self) -> Tuple[Tuple[int, ...], ...]: ...

    @property
    def turn(self) -> int: ...

    @property
    def trick(self) -> Optional[Trick]: ...

    @property
    def last(self) -> Optional[str]: ...

    @property
    def rules(self) -> Ruleset: ...

    @property
    def scoring(self) -> str: ...

    @property
    def stake(self) -> int: ...

    @property
    def moves_made(self) -> Optional[Tuple[int, int, int]]: ...

    @property
    def winner(self) -> Optional[int]: ...

    def moves(self) -> List[str]: ...

    def play(self, played: str) -> Position: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __ne__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

@final
class Results:
    def __iter__(self) -> Iterator[Result]: ...

    def __next__(self) -> Result: ...

def solve(
    first: _Position,
    second: Optional[str] = None,
    third: Optional[str] = None,
    *,
    rules: _Rules = None,
    last: Optional[str] = None,
    scoring: Optional[str] = None,
    stake: Optional[SupportsIndex] = None,
    moves_made: Optional[Sequence[SupportsIndex]] = None,
    threads: Optional[SupportsIndex] = 1,
    **task: Unpack[_Task],
) -> Result: ...

def solve_many(
    positions: Iterable[_Position],
    *,
    rules: _Rules = None,
    threads: Optional[SupportsIndex] = 0,
    **task: Unpack[_Task],
) -> Results: ...

def advise(
    hand: str,
    seat: str,
    *,
    left: Optional[Tuple[int, int]] = None,
    played: str = "",
    landlord_cards: str = "",
    history: Optional[str] = None,
    last: Optional[str] = None,
    by: Optional[str] = None,
    rules: _Rules = None,
    worlds: Optional[SupportsIndex] = 64,
    seed: Optional[SupportsIndex] = 0,
    every_move: bool = False,
    exact_only: bool = False,
    world_nodes: Optional[SupportsIndex] = None,
    time_limit: Optional[float] = None,
    scoring: Optional[str] = None,
    stake: Optional[SupportsIndex] = None,
    moves_made: Optional[Sequence[int]] = None,
    threads: Optional[SupportsIndex] = 1,
) -> Advice: ...

def deal(seed: Optional[SupportsIndex] = None, *, rules: _Rules = None) -> Dealt: ...

@final
class Reviews:
    def __iter__(self) -> Iterator[Review]: ...

    def __next__(self) -> Review: ...

def review(
    start: _Position,
    moves: _Moves,
    *,
    rules: _Rules = None,
    all_moves: bool = False,
    time_limit: Optional[float] = None,
    node_limit: Optional[SupportsIndex] = None,
    threads: Optional[SupportsIndex] = 1,
) -> Review: ...

def game_of_log(log: str) -> Tuple[Position, List[str]]: ...
def review_many(
    games: Iterable[Tuple[_Position, _Moves]],
    *,
    rules: _Rules = None,
    all_moves: bool = False,
    time_limit: Optional[float] = None,
    node_limit: Optional[SupportsIndex] = None,
    threads: Optional[SupportsIndex] = 0,
) -> Reviews: ...

def legal_moves(hand: str, last: Optional[str] = None, *, rules: _Rules = None) -> List[str]: ...

def parse_move(text: str, *, rules: _Rules = None) -> Move: ...

def prove(
    first: _Position,
    second: Optional[str] = None,
    third: Optional[str] = None,
    *,
    rules: _Rules = None,
    last: Optional[str] = None,
    **task: Unpack[_Task],
) -> bytes: ...

def verify(certificate: Union[bytes, bytearray]) -> Proved: ...

def label(
    hands: Any,
    rows: int,
    seats: int,
    rules: _Rules,
    time_limit: Optional[float],
    node_limit: Optional[SupportsIndex],
    threads: SupportsIndex,
) -> bytearray: ...
