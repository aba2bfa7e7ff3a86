//! Journals: whenever the program dies, nothing is lost. A resumed batch takes no record of another batch.
#![cfg(unix)]

use crate::commands::program::{HARD, Run, directory, killed_after, program, run};
use canju::batch::{Batch, Journal, JournalError, RunError};
use canju::puzzle::read;
use canju::rules::Ruleset;
use canju::{LEAST_MEMORY, Options};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Lines of a pack: deals, repeats of them, and lines that are no puzzle.
fn pack(lines: usize, cards: usize) -> String {
    let mut rng = StdRng::seed_from_u64(4);
    let mut pack = String::new();
    let mut deck: Vec<char> = "3456789TJQKA2".chars().flat_map(|rank| [rank; 4]).chain(['X', 'D']).collect();
    let mut hands: Vec<(String, String)> = Vec::new();
    for line in 0..lines {
        if line % 50 == 49 {
            pack += "no puzzle\n";
            continue;
        }
        let (first, second) = if line % 10 == 9 {
            hands[rng.random_range(0..hands.len())].clone()
        } else {
            for i in 0..2 * cards {
                let j = rng.random_range(i..deck.len());
                deck.swap(i, j);
            }
            (deck[..cards].iter().collect(), deck[cards..2 * cards].iter().collect())
        };
        let _ = writeln!(pack, "{first} | {second} | name=\"deal {line}\"");
        hands.push((first, second));
    }
    pack
}

const ARGUMENTS: [&str; 8] = ["batch", "pack.ddz", "--threads", "2", "--format", "jsonl", "--output", "out.jsonl"];

fn resume(root: &Path, more: &[&str]) -> Run {
    run(program().current_dir(root).args(ARGUMENTS).args(["--journal", "journal"]).args(more))
}

/// The records without what the clock has a part in.
fn results(root: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(root.join("out.jsonl")).expect("the output");
    let untimed = |line| {
        let mut record: Value = serde_json::from_str(line).expect("a JSON object");
        if let Some(record) = record.as_object_mut() {
            record.remove("elapsed_ms");
        }
        record
    };
    text.lines().map(untimed).collect()
}

#[test]
fn killed_ten_times_and_resumed_the_output_is_the_same() {
    let pack = pack(1_500, 9);
    let root = directory(&[("pack.ddz", pack.as_bytes())]);
    let whole = run(program().current_dir(root.path()).args(ARGUMENTS).arg("-q"));
    assert_eq!(whole.code, Some(2), "{}", whole.stderr);
    let expected = results(root.path());
    assert_eq!(expected.len(), 1_500);
    assert!(expected.iter().any(|record| record.get("same_as").is_some()));

    let mut rng = StdRng::seed_from_u64(5);
    let (mut kills, mut lengths) = (0, Vec::new());
    for _ in 0..10 {
        let pause = Duration::from_millis(rng.random_range(1..80));
        kills +=
            killed_after(root.path(), &[&ARGUMENTS[..], &["-q", "--journal", "journal", "--resume"]].concat(), pause)
                as u32;
        // Once in a while the last line is torn as well.
        if let Ok(journal) = std::fs::read(root.path().join("journal"))
            && rng.random_bool(0.5)
        {
            let torn = journal.len().saturating_sub(rng.random_range(0..200));
            std::fs::write(root.path().join("journal"), &journal[..torn]).expect("written");
        }
        lengths.push(std::fs::metadata(root.path().join("journal")).map_or(0, |file| file.len()));
    }
    let last = resume(root.path(), &["--resume", "-q"]);
    assert_eq!(last.code, Some(2), "{}", last.stderr);
    assert_eq!(results(root.path()), expected, "{kills} kills, journals of {lengths:?}");
    assert!(kills >= 2, "the program was too fast for this test: {kills} kills, journals of {lengths:?}");

    // Once more there is nothing left to solve.
    let again = resume(root.path(), &["--resume"]);
    assert!(again.stderr.contains("1,500 of them are in the journal"), "{}", again.stderr);
    assert_eq!(results(root.path()), expected);
}

