//! `canju batch`: every form, discovery, streams, exit codes, and the puzzles that ship.

use crate::commands::program::{HARD, Run, canju, directory, program, redacted, run};
use canju_testing::budget::full;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, SendError};
use std::thread::JoinHandle;
use std::time::Duration;

/// A pack with a line for every way a record can look.
const PACK: &str = "\
# every way a record can look
33 | 4 | expect=win best=33 name=\"both at once\" source=\"a|b, #3\"
3 | 44 | last=A expect=loss
@rules huanle,-trio_pair
4 | 35 | expect=loss
33344 | 5 | rules=rlcard
3 | 4?
344555666788899JJQKAAAA222D | 334456667789TTTQQKKKKKAA2XX | rules=huanle,packs=2 expect=win
";

fn batch(root: &Path, arguments: &[&str]) -> Run {
    run(program().current_dir(root).args(["batch", "--threads", "2"]).args(arguments))
}

fn records(found: &Run) -> Vec<Value> {
    found.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

#[test]
fn every_form() {
    let root = directory(&[("forms.ddz", PACK.as_bytes())]);
    redacted(|| {
        for format in ["text", "jsonl", "csv", "markdown"] {
            let found = batch(root.path(), &["forms.ddz", "--format", format, "--node-limit", "100"]);
            insta::assert_snapshot!(format!("batch_{format}"), found.transcript());
        }
        let found = batch(root.path(), &["forms.ddz", "--color", "always", "--node-limit", "100"]);
        insta::assert_snapshot!("batch_text_coloured", found.stdout);
    });
}

/// With every move decided a cell still holds three of them at most.
#[test]
fn by_rules_by_pack_and_with_every_move() {
    let root = directory(&[
        ("packs/one.ddz", b"33344456 | 3456 | name=\"many win | *\"\n346999Q2 | 34JAAD\n"),
        ("packs/two.ddz", b"3 | 44 | last=A rules=pagat\n3 | 4?\n335 | 4A\n"),
        ("packs/own.jsonl", b"{\"id\":\"mine\",\"hands\":[\"33\",\"4\"]}"),
    ]);
    redacted(|| {
        for format in ["text", "markdown"] {
            let found = batch(root.path(), &["packs", "--format", format, "--all-moves"]);
            insta::assert_snapshot!(format!("batch_all_moves_{format}"), found.transcript());
        }
    });
    // What programs read has every move, and the summary is beside it.
    let found = batch(root.path(), &["packs", "--format", "csv", "--all-moves"]);
    assert!(found.stdout.contains(",3 4 5 6 33 44 333 444 3334 3335 3336 3444 "), "{}", found.stdout);
    assert!(
        found.stderr.starts_with("by rules\n  huanle  4: 4 wins\n  pagat   1: 1 loss\nby pack\n"),
        "{}",
        found.stderr
    );
}

#[test]
fn one_bad_line_among_good_ones() {
    let root = directory(&[("pack.ddz", b"33 | 4 | expect=win\n3 | 4 5 C\n33 | 5 | expect=win\n")]);
    let found = batch(root.path(), &["pack.ddz", "--format", "jsonl", "--quiet"]);
    assert_eq!((found.code, found.stderr.as_str()), (Some(2), ""));
    let records = records(&found);
    let ids: Vec<_> = records.iter().map(|record| record["id"].as_str().unwrap_or_default()).collect();
    assert_eq!(ids, ["pack.ddz:1", "pack.ddz:2", "pack.ddz:3"]);
    assert_eq!((&records[0]["ok"], &records[2]["ok"]), (&Value::Bool(true), &Value::Bool(true)));
    let error = records[1]["error"].as_str().unwrap_or_default();
    assert!(error.starts_with("line 2, column 9: unknown card `C`: cards are 3 4 5"), "{error}");
    assert_eq!(records[1]["schema"], "canju.result/1");
}

#[test]
fn directories_files_and_what_cannot_be_read() {
    let root = directory(&[
        ("packs/b.ddz", b"33 | 4"),
        ("packs/a/deep/c.DDZ", b"33 | 4\n\n33 | 5"),
        ("packs/a/lines.jsonl", b"{\"id\":7,\"hands\":[\"33\",\"4\"]}\n{\"hands\":[\"33\",\"5\"]}"),
        ("packs/empty.ddz", b""),
        ("packs/binary.ddz", &[0x80; 10]),
        ("packs/notes.txt", b"not a pack"),
        ("nothing/here.txt", b""),
        ("typed", b"33 | 4"),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", root.path().join("packs/dangling.ddz")).expect("a link");
    let found = batch(
        root.path(),
        &["packs", "typed", "nothing", "missing.ddz", "packs/b.ddz", "--format", "jsonl", "--quiet"],
    );
    assert_eq!(found.code, Some(2));
    let what = |record: &Value| {
        let id = record["id"].as_str().unwrap_or_default();
        format!("{id} {}", record["error"].as_str().or(record["verdict"].as_str()).unwrap_or_default())
    };
    insta::assert_snapshot!(records(&found).iter().map(what).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_stream_of_json_lines() {
    let lines = "{\"id\":\"a1\",\"hands\":[\"KK5543\",\"225543\"],\"last\":null,\"rules\":\"huanle\"}\n\nnonsense\n\
                 {\"hands\":[\"K5\",\"Q44\"],\"last\":\"J\"}\n";
    let found = run(program().args(["batch", "-", "--format", "jsonl"]).write_stdin(lines));
    assert_eq!(found.code, Some(2));
    let records = records(&found);
    assert_eq!(records.len(), 3);
    assert_eq!((&records[0]["id"], &records[0]["verdict"]), (&"a1".into(), &"win".into()));
    assert_eq!(records[1]["id"], "-:3");
    assert_eq!((&records[2]["id"], &records[2]["last"]), (&"-:4".into(), &"J".into()));

    let nothing = run(program().args(["batch", "-", "--format", "jsonl", "-q"]).write_stdin(""));
    assert_eq!((nothing.code, nothing.stdout.as_str(), nothing.stderr.as_str()), (Some(0), "", ""));
}

/// What the program writes it reads, and comes to the same.
#[test]
fn records_can_be_fed_back() {
    let root = directory(&[("forms.ddz", PACK.as_bytes())]);
    let options = ["--format", "jsonl", "--quiet", "--node-limit", "100", "--all-moves"];
    let first = batch(root.path(), &[&["forms.ddz"], &options[..]].concat());
    let second = run(program().args(["batch", "-", "--threads", "2"]).args(options).write_stdin(first.stdout.clone()));
    let same = |run: &Run| {
        let mut records = records(run);
        records.retain(|record| record.get("error").is_none());
        for field in ["nodes", "elapsed_ms", "memory_bytes", "line"] {
            records.iter_mut().for_each(|record| record[field] = Value::Null);
        }
        records
    };
    assert_eq!(same(&first).len(), 5);
    assert_eq!(same(&first), same(&second));
}

#[test]
fn exit_codes_and_expectations() {
    let root = directory(&[
        ("right.ddz", b"33 | 4 | expect=win"),
        ("best.ddz", b"335 | 4 | best=5\n335 | 4 | best=33\n"),
        ("wrong.ddz", b"33 | 4 | expect=loss"),
        ("wrong_best.ddz", b"346999Q2 | 34JAAD | best=3"),
        ("hard.ddz", b"344555666788899JJQKAAAA222D | 334456667789TTTQQKKKKKAA2XX | rules=huanle,packs=2 expect=win"),
        ("bad.ddz", b"3"),
    ]);
    for (paths, code) in [
        (&["right.ddz"][..], 0),
        // Two winning moves: either is right, whichever is found first.
        (&["best.ddz"], 0),
        (&["hard.ddz", "right.ddz"], 1),
        (&["hard.ddz", "bad.ddz", "right.ddz"], 2),
        (&["wrong.ddz"], 3),
        (&["wrong_best.ddz"], 3),
        (&["hard.ddz", "bad.ddz", "wrong.ddz"], 3),
    ] {
        for more in [&["--node-limit", "2000"][..], &["--node-limit", "2000", "--all-moves"]] {
            let found = batch(root.path(), &[paths, more].concat());
            assert_eq!(found.code, Some(code), "{paths:?} {more:?}: {}", found.transcript());
        }
    }
}

/// For who runs a batch in parts: records that say `unknown` or `error` are no failure, but what keeps them from being
/// written is.
#[test]
fn exit_zero_is_for_records_and_nothing_else() {
    let root = directory(&[("pack.ddz", format!("{PACK}33 | 4 | expect=loss\n").as_bytes())]);
    let options = ["pack.ddz", "--node-limit", "100", "--format", "jsonl", "--quiet"];
    let code = |more: &[&str]| batch(root.path(), &[&options[..], more].concat()).code;
    assert_eq!(code(&[]), Some(3));
    assert_eq!(code(&["--exit-zero"]), Some(0));
    assert_eq!(code(&["--exit-zero", "--output", "no/such/directory"]), Some(2));
    assert_eq!(code(&["--exit-zero", "--fail-fast"]), Some(2));
    assert_eq!(code(&["--exit-zero", "--no-such-option"]), Some(2));
}

/// A line's rules go before the pack's, and these before the command line's.
#[test]
fn rules_of_a_line_of_a_pack_and_of_the_command_line() {
    let root = directory(&[("pack.ddz", b"33 | 4\n@rules pagat\n33 | 4\n33 | 4 | rules=rlcard\n")]);
    let found = batch(root.path(), &["pack.ddz", "--rules", "huanle,-bomb", "--format", "jsonl", "-q"]);
    let rules: Vec<_> = records(&found).iter().map(|record| record["rules"].clone()).collect();
    assert_eq!(rules, ["huanle,-bomb", "pagat", "rlcard"]);
}

#[test]
fn the_summary_is_no_part_of_results_for_programs() {
    let root = directory(&[("pack.ddz", b"33 | 4\n")]);
    let found = batch(root.path(), &["pack.ddz", "--format", "jsonl"]);
    assert_eq!(found.stdout.lines().count(), 1);
    assert!(found.stderr.starts_with("1 puzzle in "), "{}", found.stderr);
    let verbose = batch(root.path(), &["pack.ddz", "-v", "--memory", "64MiB", "--time-limit", "90s"]);
    assert!(
        verbose
            .stderr
            .starts_with("canju: rules huanle, threads 2, memory 64.0 MiB, time limit 1m 30s, node limit none"),
        "{}",
        verbose.stderr
    );
}

/// The README's main command, for the lines of packs whose numbers end with a nought. `.ci/run` runs it for all, as this test does with
/// `CANJU_TESTS=full`.
#[test]
fn puzzles_that_ship_are_decided_as_expected() {
    let (more, count) = if full() { (&[][..], 2895) } else { (&["--only", "*0"][..], 287) };
    let found = canju([&["batch", "puzzles", "--format", "jsonl", "--quiet"], more].concat());
    let records = records(&found);
    assert!(records.len() == count, "{}", records.len());
    for record in &records {
        assert_eq!(record["ok"], Value::Bool(true), "{record}");
        assert!(record["line"].as_array().is_some_and(|line| !line.is_empty()), "{record}");
        // What was generated or dealt has no other source than its pack.
        let is_made = |id: &str| ["graded/", "bank/", "deals/"].iter().any(|folder| id.starts_with(folder));
        let is_generated = record["id"].as_str().is_some_and(is_made);
        assert!(is_generated || record["source"].is_string() || record["name"].is_string(), "{record}");
    }
    assert_eq!(found.code, Some(0));
}

/// `canju batch -` with two threads, asked and answered line by line.
struct Stream {
    program: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
    reader: JoinHandle<Result<(), SendError<String>>>,
}

impl Stream {
    fn start(more: &[&str]) -> Stream {
        let mut program = Command::new(env!("CARGO_BIN_EXE_canju"))
            .args(["batch", "-", "--format", "jsonl", "--quiet", "--threads", "2"])
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let questions = program.stdin.take().expect("a pipe");
        let output = BufReader::new(program.stdout.take().expect("a pipe"));
        let (sender, answers) = std::sync::mpsc::channel();
        let send = move || output.lines().try_for_each(|line| sender.send(line.expect("UTF-8")));
        Stream { program, questions, answers, reader: std::thread::spawn(send) }
    }

    fn ask(&mut self, line: &str) {
        writeln!(self.questions, "{line}").expect("the program reads");
    }

    /// The next answer.
    fn answer(&self) -> Value {
        let answer = self.answers.recv_timeout(Duration::from_secs(60)).expect("an answer before the next question");
        serde_json::from_str(&answer).expect("a JSON object")
    }

    /// The exit code when there are no more questions.
    fn end(mut self) -> Option<i32> {
        drop(self.questions);
        let code = self.program.wait().expect("the program ends").code();
        assert!(self.reader.join().expect("the reader ends").is_ok());
        code
    }

    fn kill(mut self) {
        self.program.kill().expect("it runs");
        self.program.wait().expect("it ends");
        assert!(self.reader.join().is_ok());
    }
}

/// A program that keeps `canju batch -` running gets each answer before it asks the next question.
#[test]
fn a_pipe_is_answered_line_by_line() {
    let mut stream = Stream::start(&[]);
    for (line, field, value) in [
        ("33 | 4", "verdict", "win"),
        (r#"{"id":"a1","hands":["346999Q2","34JAAD"]}"#, "best", "3999"),
        ("33 | 4?", "id", "-:3"),
        (r#"{"id":"a2","hands":["3","44"],"last":"A"}"#, "verdict", "loss"),
    ] {
        stream.ask(line);
        let answer = stream.answer();
        assert_eq!(answer[field], value, "{line}: {answer}");
    }
    assert_eq!(stream.end(), Some(2), "a line was wrong");
}

/// Two threads, three puzzles that run for minutes, and lines that come later.
#[test]
fn easy_lines_are_answered_while_hard_puzzles_run() {
    let mut stream = Stream::start(&["--unordered"]);
    let [first, second] = HARD;
    // Different puzzles: a repeat would wait for the first one.
    for more in ["packs=2", "packs=2,-trio_pair", "packs=2,-trio_solo"] {
        stream.ask(&format!("{first} | {second} | rules=huanle,{more}"));
    }
    // One at once, and some when the second thread helps.
    for line in 4..=6 {
        if line > 4 {
            std::thread::sleep(Duration::from_millis(700));
        }
        stream.ask("33 | 4");
        assert_eq!(stream.answer()["id"], format!("-:{line}"));
    }
    stream.kill();
}

#[test]
fn the_number_of_plies() {
    let root = directory(&[("plies.ddz", b"346999Q2 | 34JAAD\n35577TTQQ2 | 9AA\n346999Q2 | 34JAAD\n3333 | 4\n")]);
    let found = batch(root.path(), &["plies.ddz", "--shortest", "--format", "jsonl", "--quiet"]);
    for (record, plies) in records(&found).iter().zip([13, 18, 13, 1]) {
        let line = record["line"].as_array().expect("a line");
        assert_eq!((&record["plies"], line.len()), (&plies.into(), plies), "{record}");
        assert!(record["best"].is_null() || record["best"] == line[0]);
    }
    let csv = batch(root.path(), &["plies.ddz", "--shortest", "--format", "csv", "--quiet"]).stdout;
    let cells: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let column = cells[0].iter().position(|&name| name == "plies").expect("a column");
    assert_eq!(cells[1..].iter().map(|row| row[column]).collect::<Vec<_>>(), ["13", "18", "13", "1"]);
}
