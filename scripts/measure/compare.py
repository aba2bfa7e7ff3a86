#!/usr/bin/env python3
"""Times canju against another solver, or against recorded times.

For each position both commands run in turn, N times, so that other load on the machine affects both alike. Prints a row for
each position, then the ratio's median and geometric mean and the worst case.

    scripts/measure/compare.py --theirs './other {first} {second}' --their-win 'WIN' --their-loss 'LOSS' puzzles/published/*.ddz
    scripts/measure/compare.py --theirs 'target/release/canju solve {first} {second} --rules {rules} --threads 2 --format json' \\
        --their-time '"elapsed_ms":([0-9.]+)' benches/data/peers.tsv
    scripts/measure/compare.py --recorded benches/data/peers.tsv --peer yunyandeng
    scripts/measure/compare.py --recorded benches/data/prototype.tsv --peer ms --peer-unit ms

In a command {first}, {second}, {last}, {rules} and {id} stand for the position's parts; the output is searched with the
regular expressions. Exit code: 0, or 1 if an answer is wrong or missing.
"""

import argparse
import json
import math
import re
import shlex
import statistics
import subprocess
import sys
import time

OURS = "target/release/canju solve {first} {second} --rules {rules} --threads 2 --format json"


def read_pack(path):
    """Two-hand positions of a pack or of a table with the columns id, first, second, expect."""
    positions, header, rules = [], None, "huanle"
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.rstrip("\n")
            if not line.strip() or line.startswith("#"):
                continue
            if path.endswith(".tsv"):
                fields = line.split("\t")
                if header is None:
                    header = fields
                    continue
                row = dict(zip(header, fields))
                row.setdefault("rules", rules)
                row.setdefault("last", "")
                positions.append(row)
            elif line.startswith("@rules"):
                rules = line.split("#")[0].split(None, 1)[1].strip()
            else:
                hands = [field.strip() for field in line.split("|")]
                words = re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)', hands[-1]) if "=" in hands[-1] else []
                attributes = {key: value.strip('"') for key, value in words}
                cards = [hand.replace(" ", "").replace(",", "") for hand in hands if hand and "=" not in hand]
                if len(cards) != 2:
                    print(f"{path}:{number}: left out, {len(cards)} hands", file=sys.stderr)
                    continue
                positions.append(
                    {
                        "id": f"{path.rsplit('/', 1)[-1]}:{number}",
                        "first": cards[0],
                        "second": cards[1],
                        "last": attributes.get("last", ""),
                        "rules": attributes.get("rules", rules),
                        "expect": attributes.get("expect", ""),
                    }
                )
    return positions


class Solver:
    """A command line and how to read its output."""

    def __init__(self, command, win, loss, clock, pattern, unit, timeout):
        self.command, self.win, self.loss = command, re.compile(win, re.M), re.compile(loss, re.M)
        self.pattern = re.compile(pattern) if clock == "solve" else None
        self.scale = {"s": 1.0, "ms": 1e-3, "us": 1e-6}[unit]
        self.timeout = timeout

    def run(self, position):
        """Verdict ("win", "loss" or why there is none) and seconds of one run."""
        words = [word.format(**position) for word in shlex.split(self.command)]
        if position["last"] and "{last}" not in self.command:
            return "no {last} in the command", math.inf
        start = time.perf_counter()
        try:
            done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=self.timeout, check=False)
        except subprocess.TimeoutExpired:
            return "timeout", math.inf
        except OSError as error:
            sys.exit(f"compare: {words[0]}: {error}")
        seconds = time.perf_counter() - start
        text = done.stdout + done.stderr
        win, loss = self.win.search(text), self.loss.search(text)
        if bool(win) == bool(loss):
            return f"no verdict (exit code {done.returncode})", math.inf
        if self.pattern:
            found = self.pattern.search(text)
            if not found:
                return "no time", math.inf
            seconds = float(found.group(1)) * self.scale
        return "win" if win else "loss", seconds

    def median(self, verdicts_and_times):
        """One verdict and the median time of several runs; a run without a verdict counts as infinitely long."""
        verdicts = {verdict for verdict, _ in verdicts_and_times}
        failed = sorted(verdicts - {"win", "loss"})
        if failed:
            return failed[0], math.inf
        if len(verdicts) > 1:
            return "win and loss", math.inf
        return verdicts.pop(), statistics.median(seconds for _, seconds in verdicts_and_times)


def shown(seconds):
    return "-" if math.isinf(seconds) else f"{1e3 * seconds:.2f}"


def geometric_mean(ratios):
    return math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))


def summary(rows, ours, theirs):
    """Prints the closing lines of (id, our seconds, their seconds, note): the ratio is theirs over ours."""
    ratios = [(them / us, name) for name, us, them, _ in rows if 0 < us < math.inf and 0 < them < math.inf]
    if ratios:
        values = [ratio for ratio, _ in ratios]
        print(f"\n{theirs} ÷ {ours} over {len(ratios)} positions:")
        print(f"  geometric mean {geometric_mean(values):.2f}, median {statistics.median(values):.2f}")
        print("  worst %.3g (%s), best %.3g (%s)" % (*min(ratios), *max(ratios)))
        totals = [sum(row[i] for row in rows if row[1] < math.inf and row[2] < math.inf) for i in (1, 2)]
        print(f"  total {totals[0]:.3f} s and {totals[1]:.3f} s")
        slower = sorted((ratio, name) for ratio, name in ratios if ratio < 1)
        print(f"  {ours} slower: " + (", ".join(f"{name} ({ratio:.2g})" for ratio, name in slower) or "nowhere"))
    flagged = [(name, note) for name, _, _, note in rows if note]
    for name, note in flagged:
        print(f"  !! {name}: {note}")
    return 1 if flagged else 0


