//! The bank, `puzzles/bank`: it is what its page says, no puzzle is there twice, and each has the answer that it says.

use crate::commands::program::{canju, directory, program, run};
use canju::grade::{Grader, structure};
use canju::puzzle::{Expectation, Puzzle, Theme, read};
use canju::rules::Ruleset;
use canju::{Limits, StopFlag, Verdict};
use canju_engine::tables::Canonical;
use canju_testing::budget::{full, share};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The most bytes of all packs of the bank: they are a part of the program.
const MOST_BYTES: usize = 170_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/bank")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{name}.ddz"))).expect("a pack")
}

fn puzzles(text: &str) -> Vec<Puzzle> {
    read(text.as_bytes(), "bank", Ruleset::default()).map(|puzzle| puzzle.expect("a puzzle")).collect()
}

/// The packs by name, sorted.
fn packs() -> Vec<(String, Vec<Puzzle>)> {
    let files = std::fs::read_dir(folder()).expect("the bank").map(|entry| entry.expect("a file").path());
    let packs = files.filter(|path| path.extension().is_some_and(|end| end == "ddz"));
    let name = |path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut packs: Vec<_> = packs.map(name).map(|name| (name.clone(), puzzles(&text(&name)))).collect();
    packs.sort_by(|a, b| a.0.cmp(&b.0));
    packs
}

#[test]
fn it_has_2600_puzzles_in_little_room() {
    let packs = packs();
    let count = |start: &str| -> usize {
        packs.iter().filter(|(name, _)| name.starts_with(start)).map(|(_, puzzles)| puzzles.len()).sum()
    };
    assert_eq!((count("two-"), count("three-"), count("")), (2120, 480, 2600));
    let bytes: usize = packs.iter().map(|(name, _)| text(name).len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
    for (name, puzzles) in &packs {
        let hands = if name.starts_with("two-") { 2 } else { 3 };
        let of_a_win = if name.starts_with("three-landlord") { 2 } else { 1 };
        let theme: Option<Theme> = name.split_once('-').and_then(|(_, rest)| rest.replace('-', "_").parse().ok());
        for puzzle in puzzles {
            assert_eq!(puzzle.position.hands().len(), hands, "{name}: {puzzle}");
            assert!(structure(puzzle.position.hands(), puzzle.position.rules()) >= 55, "{name}: {puzzle}");
            assert!(theme.is_none_or(|theme| puzzle.themes.contains(&theme)), "{name}: {puzzle}");
            let expected = puzzle.expected.expect("an answer");
            assert_eq!(expected.best().is_some(), name != "two-lost", "{name}: {puzzle}");
            assert!(expected.value().is_none_or(|value| value >= 4 * of_a_win), "{name}: {puzzle}");
            if name.starts_with("three-landlord") {
                assert_eq!(puzzle.position.to_move(), 0, "{name}: {puzzle}");
            } else if hands == 3 {
                assert!(puzzle.position.to_move() > 0, "{name}: {puzzle}");
            }
        }
    }
    // Its page and the README name each pack and its number of puzzles.
    let page = std::fs::read_to_string(folder().join("README.md")).expect("the page");
    for (name, puzzles) in &packs {
        let row = page.lines().find(|line| line.contains(&format!("`{name}`"))).unwrap_or_else(|| panic!("no {name}"));
        assert!(row.split('|').any(|cell| cell.trim() == puzzles.len().to_string()), "{row}: {}", puzzles.len());
    }
}

/// No puzzle is there twice, up to renaming ranks, and none is in another pack that ships.
#[test]
fn no_two_are_equal() {
    let mut met: HashMap<Canonical, String> = HashMap::new();
    for (name, text) in shipped_packs() {
        for puzzle in puzzles(&text) {
            let before = met.insert(puzzle.position.canonical(), format!("{name}: {puzzle}"));
            // Some were published twice.
            assert!(name.starts_with("published/") || before.is_none(), "{name}: {puzzle} and {before:?}");
        }
    }
    assert!(met.len() > 2800);
}

/// Every pack in the folders of packs, with its path there.
fn shipped_packs() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let mut found = Vec::new();
    for folder in ["published", "graded", "bank", "deals"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|end| end == "ddz") {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                found.push((format!("{folder}/{name}"), std::fs::read_to_string(&path).expect("a pack")));
            }
        }
    }
    found.sort();
    found
}

