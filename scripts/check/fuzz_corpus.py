#!/usr/bin/env python3
"""The fuzzer's corpora: src/fuzz/corpus/TARGET.jsonl, one input a line, which libFuzzer wants as one file each.

    scripts/check/fuzz_corpus.py unpack moves DIRECTORY     # a file for each input
    scripts/check/fuzz_corpus.py pack moves DIRECTORY       # the files become the corpus; inputs with a name stay
    scripts/check/fuzz_corpus.py add moves NAME FILE        # an input that broke something, by a name that says what

A line is a JSON object: `input` has a character below U+0100 for each byte, `name` only those inputs have that were added by
hand. They come first; the rest is sorted, so that a change is small in a diff.
"""

import argparse
import hashlib
import json
import pathlib

CORPORA = pathlib.Path(__file__).resolve().parents[2] / "src" / "fuzz" / "corpus"
TARGETS = ["certificates", "journals", "json_lines", "moves", "pack_lines"]


def read(target):
    """The inputs with a name, {name: bytes}, and the others, a set."""
    named, others = {}, set()
    path = CORPORA / f"{target}.jsonl"
    for line in path.read_text("ascii").splitlines() if path.exists() else []:
        entry = json.loads(line)
        content = entry["input"].encode("latin-1")
        if "name" in entry:
            named[entry["name"]] = content
        else:
            others.add(content)
    return named, others


def write(target, named, others):
    entries = [{"name": name, "input": content.decode("latin-1")} for name, content in sorted(named.items())]
    entries += [{"input": content.decode("latin-1")} for content in sorted(others - set(named.values()))]
    CORPORA.mkdir(exist_ok=True)
    (CORPORA / f"{target}.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries), "ascii")
    print(f"{target}: {len(entries)} inputs, {sum(len(entry['input']) for entry in entries)} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("unpack", "pack"):
        command = commands.add_parser(name)
        command.add_argument("target", choices=TARGETS)
        command.add_argument("directory", type=pathlib.Path)
    command = commands.add_parser("add")
    command.add_argument("target", choices=TARGETS)
    command.add_argument("name")
    command.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    named, others = read(arguments.target)
    if arguments.command == "unpack":
        arguments.directory.mkdir(parents=True, exist_ok=True)
        for content in others | set(named.values()):
            # libFuzzer, too, names a file by the SHA-1 of its content.
            (arguments.directory / hashlib.sha1(content).hexdigest()).write_bytes(content)
    elif arguments.command == "pack":
        others = {path.read_bytes() for path in arguments.directory.iterdir() if path.is_file()}
        write(arguments.target, named, others)
    else:
        named[arguments.name] = arguments.file.read_bytes()
        write(arguments.target, named, others)


if __name__ == "__main__":
    main()
