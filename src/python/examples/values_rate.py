"""How fast are `canju.values` and `canju batch` on the same random deals, and does memory stay flat?

On Linux. The two take turns in one run, because the speed of a machine changes. `canju batch` also makes a line of play and a record for each
deal.

    cargo build --release
    python values_rate.py --canju target/release/canju
"""

import argparse
import json
import os
import subprocess
import tempfile
import threading
import time

import numpy

import canju

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--canju", default="canju", help="the program")
parser.add_argument("--count", type=int, default=100_000, help="deals (100,000)")
parser.add_argument("--cards", default="8+8")
parser.add_argument("--threads", type=int, default=0, help="of each; 0 for one per core")
parser.add_argument("--rounds", type=int, default=3)
options = parser.parse_args()

deals = subprocess.check_output(
    [options.canju, "deals", "--cards", options.cards, "--count", str(options.count), "--seed", "1"]
)
hands = numpy.array([canju.Position(*json.loads(deal)["hands"]).counts for deal in deals.splitlines()], dtype=numpy.uint8)
deals_file = tempfile.NamedTemporaryFile(suffix=".jsonl")
deals_file.write(deals)
deals_file.flush()
del deals


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


class Peak:
    """The most memory while something runs."""

    def __enter__(self):
        self.bytes, self.done = resident(), threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def watch(self):
        while not self.done.wait(0.05):
            self.bytes = max(self.bytes, resident())

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()


def batch():
    command = [options.canju, "batch", deals_file.name, "--format", "jsonl", "--quiet", "--output", "/dev/null"]
    subprocess.run(command + (["--threads", str(options.threads)] if options.threads else []), check=True)


def processor_seconds():
    """Of this process with all its threads, and of the processes that it has started."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


rates, efforts = {"values": [], "batch": []}, {"values": [], "batch": []}
for _ in range(options.rounds):
    for name, work in (("values", lambda: canju.values(hands, threads=options.threads)), ("batch", batch)):
        start, effort = time.perf_counter(), processor_seconds()
        work()
        rates[name].append(options.count / (time.perf_counter() - start))
        efforts[name].append(options.count / (processor_seconds() - effort))
for what, measured in (("second", rates), ("second of processor time", efforts)):
    for name, found in measured.items():
        each = ", ".join(f"{rate:,.0f}" for rate in found)
        print(f"{name:7} deals a {what}: {each}; median {numpy.median(found):,.0f}")
    ratio = numpy.median(measured["values"]) / numpy.median(measured["batch"])
    print(f"values does {ratio:.2f} times as many as batch\n")
for count in (options.count // 10, options.count, options.count * 3):
    rows = numpy.resize(hands, (count, *hands.shape[1:]))
    before = resident()
    with Peak() as peak:
        canju.values(rows, threads=options.threads)
    print(f"{count:>9,} rows: at most {(peak.bytes - before) / 2**20:.1f} MiB more than before, {peak.bytes / 2**20:.0f} MiB in all")
