"""Exact solver for Dou Dizhu (斗地主) endgames with all hands open.

Who wins when everyone plays their best, and by which move? Two hands, or the landlord against two farmers. A verdict is
proved, or it is ``"unknown"`` with the reason.

>>> import canju
>>> result = canju.solve("346999Q2", "34JAAD")
>>> result.verdict, result.best
('win', '3999')

Cards are ``3 4 5 6 7 8 9 T J Q K A 2``, ``X`` the small joker and ``D`` the big one. Hands are written in playing order and
counted from 1; with three hands the first is the landlord's. Moves are `str`: their cards, or ``"pass"``.

What is wrong with an argument is an `InputError`, a `ValueError` that knows the hand and the column. Long calls let other
threads run, and Ctrl-C ends them.

Adapters: `canju.rlcard`, `canju.openspiel`, `canju.douzero`.
"""

from ._canju import Position, Results, Reviews, Ruleset
from ._canju import advise, deal, legal_moves, parse_move, prove, review, review_many, solve, solve_many, verify
from ._canju import __version__ as __version__
from ._types import Advice, Advised, CardBand, Dealt, InputError, Move, Proved, Result, Review, ReviewedMove, Tally
from ._types import Trick, UndecidedError
from ._values import values

__all__ = [
    "Advice",
    "Advised",
    "CardBand",
    "Dealt",
    "InputError",
    "Move",
    "Position",
    "Proved",
    "Result",
    "Results",
    "Review",
    "ReviewedMove",
    "Reviews",
    "Ruleset",
    "Tally",
    "Trick",
    "UndecidedError",
    "advise",
    "deal",
    "legal_moves",
    "parse_move",
    "prove",
    "review",
    "review_many",
    "solve",
    "solve_many",
    "values",
    "verify",
]
