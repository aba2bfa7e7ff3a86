#!/usr/bin/env python3
"""Mutation testing: every small change of the code must make a test fail, or be named in scripts/check/mutants.toml.

The mutants are those of cargo-mutants (`cargo install --locked cargo-mutants`; .cargo/mutants.toml names the files). It would
build the program 2,400 times. This script builds it once with all mutants inside:

    fn f(x: u32) -> u32 { x + 1 }     becomes     fn f(x: u32) -> u32 { match crate::mutants::at(7) {
                                                      1 => { x - 1 }      // mutant 1
                                                      2 => { 0 }          // mutant 2
                                                      _ => { x + 1 } } }

and an environment variable says which one lives. The first run of each test also tells which functions it reaches and how
long it takes, so a mutant meets only the tests that reach it, until one fails; first those that noticed most so far. A function that constants
are computed with stays `const`; its mutants, and those outside functions, are built one by one.

    scripts/check/mutants.py                       # all, one to two hours on two cores
    scripts/check/mutants.py --only tables/key.rs  # those whose name contains a word
    scripts/check/mutants.py --budget 600          # seconds of tests for a mutant that survives; 60 unless said
    scripts/check/mutants.py --again               # those again that survived last time and are not named
    scripts/check/mutants.py --report FILE         # nothing is run; writes the report about all results so far

Results are kept in target/mutants/results.jsonl with a sum of the function's text: what has not changed is not run again.
Without that file all mutants are run.
"""

import argparse
import collections
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time
import tomllib

from tree_copy import copy_tree, place

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "target" / "mutants"
TREE = WORK / "tree"
RESULTS = WORK / "results.jsonl"
SETTLED = WORK / "settled.json"
# Mutants that eat memory are stopped by the system.
MOST_MEMORY = 12 << 30
ENVIRONMENT = os.environ | {
    "RUSTFLAGS": "-Ctarget-cpu=x86-64-v2 --cap-lints=allow" if os.uname().machine == "x86_64" else "--cap-lints=allow",
    "CARGO_PROFILE_QUICK_OPT_LEVEL": "2",
    "INSTA_UPDATE": "no",
    "PROPTEST_MAX_SHRINK_ITERS": "0",
}
CARGO = ["--profile", "quick", "--locked", "--target-dir", str(WORK / "build")]
# All mutants are in the engine. Its unit tests are built in a fraction of the time of the others, which need the program too.
LIBRARY = "src/engine/lib.rs"
UNIT_TESTS = ["--package", "canju-engine-tests", "--test", "unit"]
OTHER_TESTS = ["--package", "canju-engine-tests", "--test", "engine", "--package", "canju-cli", "--bins", "--test", "it", "--features", "canju-cli/serve"]
TEST_PROGRAMS = ("unit", "engine", "it")

# What the built program asks: which mutant lives, and, in the first run, where to note the functions that were reached.
SWITCH = """
pub mod mutants {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
    static ALIVE: AtomicU32 = AtomicU32::new(u32::MAX);
    static REACHED: [AtomicBool; FUNCTIONS] = [const { AtomicBool::new(false) }; FUNCTIONS];
    #[inline]
    pub fn at(function: usize) -> u32 {
        let alive = ALIVE.load(Relaxed);
        if alive < u32::MAX - 1 { alive } else { ask(function) }
    }
    #[cold]
    fn ask(function: usize) -> u32 {
        if ALIVE.load(Relaxed) == u32::MAX {
            let alive = std::env::var("MUTANT").ok().and_then(|v| v.parse().ok()).unwrap_or(u32::MAX - 1);
            ALIVE.store(alive, Relaxed);
            return at(function);
        }
        if !REACHED[function].load(Relaxed) && !REACHED[function].swap(true, Relaxed) && let Ok(path) = std::env::var("MUTANTS_REACHED") {
            use std::io::Write;
            let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
            let _ = file.and_then(|mut file| file.write_all(format!("{function}\\n").as_bytes()));
        }
        u32::MAX - 1
    }
}
"""