#[test]
fn a_journal_of_something_else_is_refused_and_the_output_left_alone() {
    let root = directory(&[
        ("pack.ddz", b"33 | 4\n3 | 44\n"),
        ("text", b"33 | 4\n"),
        ("torn", b"{\"schema\":\"can"),
        ("old", b"{\"schema\":\"canju.journal/1\",\"batch\":{}}\n"),
    ]);
    assert_eq!(resume(root.path(), &["-q"]).code, Some(0));
    let before = results(root.path());
    for (arguments, message) in [
        (&[][..], "is there already: --resume goes on with it"),
        (&["--resume", "--rules", "pagat"], "there `rules` is \"huanle\", here it is \"pagat\""),
        (&["--resume", "--all-moves"], "there `all_moves` is false, here it is true"),
        (&["--resume", "--statistics"], "there `statistics` is not set, here it is true"),
        (&["--resume", "text"], "`paths`"),
    ] {
        let refused = resume(root.path(), arguments);
        assert_eq!(refused.code, Some(2), "{arguments:?}");
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
        assert_eq!(results(root.path()), before);
    }
    let text = run(program().current_dir(root.path()).args(ARGUMENTS).args(["--journal", "text", "--resume"]));
    assert!(text.stderr.contains("text is not a journal of this program"), "{}", text.stderr);
    let old = run(program().current_dir(root.path()).args(ARGUMENTS).args(["--journal", "old", "--resume"]));
    assert!(old.stderr.contains("old has the form canju.journal/1"), "{}", old.stderr);
    let torn = run(program().current_dir(root.path()).args(ARGUMENTS).args(["--journal", "torn", "--resume", "-q"]));
    assert_eq!(torn.code, Some(0), "{}", torn.stderr);

    // The same paths, but other puzzles in them.
    for (pack, message) in [
        ("33 | 4\n3 | 55\n", "its item 2 is pack.ddz:2 (3 | 44), the input's is pack.ddz:2 (3 | 55)"),
        ("33 | 4\n", "its item 2 is another, the input's is none"),
    ] {
        std::fs::write(root.path().join("pack.ddz"), pack).expect("written");
        let refused = resume(root.path(), &["--resume"]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
}

/// Whether reader, workers or writer come to the end first: a batch whose journal is refused at its last item has failed.
#[test]
fn an_error_of_the_journal_is_never_lost() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("journal");
    let run = |pack: &'static str| {
        let (journal, replay) = loop {
            match Journal::open(&path, serde_json::Map::new(), true) {
                // A test beside this one is starting a program, which has all files open for a moment.
                Err(JournalError::Busy(_)) => std::thread::yield_now(),
                opened => break opened.expect("a journal"),
            }
        };
        let items = read(pack.as_bytes(), "pack", Ruleset::default()).map(|item| Ok(item?));
        let options = Options { threads: 1, memory: LEAST_MEMORY, ..Options::default() };
        Batch::new(options).journal(journal, replay).run(items, |_| Ok::<(), Infallible>(()))
    };
    assert_eq!(run("33 | 4\n3 | 44\n").map(|summary| summary.decided()).ok(), Some(2));
    for _ in 0..200 {
        let Err(RunError::Journal(error)) = run("33 | 4\n3 | 55\n") else {
            panic!("the batch was taken for a whole one")
        };
        assert!(matches!(error, JournalError::OtherPuzzles { number: 2, .. }), "{error}");
    }
}

