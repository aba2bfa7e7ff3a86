//! Streams of games: in order, as they come, killed and resumed, interrupted.
#![cfg(unix)]

use crate::commands::program::{Run, directory, end, interrupt, killed_after, program, run};
use canju::generate::Deals;
use canju::{Position, rules::Move};
use canju_testing::budget::share;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The first of them.
const FIRST: &str = "{\"id\":\"first\",\"hands\":[\"335\",\"4A\"],\"moves\":\"3 4\"}\n";

/// Games as JSON lines, random but for the first, one line in forty no game.
fn games(count: usize, cards: &str) -> String {
    let mut rng = StdRng::seed_from_u64(6);
    let deals = Deals::new(cards.parse().expect("sizes"), 1, 6).expect("deals");
    let line = |(number, hands): (usize, Vec<_>)| {
        if number == 0 {
            return FIRST.to_owned();
        }
        if number % 40 == 39 {
            return "{\"hands\":[\"3\",\"4\"],\"moves\":[\"5\"]}\n".to_owned();
        }
        let mut here = Position::new(&hands, Default::default(), Default::default()).expect("a deal");
        let mut moves = Vec::new();
        while here.winner().is_none() {
            let pass = here.can_pass() && rng.random_bool(0.4);
            let played = if pass { Move::Pass } else { *here.moves().choose(&mut rng).expect("a move") };
            moves.push(here.notation(played));
            here = here.play(played).expect("a legal move");
        }
        let hands: Vec<String> = hands.iter().map(ToString::to_string).collect();
        serde_json::json!({"id": format!("g{number}"), "hands": hands, "moves": moves}).to_string() + "\n"
    };
    deals.take(count).enumerate().map(line).collect()
}

const ARGUMENTS: [&str; 8] = ["review", "games.jsonl", "--threads", "2", "--format", "jsonl", "--output", "out.jsonl"];

/// The records without what the clock has a part in.
fn results(root: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(root.join("out.jsonl")).expect("the output");
    let untimed = |line| {
        let mut record: Value = serde_json::from_str(line).expect("a JSON object");
        record.as_object_mut().expect("an object").remove("elapsed_ms");
        record
    };
    text.lines().map(untimed).collect()
}

fn resume(root: &Path, more: &[&str]) -> Run {
    run(program().current_dir(root).args(ARGUMENTS).args(["--journal", "journal", "--resume"]).args(more))
}

#[test]
fn killed_and_resumed_the_output_is_the_same() {
    let count = share(400, 8);
    let root = directory(&[("games.jsonl", games(count, "9+8+8").as_bytes())]);
    let whole = run(program().current_dir(root.path()).args(ARGUMENTS).arg("-q"));
    assert_eq!(whole.code, Some(2), "{}", whole.stderr);
    let expected = results(root.path());
    assert_eq!(expected.len(), count);
    assert!(expected.iter().any(|record| record["error"].as_str().is_some_and(|text| text.contains("move 1 (first)"))));

    let mut rng = StdRng::seed_from_u64(7);
    let mut kills = 0;
    for _ in 0..8 {
        let pause = Duration::from_millis(rng.random_range(1..60));
        kills +=
            killed_after(root.path(), &[&ARGUMENTS[..], &["-q", "--journal", "journal", "--resume"]].concat(), pause)
                as u32;
    }
    let last = resume(root.path(), &["-q"]);
    assert_eq!(last.code, Some(2), "{}", last.stderr);
    assert_eq!(results(root.path()), expected, "{kills} kills");
    assert!(kills >= 2, "the program was too fast for this test: {kills} kills");
    // Once more there is nothing left to do.
    let again = resume(root.path(), &[]);
    assert!(again.stderr.contains(&format!("{count} of them are in the journal")), "{}", again.stderr);
    assert_eq!(results(root.path()), expected);

    // A journal of something else is refused, and the output left alone.
    for (more, message) in [
        (&["--all-moves"][..], "there `all_moves` is false, here it is true"),
        (&["--rules", "pagat"], "there `rules` is \"huanle\", here it is \"pagat\""),
    ] {
        let refused = resume(root.path(), more);
        assert!(refused.code == Some(2) && refused.stderr.contains(message), "{}", refused.stderr);
    }
    let batch = ["batch", "games.jsonl", "--journal", "journal", "--resume", "-q"];
    let refused = run(program().current_dir(root.path()).args(batch));
    assert!(refused.code == Some(2) && refused.stderr.contains("is of another batch"), "{}", refused.stderr);
    let other = games(count, "9+8+8").replacen("3 4", "3 A", 1);
    std::fs::write(root.path().join("games.jsonl"), other).expect("written");
    let refused = resume(root.path(), &[]);
    assert!(refused.code == Some(2) && refused.stderr.contains("is of other puzzles"), "{}", refused.stderr);
    assert_eq!(results(root.path()), expected);
}

/// A stream that has answered one line and so listens to Ctrl-C.
fn listening(more: &[&str]) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_canju"));
    let arguments = ["review", "-", "--format", "jsonl", "--quiet", "--threads", "1"];
    let piped = command
        .env("LC_ALL", "C")
        .args(arguments)
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let game = b"{\"hands\":[\"335\",\"4A\"],\"moves\":\"3 4\"}\n";
    child.stdin.as_mut().expect("a pipe").write_all(game).expect("written");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a record");
    assert!(line.contains("\"mark\":\"gave_away\""), "{line}");
    (child, output)
}

fn interrupted(child: &mut Child) -> Option<i32> {
    interrupt(child);
    end(child).code()
}

#[test]
fn each_line_is_answered_as_it_comes_and_an_idle_stream_is_left() {
    let (mut child, mut output) = listening(&[]);
    for _ in 0..3 {
        let game = b"{\"hands\":[\"335\",\"4A\"],\"moves\":[\"33\",\"pass\",\"5\"]}\n";
        child.stdin.as_mut().expect("a pipe").write_all(game).expect("written");
        let mut line = String::new();
        output.read_line(&mut line).expect("a record");
        assert!(line.contains("\"over\":true"), "{line}");
    }
    assert_eq!(interrupted(&mut child), Some(130));
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "");
}

#[test]
fn what_is_running_is_reported_as_interrupted_and_not_kept() {
    let hands = crate::commands::program::HARD;
    let hard = format!("{{\"hands\":[\"{}\",\"{}\"],\"rules\":\"huanle,packs=2\"}}\n", hands[0], hands[1]);
    // A stream that has not read its game yet is an idle one, and ends without a record: then a longer pause is tried.
    let (root, rest) = [100, 1_000, 10_000]
        .into_iter()
        .map(|pause| {
            let root = directory(&[]);
            let journal = root.path().join("journal");
            let (mut child, mut output) = listening(&["--journal", journal.to_str().expect("a path")]);
            child.stdin.as_mut().expect("a pipe").write_all(hard.repeat(3).as_bytes()).expect("written");
            std::thread::sleep(Duration::from_millis(pause));
            assert_eq!(interrupted(&mut child), Some(130));
            let mut rest = String::new();
            output.read_to_string(&mut rest).expect("records");
            (root, rest)
        })
        .find(|(_, rest)| !rest.is_empty())
        .expect("a game that is running is reported");
    assert!(rest.contains("\"reason\":\"interrupted\"") && rest.contains("\"winners\":[null]"), "{rest}");
    assert_eq!(rest.lines().count(), 1);
    // The header and the game that was reviewed.
    assert_eq!(std::fs::read_to_string(root.path().join("journal")).expect("the journal").lines().count(), 2);
}