def blanked(text):
    """The text with comments, strings and characters overwritten by blanks, so that braces can be counted."""
    token = re.compile(
        r"//[^\n]*|/\*.*?\*/|r(#*)\".*?\"\1|b?\"(?:\\.|[^\"\\])*\"|b?'(?:\\(?:x..|u\{[^}]*\}|.)|[^\\'])'", re.S
    )
    return token.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def body_of(blank, keyword):
    """Where the body of the function begins whose `fn` stands at `keyword`: parameters may have braces of their own."""
    depth = 0
    for at in range(keyword, len(blank)):
        depth += (blank[at] in "([") - (blank[at] in ")]")
        if depth == 0 and blank[at] == "{":
            return at
    raise ValueError("a function without a body")


class Source:
    """A file and its lines' offsets."""

    def __init__(self, name):
        self.name = name
        self.text = (ROOT / name).read_text()
        self.blank = blanked(self.text)
        self.lines = [0]
        for line in self.text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)

    def offset(self, point):
        return self.lines[point["line"] - 1] + point["column"] - 1

    def span(self, span):
        return self.offset(span["start"]), self.offset(span["end"])


class Mutant:
    def __init__(self, number, listed, source):
        self.number = number
        self.name = listed["name"]
        self.file = listed["file"]
        self.replacement = listed["replacement"]
        self.start, self.end = source.span(listed["span"])
        function = listed["function"]
        self.function = function and source.span(function["span"])
        # A result stays true while the function's text is the same, and what stands in it for the mutant.
        body = source.text[slice(*self.function)] if self.function else source.text
        first = self.start - (self.function[0] if self.function else 0)
        described = f"{self.file}\0{body}\0{first}\0{self.end - self.start}\0{self.replacement}"
        self.sum = hashlib.sha256(described.encode()).hexdigest()[:16]
        # The name without the place, which moves with every line above; `list_mutants` numbers equal ones.
        self.what = re.sub(r":\d+:\d+:", ":", self.name)

    def applied(self, text, start):
        """`text`, which begins at `start` in the file, with the change."""
        return text[: self.start - start] + self.replacement + text[self.end - start :]


