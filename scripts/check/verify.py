#!/usr/bin/env python3
"""Checks certificates of canju: a second checker, written from src/engine/proof/FORMAT.md and src/engine/rules/RULES.md.

It shares only these two pages with the program, and needs only Python's standard library.

    scripts/check/verify.py FILE...            `-` is standard input; the exit codes are those of FORMAT.md
    scripts/check/verify.py --plain FILE...    only plain certificates: nothing is believed but the rules

What it says of a proof that fails is word for word what the program says, so that the two can be compared
(scripts/check/fuzz_checkers.py). Only the faults of a header are in words of its own.
"""

import argparse
import os
import re
import sys
import time
import unicodedata
import zlib
from functools import lru_cache

RANKS = "3456789TJQKA2XD"
ACE, SMALL_JOKER, BIG_JOKER = 11, 13, 14
MASK = (1 << 64) - 1
SPREAD = 0x9E3779B97F4A7C15

KINDS = [
    "solo", "pair", "trio", "trio_solo", "trio_pair", "solo_chain", "pair_chain", "trio_chain",
    "trio_solo_chain", "trio_pair_chain", "four_two_solo", "four_two_pair",
    "quad_chain", "quad_solo_chain", "quad_pair_chain", "bomb", "rocket",
]  # fmt: skip
BOMB, ROCKET = KINDS.index("bomb"), KINDS.index("rocket")
ROW = 8  # positions in a row of the memory
ROW_BYTES = 512  # of the program's memory: this one has the same bound, whatever it takes in Python
POSITION_BYTES = 128  # the same for a position of a plain certificate
MOST_POSITIONS = 1 << 24
MAGIC, MAX_HEADER = b"canju certificate ", 1024

SCORINGS = {"douzero": False, "botzone": True, "pagat": False, "huanle": True}  # does spring count?
MOST_STAKE, MOST_DOUBLINGS = 1_000_000, 27
WHOLE_DEAL = (20, 17, 17)

# Signs of a file name: those that change the direction of text or have no width, and spaces of ordinary text.
MARKS = "\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
SPACES = " \u00a0\u3000"

# For each kind except bomb and rocket: equal cards at each rank of the body, cards of a kicker, kickers for each rank of the
# body, and whether it is a chain.
SHAPES = [
    (1, 0, 0, False), (2, 0, 0, False), (3, 0, 0, False), (3, 1, 1, False), (3, 2, 1, False),
    (1, 0, 0, True), (2, 0, 0, True), (3, 0, 0, True), (3, 1, 1, True), (3, 2, 1, True),
    (4, 1, 2, False), (4, 2, 2, False), (4, 0, 0, True), (4, 1, 2, True), (4, 2, 2, True),
]  # fmt: skip

QUAD_CHAINS = ("quad_chain", "quad_solo_chain", "quad_pair_chain")
# The number of each kind in the structure of a position: quads in a row came later.
NUMBER_OF = list(range(12)) + [14, 10, 11, 12, 13]
SWITCHES = ["both_jokers_as_kickers", "adjacent_trio_as_wings", "quad_as_two_pairs"]
NUMBERS = {
    "packs": (1, 2),
    "max_wings_per_rank": (1, 4),
    "min_solo_chain": (3, 12),
    "min_pair_chain": (2, 12),
    "min_trio_chain": (2, 12),
}
PRESETS = {
    "huanle": {},
    "rlcard": {"adjacent_trio_as_wings": False},
    "douzero": {"max_wings_per_rank": 4, "both_jokers_as_kickers": True},
    "openspiel": {"four_two_solo": False, "four_two_pair": False},
    "pagat": {"max_wings_per_rank": 1},
    "botzone": {"max_wings_per_rank": 1, "both_jokers_as_kickers": True, **{kind: True for kind in QUAD_CHAINS}},
}


class Bad(Exception):
    """The file is not a certificate, or it asks for more memory than allowed."""


class Fails(Exception):
    """The certificate does not prove its claim."""


# --- Rules


