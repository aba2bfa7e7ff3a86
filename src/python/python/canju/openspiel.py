"""Adapter for `OpenSpiel <https://github.com/google-deepmind/open_spiel>`_'s game ``dou_dizhu``, tested with open_spiel 2.0.2.

>>> import pyspiel, canju.openspiel
>>> state = pyspiel.load_game("dou_dizhu").new_initial_state()
>>> while not canju.openspiel.is_play(state):
...     state.apply_action(state.legal_actions()[-1])
>>> position = canju.openspiel.position(state)
>>> position.turn, str(position.rules)
(1, 'openspiel')
>>> set(canju.openspiel.action_ids(state).values()) == set(state.legal_actions())
True

Canju's first hand is the 地主's; the others follow in playing order (`seats`). Actions have the same names but for the jokers,
``(BWJ)`` and ``(CJ)``, and the dash between a chain of trios and its wings.

**Two faults of OpenSpiel 2.0.2.** Its engine departs from its own rule text in two ways, and `faults` says where:

* ``"missing_chains"``: chains without wings that begin with a rank of which the hand holds four are not among the legal
  actions (its search for chains passes such a rank over). With 8888 9TJQ the rule text allows 89TJQ; the engine does not.
* ``"bomb_on_rocket"``: a bomb may be played on the rocket, which no card beats.

So a verdict of canju's is about the rule text. In a state without faults the legal moves are the same; the game below it may
still meet them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, FrozenSet, List, Tuple

from ._canju import Position, Ruleset, parse_move
from ._types import InputError, Move

if TYPE_CHECKING:
    from pyspiel import State

RULES = Ruleset("openspiel")
"""The rules of OpenSpiel's rule text."""

# A history begins with the place of the card that is turned up, whose player bids first, and 51 cards dealt in turns. Cards have
# the ids 51 to 104: suit by suit 3 to 2, then the jokers. Then come bids (1 to 3) and passes (0), then moves (4 and more) and passes.
_DEALT = 51
_FIRST_CARD = 51
_BIDS = range(1, 4)
_RANKS = "3456789TJQKA2"


def is_play(state: State) -> bool:
    """Is a player to move, and are deal and auction over?"""
    # There is a higher bid as long as there is an auction.
    return state.is_player_node() and not any(id in _BIDS for id in state.legal_actions())


def seats(state: State) -> Tuple[int, int, int]:
    """The players in the order of canju's hands, the 地主 first.

    Raises:
        InputError: the play has not begun.
    """
    auction, plays = _auction_and_plays(state.history())
    bids = [number for number, id in enumerate(auction) if id in _BIDS]
    if not bids or not plays and not is_play(state):
        raise InputError("deal and auction are not over")
    dizhu = (state.history()[0] + bids[-1]) % 3
    return dizhu, (dizhu + 1) % 3, (dizhu + 2) % 3


def position(state: State) -> Position:
    """The position of a state, all hands open.

    Raises:
        InputError: the play has not begun, or the game is over.
    """
    order = seats(state)
    if state.is_terminal():
        raise InputError("the game is over")
    hands = _dealt(state.history(), order)
    last = by = None
    _, plays = _auction_and_plays(state.history())
    for number, id in enumerate(plays):
        seat = number % 3
        played = move(state.action_to_string(order[seat], id))
        if played != "pass":
            last, by = played, seat + 1
            for card in played.partition(":")[0]:
                hands[seat].remove(card)
    turn = len(plays) % 3 + 1
    if by == turn:
        last = by = None
    first, second, third = ("".join(hand) for hand in hands)
    return Position(first, second, third, rules=RULES, turn=turn, last=last, by=by)


def game(state: State) -> Tuple[Position, List[str]]:
    """The game of a state's history, from the end of the auction: what `canju.review` takes.

    A bomb on the rocket, which OpenSpiel 2.0.2 allows, is then refused as a move that is not legal.

    Returns:
        The position at the start, in which the 地主 leads, and all moves.

    Raises:
        InputError: the play has not begun.

    >>> import pyspiel, canju, canju.openspiel
    >>> state = pyspiel.load_game("dou_dizhu").new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[-1])
    >>> start, moves = canju.openspiel.game(state)
    >>> canju.review(start, moves, node_limit=1_000).over
    True
    """
    order = seats(state)
    _, plays = _auction_and_plays(state.history())
    first, second, third = ("".join(hand) for hand in _dealt(state.history(), order))
    moves = [move(state.action_to_string(order[number % 3], id)) for number, id in enumerate(plays)]
    return Position(first, second, third, rules=RULES), moves


