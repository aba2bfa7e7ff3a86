"""Matches of `Botzone <https://botzone.org.cn>`_'s games FightTheLandlord and FightTheLandlord2.

No real match was to be had when this was written. The reader, which `canju review` and the page have, too, follows what the published
judges of the two games write, and is tested with matches that were made by their rules.
"""

from __future__ import annotations

import json
from typing import Any, List, Mapping, Sequence, Tuple, Union

from ._canju import Position, Ruleset, game_of_log

RULES = Ruleset("botzone")
"""The rules of both games."""


def game(log: Union[str, Sequence[Any], Mapping[str, Any]]) -> Tuple[Position, List[str]]:
    """The game of a match: what `canju.review` takes.

    The judge's ``display`` shows the deal, and each move as an ``event``. Where a player failed the judge plays in its place, so the
    event counts and not the answer. A match that a fault ended is read up to the fault. FightTheLandlord2 is played for points: the
    position has the scoring ``botzone`` and the bid as its stake.

    Args:
        log: the list of the match's log, or an object that has it as ``log``; or the JSON text of either.

    Returns:
        The position at the start, the landlord's hand first, and all moves.

    Raises:
        InputError: what is no match, with the place in it; a move that can't be played.

    >>> import canju, canju.botzone
    >>> deal = {"allocation": [list(range(20)), list(range(20, 37)), list(range(37, 54))], "publiccard": [0, 1, 2]}
    >>> log = [
    ...     {"output": {"command": "request", "content": {}, "display": deal}},
    ...     {"0": {"response": [0, 1], "verdict": "OK"}},
    ...     {"output": {"command": "request", "content": {}, "display": {"event": {"player": 0, "action": [0, 1]}}}},
    ... ]
    >>> start, moves = canju.botzone.game(log)
    >>> start.turn, str(start.rules), moves
    (1, 'botzone', ['33'])
    """
    return game_of_log(log if isinstance(log, str) else json.dumps(log))
