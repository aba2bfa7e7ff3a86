#!/usr/bin/env python3
"""Draws speed-up and node inflation against the number of threads, as SVG.

    canju bench --set all --threads 1,2,4,8 --repeat 5 --save here.json
    scripts/measure/scaling.py here.json > scaling.svg
    scripts/measure/scaling.py before.json after.json > scaling.svg
    cargo run --release --example simulate -- 1,2,4,8,16,32,64 src/cli/commands/bench/data/full.ddz > simulated.json
    scripts/measure/scaling.py simulated.json here.json > scaling.svg

A line for each set of each file. Both axes of the speed-up are logarithmic, so that the ideal is a straight line: twice the
threads, half the time. Bars at the points are the spread of the times. Ratios are those of the files, over the first number
of threads; a set that was not decided has none and is left out.

Exit code: 0, or 2 if a file is neither what `canju bench --save` writes nor a simulation, or has nothing to draw.
"""

import argparse
import json
import math
import os
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
        fail(f"{path}: {error}: name a file that `canju bench --save` has written")
    if isinstance(record, dict) and record.get("schema") == SIMULATED and record.get("sets"):
        return of_simulation(record)
    if not isinstance(record, dict) or record.get("schema") != SCHEMA or not record.get("runs"):
        fail(f"{path}: its `schema` is not `{SCHEMA}` with `runs`: name a file that `canju bench --save` has written")
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
            if row["speed_up"] is not None and row["node_inflation"] is not None:
                point = (run["threads"], row["speed_up"], row["elapsed_spread"] or 0, row["node_inflation"])
                found.setdefault(row["set"], []).append(point)
    return {name: sorted(points) for name, points in found.items()}


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="what `canju bench --save` has written")
    paths = parser.parse_args().files
    records = [(os.path.basename(path), read(path)) for path in paths]
    try:
        picture = "\n".join(draw(records))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        fail(f"{', '.join(paths)}: a record lacks what it should have ({error!r}): write it again with `canju bench --save`")
    print(picture)


if __name__ == "__main__":
    main()
