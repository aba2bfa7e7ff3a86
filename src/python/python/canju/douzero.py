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

from typing import TYPE_CHECKING, Iterable, List, Sequence, Union

from ._canju import Ruleset
from ._types import InputError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray

RULES = Ruleset("douzero")
"""The rules of DouZero's move generator."""

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
