//! The perft tables of `puzzles/perft/`: how many move sequences of each length a position has. The oracle's generator
//! counts them, and the library's must agree.
//!
//! People can read and extend a table: it has blocks of `word value` lines between blank lines, and `#` comments. `depth`
//! is the greatest length, and `scripts/check/make_perft_tables.sh` writes the `perft` lines.

use canju_engine::rules::{Ruleset, State, perft};
use canju_testing::deals::ruleset;
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use std::fs;
use std::path::PathBuf;

/// One position of a table.
struct Entry {
    name: String,
    rules: String,
    hands: Vec<String>,
    last: Option<String>,
    depth: usize,
    /// Counts by depth, from 1; missing until they are made.
    perft: Vec<u64>,
}

impl Entry {
    fn parse(block: &str) -> Entry {
        let field = |wanted: &str| {
            let mut lines = block.lines().filter_map(|line| line.split_once(' '));
            lines.find(|(word, _)| *word == wanted).map(|(_, value)| value.trim().to_owned())
        };
        let need = |word| field(word).unwrap_or_else(|| panic!("no `{word}` in\n{block}"));
        Entry {
            name: need("name"),
            rules: need("rules"),
            hands: need("hands").split('|').map(|hand| hand.trim().to_owned()).collect(),
            last: field("last"),
            depth: need("depth").parse().unwrap(),
            perft: field("perft").unwrap_or_default().split_whitespace().map(|n| n.parse().unwrap()).collect(),
        }
    }

    fn position<const SEATS: usize>(&self, rules: &Ruleset) -> State<SEATS> {
        let hands: [&str; SEATS] = std::array::from_fn(|seat| self.hands[seat].as_str());
        State::parse(hands, self.last.as_deref(), rules).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Counts by depth from the library's generator.
    fn counted(&self) -> Vec<u64> {
        let rules = ruleset(&self.rules);
        let count = |depth| match self.hands.len() {
            2 => perft(&self.position::<2>(&rules), &rules, depth),
            _ => perft(&self.position::<3>(&rules), &rules, depth),
        };
        (1..=self.depth as u32).map(count).collect()
    }

    /// Counts by depth from the oracle's.
    fn counted_by_oracle(&self) -> Vec<u64> {
        match self.hands.len() {
            2 => self.counted_by_oracle_of::<2>(),
            _ => self.counted_by_oracle_of::<3>(),
        }
    }

    fn counted_by_oracle_of<const SEATS: usize>(&self) -> Vec<u64> {
        let state = edge::state(&self.position::<SEATS>(&ruleset(&self.rules)));
        let mut oracle = Oracle::new(edge::rules(&self.rules));
        (1..=self.depth).map(|depth| oracle.perft(&state, depth)).collect()
    }
}

fn tables() -> Vec<PathBuf> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../puzzles/perft");
    let files = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut tables: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ext| ext == "txt")).collect();
    tables.sort();
    tables
}

fn is_entry(block: &str) -> bool {
    block.lines().any(|line| !line.starts_with('#'))
}

fn entries() -> Vec<Entry> {
    let texts = tables().into_iter().map(|path| fs::read_to_string(path).unwrap());
    texts.flat_map(|text| text.split("\n\n").filter(|b| is_entry(b)).map(Entry::parse).collect::<Vec<_>>()).collect()
}

#[test]
fn the_generator_counts_what_the_tables_say() {
    let entries = entries();
    assert!(entries.len() >= 14, "only {} positions found", entries.len());
    for entry in entries {
        assert_eq!(entry.perft.len(), entry.depth, "{}: run scripts/check/make_perft_tables.sh", entry.name);
        assert_eq!(entry.counted(), entry.perft, "{}", entry.name);
    }
}

#[test]
fn the_oracle_counts_what_the_smaller_tables_say() {
    let small: Vec<Entry> = entries().into_iter().filter(|e| e.perft.iter().all(|&n| n < 200_000)).collect();
    assert!(small.len() >= 6, "only {} small positions", small.len());
    for entry in small {
        assert_eq!(entry.counted_by_oracle(), entry.perft, "{}", entry.name);
    }
}

/// Not a test: writes the `perft` lines. Run by `scripts/check/make_perft_tables.sh`.
#[test]
#[ignore = "writes puzzles/perft; run scripts/check/make_perft_tables.sh"]
fn make_perft_tables() {
    for path in tables() {
        let text = fs::read_to_string(&path).unwrap();
        let blocks = text.trim_end().split("\n\n").map(|block| {
            if !is_entry(block) {
                return block.to_owned();
            }
            let counts: Vec<String> = Entry::parse(block).counted_by_oracle().iter().map(u64::to_string).collect();
            let kept = block.lines().filter(|line| !line.starts_with("perft "));
            kept.map(str::to_owned).chain([format!("perft {}", counts.join(" "))]).collect::<Vec<_>>().join("\n")
        });
        fs::write(&path, blocks.collect::<Vec<_>>().join("\n\n") + "\n").unwrap();
    }
}
