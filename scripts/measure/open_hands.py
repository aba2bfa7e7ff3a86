#!/usr/bin/env python3
"""Makes and checks the table of open-hand values in benches/open-hands: how often the first player, or the landlord, wins.

    scripts/measure/open_hands.py solve                      # all sets of sets.tsv, as far as they are not solved yet
    scripts/measure/open_hands.py solve --only rlcard:20+17+17
    scripts/measure/open_hands.py page                       # the tables of README.md and the plots (needs matplotlib)
    scripts/measure/open_hands.py check                      # do page, data and program agree?

A set is a line of `sets.tsv`: rules, cards of each hand, how many deals, and the most nodes for each. Its deals are those of
`canju deals --seed 1`, and `canju batch` solves them one by one, on one thread each: so the same program finds the same ones
undecided on every machine. `solve` solves what the data lack: more deals if a count has grown, and the undecided ones again if
the number of nodes has. After an interruption it goes on where it was, by a journal under `target/open-hands`.

A set's answers are in `data/RULES_CARDS.jsonl.gz`, a line for each deal: `id`, `hands`, `verdict`, `best`, `nodes`.

`check` compares the page with the data, the hands with what `canju deals` deals, and solves a sample of each set again, some
losses with a certificate that `canju verify` must accept.
Exit code: 0, 1 if something differs, 2 for bad usage or a command that failed.
"""

import argparse
import csv
import gzip
import json
import math
import os
import random
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HOME = os.path.join(ROOT, "benches", "open-hands")
PAGE = os.path.join(HOME, "README.md")
SEED = 1
# Of the normal distribution, for intervals of 95 %.
Z = 1.959964
BEGIN, END = "<!-- tables: scripts/measure/open_hands.py page -->\n", "<!-- end of tables -->\n"


def fail(message, code=2):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(code)


