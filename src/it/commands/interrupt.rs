//! Ctrl-C, and a reader that closes the pipe.
#![cfg(unix)]

use crate::commands::program::{HARD, end, interrupt};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_canju"));
    let piped =
        command.env("LC_ALL", "C").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    piped.spawn().expect("the program starts")
}

/// A batch that has answered one line and so listens to Ctrl-C.
fn listening() -> (Child, BufReader<std::process::ChildStdout>) {
    // Whatever the records say, an interruption is one.
    let mut child = start(&["batch", "-", "--format", "jsonl", "--quiet", "--threads", "1", "--exit-zero"]);
    child.stdin.as_mut().expect("a pipe").write_all(b"33 | 4\n").expect("written");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a record");
    assert!(line.contains("\"verdict\":\"win\""), "{line}");
    (child, output)
}

#[test]
fn what_is_running_is_reported_as_interrupted() {
    let hard = format!("{} | rules=huanle,packs=2\n", HARD.join(" | "));
    // A stream that has not read its line yet is an idle one, and ends without a record: then a longer pause is tried.
    let mut tries = [100, 1_000, 10_000].into_iter().map(|pause| {
        let (mut child, mut output) = listening();
        child.stdin.as_mut().expect("a pipe").write_all(hard.as_bytes()).expect("written");
        std::thread::sleep(Duration::from_millis(pause));
        interrupt(&child);
        assert_eq!(end(&mut child).code(), Some(130));
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("records");
        rest
    });
    let rest = tries.find(|rest| !rest.is_empty()).expect("a puzzle that is running is reported");
    assert!(rest.contains("\"verdict\":\"unknown\"") && rest.contains("\"reason\":\"interrupted\""), "{rest}");
    assert_eq!(rest.lines().count(), 1);
}

/// The second Ctrl-C does not wait for what is running: its record is never written. It must come within the second that
/// the first one grants, which a busy machine may miss once, but not five times; a program that ignores it never passes.
#[test]
fn the_second_ends_the_program_at_once() {
    let ended_without_a_record = (0..5).any(|_| {
        let (mut child, mut output) = listening();
        let hard = format!("{} | rules=huanle,packs=2\n", HARD.join(" | "));
        child.stdin.as_mut().expect("a pipe").write_all(hard.as_bytes()).expect("written");
        std::thread::sleep(Duration::from_millis(100));
        interrupt(&child);
        // Two signals of a kind that are both still pending are one.
        std::thread::sleep(Duration::from_millis(100));
        interrupt(&child);
        assert_eq!(end(&mut child).code(), Some(130));
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("records");
        rest.is_empty()
    });
    assert!(ended_without_a_record);
}

/// Waiting for a line that does not come is no reason to go on waiting.
#[test]
fn an_idle_stream_is_left() {
    let (mut child, mut output) = listening();
    interrupt(&child);
    assert_eq!(end(&mut child).code(), Some(130));
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("records");
    assert_eq!(rest, "");
}

/// It saves nothing: these are not all figures.
#[test]
fn a_bench_ends_at_once() {
    let root = tempfile::TempDir::new().expect("a directory");
    let saved = root.path().join("saved.json");
    let save = saved.to_str().expect("a path");
    let mut child = start(&["bench", "--set", "long", "--save", save]);
    // It listens to Ctrl-C before it opens the file.
    let start = Instant::now();
    while std::fs::read_dir(root.path()).expect("a directory").next().is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    // This set takes minutes: the first search has begun, or is about to.
    std::thread::sleep(Duration::from_millis(200));
    interrupt(&child);
    assert_eq!(end(&mut child).code(), Some(130));
    assert!(!saved.exists());
}

#[test]
fn a_broken_pipe_is_a_silent_success() {
    for arguments in [
        &["moves", "--deck", "1"][..],
        &["moves", "--deck", "1", "--format", "json"],
        &["batch", "puzzles", "--threads", "1"],
        &["batch", "puzzles", "--threads", "1", "--format", "csv"],
        &["solve", "346999Q2", "34JAAD"],
        &["perft", "346999Q2", "34JAAD", "--depth", "2"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let mut child = start(arguments);
        drop(child.stdout.take());
        let status = end(&mut child);
        let mut errors = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