/// What stands above a damaged record is kept, and the message says how to go on; nothing is cut off without a word.
#[test]
fn a_damaged_record_is_named_with_its_line() {
    let root = directory(&[("pack.ddz", pack(12, 4).as_bytes())]);
    assert_eq!(resume(root.path(), &["-q"]).code, Some(0));
    let expected = results(root.path());
    let journal = std::fs::read(root.path().join("journal")).expect("the journal");
    let lines: Vec<&[u8]> = journal.split_inclusive(|&byte| byte == b'\n').collect();
    assert_eq!(lines.len(), 13);
    for byte in (0..lines[5].len() - 1).step_by(7) {
        let mut line = lines[5].to_vec();
        line[byte] ^= 1;
        std::fs::write(root.path().join("journal"), [lines[..5].concat(), line, lines[6..].concat()].concat())
            .expect("written");
        let damaged = std::fs::read(root.path().join("journal")).expect("the journal");
        let refused = resume(root.path(), &["--resume"]);
        assert_eq!(refused.code, Some(2), "byte {byte}");
        assert!(
            refused.stderr.contains("journal, line 6: damaged. The 4 records above it are whole."),
            "{}",
            refused.stderr
        );
        assert_eq!(std::fs::read(root.path().join("journal")).expect("the journal"), damaged);
        assert_eq!(results(root.path()), expected);
    }
    // The cure, as the message has it, wherever the damage is.
    for kept in [11, 4, 1, 0] {
        let damaged = [lines[..1 + kept].concat(), b"damaged\n".to_vec(), lines[2 + kept..].concat()].concat();
        std::fs::write(root.path().join("journal"), damaged).expect("written");
        let refused = resume(root.path(), &["--resume"]);
        assert_eq!(refused.code, Some(2));
        let line = kept + 2;
        let whole = match kept {
            0 => {
                let cure = "No record stands above it: delete the journal and run again\n";
                assert_eq!(refused.stderr, format!("error: journal journal, line {line}: damaged. {cure}"));
                std::fs::remove_file(root.path().join("journal")).expect("removed");
                assert_eq!(resume(root.path(), &["--resume", "-q"]).code, Some(0));
                continue;
            }
            1 => "The record above it is whole. To keep it".to_owned(),
            _ => format!("The {kept} records above it are whole. To keep them"),
        };
        let (said, cure) = refused.stderr.split_once(" This deletes them: ").expect("a cure");
        let delete = format!("delete line {line} and all lines below it, and run again with --resume.");
        assert_eq!(said, format!("error: journal journal, line {line}: damaged. {whole}, {delete}"));
        let done = Command::new("sh").current_dir(root.path()).args(["-c", cure.trim()]).status().expect("a shell");
        assert!(done.success(), "{cure}");
        let found = resume(root.path(), &["--resume"]);
        assert!(found.stderr.contains(&format!("{kept} of them are in the journal")), "{}", found.stderr);
        assert_eq!(results(root.path()), expected);
    }
}

#[test]
fn a_journal_is_written_by_one_run() {
    let hard = format!("{} | {} | rules=huanle,packs=2\n", HARD[0], HARD[1]);
    let root = directory(&[("pack.ddz", hard.as_bytes())]);
    let mut first = Command::new(env!("CARGO_BIN_EXE_canju"))
        .current_dir(root.path())
        .args(ARGUMENTS)
        .args(["--journal", "journal", "-q"])
        .spawn()
        .expect("the program starts");
    while std::fs::metadata(root.path().join("journal")).map_or(0, |file| file.len()) == 0 {
        std::thread::sleep(Duration::from_millis(2));
    }
    let second = resume(root.path(), &["--resume"]);
    assert!(first.try_wait().expect("a child").is_none(), "the first run is still at work");
    let _ = first.kill();
    first.wait().expect("a child");
    assert_eq!(second.code, Some(2));
    assert!(second.stderr.contains("journal journal is in use by another run"), "{}", second.stderr);
}