class Set:
    """A set of deals: its line in sets.tsv, its files and its commands."""

    def __init__(self, row):
        self.rules, self.cards = row["rules"], row["cards"]
        self.count, self.node_limit = int(row["count"]), int(row["node_limit"])
        self.name = f"{self.rules}_{self.cards}"
        self.data = os.path.join(HOME, "data", f"{self.name}.jsonl.gz")

    @property
    def seats(self):
        return self.cards.count("+") + 1

    def deals(self, canju):
        return [canju, "deals", "--cards", self.cards, "--count", str(self.count), "--seed", str(SEED),
                "--rules", self.rules, "--quiet"]

    def batch(self, canju, journal, output, threads=1):
        return [canju, "batch", "-", "--threads", str(threads), "--memory", "4GiB", "--node-limit", str(self.node_limit),
                "--format", "jsonl", "--quiet", "--exit-zero", "--journal", journal, "--resume", "--output", output]

    def dealt(self, canju):
        """Its deals, as lines of JSON that are read."""
        lines = subprocess.run(self.deals(canju), capture_output=True, check=True, text=True).stdout.splitlines()
        return [json.loads(line) for line in lines]

    def is_answered(self, record):
        """Is there an answer, or were as many nodes spent as the set asks for?"""
        return record is not None and (record["verdict"] != "unknown" or record["nodes"] >= self.node_limit)

    def write(self, records):
        kept = ("id", "hands", "verdict", "best", "nodes")
        lines = (json.dumps({key: record[key] for key in kept}, separators=(",", ":")) + "\n" for record in records)
        os.makedirs(os.path.dirname(self.data), exist_ok=True)
        # No time and no name in the head, so that equal data are equal bytes.
        with open(self.data, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
            packed.write("".join(lines).encode())

    def records(self):
        """What is stored of its deals, in order."""
        if not os.path.exists(self.data):
            return []
        with gzip.open(self.data, "rt", encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]


def sets(only=()):
    with open(os.path.join(HOME, "sets.tsv"), encoding="utf-8") as lines:
        found = [Set(row) for row in csv.DictReader(lines, delimiter="\t")]
    chosen = [each for each in found if not only or f"{each.rules}:{each.cards}" in only]
    if len(chosen) < len(only):
        fail(f"no such set: {', '.join(only)}: name them as in sets.tsv, such as {found[0].rules}:{found[0].cards}")
    return chosen


def solve(args):
    work = os.path.join(ROOT, "target", "open-hands")
    os.makedirs(work, exist_ok=True)
    for each in sets(args.only):
        dealt, known = each.dealt(args.canju), {record["id"]: record for record in each.records()}
        left = [deal for deal in dealt if not each.is_answered(known.get(deal["id"]))]
        if not left:
            continue
        print(f"{each.name}: {len(left)} of {len(dealt)} deals are left", file=sys.stderr)
        # Of these deals alone: the journal of others is refused.
        journal, output = (os.path.join(work, f"{each.name}_{len(left)}{end}") for end in (".journal", ".jsonl"))
        text = "".join(json.dumps(deal) + "\n" for deal in left)
        if subprocess.run(each.batch(args.canju, journal, output, args.threads), input=text, text=True).returncode:
            fail("it failed, or was interrupted; what is finished is in the journal: the same command goes on there")
        with open(output, encoding="utf-8") as lines:
            known.update((record["id"], record) for record in map(json.loads, lines))
        each.write([known[deal["id"]] for deal in dealt])
        os.remove(journal)
        os.remove(output)


# --- the tables


def interval(won, of):
    """Wilson's 95 % interval for a share."""
    share, z2 = won / of, Z * Z
    centre = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return centre - half, centre + half


class Count:
    """How deals ended."""

    def __init__(self, records):
        verdicts = [record["verdict"] for record in records]
        self.deals = len(verdicts)
        self.won, self.lost = verdicts.count("win"), verdicts.count("loss")
        self.undecided = self.deals - self.won - self.lost

    @property
    def bounds(self):
        """The share that is won, if all that is undecided is lost, and if it is won."""
        return self.won / self.deals, (self.won + self.undecided) / self.deals

    @property
    def interval(self):
        """From the lower end of the interval if all that is undecided is lost, to the upper end if it is won."""
        return interval(self.won, self.deals)[0], interval(self.won + self.undecided, self.deals)[1]

    def cells(self):
        def span(low, high):
            low, high = f"{100 * low:.1f}", f"{100 * high:.1f}"
            return f"{low} %" if low == high else f"{low} to {high} %"

        return [f"{self.deals:,}", f"{self.won:,}", f"{self.lost:,}", f"{self.undecided:,}", span(*self.bounds), span(*self.interval)]


HEADS = ["deals", "won", "lost", "undecided", "won, of all", "95 % interval"]


def table(heads, rows):
    """Lines of a table in Markdown, its first columns as text, those of a count as numbers."""
    texts = len(heads)
    yield "| " + " | ".join(heads + HEADS) + " |"
    yield "|" + "---|" * texts + "---:|" * len(HEADS)
    for head, count in rows:
        yield "| " + " | ".join(head + count.cells()) + " |"


def bombs(hand):
    """Bombs of a hand: four of a rank, or both jokers."""
    return sum(hand.count(rank) == 4 for rank in "3456789TJQKA2") + ("X" in hand and "D" in hand)


def jokers(hand):
    return sum(hand.count(joker) for joker in "XD")


# The sets that are told apart by it.
BY_STRENGTH = ["12+10+10", "20+17+17"]
# What the landlord holds, by which the deals are told apart: name, the number, and the largest that has a row of its own.
STRENGTHS = [("bombs", bombs, 2), ("jokers", jokers, 2), ("twos", lambda hand: hand.count("2"), 4)]


def may_differ(record):
    """Can the rule sets `huanle` and `rlcard` give this deal two values? They differ in one thing: in `huanle` an airplane of
    three trios or more takes a trio next to it as its wings. For that a hand needs four neighbouring ranks of three cards."""
    chain = "3456789TJQKA"
    runs = [chain[start : start + 4] for start in range(len(chain) - 3)]
    return any(all(hand.count(rank) > 2 for rank in run) for hand in record["hands"] for run in runs)


def by_strength(records):
    """Rows (what, how many, count): the deals told apart by what the landlord holds."""
    for name, number, most in STRENGTHS:
        for value in range(most + 1):
            some = [record for record in records if min(number(record["hands"][0]), most) == value]
            if some:
                yield name, f"{value} or more" if value == most and name == "bombs" else str(value), Count(some)


def tables():
    """The generated part of the page."""
    found = [(each, each.records()) for each in sets()]
    found = [(each, records) for each, records in found if records]
    lines = ["## Two hands: the first player", ""]
    lines += table(["rules", "cards"], [([e.rules, e.cards], Count(r)) for e, r in found if e.seats == 2])
    lines += ["", "![first player's share of wins by cards a hand](two-hands.svg)", "", "## Three hands: the landlord", ""]
    lines += table(["rules", "cards"], [([e.rules, e.cards], Count(r)) for e, r in found if e.seats == 3])
    whole = [record for each, records in found if each.rules == "huanle" and each.seats == 3 for record in records]
    lines += [
        "",
        "`huanle` and `rlcard` differ in one thing: whether an airplane of three trios or more takes a trio next to it as its wings. So",
        "where no hand has four neighbouring ranks of three cards or more, both have the same moves, and a deal has the same value.",
        f"That is so for {len(whole) - sum(map(may_differ, whole)):,} of the {len(whole):,} deals of three hands above that were solved with `huanle`.",
    ]
    lines += ["", "![landlord's share of wins by cards](three-hands.svg)", ""]
    for each, records in found:
        if each.cards in BY_STRENGTH and each.rules == "huanle":
            lines += [f"## {each.cards} by the landlord's hand", ""]
            rows = [([name, value], count) for name, value, count in by_strength(records)]
            lines += [*table(["the landlord's", "how many"], rows), ""]
    lines += ["![landlord's share of wins by what the landlord holds](strength.svg)", ""]
    lines += ["## The commands", "", "```sh"]
    for each, _ in found:
        output = f"{each.name}.jsonl"
        lines.append(shlex.join(each.deals("canju")) + " |")
        lines.append("    " + shlex.join(each.batch("canju", f"{each.name}.journal", output)))
    lines += ["```", ""]
    return "\n".join(lines)


def page_parts():
    """The page before, in and after its generated part."""
    with open(PAGE, encoding="utf-8") as file:
        before, rest = file.read().split(BEGIN)
    inside, after = rest.split(END)
    return before, inside, after


def page(_):
    before, _, after = page_parts()
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + tables() + END + after)
    plots()


