//! `canju review`: every form, and what it refuses.

use crate::commands::program::{Run, canju, directory, program, run};
use serde_json::Value;

/// The level of a phone game, won by 3999 alone; the player gives it away at the third move of its own.
const GAME: [&str; 5] = ["review", "346999Q2", "34JAAD", "--moves", "3999 pass 4 J 2 D pass A"];
const THREE: [&str; 6] = ["review", "3466999Q", "34JA", "57KA", "--moves", "3 4 K pass A pass pass J pass Q"];

fn record(arguments: &[&str]) -> Value {
    let found = canju(arguments.iter().chain(&["--format", "jsonl"]));
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&found.stdout).expect("a JSON object")
}

fn untimed(check: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    for (pattern, replacement) in [
        (r"(games?) in [\d.]+ m?s:", "$1 in [time]:"),
        (r#""elapsed_ms":[\d.]+,"threads":\d+"#, r#""elapsed_ms":[ms],"threads":[threads]"#),
        (r#""nodes":\d+"#, r#""nodes":[nodes]"#),
    ] {
        settings.add_filter(pattern, replacement);
    }
    settings.bind(check);
}

/// A pack with games of several kinds, one of them wrong.
fn games() -> tempfile::TempDir {
    let pack = "@rules rlcard\n346999Q2 | 34JAAD | name=\"level | 6\"\n@moves 3999 pass 4 J 2 D pass A\n335 | 4A | 66\n@moves 5 6\n\
                5K | 44 | 6Q | turn=3 last=J by=1 rules=huanle\n@human none\n@moves Q K pass pass\n";
    let lines = "{\"id\":\"=mine\",\"hands\":[\"335\",\"4A\"],\"moves\":\"3 4\",\"meta\":7}\n";
    directory(&[("games/a.ddz", pack.as_bytes()), ("games/b.jsonl", lines.as_bytes())])
}

fn review(root: &tempfile::TempDir, arguments: &[&str]) -> Run {
    run(program().current_dir(root.path()).arg("review").args(arguments))
}

#[test]
fn every_form() {
    untimed(|| {
        insta::assert_snapshot!("review_text", canju(GAME).transcript());
        insta::assert_snapshot!("review_all_moves_text", canju(GAME.iter().chain(&["--all-moves"])).transcript());
        insta::assert_snapshot!("review_three_hands_text", canju(THREE).transcript());
        insta::assert_snapshot!("review_colour", canju(THREE.iter().chain(&["--color", "always"])).transcript());
        let root = games();
        for format in ["text", "jsonl", "csv", "markdown"] {
            let found = review(&root, &["games", "--format", format]).transcript();
            insta::assert_snapshot!(format!("review_games_{format}"), found);
        }
    });
}

/// Each line of a pack keeps its own rules, and each record says which they are.
#[test]
fn a_game_of_other_rules_says_which() {
    let root = games();
    let found = review(&root, &["games", "--format", "jsonl", "--rules", "pagat", "-q"]);
    let rules: Vec<Value> =
        found.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["rules"].clone()).collect();
    assert_eq!(rules, [Value::from("rlcard"), Value::Null, Value::from("huanle"), Value::from("pagat")]);
}

#[test]
fn one_game_of_a_file() {
    let root = games();
    let found = review(&root, &["games/a.ddz:6", "--format", "jsonl"]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let record: Value = serde_json::from_str(&found.stdout).expect("a record");
    assert_eq!((&record["id"], &record["turn"], &record["last_by"]), (&"games/a.ddz:6".into(), &3.into(), &1.into()));
    assert_eq!(record["moves"].as_array().map(Vec::len), Some(4));
    let several = review(&root, &["games/a.ddz:6", "games/b.jsonl:=mine", "--format", "jsonl", "-q"]);
    assert_eq!((several.code, several.stdout.lines().count()), (Some(0), 2), "{}", several.stderr);
    let missing = review(&root, &["games/a.ddz:99", "--format", "jsonl", "-q"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stdout.contains("games/a.ddz has no puzzle on line 99"), "{}", missing.stdout);
}

/// A record is a game: what was reviewed can be reviewed again.
#[test]
fn a_record_is_read_as_a_game() {
    let first = record(&THREE);
    let root = directory(&[("records.jsonl", first.to_string().as_bytes())]);
    let found = review(&root, &["records.jsonl", "--format", "jsonl"]);
    let mut again: Value = serde_json::from_str(&found.stdout).expect("a record");
    again["id"] = Value::Null;
    again["elapsed_ms"] = first["elapsed_ms"].clone();
    again["nodes"] = first["nodes"].clone();
    assert_eq!(again, first);
    // A result record's moves are verdicts, and no game.
    let solved = canju(["solve", "335", "4A", "--all-moves", "--format", "json"]).stdout;
    let root = directory(&[("solved.jsonl", solved.as_bytes())]);
    let found = review(&root, &["solved.jsonl", "--format", "jsonl"]);
    assert!(found.stdout.contains("\"moves\":[],\"winners\":[1]"), "{}", found.stdout);
}

/// What is saved by `canju play` is reviewed as it is.
#[test]
fn a_saved_game() {
    let root = directory(&[]);
    let script = "3\nsave my.game\nquit\n";
    let played =
        run(program().current_dir(root.path()).args(["play", "335", "4A", "--human", "both"]).write_stdin(script));
    assert_eq!(played.code, Some(0), "{}", played.transcript());
    let found = review(&root, &["my.game", "--format", "jsonl"]);
    assert!(found.code == Some(0) && found.stdout.contains("\"mark\":\"gave_away\""), "{}", found.transcript());
}

#[test]
fn a_limit_leaves_it_undecided() {
    let deal = ["33445566778899TJQKA2", "3456789TTJJQQKKAAX2D"];
    let found = canju(["review", deal[0], deal[1], "--moves", "3 4", "--node-limit", "50", "--threads", "1"]);
    assert_eq!(found.code, Some(1), "{}", found.transcript());
    untimed(|| insta::assert_snapshot!("review_undecided", found.transcript()));
}

#[test]
fn bad_input() {
    let refusal = |arguments: &[&str]| {
        let found = canju(["review"].iter().chain(arguments));
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", found.transcript());
        format!("$ canju review {}\n{}", arguments.join(" "), found.stderr)
    };
    let refusals: Vec<String> = [
        &["335", "4A", "--moves", "3 5"][..],
        &["335", "4A", "--moves", "3 4 pass pass"],
        &["335", "4A", "--moves", "3 A 33? 5"],
        &["335", "4A", "66", "--moves", "33 66 pass"],
        &["335", "4?", "--moves", "3"],
        &["335", "4A", "5", "6", "--moves", "3"],
        &["335", "--moves", "3"],
        &["335", "4A"],
        &["no.ddz", "--turn", "2"],
        &["-", "--resume"],
        &["335", "4A", "--moves", "3", "--svg", "a", "--output", "a"],
    ]
    .into_iter()
    .map(refusal)
    .collect();
    insta::assert_snapshot!("review_refusals", refusals.join("\n"));
}

#[test]
fn a_picture_of_the_games() {
    let root = games();
    let found = review(&root, &["games", "--svg", "bar.svg", "-q", "--output", "out"]);
    assert_eq!(found.code, Some(2), "one of them is no game");
    let svg = std::fs::read_to_string(root.path().join("bar.svg")).expect("a picture");
    insta::assert_snapshot!("review_picture", svg);
}

/// The page shows the beginning of what is printed.
#[test]
fn the_page_on_reviews_shows_a_record_of_the_program() {
    let page = include_str!("../../canju/review/REVIEW.md");
    let shown = page.split("```json\n").nth(1).and_then(|rest| rest.split("\n```").next()).expect("a record");
    let shown = shown.replace("\n ", "");
    let mut printed = canju(GAME.iter().chain(&["--format", "jsonl"])).stdout;
    printed.truncate(shown.len());
    assert_eq!(shown, printed);
}
