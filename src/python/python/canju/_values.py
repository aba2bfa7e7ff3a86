"""`values`, the part that knows numpy. It is imported on the first call, so that the rest of the package does without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

from ._canju import Ruleset, label
from ._types import InputError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


def values(
    hands: NDArray[numpy.uint8],
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
            has, from 3 to the big joker. Any strides.
        rules: as for `solve`.
        time_limit: seconds for each position.
        node_limit: nodes for each position.
        threads: 0 for one per core.

    Returns:
        Shape ``(n,)``, type ``int8``: 1 where the first hand (or the landlord) wins, -1 where it loses, 0 where a limit
        was reached.

    Raises:
        InputError: another shape or type, or a row that is not a position, with its number from 0 and the hand.

    >>> import canju, numpy
    >>> positions = [canju.Position("346999Q2", "34JAAD"), canju.Position("345", "678")]
    >>> canju.values(numpy.array([p.counts for p in positions], dtype=numpy.uint8))
    array([ 1, -1], dtype=int8)
    """
    import numpy

    if not isinstance(hands, numpy.ndarray):
        raise TypeError(f"hands: expected a numpy array, not {type(hands).__name__}")
    if hands.dtype != numpy.uint8:
        raise InputError(f"hands: expected an array of uint8, not {hands.dtype}")
    if hands.ndim != 3 or hands.shape[1] not in (2, 3) or hands.shape[2] != 15:
        raise InputError(f"hands: expected the shape (n, 2, 15) or (n, 3, 15), not {hands.shape}")
    rows, seats = hands.shape[:2]
    # A subclass could give other bytes.
    plain = hands.view(numpy.ndarray)
    return numpy.frombuffer(label(plain, rows, seats, rules, time_limit, node_limit, threads), dtype=numpy.int8)
