"""`values`, the part that knows numpy. It is imported on the first call, so that the rest of the package does without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

from ._canju import Ruleset, label
from ._types import InputError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class _Converted:
    """An array of other integers, whose slices are of type ``uint8``. It is converted as it is read, never as a whole."""

    def __init__(self, hands: NDArray[Any]) -> None:
        self.hands = hands

    def __getitem__(self, rows: slice) -> NDArray[numpy.uint8]:
        import numpy

        part = self.hands[rows]
        counts: NDArray[numpy.uint8] = part.astype(numpy.uint8)
        # Both ways, for a number that does not fit loses its upper bits.
        if not numpy.array_equal(counts, part):
            row, seat, rank = (int(index) for index in numpy.argwhere(counts != part)[0])
            message = f"{part[row, seat, rank]} of type {part.dtype} is not a number of cards"
            raise InputError(f"row {rows.start + row}: hand {seat + 1}: {message}", hand=seat + 1)
        return counts


def values(
    hands: Union[NDArray[numpy.integer[Any]], NDArray[numpy.bool_]],
    *,
    rules: Optional[Union[str, Ruleset]] = None,
    time_limit: Optional[float] = None,
    node_limit: Optional[int] = None,
    threads: int = 0,
) -> NDArray[numpy.int8]:
    """The values of many positions, in each of which the first hand leads.

    Memory does not grow with the number of positions, apart from a byte of answer for each.

    Args:
        hands: shape ``(n, seats, 15)`` with two or three seats, of type ``uint8``: how many cards of each rank each hand
            has, from 3 to the big joker. Any strides. Other integers and ``bool`` are converted, some hundred rows at a
            time. Floating-point numbers are refused.
        rules: as for `solve`.
        time_limit: seconds for each position.
        node_limit: nodes for each position.
        threads: 0 for one per core.

    Returns:
        Shape ``(n,)``, type ``int8``: 1 where the first hand (or the landlord) wins, -1 where it loses, 0 where a limit
        was reached.

    Raises:
        InputError: another shape or type, or a row that is not a position, with its number from 0 and the hand. A number
            that does not fit into ``uint8`` is named with its type.

    >>> import canju, numpy
    >>> positions = [canju.Position("346999Q2", "34JAAD"), canju.Position("345", "678")]
    >>> canju.values(numpy.array([p.counts for p in positions], dtype=numpy.uint8))
    array([ 1, -1], dtype=int8)
    """
    import numpy

    if not isinstance(hands, numpy.ndarray):
        raise TypeError(f"hands: expected a numpy array, not {type(hands).__name__}")
    if hands.dtype.kind not in "uib":
        raise InputError(f"hands: expected an array of integers or bool, best of uint8, not {hands.dtype}")
    if hands.ndim != 3 or hands.shape[1] not in (2, 3) or hands.shape[2] != 15:
        raise InputError(f"hands: expected the shape (n, 2, 15) or (n, 3, 15), not {hands.shape}")
    rows, seats = hands.shape[:2]
    # A subclass could give other bytes.
    plain = hands.view(numpy.ndarray)
    source = plain if plain.dtype == numpy.uint8 else _Converted(plain)
    return numpy.frombuffer(label(source, rows, seats, rules, time_limit, node_limit, threads), dtype=numpy.int8)
