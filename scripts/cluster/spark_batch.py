#!/usr/bin/env python3
"""Solves JSON lines with canju on an Apache Spark cluster.

    spark-submit --master spark://HOST:7077 scripts/cluster/spark_batch.py --canju target/release/canju \\
        puzzles.jsonl [MORE.jsonl...] OUTPUT_DIRECTORY [-- --memory 256MiB --time-limit 60s]

Input and output are paths that driver and workers share (HDFS, NFS, object stores, or one machine). `cat
OUTPUT_DIRECTORY/part-*` is what `cat puzzles.jsonl MORE.jsonl | canju batch - --format jsonl --threads 1` writes, record
by record in the same order, but for time and memory, and for repeats: these are found within a task only.

How it holds together:
- A task is a few lines: a task of hard puzzles delays little, and little is lost with a machine. Spark gives the tasks
  of a lost machine to others.
- A part begins with `@line N`: ids (`-:17`) and messages (`line 17, ...`) are those of the whole input, however it is
  cut.
- `--exit-zero`: a record may say `unknown` or `error`; that is an answer, and another try gives the same. Any other exit
  code (crash, signal, no memory, bad options) fails the task (`checkCode`), and with its last try the job.
- Records go through Spark's output committer: of a task that ran twice, retried or speculated upon, one output counts.
- One thread a task, as Spark counts cores. A core's canju has its own --memory beside the executor's memory.
"""

import argparse
import shlex
import sys

from pyspark import SparkConf, SparkContext, SparkFiles

DEFAULTS = ["--memory", "256MiB", "--time-limit", "60s"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--canju", default="target/release/canju", help="the program, which is sent to the workers")
    parser.add_argument("--tasks", type=int, default=1000, help="about how many parts to cut each input into")
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="JSON lines, or typed lines without @rules")
    parser.add_argument("output", help="a directory that does not exist yet")
    own, options = split_at(sys.argv[1:], "--")
    arguments = parser.parse_args(own)

    context = SparkContext(conf=SparkConf().setIfMissing("spark.app.name", "canju"))
    context.addFile(arguments.canju)
    lines = context.union([context.textFile(path, arguments.tasks) for path in arguments.inputs])
    counts = lines.mapPartitions(count).collect()
    directive = next((line for _, line in counts if line is not None), None)
    if directive is not None:
        cure = "holds for the lines after it, which may be in other tasks: give each its own rules"
        sys.exit(f"spark_batch: {directive!r} {cure}")
    firsts = [1]
    for number, _ in counts:
        firsts.append(firsts[-1] + number)

    def numbered(part, rows):
        yield f"@line {firsts[part]}"
        yield from rows

    records = lines.mapPartitionsWithIndex(numbered).pipe(command(context, arguments.canju, options), checkCode=True)
    records.saveAsTextFile(arguments.output)
    context.stop()
    print(f"spark_batch: {firsts[-1] - 1} lines in {len(counts)} tasks", file=sys.stderr)


def split_at(words, mark):
    """The words before the mark and those after it."""
    place = words.index(mark) if mark in words else len(words)
    return words[:place], words[place + 1 :]


def count(rows):
    """The number of lines of a part, and its first directive. Not within the pipe: an error there would hang it."""
    number, directive = 0, None
    for row in rows:
        number += 1
        if directive is None and row.lstrip().startswith("@"):
            directive = row
    yield number, directive


def command(context, canju, options):
    """The command of each task. An executor has the program in its working directory; in local mode Spark knows where."""
    name = canju.rsplit("/", 1)[-1]
    program = SparkFiles.get(name) if context.master.startswith("local") else f"./{name}"
    words = [program, "batch", "-", "--format", "jsonl", "--quiet", "--threads", "1", "--exit-zero"]
    return shlex.join(words + (options or DEFAULTS))


if __name__ == "__main__":
    main()
