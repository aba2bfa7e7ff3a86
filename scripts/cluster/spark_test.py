#!/usr/bin/env python3
"""Called by spark_test.sh: kills a worker of a small Spark cluster in the middle of a batch and compares the records."""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from pathlib import Path

HOST = "127.0.0.1"
SCRIPTS = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
# A limit of nodes, not of time, so that the same puzzles stay undecided everywhere.
OPTIONS = ["--memory", "256MiB", "--node-limit", "100000"]
# Undecided, malformed and empty lines occur in practice, so the test has them.
ODD = [
    "", "  ", "no puzzle", '{"hands":["3","4?"]}', '{"id":"five","hands":["33333","4"]}', "33 | 4 | expect=loss", '{"hands":',
]  # fmt: skip
# The fields in which repeats differ: a single run finds them in the whole input, a task only in its part.
ANSWER = ("id", "hands", "last", "rules", "verdict", "reason", "expected", "ok", "error")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--canju", required=True)
    parser.add_argument("--directory", type=Path, required=True, help="the directory for all output")
    parser.add_argument("--deals", type=int, default=1500, help="deals of each size: 8+8, 10+10, 12+12, 14+14")
    parser.add_argument("--tasks", type=int, default=400)
    args = parser.parse_args()
    shutil.rmtree(args.directory, ignore_errors=True)
    args.directory.mkdir(parents=True)
    lines = puzzles(args.deals)
    source = args.directory / "puzzles.jsonl"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    kinds = f"{args.deals} deals each of 8+8, 10+10, 12+12 and 14+14 cards, repeats, lines that are no puzzle"
    say(f"{len(lines)} lines: {kinds}")

    start = time.monotonic()
    single = [args.canju, "batch", "-", "--format", "jsonl", "--quiet", "--threads", "1", *OPTIONS]
    with source.open("rb") as stdin:
        expected = subprocess.run(single, stdin=stdin, stdout=subprocess.PIPE, check=False).stdout.decode()
    say(f"one process, one thread: {expected.count(chr(10))} records in {time.monotonic() - start:.0f} s")

    start = time.monotonic()
    with Cluster(args.directory) as cluster:
        output = args.directory / "output"
        driver = cluster.submit(args.canju, args.tasks, source, output, OPTIONS)
        kill_in_the_middle(cluster, driver)
        if driver.wait(timeout=1200) != 0:
            sys.exit(f"spark_test: the driver failed, see {args.directory}/driver.log")
        say(f"the job ends well after {time.monotonic() - start:.0f} s, the cluster's start included")
        history(args.directory)
        compare(expected, "".join(part.read_text(encoding="utf-8") for part in sorted(output.glob("part-*"))))

        driver = cluster.submit(args.canju, 2, source, args.directory / "none", ["--no-such-option"])
        if driver.wait(timeout=600) == 0:
            sys.exit("spark_test: a failing program was taken for a working one")
        say("a program that fails (an option it does not know) fails the job")
    say("all good")


def say(text):
    print(text, flush=True)


