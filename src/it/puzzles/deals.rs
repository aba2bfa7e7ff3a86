//! The deals that ship, `puzzles/deals`: they are those of the commands at their heads.

use crate::commands::program::canju;
use canju::puzzle::{Puzzle, read};
use canju::rules::{Ruleset, Scoring};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// What they are worth is checked with all other answers that ship.
#[test]
fn the_commands_deal_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/deals/no-shuffle.ddz");
    let pack = std::fs::read_to_string(path).expect("the pack");
    let mut parts = pack.split("# canju deals ");
    let directives = parts.next().expect("the head");
    let mut count = 0;
    for part in parts {
        let (head, lines) = part.split_once('\n').expect("a head and its deals");
        let deals = head.split(" | ").next().expect("a command");
        let dealt = canju(["deals"].into_iter().chain(deals.split(' ')).chain(["--quiet"])).stdout;
        let dealt = dealt.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let dealt: HashMap<String, Value> =
            dealt.map(|deal| (deal["id"].as_str().expect("an id").to_owned(), deal["hands"].clone())).collect();
        for puzzle in read(format!("{directives}{lines}").as_bytes(), "deals", Ruleset::default()) {
            let puzzle: Puzzle = puzzle.expect("a deal");
            let seed = puzzle.seed.as_deref().expect("a seed");
            assert_eq!(Value::from(puzzle.position.fields().hands), dealt[seed], "{puzzle}");
            assert_eq!(puzzle.position.stakes().scoring, Scoring::from_name("huanle").expect("a scoring"));
            assert!(puzzle.expected.is_some_and(|expected| expected.value().is_some()), "{puzzle}");
            count += 1;
        }
    }
    assert_eq!(count, 40);
}