def notes(position, answers):
    """What is wrong with these answers, by position."""
    found = []
    expected = position.get("expect", "")
    for name, verdict in answers.items():
        if verdict not in ("win", "loss"):
            found.append(f"{name}: {verdict}")
        elif expected and verdict != expected:
            found.append(f"{name}: WRONG, {verdict} instead of {expected}")
    if not expected and len(set(answers.values()) & {"win", "loss"}) == 2:
        found.append("the answers DIFFER")
    return "; ".join(found)


def live(args, positions, ours, theirs):
    print(f"ours    {args.ours}\ntheirs  {args.theirs}\nmedians of {args.runs} runs, ms, {args.clock} clock\n")
    print(f"{'id':<24} {'verdict':<7} {'ours':>12} {'theirs':>12} {'ratio':>9}")
    rows = []
    for position in positions:
        runs = ([], [])
        for turn in range(args.runs):
            # The first to run alternates as well.
            for who in (0, 1) if turn % 2 == 0 else (1, 0):
                # After a failure there is no median.
                if not runs[who] or math.isfinite(runs[who][-1][1]):
                    runs[who].append((ours, theirs)[who].run(position))
        (our_verdict, us), (their_verdict, them) = ours.median(runs[0]), theirs.median(runs[1])
        note = notes(position, {"ours": our_verdict, "theirs": their_verdict})
        ratio = f"{them / us:9.3g}" if 0 < us < math.inf and 0 < them < math.inf else "        -"
        verdict = our_verdict if our_verdict in ("win", "loss") else "-"
        print(f"{position['id']:<24} {verdict:<7} {shown(us):>12} {shown(them):>12} {ratio}  {note}".rstrip(), flush=True)
        rows.append((position["id"], us, them, note))
    return summary(rows, "ours", "theirs")


def recorded(args, positions, ours):
    if not positions or args.peer not in positions[0]:
        names = set(positions[0]) - {"id", "first", "second", "expect", "last", "rules"} if positions else []
        sys.exit(f"compare: no column {args.peer}: there are {', '.join(sorted(names))}")
    print(f"ours      {args.ours}\nrecorded  {args.recorded}, {args.peer}\nmedians of {args.runs} runs, ms\n")
    print(f"{'id':<24} {'verdict':<7} {'ours':>12} {'recorded':>12} {'ratio':>9}")
    scale = {"s": 1.0, "ms": 1e-3}[args.peer_unit]
    rows = []
    for position in positions:
        verdict, us = ours.median([ours.run(position) for _ in range(args.runs)])
        # ">60": stopped there; the ratio is at least this.
        text = position[args.peer].strip()
        try:
            them = float(text.lstrip("<>~")) * scale
        except ValueError:
            them = math.inf
        note = notes(position, {"ours": verdict})
        ratio = f"{them / us:9.3g}" if 0 < us < math.inf and 0 < them < math.inf else "        -"
        sign = ">" if text.startswith(">") else ""
        print(f"{position['id']:<24} {verdict:<7} {shown(us):>12} {sign + shown(them):>12} {ratio}  {note}".rstrip(), flush=True)
        rows.append((position["id"], us, them, note))
    return summary(rows, "ours", args.peer)


def main():
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("packs", nargs="*", help="*.ddz packs or *.tsv tables")
    parser.add_argument("--ours", default=OURS, help=f"our command [{OURS}]")
    parser.add_argument("--theirs", help="the other solver's command")
    parser.add_argument("--recorded", metavar="TSV", help="compare with a column of this table instead of a program")
    parser.add_argument("--peer", default="yunyandeng", help="the column [yunyandeng]")
    parser.add_argument("--peer-unit", choices=["s", "ms"], default="s", help="the column's unit [s]")
    parser.add_argument("--runs", type=int, default=3, help="runs a position and program [3]")
    parser.add_argument("--timeout", type=float, default=60, help="seconds a run [60]")
    parser.add_argument("--clock", choices=["solve", "wall"], default="solve", help="the time that a program prints, or that of its run [solve]")
    for who, name in (("our", "our"), ("their", "their")):
        parser.add_argument(f"--{who}-win", default=r'"verdict":"win"', help=f"regular expression of {name} win")
        parser.add_argument(f"--{who}-loss", default=r'"verdict":"loss"', help=f"regular expression of {name} loss")
        parser.add_argument(f"--{who}-time", default=r'"elapsed_ms":([0-9.]+)', help=f"regular expression of {name} time")
        parser.add_argument(f"--{who}-unit", choices=["s", "ms", "us"], default="ms", help=f"unit of {name} time [ms]")
    parser.add_argument("--only", metavar="REGEX", help="only the positions whose id matches")
    args = parser.parse_args()
    if bool(args.theirs) == bool(args.recorded) or args.recorded and args.packs or args.theirs and not args.packs:
        parser.error("give --theirs COMMAND and packs, or --recorded TSV")

    positions = [position for pack in ([args.recorded] if args.recorded else args.packs) for position in read_pack(pack)]
    if args.only:
        positions = [position for position in positions if re.search(args.only, position["id"])]
    ours = Solver(args.ours, args.our_win, args.our_loss, args.clock, args.our_time, args.our_unit, args.timeout)
    if args.recorded:
        return recorded(args, positions, ours)
    theirs = Solver(
        args.theirs, args.their_win, args.their_loss, args.clock, args.their_time, args.their_unit, args.timeout
    )
    return live(args, positions, ours, theirs)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
