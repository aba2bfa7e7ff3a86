//! `canju review` and the desk read logs wherever they read games.

use crate::commands::program::{Run, directory, program, run};
use crate::logs::botzone::{Story, played};
use crate::logs::written::{douzero, rlcard};
use canju::Position;
use canju::requests::{Desk, Question};
use canju_engine::search::StopFlag;
use serde_json::{Value, json};
use std::time::Duration;

const PLAIN: &str = "地主手牌: 3 4 6 9 9 9 Q 2\n农民手牌: 3 4 J A A 大王\n地主: 3 9 9 9, 农民: 不要\n地主: 4; 农民: J; 地主: 2; 农民: 大王; 地主: 过; 农民: A";

fn review(root: &tempfile::TempDir, arguments: &[&str]) -> Run {
    run(program().current_dir(root.path()).arg("review").args(arguments))
}

fn records(found: &Run) -> Vec<Value> {
    found.stdout.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

/// A small game in the forms of programs.
fn small() -> (Value, Value) {
    let start: Position = "335 | 4A | 66 | rules=rlcard".parse().expect("a position");
    let moves: Vec<_> = ["3", "4", "6"].iter().map(|text| start.parse_move(text).expect("a move")).collect();
    (douzero(&start, &moves), rlcard(&start, &moves))
}

#[test]
fn plain_text_is_reviewed_as_a_saved_game() {
    let root = directory(&[("game.txt", PLAIN.as_bytes())]);
    let found = review(&root, &["game.txt", "--format", "jsonl"]);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{}", found.transcript());
    let [record] = &records(&found)[..] else { panic!("{}", found.stdout) };
    assert_eq!(
        (&record["id"], &record["turning_points"], &record["rules"]),
        (&json!("game.txt:1"), &json!([5]), &json!("huanle"))
    );
    // Rules are those that are said.
    let found = review(&root, &["game.txt", "--rules", "rlcard", "--format", "jsonl"]);
    assert_eq!(records(&found)[0]["rules"], "rlcard");
    // From standard input, too.
    let piped = run(program().args(["review", "-", "--format", "jsonl"]).write_stdin(PLAIN));
    assert_eq!((piped.code, &records(&piped)[0]["turning_points"]), (Some(0), &json!([5])), "{}", piped.transcript());
}

#[test]
fn matches_of_botzone() {
    let (first, second) = (played(3, 1, Story::Whole).log, played(4, 2, Story::Failure).log);
    let pretty = serde_json::to_string_pretty(&first).expect("JSON");
    let lines = format!(
        "{first}\n\n{}\n{{\"hands\":[\"335\",\"4A\"],\"moves\":\"3 4\"}}\n[1,\n{second}",
        json!({"log": second})
    );
    let root = directory(&[("one.json", pretty.as_bytes()), ("all.jsonl", lines.as_bytes())]);
    let found = review(&root, &["one.json", "--format", "jsonl", "--node-limit", "10"]);
    let [record] = &records(&found)[..] else { panic!("{}", found.transcript()) };
    assert_eq!(
        (&record["rules"], &record["over"], &record["id"]),
        (&json!("botzone"), &json!(true), &json!("one.json:1"))
    );
    // Each line is a log or a puzzle; one that can't be read has its line, and the others are read.
    let found = review(&root, &["all.jsonl", "--format", "jsonl", "--node-limit", "10", "-q"]);
    assert_eq!(found.code, Some(2));
    let ids: Vec<Value> = records(&found).iter().map(|record| record["id"].clone()).collect();
    assert_eq!(ids, ["all.jsonl:1", "all.jsonl:3", "all.jsonl:4", "all.jsonl:5", "all.jsonl:6"]);
    let records = records(&found);
    assert_eq!(records[1]["scoring"], "botzone");
    assert_eq!(
        records[3]["error"],
        "line 5, column 3: not JSON: EOF while parsing a value: take the whole log, as it was saved"
    );
    let one = review(&root, &["all.jsonl:4", "--format", "jsonl"]);
    assert!(one.code == Some(0) && one.stdout.contains("\"all.jsonl:4\""), "{}", one.transcript());
}

/// In a directory logs are found by how they begin, since much else is called `*.txt` and `*.json`.
#[test]
fn a_directory_with_logs_and_other_files() {
    let (douzero, rlcard) = small();
    let root = directory(&[
        ("logs/a.txt", PLAIN.as_bytes()),
        ("logs/b.json", douzero.to_string().as_bytes()),
        ("logs/c.json", format!("[{rlcard},{rlcard}]").as_bytes()),
        ("logs/d.json", b"[{\"output\":"),
        ("logs/e.ddz", b"335 | 4A\n@moves 3 4\n"),
        ("logs/notes.txt", b"nothing of a game"),
        ("logs/package.json", b"{\"name\":\"x\"}"),
    ]);
    let found = review(&root, &["logs", "--format", "jsonl", "-q"]);
    assert_eq!(found.code, Some(2), "{}", found.transcript());
    let ids: Vec<Value> = records(&found).iter().map(|record| record["id"].clone()).collect();
    assert_eq!(ids, ["a.txt:1", "b.json:1", "c.json:1", "c.json:1", "d.json:1", "e.ddz:1"]);
    insta::assert_snapshot!(records(&found)[4]["error"].as_str().expect("an error"), @"line 1, column 11: not JSON: EOF while parsing a value: take the whole log, as it was saved");
    // Who solves puzzles reads packs.
    let solved = run(program().current_dir(root.path()).args(["batch", "logs", "--format", "jsonl", "-q"]));
    assert_eq!(solved.stdout.lines().count(), 1, "{}", solved.transcript());
}

fn asked(body: &Value) -> Result<Value, Value> {
    let read = Question::Review.read(body.to_string().as_bytes(), Duration::MAX, 0);
    let answer = read.and_then(|request| Desk::new(4 << 20).answer(request, &StopFlag::default()));
    match answer {
        Ok(answer) => Ok(serde_json::from_slice(&answer.bytes).expect("a record")),
        Err(refusal) => Err(serde_json::to_value(refusal).expect("a fault")),
    }
}

/// The server, the page and the npm package ask the desk.
#[test]
fn a_request_may_have_a_log_in_place_of_a_position() {
    let record = asked(&json!({"log": PLAIN, "id": "mine"})).expect("a record");
    assert_eq!((&record["turning_points"], &record["id"]), (&json!([5]), &json!("mine")));
    let (douzero, rlcard) = small();
    for log in [douzero, rlcard.clone()] {
        let record = asked(&json!({"log": log.to_string(), "moves": [], "time_limit_ms": 1000})).expect("a record");
        assert_eq!(record["hands"], json!(["335", "4A", "66"]));
    }
    assert_eq!(asked(&json!({"log": PLAIN, "rules": "rlcard"})).expect("a record")["rules"], "rlcard");
    assert_eq!(asked(&json!({"log": "335 | 4A\n@moves 3 4"})).expect("a record")["turning_points"], json!([1]));
    let fault = asked(&json!({"log": PLAIN.replace("J;", "7;")})).expect_err("no such card");
    assert_eq!(
        fault,
        json!({"code": "bad_puzzle", "detail": "line 4, column 12: move 4 (second): `7` is not in the hand", "field": "log", "line": 4, "column": 12})
    );
    let fault = asked(&json!({"log": format!("[{rlcard},{rlcard}]")})).expect_err("two games");
    assert_eq!(fault["detail"], "2 games: give one of them");
    for (body, field) in [
        (json!({"log": 7}), "log"),
        (json!({"log": PLAIN, "hands": ["3", "4"]}), "hands"),
        (json!({"log": PLAIN, "rules": "chess"}), "rules"),
    ] {
        assert_eq!(asked(&body).expect_err("a fault")["field"], field);
    }
}