def list_mutants():
    command = ["cargo", "mutants", "--list", "--json", "--package", "canju-engine"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    listed = json.loads(listed.stdout)
    sources = {name: Source(name) for name in sorted({each["file"] for each in listed})}
    mutants = [Mutant(number, each, sources[each["file"]]) for number, each in enumerate(listed)]
    seen = collections.Counter()
    for mutant in sorted(mutants, key=lambda mutant: (mutant.file, mutant.start)):
        seen[mutant.what] += 1
        if seen[mutant.what] > 1:
            mutant.what += f" ({seen[mutant.what]})"
    return mutants, sources


def errors():
    """The errors of the compiler: (message, [(file, line)])."""
    command = ["cargo", "check", "--message-format=json", "--tests", *CARGO, *UNIT_TESTS, *OTHER_TESTS]
    run = subprocess.run(command, cwd=TREE, env=ENVIRONMENT, capture_output=True, text=True)
    found = []
    for line in run.stdout.splitlines():
        message = json.loads(line).get("message")
        if isinstance(message, dict) and message["level"] == "error" and message["spans"]:
            primary = [span for span in message["spans"] if span["is_primary"]]
            # An error inside a macro belongs to the line that calls it.
            for i, span in enumerate(primary):
                while span.get("expansion"):
                    span = span["expansion"]["span"]
                primary[i] = span
            rest = [span for span in message["spans"] if not span["is_primary"]]
            found.append((message["message"], [(span["file_name"], span["line_start"]) for span in primary + rest]))
    if run.returncode != 0 and not found:
        sys.exit(run.stderr[-4000:])
    return found


class Program:
    """The program with all mutants inside that one build can hold."""

    def __init__(self, mutants, sources):
        self.sources = sources
        self.functions = collections.defaultdict(list)
        for mutant in mutants:
            if mutant.function:
                self.functions[mutant.file, mutant.function].append(mutant)
        # Mutants that do not compile, and functions that stay as they are, with the compiler's reason.
        self.unviable, self.outside = {}, {}
        # The compiler stops at the first text that it can't parse, so these are found here.
        for mutant in mutants:
            before = sources[mutant.file].text[: mutant.start]
            if mutant.replacement.startswith("<") and re.search(r"\bas\s+[\w:]+\s*$", before):
                self.unviable[mutant.number] = "after `as TYPE` this is no operator"
        # A function inside another one is part of its text.
        for file, (start, end) in self.functions:
            if any(f == file and s < start and end < e for f, (s, e) in self.functions):
                self.outside[file, (start, end)] = "inside another function"
        self.keys = list(self.functions)
        if SETTLED.exists():
            known = json.loads(SETTLED.read_text())
            self.unviable |= {m.number: known[m.sum] for m in mutants if m.sum in known}
            self.outside |= {key: known[self.sum(key)] for key in self.keys if self.sum(key) in known}

    def sum(self, key):
        file, (start, end) = key
        return hashlib.sha256(f"{file}\0{self.sources[file].text[start:end]}".encode()).hexdigest()[:16]

    def keep(self, mutants):
        """What was found out, for the next run."""
        settled = {mutants[number].sum: reason for number, reason in self.unviable.items()}
        settled |= {self.sum(key): reason for key, reason in self.outside.items()}
        SETTLED.write_text(json.dumps(settled, indent=0))

    def write(self):
        """Writes the tree. Returns for each file a list of (first line, function, mutant or None)."""
        places = {}
        for name, source in self.sources.items():
            out, at, marks = [], 0, []

            def line():
                return sum(part.count("\n") for part in out) + 1

            for number, key in enumerate(self.keys):
                file, (start, end) = key
                if file != name or key in self.outside:
                    continue
                keyword = re.compile(r"\bfn\b").search(source.blank, start, end).start()
                opening = body_of(source.blank, keyword)
                head = re.sub(r"\bconst\s+", "", source.text[start:keyword]) + source.text[keyword : opening + 1]
                body = source.text[opening + 1 : end - 1]
                out += [source.text[at:start], head, f"\nmatch crate::mutants::at({number}) {{\n"]
                for mutant in self.functions[key]:
                    if mutant.number in self.unviable or not opening < mutant.start:
                        continue
                    marks.append((line(), key, mutant.number))
                    out.append(f"{mutant.number} => {{{mutant.applied(body, opening + 1)}\n}}\n")
                marks.append((line(), key, None))
                out.append(f"_ => {{{body}\n}}\n}}\n}}\n")
                marks.append((line(), None, None))
                at = end
            out.append(source.text[at:])
            place(TREE / name, "".join(out).encode())
            places[name] = marks
        lib = (ROOT / LIBRARY).read_text() + SWITCH.replace("FUNCTIONS", str(len(self.keys)))
        place(TREE / LIBRARY, lib.encode())
        return places

    def settle(self, mutants):
        """Leaves out what does not compile until the rest does."""
        for _ in range(99):
            places = self.write()
            found = errors()
            print(f"{len(found)} errors, {len(self.unviable)} mutants do not compile, {len(self.outside)} functions stay", flush=True)
            self.keep(mutants)
            if not found:
                return
            before = len(self.unviable) + len(self.outside)
            for message, spans in found:
                called = re.search(r"non-const (?:associated )?(?:function|method|fn) `([^`]*)`", message)
                if called:
                    name = re.sub(r"::<[^`]*>$", "", called.group(1)).split("::")[-1]
                    for key in self.keys:
                        file, (start, end) = key
                        if re.search(rf"\bconst\s+fn {re.escape(name)}\b", self.sources[file].text[start:end]):
                            self.outside[key] = message
                    continue
                for file, line in spans:
                    marks = [mark for mark in places.get(file, []) if mark[0] <= line]
                    if not marks or marks[-1][1] is None:
                        continue
                    _, key, number = marks[-1]
                    # Arms with closures of their own have different types.
                    if number is None or message == "`match` arms have incompatible types":
                        self.outside[key] = message
                    else:
                        self.unviable[number] = message
                    break
            if len(self.unviable) + len(self.outside) == before:
                sys.exit("\n".join(f"{message} {spans}" for message, spans in found[:10]))
        sys.exit("the build does not settle")


def build(targets, seconds=None):
    """The test programs among the targets: {name: path}. None if they do not build. A constant may take forever to compute:
    that is a TimeoutExpired."""
    command = ["cargo", "test", "--no-run", "--message-format=json", *CARGO, *targets]
    process = subprocess.Popen(
        command, cwd=TREE, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    if process.returncode != 0:
        (WORK / "build.log").write_text(out + err)
        return None
    artifacts = [json.loads(line) for line in out.splitlines()]
    programs = [a for a in artifacts if a.get("executable") and a["profile"]["test"] and a["target"]["kind"] != ["bin"]]
    return {a["target"]["name"]: a["executable"] for a in programs if a["target"]["name"] in TEST_PROGRAMS}


def limits(seconds):
    def apply():
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return apply


def run_test(program, test, seconds, **environment):
    """One test alone: "passed", "failed" or "timeout", and its seconds."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [program, "--exact", test, "--test-threads=1"], cwd=TREE, env=ENVIRONMENT | environment, preexec_fn=limits(seconds),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True,
    )
    try:
        code = process.wait(timeout=3 * seconds)
    except subprocess.TimeoutExpired:
        code = -signal.SIGXCPU
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    outcome = "passed" if code == 0 else "timeout" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "failed"
    return outcome, time.monotonic() - begin


def first_runs(programs, skip, threads):
    """Every test without a mutant: [(seconds, program, test, functions reached)], short ones first."""
    tests = []
    for program in programs.values():
        listing = subprocess.run([program, "--list"], cwd=TREE, check=True, capture_output=True, text=True).stdout
        ignored = subprocess.run([program, "--list", "--ignored"], cwd=TREE, check=True, capture_output=True, text=True).stdout
        names = set(re.findall(r"^(.*): test$", listing, re.M)) - set(re.findall(r"^(.*): test$", ignored, re.M))
        tests += [(program, test) for test in sorted(names) if not any(word in test for word in skip)]

    # The same programs take about the same time.
    content = hashlib.sha256(json.dumps(tests).encode())
    for program in programs.values():
        content.update(pathlib.Path(program).read_bytes())
    kept = WORK / f"first-{content.hexdigest()[:16]}.json"
    if kept.exists():
        return [(seconds, program, test, set(functions)) for seconds, program, test, functions in json.loads(kept.read_text())]

    def first(job):
        number, (program, test) = job
        reached = WORK / f"reached-{number}"
        reached.unlink(missing_ok=True)
        outcome, seconds = run_test(program, test, 600, MUTANTS_REACHED=str(reached))
        functions = set(map(int, reached.read_text().split())) if reached.exists() else set()
        reached.unlink(missing_ok=True)
        return outcome, seconds, program, test, functions

    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        runs = list(pool.map(first, enumerate(tests)))
    for outcome, _, _, test, _ in runs:
        if outcome != "passed":
            print(f"left out, since it does not pass without a mutant: {test} ({outcome})")
    passed = sorted((run[1:] for run in runs if run[0] == "passed"), key=lambda run: run[0])
    kept.write_text(json.dumps([(*run[:3], sorted(run[3])) for run in passed]))
    return passed


def verdict(tests, budget, **environment):
    """What the tests say: (outcome, the test that noticed, tests run, whether all were)."""
    spent, count = 0.0, 0
    for seconds, program, test, _ in tests:
        if spent + seconds > budget and count:
            return "survived", None, count, False
        count += 1
        outcome, took = run_test(program, test, 5 + 10 * seconds, **environment)
        spent += took
        if outcome == "failed":
            # Some tests ask the system for much and fail now and then without a mutant: two failures count.
            outcome, took = run_test(program, test, 5 + 10 * seconds, **environment)
            spent += took
        if outcome != "passed":
            return ("caught" if outcome == "failed" else "timeout"), test, count, True
    return "survived", None, count, True


def built_verdict(programs, tests, budget, longest):
    """As `verdict`, of the mutant that is written in the tree: first what the unit tests say."""
    spent, count, all_run = 0.0, 0, True
    for targets in (UNIT_TESTS, OTHER_TESTS):
        try:
            built = build(targets, longest)
        except subprocess.TimeoutExpired:
            return "timeout", "the build", count, True
        if built is None:
            return "unviable", None, count, True
        rebuilt = {programs[name]: program for name, program in built.items()}
        own = [(seconds, rebuilt[program], test, reached) for seconds, program, test, reached in tests if program in rebuilt]
        outcome, test, run, complete = verdict(own, budget - spent)
        if outcome != "survived":
            return outcome, test, count + run, True
        spent += sum(test[0] for test in own[:run])
        count, all_run = count + run, all_run and complete
    return "survived", None, count, all_run


def known_results():
    known = {}
    if RESULTS.exists():
        for line in RESULTS.read_text().splitlines():
            result = json.loads(line)
            known[result["sum"]] = result
    return known


def equivalents():
    """The mutants that no test can catch, with the reason: name -> reason."""
    path = ROOT / "scripts" / "check" / "mutants.toml"
    entries = tomllib.loads(path.read_text())["equivalent"] if path.exists() else []
    return {name: entry["reason"] for entry in entries for name in entry["mutants"]}


def report(mutants, known, path):
    reasons = equivalents()
    outcomes = collections.Counter()
    survivors, named = [], []
    for mutant in mutants:
        outcome = known.get(mutant.sum, {"outcome": "not run"})["outcome"]
        if outcome == "survived":
            (named if mutant.what in reasons else survivors).append(mutant)
            outcome = "equivalent" if mutant.what in reasons else "survived"
        outcomes[outcome] += 1
    text = [f"cargo-mutants' mutants by scripts/check/mutants.py, {datetime.date.today()}", ""]
    text += [f"{outcomes[name]:6}  {meaning}" for name, meaning in [
        ("caught", "caught: a test fails"),
        ("timeout", "caught: a test does not end, or needs too much memory"),
        ("unviable", "do not compile"),
        ("equivalent", "change nothing that can be seen; named below with the reason"),
        ("survived", "survive"),
        ("not run", "not run"),
    ]]
    text += [f"{len(mutants):6}  in all", ""]
    files = collections.Counter(mutant.file for mutant in mutants)
    text += [f"{files[file]:6}  {file}" for file in sorted(files)]
    if survivors:
        text += ["", "Survivors:"] + [f"  {mutant.name}" for mutant in survivors]
    by_reason = collections.defaultdict(list)
    for mutant in named:
        by_reason[reasons[mutant.what]].append(mutant)
    for reason, group in by_reason.items():
        text += ["", f"Equivalent: {reason}"] + [f"  {mutant.name}" for mutant in group]
    stale = set(reasons) - {mutant.what for mutant in named}
    if stale and not outcomes["not run"]:
        text += ["", "Named as equivalent, but caught or gone:"] + [f"  {name}" for name in sorted(stale)]
    text = "\n".join(text) + "\n"
    if path:
        pathlib.Path(path).write_text(text)
    print(text)
    return not survivors and not outcomes["not run"]


def main():
    parser = argparse.ArgumentParser(description="mutation testing with one build")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="mutants whose name contains one of these")
    parser.add_argument("--skip", nargs="*", default=[], metavar="WORD", help="tests to leave out")
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests for a mutant that survives")
    parser.add_argument("--again", action="store_true", help="those again that survived and are not named")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--report", metavar="FILE", help="run nothing, write the report")
    arguments = parser.parse_args()

    mutants, sources = list_mutants()
    known = known_results()
    if arguments.report:
        sys.exit(0 if report(mutants, known, arguments.report) else 1)

    named = equivalents()
    is_open = lambda mutant: known[mutant.sum]["outcome"] == "survived" and mutant.what not in named
    WORK.mkdir(parents=True, exist_ok=True)
    wanted = [
        mutant
        for mutant in mutants
        if (not arguments.only or any(word in mutant.name for word in arguments.only))
        and (mutant.sum not in known or arguments.again and is_open(mutant))
    ]
    print(f"{len(mutants)} mutants, {len(wanted)} to run", flush=True)
    copy_tree(ROOT, TREE)
    program = Program(mutants, sources)
    program.settle(mutants)
    programs = build(UNIT_TESTS + OTHER_TESTS)
    if not programs:
        sys.exit("the program with all mutants does not build")
    tests = first_runs(programs, arguments.skip, arguments.threads)
    print(f"{len(tests)} tests, {sum(test[0] for test in tests):.0f} s", flush=True)
    numbers = {key: number for number, key in enumerate(program.keys)}

    results = RESULTS.open("a")

    def note(mutant, outcome, test=None, count=0, all_run=True):
        entry = {"sum": mutant.sum, "name": mutant.name, "outcome": outcome, "test": test, "tests": count, "all": all_run}
        results.write(json.dumps(entry) + "\n")
        results.flush()
        print(f"{outcome:9} {mutant.name}" + (f"   [{test}]" if test else f"   ({count} tests{'' if all_run else ', not all'})"), flush=True)

    inside, alone = [], []
    for mutant in wanted:
        key = (mutant.file, mutant.function)
        if mutant.number in program.unviable:
            note(mutant, "unviable")
        elif mutant.function and key not in program.outside:
            inside.append((mutant, [test for test in tests if numbers[key] in test[3]]))
        else:
            alone.append(mutant)

    # What noticed another mutant of the same function comes first.
    noticed = collections.defaultdict(set)
    noticers = collections.Counter(result["test"] for result in known_results().values())

    def run_inside(job):
        mutant, reaching = job
        known = noticed[mutant.file, mutant.function]
        # Then the tests that have noticed most in little time.
        worth = lambda test: (noticers[test[2]] + 0.2) / (0.05 + test[0])
        reaching = sorted(reaching, key=lambda test: (test[2] not in known, -worth(test)))
        found = verdict(reaching, arguments.budget, MUTANT=str(mutant.number))
        known.add(found[1])
        return mutant, found

    with concurrent.futures.ThreadPoolExecutor(arguments.threads) as pool:
        for mutant, (outcome, test, count, all_run) in pool.map(run_inside, inside):
            note(mutant, outcome, test, count, all_run)

    if alone:
        # Without mutants inside: the same tests, each with one mutant built.
        copy_tree(ROOT, TREE)
        begin = time.monotonic()
        for targets in (UNIT_TESTS, OTHER_TESTS):
            if not build(targets):
                sys.exit("the program without a mutant does not build")
        longest = 30 + 2 * (time.monotonic() - begin)
        for mutant in alone:
            text = sources[mutant.file].text
            place(TREE / mutant.file, mutant.applied(text, 0).encode())
            note(mutant, *built_verdict(programs, tests, arguments.budget, longest))
            place(TREE / mutant.file, text.encode())
    results.close()


if __name__ == "__main__":
    main()
