//! Positions played for points, as users of the program see them.

use crate::commands::program::{canju, directory, program, run};
use serde_json::{Value, json};

/// The record of a solve.
fn record(arguments: &[&str]) -> Value {
    let found = canju([&["solve"], arguments, &["--format", "json", "--threads", "1"]].concat());
    serde_json::from_str(&found.stdout).unwrap_or_else(|error| panic!("{error}: {}", found.transcript()))
}

/// The records of a pack.
fn records(pack: &str, arguments: &[&str]) -> Vec<Value> {
    let batch = [&["batch", "-", "--format", "jsonl", "-q"], arguments].concat();
    let found = run(program().args(batch).write_stdin(pack));
    found.stdout.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

#[test]
fn a_bomb_is_worth_more_whole() {
    let found = record(&["3333K", "44Q", "--scoring", "douzero", "--stake", "3", "--all-moves"]);
    assert_eq!((&found["scoring"], &found["stake"], &found["value"]), (&json!("douzero"), &json!(3), &json!(6)));
    assert_eq!(found["best_moves"], json!(["K", "3333"]));
    // Three moves more win, and win less.
    assert_eq!(found["winning_moves"], json!(["3", "K", "333", "333K", "3333"]));
    let answer = found["moves"].as_array().expect("moves").iter().find(|answer| answer["move"] == "333K");
    assert_eq!(answer, Some(&json!({"move": "333K", "verdict": "win", "value": 3})));
    // Without points nothing is said about them.
    let found = record(&["3333K", "44Q", "--all-moves"]);
    assert!(found.get("value").is_none() && found.get("scoring").is_none() && found.get("best_moves").is_none());
    let text = canju(["solve", "3333K", "44Q", "--scoring", "douzero"]).stdout;
    assert!(text.contains("worth +2 to the player to move") && text.contains("douzero, stake 1"), "{text}");
}

#[test]
fn spring_depends_on_who_has_played() {
    let value = |more: &[&str]| record(&[&["33", "4", "5"], more].concat())["value"].clone();
    let made = |scoring, made| value(&["--scoring", scoring, "--moves-made", made]);
    assert_eq!(
        (made("huanle", "0,0,0"), made("botzone", "1,0,0"), made("huanle", "2,1,0")),
        (json!(4), json!(4), json!(2))
    );
    assert_eq!((made("douzero", "0,0,0"), value(&["--scoring", "huanle"])), (json!(2), json!(2)));
    // The farmers': the landlord has led its first card, and plays no other.
    let farmers = |made| {
        let found = record(&["3", "4", "5", "--turn", "2", "--last", "3", "--scoring", "huanle", "--moves-made", made]);
        found["value"].clone()
    };
    assert_eq!((farmers("1,0,0"), farmers("2,0,0")), (json!(2), json!(1)));
}

#[test]
fn a_limit_leaves_what_is_proved() {
    let deal = ["33456699TTJJJQQKKAA2", "34567777TTJQK222X", "344556888899QKAAD", "--scoring", "huanle"];
    let found = record(&[&deal[..], &["--node-limit", "10"]].concat());
    assert_eq!(
        (&found["verdict"], &found["value"], found.get("value")),
        (&json!("unknown"), &Value::Null, Some(&Value::Null))
    );
    let bounds = [&found["value_at_least"], &found["value_at_most"]].map(|bound| bound.as_i64().expect("a bound"));
    assert!(bounds[0] < 0 && bounds[1] > 0, "{found}");
}

#[test]
fn packs_say_what_they_are_played_for() {
    let pack = "@scoring douzero\n3333K | 44Q | expect=+2\n@stake 2\n3333K | 44Q | expect=+2\n\
                3333K | 44Q | expect=+4 best=3333\n3333K | 44Q | expect=+4 best=333\n3333K | 44Q | scoring=win expect=win\n";
    let found = records(pack, &[]);
    let said: Vec<_> = found.iter().map(|record| (record.get("value").cloned(), record["ok"].clone())).collect();
    let expected = [(2, true), (4, false), (4, true), (4, false)];
    for ((value, ok), expected) in said.iter().zip(expected) {
        assert_eq!((value.clone(), ok), (Some(json!(expected.0)), &json!(expected.1)));
    }
    assert_eq!(said[4], (None, json!(true)));
    // Options are for lines that say nothing.
    let found = records("3333K | 44Q\n3333K | 44Q | scoring=huanle stake=5\n", &["--scoring", "pagat", "--stake", "2"]);
    assert_eq!([&found[0]["value"], &found[1]["value"]], [&json!(4), &json!(10)]);
    // A record read back is the same question.
    let again = records(&format!("{}\n", found[1]), &[]);
    assert_eq!(
        [&again[0]["value"], &again[0]["scoring"], &again[0]["stake"]],
        [&json!(10), &json!("huanle"), &json!(5)]
    );
}

/// Puzzles that are equal but for what they are played for are no repeats, and a resumed batch knows values again.
#[test]
fn repeats_and_journals_know_the_points() {
    let pack = "3333K | 44Q | scoring=douzero\n3333K | 44Q\n4444A | 55K | scoring=douzero\n3333K | 44Q | scoring=douzero stake=2\n";
    let root = directory(&[("points.ddz", pack.as_bytes())]);
    let batch = |more: &[&str]| {
        let arguments =
            [&["batch", "points.ddz", "--format", "jsonl", "-q", "--all-moves", "--journal", "j"], more].concat();
        run(program().current_dir(root.path()).args(arguments)).stdout
    };
    let first = batch(&[]);
    let found: Vec<Value> = first.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    let said: Vec<_> =
        found.iter().map(|record| (record.get("value").cloned(), record.get("same_as").cloned())).collect();
    assert_eq!(said[0], (Some(json!(2)), None));
    assert_eq!(said[1], (None, None));
    assert_eq!(said[2], (Some(json!(2)), Some(json!("points.ddz:1"))));
    assert_eq!(said[3], (Some(json!(4)), None));
    assert_eq!(found[2]["best_moves"], json!(["A", "4444"]));
    assert_eq!(batch(&["--resume"]), first);
}

#[test]
fn a_game_for_points() {
    let play = |input: &str| {
        let arguments = ["play", "3333K", "44Q", "--scoring", "douzero", "--threads", "1", "--human", "both"];
        run(program().args(arguments).write_stdin(input.to_owned())).stdout
    };
    let found = play("3\n");
    assert!(found.contains("3 gives points away, +2 becomes +1: `undo` takes it back"), "{found}");
    let found = play("K\npass\n3333\n");
    assert!(found.contains("first +2  second -2") && !found.contains("gives"), "{found}");
}

#[test]
fn bad_stakes_are_refused() {
    for (arguments, said) in [
        (&["33", "4", "--scoring", "hua"][..], "invalid value 'hua'"),
        (&["33", "4", "--scoring", "huanle", "--stake", "0"], "0 is not in 1..=1000000"),
        (&["33", "4", "--stake", "2"], "stake: there are no points: give a scoring, too"),
        (&["33", "4", "--scoring", "huanle", "--moves-made", "0,0"], "two hands have no spring"),
        (&["33", "4", "5", "--scoring", "huanle", "--moves-made", "0,0"], "moves_made: 2 numbers for 3 hands"),
        (&["33", "4", "5", "--scoring", "huanle", "--moves-made", "0,0,3"], "`0,0,3` is no list such as 0,1,2"),
        (
            &["33", "4", "5", "--scoring", "huanle", "--moves-made", "0,1,0"],
            "the landlord, who leads first, has not played",
        ),
        (
            &["33", "4", "5", "--last", "6", "--scoring", "huanle", "--moves-made", "1,1,0"],
            "hand 3 has played the move to answer",
        ),
        (
            &["33", "4", "3456789TJQKA245678", "--scoring", "huanle", "--moves-made", "1,1,1"],
            "hand 3 has all its 18 cards",
        ),
    ] {
        let found = canju([&["solve"], arguments].concat());
        assert!(found.code == Some(2) && found.stderr.contains(said), "{arguments:?}: {}", found.transcript());
        assert_eq!(found.stderr.lines().next().map(|line| line.starts_with("error: ")), Some(true));
    }
}
