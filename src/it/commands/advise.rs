//! `canju advise`: its forms, and what it refuses.

use crate::commands::program::{Run, canju};
use regex::Regex;
use serde_json::Value;

fn advise(arguments: &[&str]) -> Run {
    canju(std::iter::once("advise").chain(arguments.iter().copied()))
}

/// The landlord's last four cards: which of them is safe, whatever the farmers have?
const LAST: [&str; 7] =
    ["3AA2", "--seat", "landlord", "--left", "2,1", "--played", "33344445555666677778888999TTTTJJJJQQQKKKAA222XD"];

#[test]
fn every_form() {
    insta::assert_snapshot!("advise_all_worlds", advise(&LAST).stdout);
    let answer = ["3789TJA", "--seat", "farmer2", "--left", "3,4", "--last", "6", "--by", "farmer1", "--played"];
    let played = "3334444555666777888999TTTJJJQQKKAAA222XD";
    let drawn = advise(&[&answer[..], &[played, "--worlds", "20", "--seed", "5"]].concat());
    assert_eq!((drawn.code, drawn.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!("advise_sampled_worlds", drawn.stdout);
    let record = advise(&[&LAST[..], &["--format", "json"]].concat()).stdout;
    let record = Regex::new(r#""elapsed_ms":[\d.]+"#).unwrap().replace(&record, r#""elapsed_ms":TIME"#).into_owned();
    insta::assert_snapshot!("advise_json", record);
}

#[test]
fn advice_is_no_verdict() {
    let record: Value =
        serde_json::from_str(&advise(&[&LAST[..], &["--format", "json"]].concat()).stdout).expect("JSON");
    assert_eq!(record["schema"], "canju.advice/1");
    let fields = record.as_object().expect("an object");
    assert!(!fields.contains_key("verdict") && !fields.contains_key("winning_moves"));
    let text = advise(&LAST).stdout;
    assert!(text.contains("An estimate") && !text.contains("win:") && !text.contains("The landlord wins"));
}

/// A whole deal, which has hard worlds.
const WHOLE: [&str; 7] = ["34455667789TJQKA2", "--seat", "farmer1", "--history", "3", "--worlds", "16"];

/// The advice with these limits, which it reaches: text and record.
fn limited(limits: &[&str]) -> (String, Value) {
    let found = advise(&[&WHOLE[..], limits].concat());
    assert_eq!(found.code, Some(1), "{}", found.stderr);
    let record: Value =
        serde_json::from_str(&advise(&[&WHOLE[..], limits, &["--format", "json"]].concat()).stdout).expect("JSON");
    let moves = record["moves"].as_array().expect("a list");
    assert!(moves.iter().all(|advised| advised["low"].as_f64() <= advised["high"].as_f64()));
    (found.stdout, record)
}

fn any(record: &Value, field: &str) -> bool {
    record["moves"].as_array().expect("a list").iter().any(|advised| advised[field].as_f64() > Some(0.0))
}

#[test]
fn a_limit_leaves_worlds_open_and_says_so() {
    let (text, record) = limited(&["--time-limit", "50ms", "--exact-only"]);
    assert!(text.contains("open: not decided within the limits"), "{text}");
    assert_eq!(record["limit"], "time");
    assert!(any(&record, "open") && !any(&record, "estimated"), "{record}");
}

#[test]
fn what_is_not_decided_is_estimated_and_says_so() {
    for (limits, limit) in [(&["--world-nodes", "2000"][..], "nodes"), (&["--time-limit", "500ms"], "time")] {
        let (text, record) = limited(limits);
        assert!(text.contains("estimated: not decided within the limits"), "{text}");
        assert_eq!(record["limit"], limit);
        assert!(any(&record, "estimated") && any(&record, "expected"), "{record}");
    }
}

#[test]
fn for_points_the_best_move_brings_most() {
    let text = advise(&[&LAST[..], &["--scoring", "douzero"]].concat()).stdout;
    assert!(text.contains("scoring   douzero  ×1") && text.contains(" points, exact in "), "{text}");
    let record: Value = serde_json::from_str(
        &advise(&[&LAST[..], &["--scoring", "douzero", "--stake", "3", "--format", "json"]].concat()).stdout,
    )
    .expect("JSON");
    assert_eq!((&record["scoring"], &record["stake"]), (&"douzero".into(), &3.into()));
    let points: Vec<f64> =
        record["moves"].as_array().expect("a list").iter().filter_map(|advised| advised["points"].as_f64()).collect();
    assert!(!points.is_empty() && points.is_sorted_by(|one, other| one >= other), "{record}");
    let refused = advise(&[&LAST[..], &["--stake", "3"]].concat());
    assert_eq!((refused.code, refused.stderr.starts_with("error: stake: ")), (Some(2), true), "{}", refused.stderr);
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    for (arguments, expected) in [
        (
            "34455667789TJQKA2 --seat farmer1 --history 3,4",
            "error: --history: move 1, landlord: `34` is no combination",
        ),
        (
            "34455667789TJQKA2 --seat farmer1 --left 20,16",
            "error: --left: landlord and farmer2 hold 20 + 16 cards, but 37 cards",
        ),
        ("33333 --seat farmer1 --left 20,17", "error: hand: column 5: 5th card of rank 3: one pack holds four"),
        (
            "3 --seat dealer --left 20,17",
            "error: invalid value 'dealer' for '--seat <SEAT>': expected landlord, farmer1 or farmer2",
        ),
        (
            "3 --seat landlord --left 17,x",
            "error: invalid value 'x' for '--left <A,B>...': expected how many cards the two others hold, such as 17,17",
        ),
        ("3 --seat landlord --left 17", "error: --left: expected how many cards the two others hold, such as 17,17"),
        ("3 --seat landlord --left 53", "error: --left: with two hands nothing is hidden: the other hand is 333"),
    ] {
        let found = advise(&arguments.split_whitespace().collect::<Vec<_>>());
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(found.stderr.starts_with(expected), "{arguments}: {}", found.stderr);
    }
}