def preset(name):
    """The switches of a preset: every kind, every switch, every number."""
    rules = {kind: kind not in QUAD_CHAINS for kind in KINDS}
    rules |= {"both_jokers_as_kickers": False, "adjacent_trio_as_wings": True, "quad_as_two_pairs": False}
    rules |= {"packs": 1, "max_wings_per_rank": 3, "min_solo_chain": 5, "min_pair_chain": 3, "min_trio_chain": 2}
    return rules | PRESETS[name]


def switch(rules, name, on):
    """Turns a kind or a switch on or off; 三带一 and 三带二 include the airplanes with such wings."""
    rules[name] = on
    if name in ("trio_solo", "trio_pair"):
        rules[name + "_chain"] = on


def parse_rules(text):
    """The rules of a rule string, which must be spelled as the program spells it."""
    name, *words = text.split(",")
    if name not in PRESETS:
        raise Fails(f"header: unknown rules {name!r}")
    rules = preset(name)
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key in NUMBERS and value.isascii() and value.isdigit():
            least, most = NUMBERS[key]
            if not least <= int(value) <= most:
                raise Fails(f"header: {word!r} is out of range")
            rules[key] = int(value)
        elif word[:1] in ("+", "-") and word[1:] in KINDS + SWITCHES and word != "-solo":
            switch(rules, word[1:], word[0] == "+")
        else:
            raise Fails(f"header: unknown rule {word!r}")
    there, spelled = preset(name), name
    for key in KINDS + SWITCHES:
        if rules[key] != there[key]:
            spelled += ("," + "-+"[rules[key]]) + key
            switch(there, key, rules[key])
    for key in NUMBERS:
        if rules[key] != there[key]:
            spelled += f",{key}={rules[key]}"
    if spelled != text:
        raise Fails(f"header: rules {text!r} should be spelled {spelled!r}")
    return rules


def count(hand, rank):
    return hand >> 4 * rank & 15


def cards_text(hand):
    return "".join(symbol * count(hand, rank) for rank, symbol in enumerate(RANKS))


def parse_cards(text, left):
    """The cards of a text in ascending order, and the rest of the packs."""
    hand = 0
    for symbol in text:
        rank = RANKS.find(symbol)
        if rank < 0 or count(left, rank) == 0:
            raise Fails(f"header: card {symbol!r} in {text!r} does not exist or is one too many")
        hand += 1 << 4 * rank
        left -= 1 << 4 * rank
    if not hand or cards_text(hand) != text:
        raise Fails(f"header: {text!r} is no hand in ascending order")
    return hand, left


def beats(shape, other):
    """Does a combination of this (kind, length, rank) beat one of the other?"""
    if other[0] == ROCKET:
        return False
    if shape[0] == ROCKET:
        return True
    if shape[0] == BOMB:
        return other[0] != BOMB or shape[1:] > other[1:]
    return shape[:2] == other[:2] and shape[2] > other[2]


