//! Any state of a game of three hands as text: each seat to move, leading or answering either of the others.
//!
//! Each state goes the way of a user's: it is written as a line of a pack, read, solved, and its certificate is given to both
//! checkers. The oracle says what is right, the verdict as well as all winning moves.

use crate::commands::program::{canju, program, run};
use canju::proof::verify_within;
use canju::puzzle::{Puzzle, read};
use canju::rules::{Hand, LastMove, Ruleset, Turn, combos};
use canju::{Options, Position, Solver, Task, Verdict};
use canju_engine::rules::{AnyState, State};
use canju_testing::budget::share;
use canju_testing::deals::{self, PRESETS, rule_strings, ruleset};
use canju_testing::solvers::Solvers;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::path::Path;
use std::process::Command;

/// A state that may arise: what was played last and the hands are of one pack.
fn drawn(rng: &mut StdRng, number: usize, rules: &Ruleset) -> Position {
    // Each seat in turn, on the lead and after each of the other two.
    let (to_move, trick) = (number % 3, number / 3 % 3);
    let mut deck: Vec<_> = Hand::deck(1).cards().collect();
    // Few ranks, so that much can be answered.
    deck.sort_by_cached_key(|rank| rank.index() + rng.random_range(0..9));
    deck.truncate(28);
    deck.shuffle(rng);
    let mut deal = |sizes| deck.split_off(deck.len() - rng.random_range(sizes)).into_iter().collect::<Hand>();
    let hands = [deal(1..=5), deal(1..=5), deal(1..=5)];
    let gone = deal(4..=8);
    let last = (trick > 0).then(|| {
        let combo = *combos(gone, None, rules).choose(rng).expect("a single card at least");
        LastMove { combo, by: (to_move + trick) % 3 }
    });
    Position::new(&hands, Turn { to_move, last }, *rules).expect("of one pack")
}

fn state(position: &Position) -> &State<3> {
    let AnyState::Three(state) = position.state() else { panic!("{position}") };
    state
}

#[test]
fn states_of_three_hands_as_text() {
    let (mut rng, mut solvers) = (deals::rng(1201), Solvers::new(1201));
    let mut certifier = Solver::new(Options { threads: 1, ..Options::default() });
    let verdict_alone = Task { line: false, ..Task::default() };
    let root = tempfile::tempdir().expect("a directory");
    let states = share(2_000, 10);
    let (mut wins, mut seen) = (0, [[0usize; 3]; 3]);
    let rules: Vec<&str> = PRESETS.iter().chain(PRESETS.iter()).chain(rule_strings().iter()).copied().collect();
    for number in 0..states {
        let text = rules[number % rules.len()];
        let rules = ruleset(text);
        let drawn = drawn(&mut rng, number, &rules);
        let line = Puzzle::from(drawn).to_string();
        let found: Vec<_> = read(line.as_bytes(), "", Ruleset::default()).collect();
        let [Ok(typed)] = &found[..] else { panic!("{line}: {found:?}") };
        let position = typed.position;
        assert_eq!((position.hands(), position.turn()), (drawn.hands(), drawn.turn()), "{line}");
        let owner = state(&position).trick().map(|trick| trick.owner());
        let by = drawn.turn().last.map(|last| last.by);
        assert_eq!((position.to_move(), owner), (drawn.turn().to_move, by), "{line}");
        let right = solvers.check(state(&position), text);
        wins += right as usize;
        seen[position.to_move()][owner.unwrap_or(position.to_move())] += 1;

        let report = certifier.solve(&position, &verdict_alone);
        let mut bytes = Vec::new();
        let written = certifier.certify(&report, &verdict_alone, &mut bytes).expect("a certificate");
        assert_eq!(written.bytes, bytes.len() as u64);
        let win = report.verdict() == Verdict::Win;
        let verified = verify_within(&bytes[..], 8 << 20).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!((verified.claim.position, verified.claim.wins()), (position, Some(win)), "{line}");
        assert_eq!(win, right, "{line}");
        std::fs::write(root.path().join(format!("{number}.proof")), bytes).expect("a file");
    }
    assert!(wins > states / 5 && wins < states - states / 5, "{wins} wins");
    assert!(seen.iter().flatten().all(|&found| found > states / 12), "{seen:?}");
    solvers.coverage.assert_all();
    solvers.coverage.assert_certified();
    solvers.coverage.assert_easy_tries();

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check/verify.py");
    let files = (0..states).map(|number| format!("{number}.proof"));
    let found = Command::new("python3").arg(script).args(files).current_dir(root.path()).output().expect("Python");
    let accepted = String::from_utf8_lossy(&found.stdout).lines().filter(|line| !line.contains("FAILS")).count();
    assert_eq!((found.status.code(), accepted), (Some(0), states), "{}", String::from_utf8_lossy(&found.stderr));
}

/// The landlord answers the first farmer after the second has passed.
#[test]
fn a_state_typed_on_the_command_line() {
    let found = canju(["solve", "4K", "34", "56", "--turn", "1", "--last", "J", "--by", "2", "--format", "json"]);
    let record: serde_json::Value = serde_json::from_str(&found.stdout).expect("a record");
    assert_eq!(
        (&record["turn"], &record["last"], &record["last_by"]),
        (&serde_json::Value::Null, &"J".into(), &2.into())
    );
    assert_eq!((&record["verdict"], &record["best"]), (&"win".into(), &"K".into()));
    // The same record, fed back, is the same position.
    let again = run(program().args(["batch", "-", "--format", "jsonl", "--quiet"]).write_stdin(found.stdout));
    let again: serde_json::Value = serde_json::from_str(&again.stdout).expect("a record");
    assert_eq!(
        (&again["hands"], &again["last_by"], &again["verdict"]),
        (&record["hands"], &record["last_by"], &record["verdict"])
    );
}
