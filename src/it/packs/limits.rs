//! Limits hold: of time and nodes over everything that a puzzle takes, of memory with many threads, of what the system gives.
//!
//! No test looks at the clock. `scripts/measure/limits.py` does.

use crate::commands::program::{Run, canju, directory, program, run};
use canju::batch::Pacing;
use canju::batch::{Batch, Record, SolvedRecord, solve_and_certify};
use canju::puzzle::{self, Puzzle};
use canju::rules::Ruleset;
use canju::{Limits, Options, Reason, Solver, Task, Verdict};
use canju_engine::Experiment;
use std::convert::Infallible;
use std::io::Write;
use std::thread;
use std::time::Duration;

/// It takes 11,346 nodes on one thread.
const HARDER: &str = "335599TJQQKKX | 3446688TTKAA2\n";

/// Nodes after which other workers may help.
const ALONE: u64 = 2_000;

/// The record of [`HARDER`] from a batch in which others may help with it.
fn long(nodes: Option<u64>) -> SolvedRecord {
    let items = puzzle::read(HARDER.as_bytes(), "hard.ddz", Ruleset::default()).map(|item| Ok(item?));
    let pacing = Pacing { nodes_alone: ALONE, ..Pacing::default() };
    let task = Task { limits: Limits { nodes, time: None }, line: false, ..Task::default() };
    let mut records = Vec::new();
    let sink = |record| {
        records.push(record);
        Ok::<(), Infallible>(())
    };
    let batch = Batch::new(Options { threads: 2, ..Options::default() })
        .task(task)
        .statistics(true)
        .experiment(pacing, Experiment::default());
    batch.run(items, sink).expect("a batch");
    match records.pop() {
        Some(Record::Solved(record)) => *record,
        other => panic!("a record: {other:?}"),
    }
}

#[test]
fn limits_hold_for_all_workers_of_a_puzzle() {
    let free = long(None);
    assert_eq!(free.verdict(), Verdict::Win);
    let counted = free.statistics.expect("asked for").nodes();
    let limited = long(Some(ALONE + ALONE / 2));
    assert_eq!((limited.verdict(), limited.reason.as_deref()), (Verdict::Unknown(Reason::Nodes), Some("nodes")));
    assert!(limited.nodes >= ALONE + ALONE / 2, "{}", limited.nodes);
    let statistics = limited.statistics.expect("asked for").nodes();
    assert!(statistics < 2 * ALONE, "{statistics}");
    // Two threads find a win with fewer nodes than one, but not with so few.
    assert!(free.nodes >= 2 * ALONE && counted >= 2 * ALONE, "{} and {counted}", free.nodes);
}

/// What follows the verdict used to get the whole time again.
#[test]
fn what_follows_the_verdict_gets_the_time_that_is_left() {
    let time = Duration::from_millis(300);
    let task = Task { limits: Limits { time: Some(time), nodes: None }, line: false, ..Task::default() };
    let mut solver = Solver::new(Options { threads: 1, ..Options::default() });
    let puzzle: Puzzle = "346999Q2 | 34JAAD".parse().expect("a puzzle");
    // The verdict comes at once, then the time runs out.
    let mut open = |_: &Puzzle| {
        thread::sleep(time);
        Ok(Some(Box::new(Vec::new()) as Box<dyn Write>))
    };
    let certified = match solve_and_certify(&mut solver, &puzzle, &task, &mut Some(&mut open)) {
        Ok(Record::Solved(record)) => *record,
        other => panic!("a record: {other:?}"),
    };
    assert_eq!((certified.verdict(), certified.reason.as_deref()), (Verdict::Unknown(Reason::Time), Some("time")));
}

/// A walk that reads nothing: the farmers' moves are not in the file, and the landlord goes out whenever it can.
const ENDLESS: &str = "canju certificate 4\nrules huanle\nhands D 35566778899TTJJQQ2 35566778899TTJJQQ2\nturn 2\nlast -\n\
                       verdict loss\nmemory 4\n\n";

#[test]
fn a_small_file_does_not_keep_the_checker_busy() {
    let root = directory(&[("endless.proof", ENDLESS.as_bytes())]);
    let at =
        |arguments: &[&str]| run(program().current_dir(root.path()).timeout(Duration::from_secs(60)).args(arguments));
    assert_eq!(at(&["solve", "346999Q2", "34JAAD", "--proof", "good.proof"]).code, Some(0));
    let found = at(&["verify", "--time-limit", "200ms", "endless.proof", "good.proof"]);
    assert_eq!(found.code, Some(1), "{}", found.transcript());
    let lines: Vec<&str> = found.stdout.lines().collect();
    assert!(lines[0].starts_with("endless.proof: undecided: the time limit was reached after "), "{}", found.stdout);
    assert!(lines[0].ends_with(" positions") && lines[1].starts_with("good.proof: win"), "{}", found.stdout);
}

/// The threads of the record and what is said on standard error.
fn threads(found: &Run) -> (u64, &str) {
    assert_eq!(found.code, Some(0), "{}", found.transcript());
    let line = found.stdout.lines().next().unwrap_or_default();
    let record: serde_json::Value = serde_json::from_str(line).expect("a record");
    (record["threads"].as_u64().expect("a number"), found.stderr.as_str())
}