/// The puzzles with their answers, by the verdict of every first move.
#[test]
fn exactly_one_set_of_cards_wins() {
    let mut grader = Grader::new(Limits::default(), StopFlag::default());
    for (name, puzzles) in packs() {
        for puzzle in puzzles.iter().step_by(if full() { 1 } else { 8 }) {
            let value = puzzle.expected.and_then(Expectation::value);
            let winning = grader.winning_first_moves(&puzzle.position, value, 1).expect("no limit");
            let best = puzzle.expected.and_then(Expectation::best);
            // Those of points ask for the points: several sets of cards win.
            assert_eq!(value.is_some(), name.ends_with("times-four"), "{name}: {puzzle}");
            if value.is_some() {
                let plain = grader.winning_first_moves(&puzzle.position, None, 1).expect("no limit");
                assert_eq!(plain.len(), 2, "{name}: {puzzle}");
            }
            let cards = |played: canju::rules::Move| played.combo().map(|combo| combo.cards);
            assert_eq!(
                winning.into_iter().map(cards).collect::<Vec<_>>(),
                best.map(cards).into_iter().collect::<Vec<_>>(),
                "{name}: {puzzle}"
            );
        }
    }
}

/// What the lines say is what the program grades.
#[test]
fn grades_and_themes_are_those_of_this_program() {
    let mut grader = Grader::new(Limits::default(), StopFlag::default());
    for (name, puzzles) in packs() {
        let every = if name == "two-master" { 19 } else { 16 };
        let every = if full() { every } else { 5 * every };
        for puzzle in puzzles.iter().step_by(every) {
            let found = grader.grade(&puzzle.position).expect("no limit");
            assert_eq!(
                (Some(found.difficulty), &found.themes),
                (puzzle.difficulty, &puzzle.themes),
                "{name}: {puzzle}"
            );
            assert!(found.is_unique() || found.looks_won(puzzle.position.to_move()), "{name}: {puzzle}");
        }
    }
}

/// A sample of 200 has certificates, which the rules alone check.
#[test]
fn certificates_of_a_sample() {
    let all: Vec<Puzzle> = packs().into_iter().flat_map(|(_, puzzles)| puzzles).collect();
    let sample: Vec<String> = all.iter().step_by(13).map(ToString::to_string).collect();
    assert_eq!(sample.len(), 200);
    let root = directory(&[("sample.ddz", sample.join("\n").as_bytes())]);
    let batch = ["batch", "sample.ddz", "--proof-dir", "proofs", "--quiet", "--format", "jsonl"];
    let solved = run(program().current_dir(root.path()).args(batch));
    assert_eq!((solved.code, solved.stdout.matches("\"ok\":true").count()), (Some(0), 200), "{}", solved.stderr);
    let proofs = std::fs::read_dir(root.path().join("proofs")).expect("proofs");
    let proofs: Vec<PathBuf> = proofs.map(|entry| entry.expect("a file").path()).collect();
    assert_eq!(proofs.len(), 200);
    let verified = run(program().arg("verify").args(&proofs));
    assert_eq!(verified.code, Some(0), "{}", verified.transcript());
}

/// The commands at their heads make the packs; of two quick ones this is done here, of the quicker one always.
#[test]
fn the_commands_make_the_packs() {
    for name in ["three-landlord-easy", "three-lets-partner-through"].into_iter().take(share(2, 2)) {
        let shipped = text(name);
        let heads: Vec<&str> = shipped.lines().filter_map(|line| line.strip_prefix("# canju ")).collect();
        assert!(!heads.is_empty(), "{name}");
        let made: Vec<Puzzle> = heads
            .iter()
            .flat_map(|head| {
                let found = canju(head.split(' ').chain(["-q"]));
                assert_eq!(found.code, Some(0), "{head}: {}", found.stderr);
                puzzles(&found.stdout)
            })
            .collect();
        let plain = |puzzle: &Puzzle| {
            let expected = puzzle.expected.map(|expected| (expected.verdict(), expected.best()));
            (puzzle.position, expected, puzzle.difficulty, puzzle.themes.clone())
        };
        assert_eq!(puzzles(&shipped).iter().map(plain).collect::<Vec<_>>(), made.iter().map(plain).collect::<Vec<_>>());
        assert!(made.iter().all(|puzzle| puzzle.expected.is_some_and(|expected| expected.verdict() == Verdict::Win)));
    }
}
