#!/usr/bin/env python3
"""What strategy fusion costs the landlord in small endgames. Needs the Python package (`pip install ./src/python`).

    scripts/measure/strategy_fusion.py --cards 5 4 4 --count 300 --seed 1
    scripts/measure/strategy_fusion.py --cards 5 4 4 --ranks 8 --cases 3

Advice asks in each world whether a move wins with open hands, and plays the move that does so in most worlds. But whoever plays it still
does not know the world and must guess later. Here every endgame is decided exactly against farmers who see all hands and know how
the landlord plays (best defence, Frank and Basin 1998), so that the worlds can be counted that are won

- with open hands: what advice says of its own move;
- by advice, asked again at each move of the landlord;
- by the best way to play for one who does not see the farmers' hands.

The landlord leads. Worlds are all splits of the farmers' cards, each weighted by the number of ways to deal it. Against farmers who do not
see either, each of the shares would be higher. Endgames in which the landlord wins in all worlds or in none by every move are drawn, too.
"""

import argparse
import collections
import functools
import itertools
import math
import random
import statistics
import typing

import intervals
from random_deals import ORDER, PACK, hand_of

import canju

# The most ways to play that are kept at a position.
MOST = 3_000


class TooMany(Exception):
    """More ways to play than are compared."""


class Endgame(typing.NamedTuple):
    """What came of an endgame: its cards, and which share of the worlds is won."""

    hand: str
    unseen: str
    worlds: int
    first: str
    open_hands: float
    best: float
    advice: float
    lost: list[str]

    @property
    def given_away(self):
        return self.best - self.advice


def splits(cards, first):
    """Each way to split these cards between the farmers, with the number of ways to deal it."""
    counts = sorted(collections.Counter(cards).items())
    for taken in itertools.product(*(range(count + 1) for _, count in counts)):
        if sum(taken) == first:
            one = hand_of("".join(rank * number for (rank, _), number in zip(counts, taken)))
            other = hand_of("".join(rank * (count - number) for (rank, count), number in zip(counts, taken)))
            yield one, other, math.prod(math.comb(count, number) for (_, count), number in zip(counts, taken))


@functools.cache
def landlord_wins(position):
    return (canju.solve(position, line=False).verdict == "win") == (position.turn == 1)


def after(worlds, played):
    """The worlds after a move of the landlord."""
    return {number: position.play(played) for number, position in worlds.items()}


def by_move(worlds):
    """The farmers' moves, each with the worlds in which it is legal."""
    groups = collections.defaultdict(dict)
    for number, position in worlds.items():
        for played in position.moves():
            groups[played][number] = position.play(played)
    return groups


def mask(worlds):
    return sum(1 << number for number in worlds)


def best_of(vectors):
    """Without those whose worlds another one wins, too."""
    kept = []
    for vector in sorted(set(vectors), key=lambda vector: -vector.bit_count()):
        if all(vector & ~other for other in kept):
            kept.append(vector)
    if len(kept) > MOST:
        raise TooMany
    return kept


def ways(worlds):
    """The sets of worlds that a way to play wins, the largest ones. In none of these worlds the game is over."""
    worlds = {number: position for number, position in worlds.items() if landlord_wins(position)}
    whole = mask(worlds)
    if not worlds:
        return [0]
    some = next(iter(worlds.values()))
    if some.turn == 1:
        found = []
        for played in some.moves():
            next_worlds = after(worlds, played)
            over = next(iter(next_worlds.values())).winner is not None
            found += [whole] if over else ways(next_worlds)
            if whole in found:
                return [whole]
        return best_of(found)
    found = [whole]
    for next_worlds in by_move(worlds).values():
        # A world that the landlord wins is not over after a farmer's move.
        lost = [mask(next_worlds) & ~won for won in ways(next_worlds)]
        found = best_of(vector & ~one for vector in found for one in lost)
    return found


def advised(position):
    """What advice plays here: it knows the landlord's hand, how many cards the farmers have, and which."""
    hand, one, other = position.hands
    by = position.last and ("farmer1" if position.trick.hand == 2 else "farmer2")
    return advice_of(hand, len(one), len(other), hand_of(one + other), position.last, by)