# --- the plots


def plots():
    try:
        import matplotlib
    except ImportError:
        fail("the plots need matplotlib: pip install matplotlib")
    # The same data give the same file: no random names of elements and no date; text stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "canju", "svg.fonttype": "none", "axes.spines.top": False, "axes.spines.right": False})
    from matplotlib import pyplot

    def draw(name, groups, labels, axis, ylabel):
        """A picture: for each group a colour, for each of its points a bar of what is possible in the interval's line."""
        figure, axes = pyplot.subplots(figsize=(8, 4))
        for number, (group, points) in enumerate(groups):
            shift = 0.16 * (number - (len(groups) - 1) / 2)
            # Okabe and Ito: told apart by colour-blind people, too.
            colour = ["#0072b2", "#d55e00"][number % 2]
            for place, count in points:
                x, (low, high) = place + shift, count.interval
                axes.plot([x, x], [100 * low, 100 * high], color=colour, linewidth=1)
                worst, best = count.bounds
                height = max(100 * (best - worst), 0.6)
                axes.bar(x, height, 0.12, 50 * (worst + best) - height / 2, color=colour, label=group)
                group = None
        axes.set_xticks(range(len(labels)), labels)
        axes.set(xlabel=axis, ylabel=ylabel, ylim=(0, 100))
        axes.grid(axis="y", alpha=0.3)
        axes.legend(frameon=False)
        figure.savefig(os.path.join(HOME, name), format="svg", metadata={"Date": None}, bbox_inches="tight")
        pyplot.close(figure)

    found = [(each, each.records()) for each in sets()]
    for seats, name, who in [(2, "two-hands.svg", "first player"), (3, "three-hands.svg", "landlord")]:
        ours = [(each, Count(records)) for each, records in found if each.seats == seats and records]
        labels = list(dict.fromkeys(each.cards for each, _ in ours))
        groups = {}
        for each, count in ours:
            groups.setdefault(each.rules, []).append((labels.index(each.cards), count))
        draw(name, list(groups.items()), labels, "cards", f"won by the {who}, %")
    ours = [(each, records) for each, records in found if each.cards in BY_STRENGTH and each.rules == "huanle" and records]
    ours = [(each.cards, list(by_strength(records))) for each, records in ours]
    labels = list(dict.fromkeys(f"{value}\n{what}" for _, rows in ours for what, value, _ in rows))
    groups = [(cards, [(labels.index(f"{value}\n{what}"), count) for what, value, count in rows]) for cards, rows in ours]
    draw("strength.svg", groups, labels, "what the landlord holds", "won by the landlord, %")