def _auction_and_plays(history: List[int]) -> Tuple[List[int], List[int]]:
    """The bids of a history and its moves, both with passes. The first to play can't pass."""
    after = history[1 + _DEALT :]
    begin = next((number for number, id in enumerate(after) if id > _BIDS[-1]), len(after))
    return after[:begin], after[begin:]


def _dealt(history: List[int], order: Tuple[int, int, int]) -> List[List[str]]:
    """The hands at the beginning of the play, in canju's order."""
    hands: List[List[str]] = [[], [], []]
    left = set(range(_FIRST_CARD, _FIRST_CARD + 54))
    for number, card in enumerate(history[1 : 1 + _DEALT]):
        hands[order.index(number % 3)].append(_card(card))
        left.remove(card)
    hands[0].extend(map(_card, left))
    return hands


def _card(id: int) -> str:
    number = id - _FIRST_CARD
    return _RANKS[number % 13] if number < 52 else "XD"[number - 52]


def move(action: str) -> str:
    """The move of an action's name.

    >>> import canju.openspiel
    >>> canju.openspiel.move("333444-5(CJ)"), canju.openspiel.move("(BWJ)(CJ)"), canju.openspiel.move("Pass")
    ('3334445D', 'XD', 'pass')
    >>> canju.openspiel.move("444555666-333")
    '333444555666:trio_solo_chain@4'
    """
    if action == "Pass":
        return "pass"
    body, dash, wings = action.replace("(BWJ)", "X").replace("(CJ)", "D").partition("-")
    cards = body + wings
    if len(cards) < 12:
        return parse_move(cards, rules=RULES).text
    # Only here cards can have several readings; the dash tells which one is meant.
    kind = "trio_chain" if not dash else "trio_solo_chain" if 3 * len(wings) == len(body) else "trio_pair_chain"
    if body[0] != body[2]:
        kind = "pair_chain" if body[0] == body[1] else "solo_chain"
    for name in (kind, f"{kind}@{body[0]}"):
        try:
            return parse_move(f"{cards}:{name}", rules=RULES).text
        except InputError:
            continue
    raise InputError(f"`{action}` is not the name of an action")


def action_ids(state: State) -> Dict[str, int]:
    """Every legal move of a state, as the engine has them, with its id: what ``state.apply_action`` takes."""
    player = state.current_player()
    return {move(state.action_to_string(player, id)): id for id in state.legal_actions()}


def faults(state: State) -> FrozenSet[str]:
    """The faults of OpenSpiel 2.0.2 that touch the legal actions of this state: ``"missing_chains"``, ``"bomb_on_rocket"``.

    Raises:
        InputError: the play has not begun, or the game is over.
        RuntimeError: the engine differs in a way that neither fault explains; another version of it may.
    """
    here = position(state)
    ours, theirs = set(here.moves()), set(action_ids(state))
    parts = {text: parse_move(text, rules=RULES) for text in ours | theirs}
    missed = {text for text in ours if _is_missed(parts[text], here)}
    on_rocket = here.trick is not None and here.trick.kind == "rocket"
    bombs = {text for text in theirs if on_rocket and parts[text].kind == "bomb"}
    if (ours - theirs, theirs - ours) != (missed, bombs):
        raise RuntimeError(f"{here}: the engine differs otherwise: {sorted(ours ^ theirs ^ missed ^ bombs)}")
    return frozenset(name for name, moves in (("missing_chains", missed), ("bomb_on_rocket", bombs)) if moves)


def _is_missed(move: Move, position: Position) -> bool:
    """Is this one of the chains that the engine misses?"""
    return (
        move.kind in ("solo_chain", "pair_chain", "trio_chain")
        and position.hands[position.turn - 1].count(str(move.rank)) == 4
    )