@functools.cache
def advice_of(hand, one, other, unseen, last, by):
    played = list(PACK)
    for card in hand + unseen:
        played.remove(card)
    return canju.advise(hand, "landlord", left=(one, other), played=hand_of(played), worlds=1000, last=last, by=by).best


def won_by_advice(worlds, line, lines):
    """The worlds that advice wins, and in `lines` how a world is lost that is won with open hands."""
    worlds = {number: position for number, position in worlds.items() if landlord_wins(position)}
    if not worlds:
        return 0
    some = next(iter(worlds.values()))
    if some.turn == 1:
        played = advised(some)
        next_worlds = after(worlds, played)
        if next(iter(next_worlds.values())).winner is not None:
            return mask(worlds)
        for number, position in next_worlds.items():
            if not landlord_wins(position):
                lines.setdefault(number, " ".join(line + [played + "?"]))
        return won_by_advice(next_worlds, line + [played], lines)
    won = mask(worlds)
    for played, next_worlds in by_move(worlds).items():
        won &= ~(mask(next_worlds) & ~won_by_advice(next_worlds, line + [played], lines))
    return won


def endgame(rng, cards, ranks):
    pack = [card for card in PACK if ORDER[card] >= len(ORDER) - ranks] if ranks else PACK
    dealt = rng.sample(pack, sum(cards))
    return hand_of(dealt[: cards[0]]), hand_of(dealt[cards[0] :])


def decide(hand, unseen, first_farmer):
    """An endgame with these cards of the landlord and of the farmers, of which the first holds so many."""
    deals = list(splits(unseen, first_farmer))
    total = sum(weight for *_, weight in deals)
    worlds = {number: canju.Position(hand, one, other) for number, (one, other, _) in enumerate(deals)}

    def share(won):
        return sum(weight for number, (*_, weight) in enumerate(deals) if won >> number & 1) / total

    best = max(ways(worlds), key=share)
    first = advised(worlds[0])
    won_later = mask(number for number, position in after(worlds, first).items() if position.winner == 1 or landlord_wins(position))
    lines = {}
    won = won_by_advice(worlds, [], lines)
    lost = [f"{deals[number][0]} | {deals[number][1]}: {line}" for number, line in lines.items() if (best & ~won) >> number & 1]
    return Endgame(hand, unseen, len(deals), first, share(won_later), share(best), share(won), lost)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, nargs=3, default=[5, 4, 4])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--ranks", type=int, help="only from so many of the highest ranks: the farmers can beat more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=2, help="show so many endgames where advice wins least beside the best way to play")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    found, left_out = [], 0
    while len(found) < options.count:
        try:
            found.append(decide(*endgame(rng, options.cards, options.ranks), options.cards[1]))
        except TooMany:
            left_out += 1
        landlord_wins.cache_clear()
    print(f"{len(found)} endgames of {'+'.join(map(str, options.cards))} cards, {left_out} left out, "
          f"{statistics.mean(one.worlds for one in found):.0f} worlds in the mean\n")
    print("| worlds won | share, % |\n|---|--:|")
    for name, of in (
        ("with open hands after the advised move", lambda one: one.open_hands),
        ("by the best way to play", lambda one: one.best),
        ("by advice", lambda one: one.advice),
    ):
        print(f"| {name} | " + "{:.1f} ± {:.1f} |".format(*intervals.mean([100 * of(one) for one in found])))
    given = [100 * one.given_away for one in found]
    print(f"\nAdvice wins fewer worlds than the best way to play in {sum(value > 1e-9 for value in given)} of {len(found)} endgames, "
          f"{statistics.mean(given):.2f} of a hundred in the mean.")
    for one in sorted(found, key=lambda one: -one.given_away)[: options.cases]:
        print(f"\n{one.hand} against {one.unseen}, {one.worlds} worlds: open hands {100 * one.open_hands:.0f} %, best {100 * one.best:.0f} %, "
              f"advice ({one.first}) {100 * one.advice:.0f} %")
        for line in one.lost[:4]:
            print(f"  {line}")


if __name__ == "__main__":
    main()
