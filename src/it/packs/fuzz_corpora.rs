//! Replays the inputs that the fuzzer has kept. Each of them reached code that no other input did.
//!
//! `scripts/check/fuzz_inputs.sh` finds new ones. An input that broke a property stays in the corpus, and its name says what
//! broke.

#[path = "../../fuzz/properties.rs"]
pub mod properties;

use std::path::PathBuf;

/// Replays one corpus.
fn replay(name: &str) {
    let (_, property) = properties::ALL.into_iter().find(|(found, _)| *found == name).expect("a property");
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/fuzz/corpus").join(name);
    let mut inputs = 0;
    for entry in std::fs::read_dir(&corpus).expect("the corpus") {
        let path = entry.expect("an entry").path();
        let input = std::fs::read(&path).expect("an input");
        if std::panic::catch_unwind(|| property(&input)).is_err() {
            panic!("{}: {}", path.display(), input.escape_ascii());
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
