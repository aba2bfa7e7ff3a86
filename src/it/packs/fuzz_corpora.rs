//! Replays the inputs that the fuzzer has kept. Each of them reached code that no other input did.
//!
//! `scripts/check/fuzz_inputs.sh` finds new ones. An input that broke a property stays in the corpus, and its name says what
//! broke (`scripts/check/fuzz_corpus.py add`).

#[path = "../../fuzz/properties.rs"]
pub mod properties;

use serde::Deserialize;
use std::path::PathBuf;

/// A line of a corpus.
#[derive(Deserialize)]
struct Line {
    /// Only of an input that was added by hand.
    name: Option<String>,
    /// A character below U+0100 for each byte.
    input: String,
}

/// Replays one corpus.
fn replay(name: &str) {
    let (_, property) = properties::ALL.into_iter().find(|(found, _)| *found == name).expect("a property");
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/fuzz/corpus").join(name).with_extension("jsonl");
    let mut inputs = 0;
    for (number, line) in std::fs::read_to_string(&corpus).expect("the corpus").lines().enumerate() {
        let Line { name, input } = serde_json::from_str(line).expect("a line of the corpus");
        let input: Vec<u8> = input.chars().map(|byte| u8::try_from(byte).expect("a byte")).collect();
        if std::panic::catch_unwind(|| property(&input)).is_err() {
            let name = name.unwrap_or_default();
            panic!("{}:{}: {name} {}", corpus.display(), number + 1, input.escape_ascii());
        }
        inputs += 1;
    }
    assert!(inputs >= 20, "{inputs} inputs in {}", corpus.display());
}

#[test]
fn pack_lines() {
    replay("pack_lines");
}

#[test]
fn json_lines() {
    replay("json_lines");
}

#[test]
fn moves() {
    replay("moves");
}

#[test]
fn journals() {
    replay("journals");
}

#[test]
fn certificates() {
    replay("certificates");
}
