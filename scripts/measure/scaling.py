#!/usr/bin/env python3
"""Measures what threads gain and cost, and draws speed-up and node inflation against their number, as SVG.

    scripts/measure/scaling.py --run target/release/canju --threads 1,2,4,8 --repeat 5 --set all --memory 1GiB --save here.json
    scripts/measure/scaling.py --run target/release/canju --threads 1,2,4,8 --repeat 5 --set all --memory 1GiB --against here.json
    scripts/measure/scaling.py here.json > scaling.svg
    scripts/measure/scaling.py before.json after.json > scaling.svg
    cargo run --release --example simulate -- 1,2,4,8,16,32,64 src/cli/commands/bench/data/full.ddz > simulated.json
    scripts/measure/scaling.py simulated.json here.json > scaling.svg

With `--run` each number of threads is measured by `canju bench` in a process of its own, so that each has its own peak of memory, and all
in turn, so that other load on the machine affects all alike. Files are packs of one's own then. The figures are medians: other programs
make single repetitions slow and none fast. A spread is (greatest - least) / median, and peak memory is the most of all repetitions.
Speed-up and node inflation are those over the first number of threads; where a position stays undecided there is no ratio. Printed is a
Markdown table, and saved is a record as of `canju bench --save`, which `canju bench --against` reads.

Drawn is a line for each set of each file. Both axes of the speed-up are logarithmic, so that the ideal is a straight line: twice the
threads, half the time. Bars at the points are the spread of the times. Ratios are those of the files, over the first number
of threads; a set that was not decided has none and is left out.

Exit code: 0, or 2 if a file is neither what `--save` writes nor a simulation, or has nothing to draw. With `--run` the greatest of those of
`canju bench`: 1 if some positions stay undecided, 3 if an answer is wrong.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from xml.sax.saxutils import escape

SCHEMA = "canju.bench/1"
SIMULATED = "canju.simulation/1"
# Okabe and Ito: told apart by colour-blind people, too. A dash for each file.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
DASHES = ["none", "7 4", "2 3", "9 3 2 3"]
WIDTH, HEIGHT = 400, 300
LEFT, TOP, GAP, LEGEND = 60, 70, 80, 280


def fail(message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def read(path):
    """The record in a file."""
    try:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
    except OSError as error:
        fail(f"can't read {path}: {error.strerror}")
    except ValueError as error:
        fail(f"{path}: {error}: name a file that `--save` has written")
    if isinstance(record, dict) and record.get("schema") == SIMULATED and record.get("sets"):
        return of_simulation(record)
    if not isinstance(record, dict) or record.get("schema") != SCHEMA or not record.get("runs"):
        fail(f"{path}: its `schema` is not `{SCHEMA}` with `runs`: name a file that `--save` has written")
    return record


def of_simulation(record):
    """A simulation in the form of a bench: a run for each number of workers."""
    runs = {}
    for one in record["sets"]:
        for row in one["workstations"]:
            figures = {"set": one["set"], "speed_up": row["speed_up"], "node_inflation": row["node_inflation"]}
            is_whole = row["decided"] == one["positions"]
            figures = figures if is_whole else {**figures, "speed_up": None}
            runs.setdefault(row["workers"], []).append({**figures, "elapsed_spread": None})
    runs = [{"threads": workers, "sets": sets} for workers, sets in sorted(runs.items())]
    return {**record, "runs": runs, "repeat": 1, "machine": {"name": "simulated"}}


def curves(record):
    """By set: points (threads, speed-up, spread of the time, node inflation), those without ratios left out."""
    found = {}
    for run in record["runs"]:
        rows = run["sets"] + ([run["total"]] if len(run["sets"]) > 1 and "total" in run else [])
        for row in rows:
            # The program measures one number of threads, and writes no ratios.
            if row.get("speed_up") is not None and row.get("node_inflation") is not None:
                point = (run["threads"], row["speed_up"], row["elapsed_spread"] or 0, row["node_inflation"])
                found.setdefault(row["set"], []).append(point)
    return {name: sorted(points) for name, points in found.items()}


def measure(options):
    """The rounds of runs: a record for each number of threads, by `canju bench`. And the greatest of its exit codes."""
    rounds, codes = [], []
    for number in range(options.repeat):
        rounds.append([])
        for threads in options.threads:
            print(f"round {number + 1} of {options.repeat}: {counted(threads, 'thread') if threads else 'all threads'}", file=sys.stderr)
            # What it has to say it says once.
            quiet = ["--quiet"] if number else []
            command = [options.run, "bench", "--format=json", f"--threads={threads}", *options.passed, *quiet, "--", *options.files]
            try:
                found = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8")
            except OSError as error:
                fail(f"can't run {options.run}: {error.strerror}")
            if found.returncode == 130:
                raise KeyboardInterrupt
            if found.returncode not in (0, 1, 3):
                fail(f"{' '.join(command)}: exit code {found.returncode}")
            rounds[-1].append(json.loads(found.stdout))
            codes.append(found.returncode)
    return rounds, max(codes)


def ratio(above, below):
    return round(above / below, 4) if below else None


def over(above, below, field):
    """One set's figure over another's, if they are of the same work: all of it decided."""
    same = below and above["decided"] == above["positions"] == below["positions"] == below["decided"]
    return ratio(above[field], below[field]) if same else None


def of_repetitions(rows):
    """Several repetitions of one set in one: medians, but for answers the worst."""

    def median(field):
        return statistics.median(row[field] for row in rows)

    def spread(field):
        values = [row[field] for row in rows]
        return ratio(max(values) - min(values), median(field)) if len(rows) > 1 else None

    # One of the repetitions, so that time and position belong together.
    slowest = sorted(rows, key=lambda row: row["slowest_ms"])[(len(rows) - 1) // 2]
    return {
        **rows[0],
        "decided": min(row["decided"] for row in rows),
        "wrong": max(row["wrong"] for row in rows),
        "nodes": int(median("nodes") + 0.5),
        "elapsed_ms": round(median("elapsed_ms"), 3),
        "nodes_per_second": int(median("nodes_per_second")),
        "nodes_spread": spread("nodes"),
        "elapsed_spread": spread("elapsed_ms"),
        "slowest": slowest["slowest"],
        "slowest_ms": slowest["slowest_ms"],
    }


def combined(rounds):
    """All rounds as one record, with a run for each number of threads."""
    runs = []
    for records in zip(*rounds, strict=True):
        repeated = [record["runs"][0] for record in records]
        sets = [of_repetitions(rows) for rows in zip(*(run["sets"] for run in repeated), strict=True)]
        total = of_repetitions([run["total"] for run in repeated])
        peaks = [run["peak_memory_bytes"] for run in repeated if run["peak_memory_bytes"] is not None]
        runs.append({"threads": repeated[0]["threads"], "sets": sets, "total": total, "peak_memory_bytes": max(peaks, default=None)})
    for run in runs:
        for row, first in zip([*run["sets"], run["total"]], [*runs[0]["sets"], runs[0]["total"]], strict=True):
            row["speed_up"], row["node_inflation"] = over(first, row, "elapsed_ms"), over(row, first, "nodes")
    return {**rounds[0][0], "repeat": len(rounds), **runs[0], "runs": runs}


def table(record, saved):
    """The figures for people, beside those of a saved record if there is one: now / then."""
    then = {} if saved is None else {run["threads"]: run for run in reversed(saved["runs"])}
    header = ["set", "threads", "decided", "wrong", "time", "spread", "speed-up", "nodes", "spread", "inflation", "nodes/s", "peak memory"]
    yield header + (["time now / then", "nodes now / then"] if saved else [])

    def shown(value, form):
        return "-" if value is None else format(value, form)

    for run in record["runs"]:
        before = then.get(run["threads"], {"sets": []})
        named = {row["set"]: row for row in before["sets"]}
        # A sum compares only with a sum of the same sets.
        total = before.get("total") if [row["set"] for row in run["sets"]] == list(named) else None
        rows = [(row, named.get(row["set"])) for row in run["sets"]] + ([(run["total"], total)] if len(run["sets"]) > 1 else [])
        for row, old in rows:
            peak = run["peak_memory_bytes"]
            yield [
                *(row["set"], str(run["threads"]), f"{row['decided']} of {row['positions']}", str(row["wrong"])),
                *(f"{row['elapsed_ms'] / 1000:,.3f} s", shown(row["elapsed_spread"], ".1%"), shown(row["speed_up"], ".2f")),
                *(f"{row['nodes']:,}", shown(row["nodes_spread"], ".1%"), shown(row["node_inflation"], ".3f")),
                *(f"{row['nodes_per_second']:,}", shown(peak and peak / 2**20, ".0f") + " MiB"),
                *([shown(over(row, old, "elapsed_ms"), ".3f"), shown(over(row, old, "nodes"), ".4f")] if saved else []),
            ]


def run(options):
    """Measures, prints and saves. Returns the exit code."""
    saved = read(options.against) if options.against else None
    if options.save and not os.access(os.path.dirname(os.path.abspath(options.save)), os.W_OK):
        fail(f"can't write {options.save}")
    rounds, code = measure(options)
    record = combined(rounds)
    for number, cells in enumerate(table(record, saved)):
        print(f"| {' | '.join(cells)} |" + ("" if number else "\n|" + "--:|" * len(cells)))
    if options.save:
        with open(options.save, "w", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
    return code


def counted(count, what):
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


class Panel:
    """A diagram: its place, and where a point of it lies in the picture."""

    def __init__(self, left, title, threads, low, high, logarithmic):
        self.left, self.title, self.threads, self.low, self.high = left, title, threads, low, high
        self.scale = math.log2 if logarithmic else float

    def x(self, threads):
        first, last = math.log2(self.threads[0]), math.log2(self.threads[-1])
        return self.left + WIDTH * (math.log2(threads) - first) / ((last - first) or 1)

    def y(self, value):
        low, high = self.scale(self.low), self.scale(self.high)
        part = (self.scale(min(max(value, self.low), self.high)) - low) / (high - low)
        return TOP + HEIGHT * (1 - part)

    def axes(self, ticks):
        """Frame, title, a tick for each number of threads and each of these values."""
        yield f'<rect x="{self.left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888"/>'
        yield f'<text x="{self.left}" y="{TOP - 12}" font-weight="bold">{escape(self.title)}</text>'
        for count in self.threads:
            x = self.x(count)
            yield f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{TOP + HEIGHT}" stroke="#eee"/>'
            yield f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{count}</text>'
        for value in ticks:
            y = self.y(value)
            yield f'<line x1="{self.left}" y1="{y:.1f}" x2="{self.left + WIDTH}" y2="{y:.1f}" stroke="#eee"/>'
            yield f'<text x="{self.left - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>'
        yield f'<text x="{self.left + WIDTH / 2}" y="{TOP + HEIGHT + 38}" text-anchor="middle">threads</text>'

    def line(self, points, colour, dash):
        """A line through points (threads, value) with a dot at each."""
        places = [(self.x(threads), self.y(value)) for threads, value in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        for x, y in places:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'


def linear_ticks(low, high):
    """Round numbers from low to high, about five."""
    step = 10 ** math.floor(math.log10((high - low) / 2))
    step = next(step * factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 6)
    return [round(number * step, 6) for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def draw(records):
    """The picture of these records (name, record), line by line."""
    lines, colours = [], {}
    for number, (name, record) in enumerate(records):
        for set_name, points in curves(record).items():
            label = set_name if len(records) == 1 else f"{set_name}, {name}"
            colour = colours.setdefault(set_name, COLOURS[len(colours) % len(COLOURS)])
            lines.append((label, colour, DASHES[number % len(DASHES)], points))
    threads = sorted({point[0] for *_, points in lines for point in points})
    if len(threads) < 2:
        fail("nothing to draw: there must be ratios for two numbers of threads, as of --threads 1,2")
    speeds = [speed * factor for *_, points in lines for _, speed, spread, _ in points for factor in (1, 1 + spread / 2)]
    inflations = [inflation for *_, points in lines for *_, inflation in points]
    least, most = min(speeds + [1]), max(speeds + [threads[-1] / threads[0]])
    powers = [2.0**power for power in range(math.floor(math.log2(least)), math.ceil(math.log2(most)) + 1)]
    margin = 0.05 * ((max(inflations) - min(inflations)) or 1)
    low, high = min(inflations + [1]) - margin, max(inflations + [1]) + margin
    firsts = {record["runs"][0]["threads"] for _, record in records}
    first = "the first number of threads" if len(firsts) > 1 else counted(min(firsts), "thread")
    speed = Panel(LEFT, f"speed-up over {first}", threads, powers[0], powers[-1], True)
    inflation = Panel(LEFT + WIDTH + GAP, "node inflation", threads, low, high, False)

    width, height = LEFT + 2 * WIDTH + GAP + LEGEND, TOP + HEIGHT + 60 + 18 * len(records)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    yield '    font-family="sans-serif" font-size="13">'
    yield "<title>Speed-up and node inflation by number of threads</title>"
    yield f'<rect width="{width}" height="{height}" fill="#fff"/>'
    yield f'<text x="{LEFT}" y="28" font-size="17">canju bench: what threads gain and cost</text>'
    yield from speed.axes(powers)
    yield from inflation.axes(linear_ticks(low, high))
    ideal = [(count, count / threads[0]) for count in threads]
    path = " ".join(f"{speed.x(count):.1f},{speed.y(value):.1f}" for count, value in ideal)
    yield f'<polyline points="{path}" fill="none" stroke="#999" stroke-dasharray="2 4"/>'
    yield f'<text x="{speed.x(threads[-1]) - 6:.1f}" y="{speed.y(ideal[-1][1]) + 16:.1f}" text-anchor="end" fill="#777">ideal</text>'
    legend = inflation.left + WIDTH + 24
    for number, (label, colour, dash, points) in enumerate(lines):
        for count, value, spread, _ in points:
            x, above, below = speed.x(count), speed.y(value * (1 + spread / 2)), speed.y(value / (1 + spread / 2))
            yield f'<line x1="{x:.1f}" y1="{above:.1f}" x2="{x:.1f}" y2="{below:.1f}" stroke="{colour}" opacity="0.5"/>'
        yield from speed.line([(count, value) for count, value, *_ in points], colour, dash)
        yield from inflation.line([(count, value) for count, *_, value in points], colour, dash)
        y = TOP + 10 + 20 * number
        yield f'<line x1="{legend}" y1="{y}" x2="{legend + 26}" y2="{y}" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        yield f'<text x="{legend + 34}" y="{y + 4}">{escape(label)}</text>'
    for number, (name, record) in enumerate(records):
        machine = record.get("machine") or {}
        about = [machine.get("name") or "a machine without a name", machine.get("processor")]
        about += [counted(machine["cores"], "core") if machine.get("cores") else None]
        about += [f"canju {record['version']}", f"memory limit {record['memory_limit_bytes'] >> 20} MiB"]
        if record["schema"] != SIMULATED:
            about += [f"medians of {record['repeat']}" if record["repeat"] > 1 else "one repetition"]
        text = escape(f"{name}: " + ", ".join(part for part in about if part))
        yield f'<text x="{LEFT}" y="{TOP + HEIGHT + 64 + 18 * number}" fill="#555">{text}</text>'
    yield "</svg>"


def numbers(text):
    """Different numbers with commas between them."""
    found = [int(number) for number in text.split(",")]
    if len(set(found)) < len(found):
        raise ValueError
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="what `--save` has written; with --run packs")
    parser.add_argument("--run", metavar="PROGRAM", help="measure by this program")
    parser.add_argument("--threads", type=numbers, default=[1], metavar="N,…", help="numbers of threads, 0 for one per core (1)")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="measure everything N times (1)")
    parser.add_argument("--save", metavar="FILE", help="write the record to this file")
    parser.add_argument("--against", metavar="FILE", help="compare with the record in this file")
    for name in ("--set", "--memory", "--time-limit", "--node-limit"):
        parser.add_argument(name, dest="passed", action="append", default=[], type=f"{name}={{}}".format, metavar="VALUE", help="as of `canju bench`")
    options = parser.parse_args()
    if options.run:
        if options.repeat < 1:
            parser.error("--repeat: at least once")
        try:
            sys.exit(run(options))
        except KeyboardInterrupt:
            sys.exit(130)
    paths = options.files or parser.error("name a file to draw, or a program with --run")
    records = [(os.path.basename(path), read(path)) for path in paths]
    try:
        picture = "\n".join(draw(records))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        fail(f"{', '.join(paths)}: a record lacks what it should have ({error!r}): write it again with `--save`")
    print(picture)


if __name__ == "__main__":
    main()
