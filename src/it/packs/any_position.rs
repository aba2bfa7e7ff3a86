//! Any state of a game of three hands as text: each seat to move, leading or answering either of the others.
//!
//! Each state goes the way of a user's: it is written as a line of a pack, read, solved, and its certificate is given to both
//! checkers. The oracle says what is right, the verdict as well as all winning moves.

use crate::commands::program::canju;
use canju_testing::deals::{self, PRESETS, RULE_STRINGS, ruleset};
use crate::proof_round_trips::{certificate, oracle_wins};
use crate::search_vs_oracle::Solvers;
use canju::proof::verify_within;
use canju::puzzle::{AnyPosition, Hands, Puzzle, read};
use canju::rules::{Hand, LastMove, Ruleset, Setup, Turn, combos};
use canju::{Options, Solver};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::path::Path;
use std::process::Command;

const STATES: usize = 2_000;

/// A state that may arise: what was played last and the hands are of one pack.
fn drawn(rng: &mut StdRng, number: usize, rules: &Ruleset) -> Puzzle {
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
    Puzzle { turn: Turn { to_move, last }, ..Puzzle::new(Hands::Three(hands), *rules) }
}

#[test]
fn states_of_three_hands_as_text() {
    let (mut rng, mut solvers) = (deals::rng(1201), Solvers::new(1201));
    let mut certifier = Solver::new(Options { threads: 1, line: false, ..Options::default() });
    let root = tempfile::tempdir().expect("a directory");
    let (mut wins, mut seen) = (0, [[0usize; 3]; 3]);
    let rules: Vec<&str> = PRESETS.iter().chain(PRESETS.iter()).chain(RULE_STRINGS.iter()).copied().collect();
    for number in 0..STATES {
        let text = rules[number % rules.len()];
        let rules = ruleset(text);
        let puzzle = drawn(&mut rng, number, &rules);
        let line = puzzle.to_string();
        let found: Vec<_> = read(line.as_bytes(), "", Ruleset::default()).collect();
        let [Ok(typed)] = &found[..] else { panic!("{line}: {found:?}") };
        assert_eq!((typed.hands, typed.turn), (puzzle.hands, puzzle.turn), "{line}");
        let Ok(AnyPosition::Three(position)) = typed.position() else { panic!("{line}") };
        let owner = position.trick().map(|trick| trick.owner());
        assert_eq!((position.to_move(), owner), (puzzle.turn.to_move, puzzle.turn.last.map(|last| last.by)), "{line}");
        wins += solvers.check(&position, text) as usize;
        seen[position.to_move()][owner.unwrap_or(position.to_move())] += 1;

        let Hands::Three(hands) = typed.hands else { panic!("{line}") };
        let (win, bytes) = certificate(&mut certifier, &Setup { hands, turn: typed.turn }, &rules);
        let verified = verify_within(&bytes[..], 8 << 20).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!((verified.claim.turn, verified.claim.wins), (typed.turn, win), "{line}");
        assert_eq!(win, oracle_wins(&position, text), "{line}");
        std::fs::write(root.path().join(format!("{number}.proof")), bytes).expect("a file");
    }
    assert!(wins > STATES / 5 && wins < STATES - STATES / 5, "{wins} wins");
    assert!(seen.iter().flatten().all(|&states| states > STATES / 12), "{seen:?}");
    solvers.reached.assert_all();
    solvers.reached.assert_certified();
    solvers.reached.assert_easy_tries();

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/verify.py");
    let files = (0..STATES).map(|number| format!("{number}.proof"));
    let found = Command::new("python3").arg(script).args(files).current_dir(root.path()).output().expect("Python");
    let accepted = String::from_utf8_lossy(&found.stdout).lines().filter(|line| !line.contains("FAILS")).count();
    assert_eq!((found.status.code(), accepted), (Some(0), STATES), "{}", String::from_utf8_lossy(&found.stderr));
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
    let again = crate::commands::program::run(
        crate::commands::program::program().args(["batch", "-", "--format", "jsonl", "--quiet"]).write_stdin(found.stdout),
    );
    let again: serde_json::Value = serde_json::from_str(&again.stdout).expect("a record");
    assert_eq!(
        (&again["hands"], &again["last_by"], &again["verdict"]),
        (&record["hands"], &record["last_by"], &record["verdict"])
    );
}
