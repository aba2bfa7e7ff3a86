#!/usr/bin/env python3
"""Compares the two checkers of certificates on mutated ones: `canju verify` and scripts/check/verify.py.

A checker that is too mild would be found by no test with good certificates. So certificates made by the program are
mutated in header, body and trailer, with the right checksum and count afterwards or without, and both checkers must say the
same of each: the same exit code, the same claim with the same counts, or the same fault at the same byte. The faults of a
header have the same code; each checker says them in its own words.

    scripts/check/fuzz_checkers.py [--count N] [--seed S] [--canju PROGRAM] [--keep DIRECTORY]

Exit code 0 if they agree, 1 if not: then the files are left in the directory to keep.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

sys.dont_write_bytecode = True
import verify  # noqa: E402, the other script of this directory

ROOT = Path(__file__).resolve().parents[2]
BATCH = 250  # files for one run of each checker
MEMORY = 4 << 20  # what both may use: the certificates ask for less, and some mutations for more

PACK = """\
346999Q2 | 34JAAD
35577TTQQ2 | 9AA
667799D | 8TT | rules=huanle,-four_two_solo,-four_two_pair
77J2 | 99Q | rules=pagat
3455KK | 345522 | rules=douzero
K5 | 44Q | last=J
445566 | 3377 | turn=2
333444567 | 5559TT2 | rules=rlcard
3344556X | 667788D | rules=huanle,packs=2
345 | 678 | 9TJ
3479 | 66Q | 58J | last=7
3479 | 66Q | 58J | turn=2 last=4 by=3
3KA | 45 | 6Q | rules=botzone turn=3 last=J by=1
3478TK | 5599J | 66QA2 | turn=2
556677D | 34899 | 44JKX
33445 | 6789T | JJQ
3333K | 44Q | scoring=douzero stake=3
333345 | 6666QK | scoring=pagat
34 | 7777XD | scoring=botzone stake=2
33334Q | 4556J | rules=huanle,packs=2 scoring=huanle turn=2 last=3
3333K | 45 | 78Q | scoring=botzone stake=2 moves_made=0,0,0
35K | 4444 | 78Q | scoring=huanle turn=2 last=3 moves_made=1,1,0
"""

VALUES = {
    "canju certificate": ["1", "2", "3", "4", "5", "6", "7", "8", "", "03", "3\r"],
    "rules": ["huanle", "pagat", "douzero", "rlcard", "huanle,packs=2", "huanle,packs=3", "huanle,-solo", "huanle,+trio",
              "huanle,-trio_solo", "Huanle", "huanle,", "huanle,min_solo_chain=6", "huanle,min_solo_chain=٦", "chess"],
    "hands": ["3 4", "3 4 5", "3", "3 4 5 6", "33333 4", "43 5", "3  4", " 3 4", "3 4 ", "XX 3", "XD 2222", "3 ?", "10 3"],
    "turn": ["1", "2", "3", "0", "4", "01", "-1", "+1", "1 ", "١", ""],
    "last": ["-", "J by 2", "J by 1", "J by 3", "J", "JJ by 2", "33 by 2", "34 by 2", "pass by 2", "J:solo by 2", "J by 02",
             "333444555666 by 2", "333444555666:trio_chain by 2", "J by 2 by 2", "j by 2", ""],
    "verdict": ["win", "loss", "unknown", "Win", ""],
    "scoring": ["douzero", "botzone", "pagat", "huanle", "win", "Botzone", ""],
    "stake": ["1", "2", "3", "4", "6", "1000000", "1000001", "0", "03", "+3", "3 ", "٣", "99999999999999999999", ""],
    "moves_made": ["-", "0 0 0", "1 0 0", "0 1 0", "1 1 0", "1 1 1", "2 2 2", "2 0 1", "3 0 0", "0 0", "0,0,0", "0  0 0", "00 0 0", ""],
    "value": [f"{how} {points}" for how in ("exactly", "at_least", "at_most") for points in
              (1, 2, 3, 4, 6, 8, 16, 32, -1, -2, -4, -8, -16, 0, 12, 402653184, 805306368, 9223372036854775808)]
             + ["exactly", "2", "exactly +2", "exactly 02", "exactly  2", "exactly 2 ", "least 2", "exactly ٢", "exactly --2"],
    "plain": ["0", "1", "17", "30", "40", "32768", "32769", "16777216", "16777217", "017", "+17", "17 ", "1٢", ""],
    "memory": ["4", "12", "13", "14", "24", "25", "3", "012", "+12", "12 ", "99999999999999999999", "١٢", ""],
}  # fmt: skip


def certificates(canju, directory):
    """Certificates of all sorts of positions: plain ones, and those of two hands in every version that is read."""
    (directory / "a.ddz").write_text(PACK)
    found, plain = [], []
    for name, more, into in [("made", [], found), ("plain", ["--plain"], plain)]:
        command = [canju, "batch", "a.ddz", "--proof-dir", name, "--memory", "16MiB", "--threads", "1", "--quiet", *more]
        subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL)
        into += [path.read_bytes() for path in sorted((directory / name).iterdir())]
        assert len(into) == len(PACK.splitlines()), "every position is decided"
    for bytes_ in list(found):
        header, body = split(bytes_)
        lines = header.split(b"\n")
        hands, turn = len(lines[2].split()) - 1, lines.pop(3)
        last = lines[3].split(b" by ")
        if hands == 3 or bytes_.startswith(b"canju certificate 6"):
            continue
        found.append(sealed(bytes_.replace(b"certificate 4", b"certificate 3", 1)))
        if turn == b"turn 1" and (len(last) == 1 or int(last[1]) == hands):
            lines[0], lines[3] = b"canju certificate 2", last[0]
            found.append(sealed(b"\n".join(lines) + body))
    return found + plain


def split(data):
    """The header without its end, and the rest."""
    end = data.find(b"\n\n")
    return (data[:end], data[end:]) if end >= 0 else (data, b"")


def sealed(data):
    """With the right checksum."""
    return data[:-4] + zlib.crc32(data[:-4]).to_bytes(4, "little")


def counted(data):
    """With the right count and checksum, if nothing else is wrong."""
    data = sealed(data)
    try:
        checker = verify.Checker(data, MEMORY)
        checker.check()
    except (verify.Bad, verify.Fails) as error:
        if "the trailer counts" in str(error):
            at = checker.at
            return sealed(data[: at - 8] + checker.visited.to_bytes(8, "little") + data[at:])
    return data


def with_other_header(rng, data):
    header, body = split(data)
    lines = header.decode(errors="surrogateescape").split("\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(12)
    if kind < 7:
        name = next((name for name in VALUES if lines[at].startswith(name)), "rules")
        if name in ("memory", "plain") and rng.random() < 0.2:
            # An ordinary certificate as a plain one, or the other way round.
            name = "plain" if name == "memory" else "memory"
            versions = "67" if any(line.startswith("value ") for line in lines) else "45"
            lines[0] = "canju certificate " + versions[name == "plain"]
        lines[at] = name + " " + rng.choice(VALUES[name])
    elif kind == 7:
        lines.pop(at)
    elif kind == 8:
        lines.insert(at, rng.choice(lines))
    elif kind == 9:
        rng.shuffle(lines)
    elif kind == 10:
        # Up to the longest header and beyond it, with and without an end.
        lines[at] += "x" * (rng.choice([1015, 1022, 1023, 1024, 1025, 1026, 5000]) - len(header))
        body = body if rng.random() < 0.5 else b""
    else:
        lines[at] += rng.choice(["\r", "\t", " ", "\u2028", "\udcff", "é", "\0"])
    return "\n".join(lines).encode(errors="surrogateescape") + body


def with_other_bytes(rng, data):
    """One byte or so of any part, more often of the body and the trailer."""
    data = bytearray(data)
    start = len(split(bytes(data))[0]) if rng.random() < 0.8 else 0
    at = rng.randrange(min(start, max(len(data) - 1, 0)), max(len(data), 1))
    kind = rng.randrange(7)
    if not data:
        return b"\0"
    if kind == 0:
        data[at] ^= 1 << rng.randrange(8)
    elif kind == 1:
        data[at] = rng.choice([0, 1, 2, 3, 5, 127, 128, 255])
    elif kind == 2:
        del data[at]
    elif kind == 3:
        data.insert(at, rng.randrange(256))
    elif kind == 4:
        del data[at:]
    elif kind == 5:
        data[at:at] = bytes(rng.randrange(0, 4) for _ in range(rng.randrange(1, 20)))
    else:
        data += bytes([rng.randrange(256)])
    return bytes(data)


def mutated(rng, originals):
    data = rng.choice(originals)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        data = rng.choice([with_other_header, with_other_bytes, with_other_bytes])(rng, data)
    return rng.choice([lambda same: same, sealed, counted, counted])(data)


def verdicts(command, names, directory):
    """The exit code, and what is said of each file."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    found = subprocess.run(
        [*command, "--memory", "4MiB", *names], cwd=directory, capture_output=True, timeout=600, env=environment
    )
    said = {}
    for line in found.stdout.decode().splitlines():
        name, text = line.split(": ", 1)
        if text.startswith("FAILS: header: "):
            text = "FAILS: header"
        elif not text.startswith("FAILS: "):
            claim, counts = text.rsplit("  (", 1)
            text = claim + "  " + " ".join(re.findall(r"\d+", counts.replace(",", ""))[:2])
        said[name] = text
    for line in found.stderr.decode().splitlines():
        said[line.split(": ")[1]] = "not checked"
    return found.returncode, said