# --- the check


def solved_again(canju, deals, more):
    """The verdicts of these deals by id. Some lines of play and certificates take long: these are given up and left out."""
    command = [canju, "batch", "-", "--format", "jsonl", "--quiet", "--exit-zero", "--time-limit", "1s", *more]
    text = "".join(json.dumps(deal) + "\n" for deal in deals)
    lines = subprocess.run(command, input=text, capture_output=True, check=True, text=True).stdout.splitlines()
    return {answer["id"]: answer["verdict"] for answer in map(json.loads, lines) if answer["verdict"] != "unknown"}


def check(args):
    wrong = []
    if page_parts()[1] != tables():
        wrong.append("README.md is not what `scripts/measure/open_hands.py page` makes of the data")
    chooser, solved, proved = random.Random(args.seed), 0, 0
    for each in sets():
        records = each.records()
        if not records:
            wrong.append(f"{each.name}: no data")
            continue
        dealt = each.dealt(args.canju)
        if [(deal["id"], deal["hands"]) for deal in dealt] != [(record["id"], record["hands"]) for record in records]:
            wrong.append(f"{each.name}: the deals are not those of `canju deals`")
            continue
        # Those that took few nodes, so that the check takes seconds.
        easy = [number for number, record in enumerate(records) if record["verdict"] != "unknown" and record["nodes"] < 20_000]
        sample = sorted(chooser.sample(easy, min(args.count, len(easy))))
        # A loss has about as many positions in its certificate as it took nodes; a win that is seen without search can have millions.
        lost = [number for number in sample if records[number]["verdict"] == "loss"]
        proofs = set(chooser.sample(lost, min(args.proofs, len(lost))))
        with tempfile.TemporaryDirectory() as directory:
            for numbers, more in [(proofs, ["--proof-dir", directory]), (set(sample) - proofs, [])]:
                verdicts = solved_again(args.canju, [dealt[number] for number in sorted(numbers)], more)
                solved += len(verdicts)
                wrong += [
                    f"{each.name}: {records[number]['id']} is a {verdicts[dealt[number]['id']]}, and the data say {records[number]['verdict']}"
                    for number in sorted(numbers)
                    if verdicts.get(dealt[number]["id"], records[number]["verdict"]) != records[number]["verdict"]
                ]
            files = [os.path.join(directory, name) for name in sorted(os.listdir(directory))]
            if files:
                verified = subprocess.run([args.canju, "verify", *files], capture_output=True, text=True)
                proved += len(verified.stdout.splitlines())
                if verified.returncode:
                    wrong.append(f"{each.name}: {verified.stdout}{verified.stderr}")
    # Every set has a sample; not all of it may be given up.
    if 2 * solved < args.count * len(sets()) or not proved and args.proofs:
        wrong.append(f"only {solved} deals were solved again, {proved} with a certificate: that shows nothing")
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    print(f"{len(sets())} sets compared with page and deals, {solved} deals solved again, {proved} with a certificate: {len(wrong)} differences")
    sys.exit(1 if wrong else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for command, run in [("solve", solve), ("page", page), ("check", check)]:
        sub = commands.add_parser(command)
        sub.set_defaults(run=run)
        if command != "page":
            sub.add_argument("--canju", default=os.path.join(ROOT, "target/release/canju"), help="the program")
        if command == "solve":
            sub.add_argument("--only", action="append", default=[], metavar="RULES:CARDS", help="only this set")
            sub.add_argument("--threads", type=int, default=1, help="threads; with more than one, the last deals share them")
        if command == "check":
            sub.add_argument("--count", type=int, default=10, help="deals of each set to solve again")
            sub.add_argument("--proofs", type=int, default=3, help="of the losses among them, how many with a certificate that is verified")
            sub.add_argument("--seed", type=int, default=1, help="which deals")
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