#[test]
fn the_memory_carries_so_many_threads() {
    let solve = |more: &[&str]| canju(["solve", "346999Q2", "34JAAD", "--format", "json"].iter().chain(more));
    let capped = solve(&["--threads", "64", "--memory", "64MiB"]);
    assert_eq!(threads(&capped), (4, "canju: 4 threads fit into --memory 64.0 MiB\n"));
    assert_eq!(threads(&solve(&["--threads", "64", "--memory", "64MiB", "--quiet"])), (4, ""));
    assert_eq!(
        threads(&solve(&["--threads", "2", "--memory", "1MiB"])),
        (1, "canju: 1 thread fits into --memory 1.0 MiB\n")
    );
    assert_eq!(threads(&solve(&["--threads", "3", "--memory", "64MiB"])), (3, ""));
    assert_eq!(threads(&solve(&["--memory", "1MiB"])), (1, ""), "nobody asked for a number");
    let batch =
        canju(["batch", "puzzles", "--max-cards", "12", "-o", "/dev/null", "--threads", "64", "--memory", "64MiB"]);
    assert!(batch.stderr.starts_with("canju: 2 threads fit into --memory 64.0 MiB\n"), "{}", batch.transcript());
}

/// With little address space the system gives few threads or none, and little memory. That is no reason to panic. With too
/// little for any search, that is said at once.
#[cfg(target_os = "linux")]
#[test]
fn a_system_that_gives_no_threads_is_no_reason_to_panic() {
    let within = |kibibytes: u64, command: &str| {
        let program = env!("CARGO_BIN_EXE_canju");
        let command = format!("ulimit -v {kibibytes}; LC_ALL=C exec '{program}' {command}");
        run(assert_cmd::Command::new("sh").timeout(Duration::from_secs(60)).args(["-c", &command]))
    };
    for kibibytes in [60_000, 100_000, 196_607, 196_608, 300_000, 600_000] {
        for command in ["solve 346999Q2 34JAAD --threads 64", "batch puzzles --max-cards 12 --threads 64"] {
            let found = within(kibibytes, command);
            if kibibytes < 192 << 10 {
                assert_eq!(found.code, Some(2), "{kibibytes}: {command}: {}", found.transcript());
                assert!(found.stderr.contains("a search needs 192.0 MiB: raise the limit"), "{}", found.transcript());
                continue;
            }
            let explained = found.code == Some(2) && found.stderr.contains("error: the system gives no threads");
            assert!(found.code == Some(0) || explained, "{kibibytes}: {command}: {}", found.transcript());
            assert!(!found.stderr.contains("panicked"), "{}", found.transcript());
        }
    }
    let much = within(200_000, "solve 346999Q2 34JAAD --memory 1GiB");
    assert_eq!(much.code, Some(2), "more than there is: {}", much.transcript());
}

/// Tables are as large as the budget allows, but a small puzzle touches little of them. When a worker begins after another has
/// ended, which chance decides, it is to find its tables zero without their being written.
#[cfg(target_os = "linux")]
#[test]
fn a_small_batch_takes_little_of_a_large_budget() {
    for _ in 0..20 {
        let mut batch = program();
        let batch = batch.args(["batch", "-", "-v", "--memory", "1GiB", "--threads", "2"]);
        let found = run(batch.write_stdin("K5 | 44Q\n"));
        let peak = found.stderr.lines().find_map(|line| line.strip_prefix("peak memory: ")).expect("it is said");
        let peak: bytesize::ByteSize = peak.parse().expect("a size");
        assert!(peak < bytesize::ByteSize::mib(128), "{}", found.transcript());
    }
}

/// A pipe that nobody writes to would be waited for, and Ctrl-C with it.
#[cfg(unix)]
#[test]
fn only_files_are_loaded() {
    let root = directory(&[]);
    let made = std::process::Command::new("mkfifo").arg(root.path().join("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut session = program();
    let session = session.current_dir(root.path()).timeout(Duration::from_secs(60));
    let found = run(session.args(["play", "K5", "44Q"]).write_stdin("load pipe\nload /dev/zero\nquit\n"));
    assert!(found.stdout.contains("can't read pipe: it is not a file"), "{}", found.transcript());
    assert!(found.stdout.contains("can't read /dev/zero: it is not a file"), "{}", found.transcript());
}

/// A limit may leave the expected move undecided although the position is won.
#[test]
fn an_expected_move_that_was_not_decided_is_not_called_wrong() {
    let line = "3466999Q | 34JA | 57KA | best=4999\n";
    let puzzle: Puzzle =
        puzzle::read(line.as_bytes(), "one.ddz", Ruleset::default()).next().expect("one").expect("a puzzle");
    let mut undecided = 0;
    for nodes in 1..=120 {
        let limits = Limits { nodes: Some(nodes), time: None };
        let task = Task { all_moves: true, line: false, limits, ..Task::default() };
        let mut solver = Solver::new(Options { threads: 1, ..Options::default() });
        let Record::Solved(record) = canju::batch::solve(&mut solver, &puzzle, &task) else { panic!("a record") };
        assert_ne!(record.ok, Some(false), "{nodes} nodes");
        let is_decided = record.winning_moves.iter().any(|played| played == "4999");
        undecided += (record.verdict() == Verdict::Win && !is_decided) as u32;
    }
    assert!(undecided > 5, "{undecided}");
}