def puzzles(count):
    """The lines: half of the deals without an id of their own."""
    rng = random.Random(1)
    lines = []
    for cards in (8, 10, 12, 14):
        options = ["--seed", str(cards), "--cards", str(cards), str(cards)]
        command = [sys.executable, SCRIPTS / "measure/random_deals.py", str(count), *options]
        for line in subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
            deal = json.loads(line)
            deal["id"] = f"{cards}+{cards}:{deal['id']}"
            if rng.random() < 0.5:
                del deal["id"]
            lines.append(json.dumps(deal))
    lines += rng.sample(lines, count // 20) + ODD * 10
    rng.shuffle(lines)
    return lines


class Cluster:
    """A master and two workers with one core each, on this machine."""

    def __init__(self, directory):
        self.directory = directory
        self.port, self.web, self.driver_web = free_port(), free_port(), free_port()
        self.started = []
        # Use no settings of another Spark on this machine, and listen only locally.
        self.environment = {
            key: value for key, value in os.environ.items() if not key.startswith(("SPARK_", "PYSPARK_"))
        }
        self.environment |= {"SPARK_LOCAL_IP": HOST, "PYSPARK_PYTHON": sys.executable}

    def __enter__(self):
        self.spark_class("master", "master.Master", "--port", self.port, "--webui-port", self.web)
        self.workers = [
            self.spark_class(
                f"worker{n}", "worker.Worker", "--cores", 1, "--memory", "1g", "--webui-port", 0,
                "--work-dir", (self.directory / f"work{n}").resolve(), f"spark://{HOST}:{self.port}",
            )
            for n in (1, 2)
        ]  # fmt: skip
        wait_until(lambda: self.get(self.web, "/json/")["aliveworkers"] == 2, "the workers")
        return self

    def __exit__(self, *_):
        for process in self.started:
            kill_tree(process.pid)
            process.wait()

    def spark_class(self, name, cls, *arguments):
        command = [BIN / "spark-class", f"org.apache.spark.deploy.{cls}", "--host", HOST]
        return self.start(name, [*command, *map(str, arguments)])

    def submit(self, canju, tasks, source, output, options):
        settings = {
            "spark.executor.memory": "512m",
            "spark.ui.port": self.driver_web,
            "spark.eventLog.enabled": "true",
            "spark.eventLog.rolling.enabled": "false",
            "spark.eventLog.compress": "false",
            "spark.eventLog.dir": self.directory.resolve().as_uri(),
        }
        command = [BIN / "spark-submit", "--master", f"spark://{HOST}:{self.port}"]
        for name, value in settings.items():
            command += ["--conf", f"{name}={value}"]
        command += [SCRIPTS / "cluster/spark_batch.py", "--canju", canju, "--tasks", str(tasks)]
        return self.start("driver", [*command, source, output.resolve().as_uri(), "--", *options])

    def start(self, name, command):
        # "ab": the logs of both drivers are kept.
        with (self.directory / f"{name}.log").open("ab") as log:
            self.started.append(subprocess.Popen(command, stdout=log, stderr=log, env=self.environment))
        return self.started[-1]

    def get(self, port, path):
        with urllib.request.urlopen(f"http://{HOST}:{port}{path}", timeout=5) as answer:
            return json.load(answer)

    def solving(self):
        """The stage that solves, and the executors that have finished tasks of it; None until it runs."""
        applications = "/api/v1/applications"
        application = self.get(self.driver_web, applications)[0]["id"]
        stages = self.get(self.driver_web, f"{applications}/{application}/stages?status=active&details=true")
        stage = next((stage for stage in stages if "SparkHadoopWriter" in stage["name"]), None)
        done = stage and {name for name, part in (stage.get("executorSummary") or {}).items() if part["succeededTasks"]}
        return (stage, done) if stage else None


def kill_in_the_middle(cluster, driver):
    """Waits until both executors have done tasks, a third of all together; then kills the second worker and its children."""
    found = {}

    def middle():
        if driver.poll() is not None:
            sys.exit("spark_test: the driver ended before a worker could be killed: more --deals")
        stage, executors = cluster.solving() or ({"numTasks": 1, "numCompleteTasks": 0}, ())
        found.update(stage)
        return len(executors) == 2 and 3 * stage["numCompleteTasks"] >= stage["numTasks"]

    wait_until(middle, "a third of the tasks", 600)
    names = kill_tree(cluster.workers[1].pid)
    say(
        f"killed with SIGKILL at {found['numCompleteTasks']} of {found['numTasks']} tasks done and "
        f"{found['numActiveTasks']} running: worker 2 and what it had started "
        f"({', '.join(f'{count} {name}' for name, count in sorted(names.items()))})"
    )


def kill_tree(root):
    """Kills a process and its descendants and counts them by name: executors and Python workers are in other process groups."""
    children = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # The process may have ended meanwhile.
        with contextlib.suppress(OSError):
            name, rest = stat.read_text().split("(", 1)[1].rsplit(")", 1)
            children.setdefault(int(rest.split()[1]), []).append((int(stat.parent.name), name))
    names, found = Counter(), [root]
    for pid in found:
        for child, name in children.get(pid, ()):
            found.append(child)
            names[name] += 1
    for pid in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return names


def history(directory):
    """Summarises what Spark's own log says about the tasks of the stage that solves."""
    events = []
    for log in directory.glob("app-*"):
        with log.open(encoding="utf-8") as file:
            events += [json.loads(line) for line in file]
    solving = {
        event["Stage Info"]["Stage ID"]
        for event in events
        if event["Event"] == "SparkListenerStageCompleted" and "SparkHadoopWriter" in event["Stage Info"]["Stage Name"]
    }
    ends = [event for event in events if event["Event"] == "SparkListenerTaskEnd" and event["Stage ID"] in solving]
    lost = [event for event in events if event["Event"] == "SparkListenerExecutorRemoved"]
    outcomes = [(event["Task End Reason"]["Reason"], event["Task Info"]["Executor ID"]) for event in ends]
    done = Counter(executor for reason, executor in outcomes if reason == "Success")
    failed = Counter(reason for reason, _ in outcomes if reason != "Success")
    after = sum(event["Task Info"]["Launch Time"] > lost[0]["Timestamp"] for event in ends) if lost else 0
    say(f"tasks finished by executor: {dict(sorted(done.items()))}; failed and tried again: {dict(failed)}")
    say(f"executors lost: {len(lost)}; tasks begun after that: {after}")
    if not lost or not failed or not after or len(done) < 2:
        sys.exit("spark_test: no task was lost, so the test shows nothing")


def compare(expected, found):
    """Are these the same records in the same order, except for time and memory, and for repeats the same answers?"""
    ours, theirs = ([json.loads(line) for line in text.splitlines()] for text in (expected, found))
    for record in ours + theirs:
        # Both are measured: memory includes what has not been given back yet.
        record.pop("elapsed_ms", None)
        record.pop("memory_bytes", None)
    verdicts = Counter(record.get("verdict", "error") for record in theirs)
    say(f"records: {len(theirs)} from Spark, {len(ours)} from one process; {dict(sorted(verdicts.items()))}")
    answers = [
        sorted(json.dumps({key: record.get(key) for key in ANSWER}) for record in records) for records in (ours, theirs)
    ]
    whole = [(one, other) for one, other in zip(ours, theirs) if "same_as" not in one and "same_as" not in other]
    differing = sum(one != other for one, other in whole)
    same_order = [record.get("id") for record in ours] == [record.get("id") for record in theirs]
    say(f"sorted answers equal: {answers[0] == answers[1]}; order equal: {same_order}")
    equal = f"{len(whole) - differing} of {len(whole)} that are no repeats are equal"
    say(f"whole records without elapsed_ms and memory_bytes: {equal}")
    if answers[0] != answers[1] or not same_order or differing:
        sys.exit("spark_test: THE RECORDS DIFFER")


def free_port():
    with socket.socket() as found:
        found.bind((HOST, 0))
        return found.getsockname()[1]


def wait_until(holds, what, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # The server may not listen yet, or may answer with an HTML page.
        with contextlib.suppress(OSError, LookupError, ValueError):
            if holds():
                return
        time.sleep(0.2)
    sys.exit(f"spark_test: {what}: not within {seconds} s")


if __name__ == "__main__":
    main()