/// Each record's index is a million ahead of the one before: 30 bytes of the file for 8 MB of memory.
#[test]
fn a_crafted_journal_takes_no_memory() {
    let root = directory(&[("pack.ddz", b"33 | 4\n")]);
    assert_eq!(resume(root.path(), &["-q"]).code, Some(0));
    let journal = std::fs::read_to_string(root.path().join("journal")).expect("the journal");
    let (header, record) = journal.split_once('\n').expect("a header");
    let content = record.trim_end().split_once(',').expect("a checksum").1;
    let line = |index: u64| {
        let content = content.replacen("\"index\":0", &format!("\"index\":{index}"), 1);
        format!("{{\"crc\":\"{:08x}\",{content}\n", crate::packs::fuzz_corpora::properties::crc32(content.as_bytes()))
    };
    assert_eq!(line(0), record);
    let jumps: String = (0..10).map(|n| line(n << 20)).collect();
    std::fs::write(root.path().join("journal"), format!("{header}\n{jumps}")).expect("written");
    let refused = resume(root.path(), &["--resume"]);
    assert!(refused.stderr.contains("line 3: damaged"), "{}", refused.stderr);
}

#[test]
fn resume_alone_names_the_journal_after_the_output() {
    let root = directory(&[("pack.ddz", b"33 | 4\n")]);
    for _ in 0..2 {
        assert_eq!(run(program().current_dir(root.path()).args(ARGUMENTS).args(["--resume", "-q"])).code, Some(0));
    }
    assert!(root.path().join("out.jsonl.journal").exists());
    let nowhere = run(program().current_dir(root.path()).args(["batch", "pack.ddz", "--resume"]));
    assert_eq!(nowhere.code, Some(2));
    assert!(nowhere.stderr.contains("--resume needs --journal FILE"), "{}", nowhere.stderr);
    let both = run(program().current_dir(root.path()).args(ARGUMENTS).args(["--journal", "out.jsonl", "--resume"]));
    assert!(both.stderr.contains("can't be one file"), "{}", both.stderr);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_batch_with_a_message() {
    let root = directory(&[("pack.ddz", b"33 | 4\n")]);
    let output = ["batch", "pack.ddz", "--output", "/dev/full", "--journal", "journal"];
    let full = run(program().current_dir(root.path()).args(output));
    assert_eq!(full.code, Some(2));
    assert!(full.stderr.contains("can't write the results: No space left on device"), "{}", full.stderr);
    // What was finished is not lost.
    let found = run(program().current_dir(root.path()).args(["batch", "pack.ddz", "--journal", "journal", "--resume"]));
    assert!(found.stderr.contains("1 of them are in the journal"), "{}", found.stderr);
    assert_eq!(found.code, Some(0));
    // A file without an end is refused before it has taken all memory.
    let endless = run(program().current_dir(root.path()).args(["batch", "pack.ddz", "--journal", "/dev/full"]));
    assert_eq!(endless.code, Some(2));
    assert!(endless.stderr.contains("/dev/full is not a journal of this program"), "{}", endless.stderr);
}

/// Once the second run wrote over it without a word, journal or not.
#[test]
fn two_runs_do_not_write_the_same_output() {
    let root = directory(&[("in.ddz", b"33 | 4\n")]);
    let write = |arguments: &[&str]| run(program().current_dir(root.path()).args(["batch"]).args(arguments));
    for first in [&["-o", "out"][..], &["-o", "out", "--journal", "journal", "--resume"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_canju"));
        command.current_dir(root.path()).args(["batch", "-", "-v"]).args(first);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child");
        // With this line it has its output and waits for its input.
        let mut says = BufReader::new(child.stderr.take().expect("its messages"));
        let mut line = String::new();
        says.read_line(&mut line).expect("text");
        assert!(line.starts_with("canju: rules huanle"), "{line}");
        let refused = write(&["in.ddz", "-o", "out"]);
        assert_eq!(refused.code, Some(2), "{}", refused.transcript());
        assert!(refused.stderr.contains("out is being written by another run"), "{}", refused.transcript());
        drop(child.stdin.take());
        std::io::copy(&mut says, &mut std::io::sink()).expect("text");
        assert!(child.wait().expect("an end").success());
        assert_eq!(write(&["in.ddz", "-o", "out", "-q"]).code, Some(0));
    }
}