class Game:
    """The combinations under some rules."""

    def __init__(self, rules):
        self.rules = rules
        self.moves = lru_cache(maxsize=1 << 17)(self._moves)
        self.groups = lru_cache(maxsize=1 << 17)(self._groups)

    def _moves(self, hand, beaten):
        """Every combination of a hand that beats a shape (every one if that is None), in order, as (cards, shape);
        and whether one of them takes the whole hand."""
        found = []
        for kind in range(len(KINDS)):
            if self.rules[KINDS[kind]] and (beaten is None or kind == beaten[0] or kind >= BOMB):
                found += self.of_kind(kind, hand, beaten)
        return found, any(cards == hand for cards, _ in found)

    def of_kind(self, kind, hand, beaten):
        packs = self.rules["packs"]
        if kind == ROCKET:
            bodies = [(packs << 4 * SMALL_JOKER | packs << 4 * BIG_JOKER, (ROCKET, 2 * packs, SMALL_JOKER))]
            return [b for b in bodies if self.holds(hand, b[0]) and (beaten is None or beats(b[1], beaten))]
        if kind == BOMB:
            bombs = []
            for size in range(4, 4 * packs + 1):
                for rank in range(15):
                    shape = (BOMB, size, rank)
                    if count(hand, rank) >= size and (beaten is None or beats(shape, beaten)):
                        bombs.append((size << 4 * rank, shape))
            return bombs
        found = []
        copies, kicker, kickers, chain = SHAPES[kind]
        shortest = [self.rules[name] for name in ("min_solo_chain", "min_pair_chain", "min_trio_chain")] + [2]
        least = shortest[copies - 1] if chain else 1
        for length in range(least, 13 if chain else 2):
            for rank in range(ACE + 2 - length if chain else 15):
                shape = (kind, length, rank)
                if beaten is not None and not beats(shape, beaten):
                    continue
                body = range(rank, rank + length)
                if all(count(hand, r) >= copies for r in body):
                    cards = sum(copies << 4 * r for r in body)
                    wanted = kickers * length
                    for extra in self.kickers(hand, kicker, wanted, body, 0, 0) if kicker else [0]:
                        found.append((cards + extra, shape))
        return found

    def readings(self, cards):
        """The shapes of the combinations that take all these cards."""
        return [shape for taken, shape in self.moves(cards, None)[0] if taken == cards]

    def notation(self, cards, shape):
        """The combination as the program spells it."""
        readings, spelled = self.readings(cards), cards_text(cards)
        if len(readings) > 1:
            spelled += ":" + KINDS[shape[0]]
            if sum(other[0] == shape[0] for other in readings) > 1:
                spelled += "@" + RANKS[shape[2]]
        return spelled

    @staticmethod
    def holds(hand, part):
        return all(count(hand, rank) >= count(part, rank) for rank in range(15))

    def kickers(self, hand, size, wanted, body, rank, chosen):
        """Every choice of `wanted` kickers of `size` cards from `rank` on, more of the lower ranks first."""
        if wanted == 0:
            return [chosen]
        if rank == 15:
            return []
        most = 0
        if rank not in body:
            if size == 1:
                most = self.rules["max_wings_per_rank"]
                lengthens = rank <= ACE and rank in (body.start - 1, body.stop)
                if lengthens and not self.rules["adjacent_trio_as_wings"]:
                    most = min(most, 2)
            else:
                most = 2 if self.rules["quad_as_two_pairs"] else 1
            if rank == BIG_JOKER and count(chosen, SMALL_JOKER) and not self.rules["both_jokers_as_kickers"]:
                most = 0
            most = min(most, wanted, count(hand, rank) // size)
        found = []
        for n in range(most, -1, -1):
            found += self.kickers(hand, size, wanted - n, body, rank + 1, chosen + (n * size << 4 * rank))
        return found

    def links(self, hand):
        """The ranks linked to the next one."""
        linked = set()
        if count(hand, SMALL_JOKER) and count(hand, BIG_JOKER):
            linked.add(SMALL_JOKER)
        trios = any(self.rules[kind] for kind in ("trio_chain", "trio_solo_chain", "trio_pair_chain"))
        for copies, allowed, least in [
            (1, self.rules["solo_chain"], self.rules["min_solo_chain"]),
            (2, self.rules["pair_chain"], self.rules["min_pair_chain"]),
            (3, trios, self.rules["min_trio_chain"]),
            (4, any(self.rules[kind] for kind in QUAD_CHAINS), 2),
        ]:
            for start in range(ACE + 2 - least) if allowed else ():
                run = range(start, start + least)
                if all(count(hand, rank) >= copies for rank in run):
                    linked.update(run[:-1])
        return linked

    def _groups(self, hand):
        """The structure of a hand, and the ranks of its groups by number."""
        linked = self.links(hand)
        runs = []
        for rank in range(15):
            if count(hand, rank):
                if rank - 1 in linked:
                    runs[-1].append(rank)
                else:
                    runs.append([rank])
        runs.sort(key=lambda run: (len(run), [count(hand, rank) for rank in run], run[0]))
        ranks = tuple(rank for run in runs for rank in run)
        form = len(ranks) << 60
        for number, rank in enumerate(ranks):
            form += (2 * (count(hand, rank) - 1) + (rank in linked)) << 4 * number
        return form, ranks

    def high(self, hand, shape):
        """The ranks from which a hand's bodies of the shape's kind and length are above it."""
        kind, length, rank = shape
        copies, run = (length, 1) if kind == BOMB else (SHAPES[kind][0], length)
        top = ACE + 2 - run if run > 1 else 15
        return {r for r in range(rank + 1, top) if all(count(hand, r + i) >= copies for i in range(run))}

    def most_doublings(self, hand):
        """How many bombs and rockets a hand can play."""
        packs = self.rules["packs"]
        bombs = sum(count(hand, rank) // 4 for rank in range(13)) if self.rules["bomb"] else 0
        rocket = self.rules["rocket"] and count(hand, SMALL_JOKER) == count(hand, BIG_JOKER) == packs
        return bombs + rocket

    def parse_last(self, text, left):
        """The shape of the move to answer, which must be spelled as the program spells it."""
        cards, _ = parse_cards(text.partition(":")[0], left)
        for shape in self.readings(cards):
            if self.notation(cards, shape) == text:
                return shape
        raise Fails(f"header: last {text!r} is no combination, or not spelled so")


# --- Positions: (hands, mover, trick, goal), the trick None or (shape, its seat), the goal None or (side, doublings, spring). The
# sides are 0, that of the first hand, and 1.


def goal_of(side, doublings, spring):
    """The goal, of a side with so many doublings. To win without any is the game itself."""
    return (side, doublings, spring) if doublings else None


def goal_after(goal, seat, kind):
    """The goal once a seat has played a combination."""
    if goal is None:
        return None
    side, doublings, spring = goal
    if side == 0 and seat != 0:
        spring = 0
    if side == 1 and seat == 0:
        spring = max(spring - 1, 0)
    return goal_of(side, doublings - (kind >= BOMB), spring)


def misses(goal, side):
    """Has this side, which has shed its last card, missed the goal?"""
    return goal is not None and goal[0] == side and goal[1] > (goal[2] > 0)


def describe(position):
    hands, mover, trick, goal = position
    text = " | ".join(map(cards_text, hands)) + f", hand {mover + 1} to "
    if trick is None:
        text += "lead"
    else:
        (kind, length, rank), owner = trick
        text += "answer " + KINDS[kind] + (f" of {length}" if length > 1 else "") + " from " + RANKS[rank]
        text += f" of hand {owner + 1}" if len(hands) > 2 else ""
    if goal is None:
        return text
    side, doublings, _ = goal
    return text + (", hand 2's side" if side else ", hand 1") + f" needs {doublings} doubling" + "s" * (doublings != 1)


def shown(text):
    """A text from outside as people may see it: what can't be seen or moves other signs is escaped."""
    def hidden(sign):
        return sign in MARKS or sign not in SPACES and unicodedata.category(sign) in ("Cc", "Zl", "Zp", "Zs")

    # What of a name is not UTF-8 is shown as the sign for that.
    text = text.encode(errors="surrogateescape").decode(errors="replace")
    return "".join(f"\\u{{{ord(sign):x}}}" if hidden(sign) else sign for sign in text)


def opponents(now, then):
    """A winner's group and a loser's."""
    return now >= then


def winners(now, then):
    """The groups of two winners."""
    return now == then or then == 0


def losers(now, then):
    """The groups of two losers."""
    return now == then or now == 0


class Comparing:
    """A memory of proved positions. What is at least as good for the winner as one of them is proved, too: see FORMAT.md."""

    def __init__(self, game, seats, log2_rows):
        self.game, self.seats, self.log2_rows = game, seats, log2_rows

    def begin(self, winner_is_first):
        """A walk begins, with nothing proved."""
        self.winner_is_first, self.rows = winner_is_first, {}

    def mark(self, position):
        """What the memory compares: the structure, the ranks of the groups of each hand by number, and for the winners and
        the losers the groups that are high enough for the trick, as (place in the order of play, number)."""
        hands, mover, trick, goal = position
        # Two hands with the winner's first, three in the order of the seats.
        order = (1, 0) if self.seats == 2 and not self.winner_is_first else tuple(range(self.seats))
        groups = [self.game.groups(hand) for hand in hands]
        both = [count(hands[seat], SMALL_JOKER) > 0 and count(hands[seat], BIG_JOKER) > 0 for seat in order]
        rest = sum(2 << place for place, rocket in enumerate(both) if rocket)
        rest += int(mover != order[0]) if self.seats == 2 else 16 * mover
        high = (set(), set())
        if trick is not None:
            (kind, length, _), owner = trick
            for place in range((owner - mover) % self.seats):
                seat = (mover + place) % self.seats
                above = self.game.high(hands[seat], trick[0])
                numbers = {(place, number) for number, rank in enumerate(groups[seat][1]) if rank in above}
                high[(seat == 0) != self.winner_is_first].update(numbers)
            if not any(high) and kind != BOMB:
                kind, length = BOMB, 0
            rest += 256 * (1 + NUMBER_OF[kind]) + 4096 * length
            if self.seats == 3:
                rest += 64 * (1 + owner)
        if goal is not None:
            side, doublings, spring = goal
            rest += 65536 * (doublings + 32 * spring + 128 * side)
        forms = [groups[seat][0] for seat in order] + [rest]
        ranks = tuple(groups[seat][1] for seat in order)
        return (*forms, *(0,) * (4 - len(forms))), ranks, frozenset(high[0]), frozenset(high[1])

    def at_least(self, asked, proved):
        """Is a position at least as good for the winner as another?"""
        if asked[0] != proved[0] or not asked[2] >= proved[2] or not asked[3] <= proved[3]:
            return False
        return all(
            allows((now > other) - (now < other), (then > other_then) - (then < other_then))
            for one, two, allows in self.pairs()
            for now, then in zip(asked[1][one], proved[1][one])
            for other, other_then in zip(asked[1][two], proved[1][two])
        )

    def pairs(self):
        """The pairs of hands that are compared, as places, and how a group of the one may compare with a group of the other
        now, if it did so then: 1 for higher, 0 for equal, -1 for lower."""
        if self.seats == 2:
            return [(0, 1, opponents)]
        if self.winner_is_first:
            return [(0, 1, opponents), (0, 2, opponents), (1, 2, losers)]
        return [(1, 0, opponents), (2, 0, opponents), (1, 2, winners)]

    def row(self, relative):
        h = 0
        for word in relative[0]:
            h = (h ^ word) * SPREAD & MASK
            h ^= h >> 29
        return (h * SPREAD & MASK) >> 64 - self.log2_rows

    def holds(self, relative):
        return any(self.at_least(relative, proved) for proved in self.rows.get(self.row(relative), ()))

    def remember(self, relative):
        row = self.row(relative)
        kept = [old for old in self.rows.get(row, ()) if not self.at_least(old, relative)]
        self.rows[row] = [relative, *kept][:ROW]

    def end(self):
        pass


class Exact:
    """The proved positions of a plain certificate. They prove nothing but themselves."""

    def __init__(self, counted):
        self.counted, self.before, self.positions = counted, 0, set()

    def begin(self, _):
        """A walk begins, with nothing proved; the count goes on."""
        self.before += len(self.positions)
        self.positions = set()

    def mark(self, position):
        return position

    def holds(self, position):
        return position in self.positions

    def remember(self, position):
        if self.before + len(self.positions) == self.counted:
            raise Fails(f"the header counts {self.counted} positions to remember, the proof has more")
        self.positions.add(position)

    def end(self):
        found = self.before + len(self.positions)
        if found != self.counted:
            raise Fails(f"the header counts {self.counted} positions to remember, the proof has {found}")


class Checker:
    def __init__(self, data, allowed, plain=False):
        self.data, self.at = data, 0
        self.header(allowed, plain)
        self.visited = 0
        self.followed = 0
        self.offending = (*self.first, None)

    def header(self, allowed, plain):
        if not self.data.startswith(MAGIC):
            raise Bad("not a certificate: it does not start with `canju certificate`")
        end = self.data.find(b"\n\n", 0, MAX_HEADER)
        if end < 0:
            raise Fails(f"header: it does not end within {MAX_HEADER} bytes")
        try:
            lines = self.data[:end].decode().split("\n")
        except UnicodeDecodeError as error:
            raise Fails("header: it is not UTF-8") from error
        names = ["canju certificate", "rules", "hands", "turn", "last", "verdict", "memory"]
        if lines[0] == "canju certificate 2":
            # It is always the first hand's turn, and the last hand has played `last`.
            names.remove("turn")
        if lines[0] in ("canju certificate 5", "canju certificate 7"):
            names[-1] = "plain"
        has_points = lines[0] in ("canju certificate 6", "canju certificate 7")
        if has_points:
            names[5:6] = ["scoring", "stake", "moves_made", "value"]
        if len(lines) != len(names) or any(not line.startswith(name + " ") for line, name in zip(lines, names)):
            raise Fails("header: expected " + ", ".join(names))
        fields = {name: line[len(name) + 1 :] for line, name in zip(lines, names)}
        version, rules, hands, last = [fields[name] for name in ("canju certificate", "rules", "hands", "last")]
        if version not in ("2", "3", "4", "5", "6", "7"):
            raise Fails(f"header: unknown version {version!r}")
        number, is_plain = fields[names[-1]], names[-1] == "plain"
        if not number.isascii() or not number.isdigit() or len(number) > 8 or str(int(number)) != number:
            raise Fails(f"header: {names[-1]} {number!r} is no number")
        number = int(number)
        if not (0 <= number <= MOST_POSITIONS if is_plain else 4 <= number <= 24):
            raise Fails(f"header: {names[-1]} {number} is out of range")
        self.rules = parse_rules(rules)
        self.game = Game(self.rules)
        packs = self.rules["packs"]
        left = sum(4 * packs << 4 * rank for rank in range(13)) + (packs << 52) + (packs << 56)
        parsed = []
        for text in hands.split(" "):
            hand, left = parse_cards(text, left)
            parsed.append(hand)
        self.seats = len(parsed)
        if self.seats not in (2, 3) or self.seats == 3 and packs > 1:
            raise Fails("header: expected two hands, or three of one pack")
        if self.seats == 3 and version in ("2", "3"):
            raise Fails("header: three hands need version 4 or 5")
        numbers = [str(seat + 1) for seat in range(self.seats)]
        turn, by = fields.get("turn", "1"), numbers[-1]
        if turn not in numbers:
            raise Fails(f"header: no hand has the number {turn!r}")
        if version != "2" and last != "-":
            last, _, by = last.partition(" by ")
            if by not in numbers or by == turn:
                raise Fails(f"header: hand {by!r} can't have played `last`")
        trick = None if last == "-" else (self.game.parse_last(last, left), int(by) - 1)
        self.first = (tuple(parsed), int(turn) - 1, trick)
        if has_points:
            claim, played_for = self.parse_points(fields), f" scoring={fields['scoring']} stake={fields['stake']}"
            if fields["moves_made"] != "-":
                played_for += " moves_made=" + fields["moves_made"].replace(" ", ",")
        else:
            claim, played_for = fields["verdict"], ""
            if claim not in ("win", "loss"):
                raise Fails(f"header: unknown verdict {claim!r}")
            # Is seat 0 the winner?
            self.questions = [(None, (claim == "win") == (turn == "1"))]
        self.claim = f"{claim}  {' | '.join(hands.split(' '))} | rules={rules}"
        if turn != "1" or trick:
            self.claim += f" turn={turn}" + (f" last={last} by={by}" if trick else "")
        self.claim += played_for
        self.claim += "  plain" if is_plain else ""
        self.at = end + 2
        # The last questions: a claim that is wrong fails with any memory.
        if plain and not is_plain:
            raise Bad("not checked: it is not plain, and to believe it takes a theorem")
        needed = POSITION_BYTES * number if is_plain else ROW_BYTES << number
        if needed > allowed:
            raise Bad(f"checking takes {needed} bytes of memory, {allowed} are allowed")
        self.proved = Exact(number) if is_plain else Comparing(self.game, self.seats, number)

    def parse_points(self, fields):
        """What is claimed of points, in words; `questions` are the goals that are asked about, each with whether the first hand's
        side is to win."""
        hands, mover, trick = self.first
        stake, made = fields["stake"], fields["moves_made"]
        if fields["scoring"] not in SCORINGS:
            raise Fails(f"header: unknown scoring {fields['scoring']!r}")
        if not re.fullmatch("[1-9][0-9]{0,6}", stake) or int(stake) > MOST_STAKE:
            raise Fails(f"header: stake {stake!r} is no number from 1 to {MOST_STAKE}")
        counts_spring = SCORINGS[fields["scoring"]] and self.seats == 3
        if not re.fullmatch("[0-2] [0-2] [0-2]" if counts_spring else "-", made):
            raise Fails(f"header: moves_made {made!r} is not what this scoring has")
        made = [int(number) for number in made.split(" ")] if counts_spring else [2, 2, 2]
        if counts_spring:
            self.check_moves_made(made)
        value = re.fullmatch("(exactly|at_least|at_most) (-?[1-9][0-9]{0,18})", fields["value"])
        if not value:
            raise Fails(f"header: value {fields['value']!r} can't be read")
        how, points = value[1], int(value[2])
        me = int(mover != 0)
        unit = int(stake) * (2 if self.seats == 3 and me == 0 else 1)
        doublings = (abs(points) // unit).bit_length() - 1
        if not 0 <= doublings <= MOST_DOUBLINGS or abs(points) != unit << doublings:
            raise Fails(f"header: no game ends with {points} points")

        def question(side, doublings, winner):
            spring = int(made[1] == made[2] == 0) if side == 0 else 2 - made[0]
            return goal_of(side, doublings, spring), winner == 0

        self.questions = []
        if how != "at_most":
            self.questions.append(question(me, doublings, me) if points > 0 else question(1 - me, doublings + 1, me))
        if how != "at_least":
            self.questions.append(question(me, doublings + 1, 1 - me) if points > 0 else question(1 - me, doublings, 1 - me))
        return "value " + ("" if how == "exactly" else how.replace("_", " ") + " ") + value[2]

    def check_moves_made(self, made):
        """Can the hands have played as often?"""
        hands, mover, trick = self.first
        sizes = tuple(len(cards_text(hand)) for hand in hands)
        leads = mover == 0 and trick is None
        if made == [2, 2, 2] and not (sizes == WHOLE_DEAL and leads):
            return
        if trick is not None and made[trick[1]] == 0:
            raise Fails("header: moves_made: who has played `last` has played")
        if any(size >= whole and number for size, whole, number in zip(sizes, WHOLE_DEAL, made)):
            raise Fails("header: moves_made: a hand with all its cards has not played")
        if made[0] == 0 and not (leads and made == [0, 0, 0]):
            raise Fails("header: moves_made: the landlord leads first")

    def byte(self):
        if self.at == len(self.data):
            raise Fails("the certificate ends here")
        self.at += 1
        return self.data[self.at - 1]

    def number(self):
        number = 0
        for shift in (0, 7, 14, 21):
            byte = self.byte()
            number |= (byte & 127) << shift
            if byte < 128:
                if byte == 0 and shift:
                    break
                return number
        raise Fails("a malformed number")

    def wins(self, seat):
        """Is this seat on the winning side?"""
        return (seat == 0) == self.winner_is_first

    def moves(self, position):
        hands, mover, trick, _ = position
        return self.game.moves(hands[mover], trick and trick[0])

    def finishes(self, position):
        """Has the mover a move that sheds its last card and reaches its goal?"""
        hands, mover, _, goal = position
        moves, sheds = self.moves(position)
        return sheds and any(
            cards == hands[mover] and not misses(goal_after(goal, mover, shape[0]), int(mover != 0)) for cards, shape in moves
        )

    def out_of_reach(self, position):
        """Have the hands of the goal's side too few bombs for it?"""
        hands, _, _, goal = position
        if goal is None:
            return False
        side, doublings, spring = goal
        return sum(map(self.game.most_doublings, hands[1:] if side else hands[:1])) + (spring > 0) < doublings

    def after(self, position, move):
        """The position after a move, None for `pass`."""
        hands, mover, trick, goal = position
        following = (mover + 1) % self.seats
        if move is None:
            return hands, following, None if trick[1] == following else trick, goal
        cards, shape = move
        hands = hands[:mover] + (hands[mover] - cards,) + hands[mover + 1 :]
        return hands, following, (shape, mover), goal_after(goal, mover, shape[0])

    def settle(self, position):
        while position[2] is not None and not self.moves(position)[0]:
            position = self.after(position, None)
        return position

    def prove(self, position):
        if self.out_of_reach(position):
            if (position[3][0] == 0) != self.winner_is_first:
                return
            self.offending = position
            raise Fails("the side that should win can't double the stake often enough")
        mark = self.proved.mark(position)
        if self.proved.holds(mark):
            return
        self.visited += 1
        self.offending = position
        moves, _ = self.moves(position)
        if self.wins(position[1]):
            if self.finishes(position):
                self.followed += 1
                return
            number = self.number()
            if number < len(moves):
                self.follow(position, moves[number])
            elif number == len(moves) and position[2] is not None:
                self.follow(position, None)
            else:
                legal = len(moves) + (position[2] is not None)
                raise Fails(f"move number {number} of {legal} legal ones")
        else:
            for move in moves:
                self.follow(position, move)
            if position[2] is not None:
                self.follow(position, None)
        self.proved.remember(mark)

    def follow(self, position, move):
        self.followed += 1
        following = self.after(position, move)
        if following[0][position[1]] == 0:
            if self.wins(position[1]) == misses(following[3], int(position[1] != 0)):
                self.offending = position
                raise Fails(f"the side that should lose wins by {self.game.notation(*move)}")
            return
        self.prove(self.settle(following))

    def check(self):
        try:
            for goal, self.winner_is_first in self.questions:
                self.proved.begin(self.winner_is_first)
                self.prove(self.settle((*self.first, goal)))
            self.offending = (*self.first, None)
            self.proved.end()
            counted = int.from_bytes(bytes(self.byte() for _ in range(8)), "little")
            if counted != self.visited:
                raise Fails(f"the trailer counts {counted} positions, the proof has {self.visited}")
            checksum = zlib.crc32(self.data[: self.at])
            if int.from_bytes(bytes(self.byte() for _ in range(4)), "little") != checksum:
                raise Fails("the checksum is wrong")
            if self.at != len(self.data):
                self.at += 1
                raise Fails("bytes after the end")
        except Fails as error:
            raise Fails(f"byte {self.at}, position {self.visited}: {describe(self.offending)}: {error}") from None


def read(file):
    """The bytes of a certificate; of anything else only the first: it may be endless."""
    start = file.read(MAX_HEADER)
    return start + file.read() if start.startswith(MAGIC) else start


def bytes_of(text):
    """A number of bytes, or of KiB, MiB or GiB."""
    units = {"KiB": 10, "MiB": 20, "GiB": 30}
    shift = units.get(text[-3:], 0)
    return int(text[:-3] if shift else text) << shift


def quarter_of_the_machine():
    """The memory allowed if nothing is said, as in the program."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        with open("/sys/fs/cgroup/memory.max") as file:
            total = min(total, int(file.read()))
    except (OSError, ValueError):
        pass  # no limit
    return total // 4


def main():
    parser = argparse.ArgumentParser(description="Check certificates of canju.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--plain", action="store_true", help="refuse certificates that are not plain")
    parser.add_argument("--memory", type=bytes_of, metavar="SIZE", help="the most a certificate may ask for, such as 256MiB")
    args = parser.parse_args()
    # A ply is two calls deep, and a game of two packs has some hundred plies.
    sys.setrecursionlimit(10_000)
    for output in (sys.stdout, sys.stderr):
        output.reconfigure(errors="backslashreplace")
    code, allowed = 0, quarter_of_the_machine() if args.memory is None else args.memory
    for name in args.files:
        label = shown(name)
        start = time.perf_counter()
        try:
            with open(0, "rb", closefd=False) if name == "-" else open(name, "rb") as file:
                checker = Checker(read(file), allowed, args.plain)
            checker.check()
            seconds = time.perf_counter() - start
            print(f"{label}: {checker.claim}  ({checker.visited} positions, {checker.followed} moves, {seconds:.2f} s)")
        except Fails as error:
            code = max(code, 3)
            print(f"{label}: FAILS: {error}")
        except (Bad, OSError) as error:
            code = max(code, 2)
            why = error.strerror if isinstance(error, OSError) else error
            print(f"verify.py: {label}: {why}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
