"""What the app's test knows of a game: the position behind an address, and what the command line says of it.

The verdicts come from `canju solve`, not from the page, so a page that misreports the server is noticed.
"""

import json
import os
import subprocess
import urllib.parse

PROGRAM = os.environ.get("CANJU", os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "release", "canju"))


def program(command, *arguments):
    form = "jsonl" if command == "review" else "json"
    answer = subprocess.run([PROGRAM, command, *arguments, "--format", form], check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)


class Position:
    """A position, as the page's address has it."""

    def __init__(self, hands, turn=0, last=None, by=None, rules="huanle", scoring="win"):
        self.hands, self.turn, self.last, self.by, self.rules, self.scoring = list(hands), turn, last, by, rules, scoring

    @classmethod
    def of_address(cls, address):
        """The position of an address after the moves in it, and these moves."""
        cards, _, query = urllib.parse.unquote(address.partition("#")[2]).partition("?")
        said = dict(part.split("=", 1) for part in query.split("&") if part)
        hands = cards.split("/")
        turn = int(said.get("turn", 1)) - 1
        last = said.get("last")
        by = int(said["by"]) - 1 if "by" in said else (turn - 1) % len(hands)
        position = cls(hands, turn, last, by if last else None, said.get("rules", "huanle"), said.get("scoring", "win"))
        moves = [move for move in said.get("moves", "").split(".") if move]
        for move in moves:
            position = position.after(move)
        return position, moves

    def after(self, move):
        # The stake only scales: which moves are best does not depend on it.
        hands, turn, how = list(self.hands), (self.turn + 1) % len(self.hands), (self.rules, self.scoring)
        if move == "pass":
            led = self.by == turn
            return Position(hands, turn, None if led else self.last, None if led else self.by, *how)
        for card in move.split(":")[0]:
            hands[self.turn] = hands[self.turn].replace(card, "", 1)
        return Position(hands, turn, move, self.turn, *how)

    @property
    def over(self):
        return "" in self.hands

    def arguments(self):
        found = [*self.hands, "--turn", str(self.turn + 1), "--rules", self.rules, "--scoring", self.scoring]
        return found + (["--last", self.last, "--by", str(self.by + 1)] if self.last else [])

    def solved(self, *more):
        return program("solve", *self.arguments(), *more)

    def wins(self):
        return self.solved()["verdict"] == "win"

    def judged(self):
        """Every legal move with its verdict."""
        return {found["move"]: found["verdict"] for found in self.solved("--all-moves")["moves"]}