def main():
    parser = argparse.ArgumentParser(description="Compare the two checkers of certificates on mutated ones.")
    parser.add_argument("--count", type=int, default=5000, metavar="N", help="how many mutations [5000]")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same mutations for the same seed [1]")
    parser.add_argument("--canju", default=ROOT / "target/release/canju", metavar="PROGRAM", help="the program")
    parser.add_argument("--keep", type=Path, metavar="DIRECTORY", help="where to leave files on which they differ")
    args = parser.parse_args()
    sys.setrecursionlimit(10_000)
    rng = random.Random(args.seed)
    checkers = [[str(Path(args.canju).absolute()), "verify"], [sys.executable, str(ROOT / "scripts/check/verify.py")]]
    totals, differing = {}, 0
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        originals = certificates(checkers[0][0], directory)
        for start in range(0, args.count, BATCH):
            names = [f"{number}.proof" for number in range(start, min(start + BATCH, args.count))]
            for name in names:
                (directory / name).write_bytes(mutated(rng, originals))
            (code, said), (other_code, other_said) = [verdicts(checker, names, directory) for checker in checkers]
            for name in names:
                one, other = said.get(name, "nothing"), other_said.get(name, "nothing")
                what = one if one in ("not checked", "FAILS: header") else one[:5] if one.startswith("FAILS") else "accepted"
                totals[what] = totals.get(what, 0) + 1
                if one != other:
                    differing += 1
                    print(f"{name}:\n  canju verify: {one}\n  verify.py:    {other}")
                    if args.keep:
                        args.keep.mkdir(parents=True, exist_ok=True)
                        (args.keep / name).write_bytes((directory / name).read_bytes())
                (directory / name).unlink()
            if code != other_code:
                differing += 1
                print(f"exit codes of {names[0]} to {names[-1]}: {code} and {other_code}")
    counts = ", ".join(f"{count} {what}" for what, count in sorted(totals.items()))
    print(f"{args.count} mutations: {counts}; {differing} differ")
    return min(differing, 1)


if __name__ == "__main__":
    sys.exit(main())
