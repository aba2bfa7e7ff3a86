#!/usr/bin/env python3
"""Makes and checks the tables of open-hand values in benches/open-hands: how often the first player, or the landlord, wins, and how
many points a deal is worth to them.

    scripts/measure/open_hands.py solve                      # all sets of sets.tsv, as far as they are not solved yet
    scripts/measure/open_hands.py solve --only rlcard:20+17+17 --only huanle:20+17+17:douzero
    scripts/measure/open_hands.py page                       # the tables of README.md and the plots (needs matplotlib)
    scripts/measure/open_hands.py check                      # do page, data and program agree?

A set is a line of `sets.tsv`: rules, cards of each hand, scoring (`win` is without points), whether the packets are moved instead of
shuffled (`no_shuffle`, how many, or 0), how many deals, and the most nodes for each. Its deals are those of `canju deals --seed 1`,
and `canju batch` solves them one by one, on one thread each: so the same program finds the same ones undecided on every machine. `solve` solves what the data lack: more deals if a count has grown, and the undecided ones again if
the number of nodes has. After an interruption it goes on where it was, by a journal under `target/open-hands`.

A set's answers are in `data/RULES_CARDS.jsonl.gz`, or `data/RULES_CARDS_SCORING….jsonl.gz` with points, a line for each deal: `id`, `hands`,
`verdict`, `best`, `nodes`; with points also `value`, or where that is not decided `value_at_least` and `value_at_most`.

`check` compares the page with the data, the hands with what `canju deals` deals, who wins with and without points, and solves a
sample of each set again, some losses with a certificate that `canju verify` must accept.
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
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
HOME = os.path.join(ROOT, "benches", "open-hands")
PAGE = os.path.join(HOME, "README.md")
SEED = 1
# Of the normal distribution, for intervals of 95 %.
Z = 1.959964
# How many times the stake the tables of points tell apart; the last is that or more.
TIMES = [1, 2, 4, 8, 16]
BEGIN, END = "<!-- tables: scripts/measure/open_hands.py page -->\n", "<!-- end of tables -->\n"


def fail(message, code=2):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(code)


class Set:
    """A set of deals: its line in sets.tsv, its files and its commands."""

    def __init__(self, row):
        self.rules, self.cards = row["rules"], row["cards"]
        self.scoring, self.no_shuffle = row["scoring"], int(row["no_shuffle"])
        self.count, self.node_limit = int(row["count"]), int(row["node_limit"])
        parts = [self.rules, self.cards]
        if self.has_points:
            parts.append(self.scoring)
        if self.no_shuffle:
            parts.append(f"no-shuffle-{self.no_shuffle}")
        self.words, self.name = ":".join(parts), "_".join(parts)
        self.data = os.path.join(HOME, "data", f"{self.name}.jsonl.gz")

    @property
    def seats(self):
        return self.cards.count("+") + 1

    @property
    def has_points(self):
        return self.scoring != "win"

    @property
    def played_for(self):
        """Options of `canju batch`."""
        return ["--scoring", self.scoring] if self.has_points else []

    def deals(self, canju):
        no_shuffle = ["--no-shuffle", str(self.no_shuffle)] if self.no_shuffle else []
        return [canju, "deals", "--cards", self.cards, "--count", str(self.count), "--seed", str(SEED), *no_shuffle,
                "--rules", self.rules, "--quiet"]

    def batch(self, canju, journal, output, threads=1):
        return [canju, "batch", "-", *self.played_for, "--threads", str(threads), "--memory", "4GiB", "--node-limit", str(self.node_limit),
                *(["--no-line"] if self.has_points else []),
                "--format", "jsonl", "--quiet", "--exit-zero", "--journal", journal, "--resume", "--output", output]

    def dealt(self, canju):
        """Its deals, as lines of JSON that are read."""
        lines = subprocess.run(self.deals(canju), capture_output=True, check=True, text=True).stdout.splitlines()
        return [json.loads(line) for line in lines]

    def is_answered(self, record):
        """Is there an answer, or were as many nodes spent as the set asks for?"""
        if record is None:
            return False
        is_decided = record.get("value") is not None if self.has_points else record["verdict"] != "unknown"
        return is_decided or record["nodes"] >= self.node_limit

    def write(self, records):
        def kept(record):
            keys = ["id", "hands", "verdict", "best"]
            if self.has_points:
                keys += ["value"] if record.get("value") is not None else ["value_at_least", "value_at_most"]
            return {key: record[key] for key in [*keys, "nodes"]}

        lines = (json.dumps(kept(record), separators=(",", ":")) + "\n" for record in records)
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
    chosen = [each for each in found if not only or each.words in only]
    if len(chosen) < len(only):
        fail(f"no such set: {', '.join(only)}: there are {', '.join(each.words for each in found)}")
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


class Points:
    """What deals are worth to the first player, or to the landlord."""

    def __init__(self, each, records):
        self.each = each
        # What a win without any doubling brings.
        self.unit = 1 if each.seats == 2 else 2
        self.decided = [record["value"] for record in records if "value" in record]
        self.deals, self.undecided = len(records), len(records) - len(self.decided)
        self.least, self.most = ([record.get("value", record.get(bound)) for record in records] for bound in ("value_at_least", "value_at_most"))

    @property
    def bounds(self):
        """The mean, if all that is undecided is worth the least that is possible, and if the most."""
        return statistics.fmean(self.least), statistics.fmean(self.most)

    @property
    def interval(self):
        """From the lower end of the interval of the one to the upper end of the other, by the normal distribution."""
        reach = [Z * statistics.stdev(values) / math.sqrt(self.deals) for values in (self.least, self.most)]
        low, high = self.bounds
        return low - reach[0], high + reach[1]

    def share(self, sign, times, or_more):
        """The share of all deals that are won (1) or lost (-1) with the stake doubled up to so many times."""
        is_one = [value * sign == times * self.unit or or_more and value * sign > times * self.unit for value in self.decided]
        return sum(is_one) / self.deals


def span_of_points(low, high):
    low, high = (f"{end:+.2f}".replace("-", "−") for end in (low, high))
    return low if low == high else f"{low} to {high}"


def is_dealt(each):
    return f"{each.cards}, no shuffle" if each.no_shuffle else each.cards


def points_tables(found):
    """The tables of points: the means, and how the deals are shared among the values."""
    rows = [Points(each, records) for each, records in found]
    lines = ["| who | cards | scoring | deals | undecided | points, mean | 95 % interval |", "|---|---|---|---:|---:|---:|---:|"]
    for row in rows:
        who = "first player" if row.each.seats == 2 else "landlord"
        cells = [who, is_dealt(row.each), row.each.scoring, f"{row.deals:,}", f"{row.undecided:,}", span_of_points(*row.bounds), span_of_points(*row.interval)]
        lines.append("| " + " | ".join(cells) + " |")
    places = [(sign, times) for sign, order in ((-1, TIMES[::-1]), (1, TIMES)) for times in order]
    heads = [("won" if sign > 0 else "lost") + f" ×{times}" + (" or more" if times == TIMES[-1] else "") for sign, times in places]
    lines += ["", "Of all deals, in %:", "", "| cards | scoring | " + " | ".join(heads) + " | undecided |", "|---|---|" + "---:|" * (len(places) + 1)]
    for row in rows:
        shares = [row.share(sign, times, times == TIMES[-1]) for sign, times in places] + [row.undecided / row.deals]
        lines.append("| " + " | ".join([is_dealt(row.each), row.each.scoring] + [f"{100 * share:.1f}" for share in shares]) + " |")
    return lines


def by_spring(found):
    """A sentence for each pair of sets of which one counts spring and the other does not."""
    of = {(each.rules, each.cards, each.no_shuffle, each.scoring): records for each, records in found}
    for (rules, cards, no_shuffle, scoring), records in of.items():
        others = of.get((rules, cards, no_shuffle, "douzero"))
        if scoring != "huanle" or not others:
            continue
        plain = {record["id"]: record["value"] for record in others if "value" in record}
        both = [(plain[record["id"]], record["value"]) for record in records if "value" in record and record["id"] in plain]
        differ = sum(one != other for one, other in both)
        how = "dealt without shuffling " if no_shuffle else ""
        yield f"Of the {len(both):,} deals of {cards} cards {how}that are decided in both, {differ:,} are worth something else with spring."


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
    everything = [(each, records) for each, records in found if records]
    found = [(each, records) for each, records in everything if not each.has_points]
    with_points = [(each, records) for each, records in everything if each.has_points]
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
    if with_points:
        lines += ["## Points", "", *points_tables(with_points), ""]
        with_spring = list(by_spring(with_points))
        lines += [*with_spring, ""] if with_spring else []
    lines += ["## The commands", "", "```sh"]
    for each, _ in everything:
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

    found = [(each, each.records()) for each in sets() if not each.has_points]
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


def answer_of(record):
    """What a deal is worth, or without points who wins; "unknown" if that is not decided."""
    return record["value"] if record.get("value") is not None else "unknown" if "value_at_least" in record else record["verdict"]


def solved_again(canju, each, deals, more):
    """The answers of these deals by id. Some lines of play and certificates take long: these are given up and left out."""
    command = [canju, "batch", "-", *each.played_for, "--format", "jsonl", "--quiet", "--exit-zero", "--time-limit", "1s", *more]
    text = "".join(json.dumps(deal) + "\n" for deal in deals)
    lines = subprocess.run(command, input=text, capture_output=True, check=True, text=True).stdout.splitlines()
    answers = {record["id"]: answer_of(record) for record in map(json.loads, lines)}
    return {name: answer for name, answer in answers.items() if answer != "unknown"}


def contradictions(each, records, others):
    """A deal is won exactly if it is worth something: messages about those for which the sets without points say otherwise."""
    for other, those in others:
        if each.has_points and not other.has_points and (each.rules, each.cards, each.no_shuffle) == (other.rules, other.cards, other.no_shuffle):
            verdicts = {record["id"]: record["verdict"] for record in those}
            for record in records:
                known = verdicts.get(record["id"], "unknown")
                if "value" in record and known != "unknown" and (record["value"] > 0) != (known == "win"):
                    yield f"{each.name}: {record['id']} is worth {record['value']}, and in {other.name} it is a {known}"


def check(args):
    wrong = []
    if page_parts()[1] != tables():
        wrong.append("README.md is not what `scripts/measure/open_hands.py page` makes of the data")
    chooser, solved, proved = random.Random(args.seed), 0, 0
    everything = [(each, each.records()) for each in sets()]
    for each, records in everything:
        wrong += contradictions(each, records, everything)
        if not records:
            wrong.append(f"{each.name}: no data")
            continue
        dealt = each.dealt(args.canju)
        if [(deal["id"], deal["hands"]) for deal in dealt] != [(record["id"], record["hands"]) for record in records]:
            wrong.append(f"{each.name}: the deals are not those of `canju deals`")
            continue
        # Those that took few nodes, so that the check takes seconds.
        easy = [number for number, record in enumerate(records) if answer_of(record) != "unknown" and record["nodes"] < 20_000]
        sample = sorted(chooser.sample(easy, min(args.count, len(easy))))
        # A loss has about as many positions in its certificate as it took nodes; a win that is seen without search can have millions.
        lost = [number for number in sample if records[number]["verdict"] == "loss"]
        proofs = set(chooser.sample(lost, min(args.proofs, len(lost))))
        with tempfile.TemporaryDirectory() as directory:
            for numbers, more in [(proofs, ["--proof-dir", directory]), (set(sample) - proofs, [])]:
                answers = solved_again(args.canju, each, [dealt[number] for number in sorted(numbers)], more)
                solved += len(answers)
                for number in sorted(numbers):
                    said = answer_of(records[number])
                    found = answers.get(dealt[number]["id"], said)
                    if found != said:
                        wrong.append(f"{each.name}: {records[number]['id']}: {found}, and the data say {said}")
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
            sub.add_argument("--only", action="append", default=[], metavar="RULES:CARDS[:SCORING[:no-shuffle-N]]", help="only this set")
            sub.add_argument("--threads", type=int, default=1, help="threads; with more than one, the last deals share them")
        if command == "check":
            sub.add_argument("--count", type=int, default=10, help="deals of each set to solve again")
            sub.add_argument("--proofs", type=int, default=3, help="of the losses among them, how many with a certificate that is verified")
            sub.add_argument("--seed", type=int, default=1, help="which deals")
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
