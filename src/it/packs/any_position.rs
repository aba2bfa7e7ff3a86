//! Any state of a game of three hands as text: each seat to move, leading or answering either of the others.
//!
//! Each state goes the way of a user's: it is written as a line of a pack, read, solved, and its certificate is given to both
//! checkers. The oracle says what is right, the verdict as well as all winning moves.

use crate::commands::program::{canju, program, run};
use canju::proof::verify_within;
use canju::puzzle::{Puzzle, read};
use canju::rules::{Hand, LastMove, Ruleset, Turn, combos};
use canju::{Options, Position, Solver, Verdict};
use canju_engine::Experiment;
use canju_engine::rules::{AnyState, State};
use canju_testing::configurations::{self, Coverage};
use canju_testing::deals::{self, PRESETS, RULE_STRINGS, ruleset};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::path::Path;
use std::process::Command;

const STATES: usize = 2_000;

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

/// Solvers that live through many positions, so that what one solve leaves behind may not harm the next, under whatever rules
/// that is: one with the defaults, and two of a configuration that is drawn anew now and then. All but the last decide every
/// first move.
struct Solvers {
    rng: StdRng,
    solvers: [Solver; 3],
    checked: usize,
    /// What the drawn ones did.
    coverage: Coverage,
}

impl Solvers {
    fn new(seed: u64) -> Solvers {
        let mut rng = deals::rng(seed ^ 0x5eed);
        let usual = Options { threads: 1, all_moves: true, memory: 128 << 20, ..Options::default() };
        let usual = Solver::with_experiment(usual, Experiment { certify_one_in: Some(8), ..Experiment::default() });
        let [all_moves, first_win] = Solvers::drawn(&mut rng);
        Solvers { rng, solvers: [usual, all_moves, first_win], checked: 0, coverage: Coverage::default() }
    }

    fn drawn(rng: &mut StdRng) -> [Solver; 2] {
        [true, false].map(|all_moves| {
            let options = Options { memory: 128 << 20, all_moves, ..Options::default() };
            let (options, experiment) = configurations::options(rng, options);
            Solver::with_experiment(options, Experiment { certify_one_in: Some(8), ..experiment })
        })
    }

    /// Does each of them say what the oracle says? Returns whether the side to move wins.
    fn check(&mut self, position: &Position) -> bool {
        if self.checked % 12 == 11 {
            [self.solvers[1], self.solvers[2]] = Solvers::drawn(&mut self.rng);
        }
        self.checked += 1;
        let mut oracle = Oracle::<3>::new(edge::rules(&position.rules().to_string()));
        let mut winning = oracle.winning_moves(&edge::state(state(position)));
        winning.sort();
        let verdict = if winning.is_empty() { Verdict::Loss } else { Verdict::Win };
        for (number, solver) in self.solvers.iter_mut().enumerate() {
            let name = format!("{position} {} threads, {:?}", solver.threads(), solver.experiment());
            let report = solver.solve(position);
            if number > 0 && !self.coverage.add(&report) {
                continue;
            }
            assert_eq!(report.verdict(), verdict, "{name}: verdict");
            assert_eq!(report.best().is_some(), verdict == Verdict::Win, "{name}: a best move");
            let found = edge::moves(report.winning_moves());
            assert!(report.best().is_none_or(|best| found.contains(&edge::played(best))), "{name}: best");
            assert!(found.iter().all(|played| winning.contains(played)), "{name}: {found:?}");
            if number < 2 {
                assert_eq!(found, winning, "{name}: winning moves");
                let moves: Vec<_> = report.moves().iter().map(|&(played, _)| played).collect();
                assert_eq!(edge::moves(&moves), edge::moves(&position.moves()), "{name}: first moves");
                for &(played, verdict) in report.moves() {
                    let wins = winning.contains(&edge::played(played));
                    assert_eq!(verdict, if wins { Verdict::Win } else { Verdict::Loss }, "{name}: {played:?}");
                }
            }
            // The line is a game to its end, won by the side that can, which never leaves the winning moves.
            let (mut here, side) = (*position, position.side_to_move());
            for &played in report.line() {
                if (here.side_to_move() == side) == (verdict == Verdict::Win) {
                    let kept = oracle.is_winning(&edge::state(state(&here)), edge::played(played));
                    assert!(kept, "{name}: line {:?} gives the win away by {played}", report.line());
                }
                here = here.play(played).unwrap_or_else(|error| panic!("{name}: {:?}: {error}", report.line()));
            }
            let winner = here.winner().unwrap_or_else(|| panic!("{name}: {:?} does not end the game", report.line()));
            assert_eq!(winner == side, verdict == Verdict::Win, "{name}: {:?}", report.line());
        }
        verdict == Verdict::Win
    }
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
        let drawn = drawn(&mut rng, number, &rules);
        let line = Puzzle::from(drawn).to_string();
        let found: Vec<_> = read(line.as_bytes(), "", Ruleset::default()).collect();
        let [Ok(typed)] = &found[..] else { panic!("{line}: {found:?}") };
        let position = typed.position;
        assert_eq!((position.hands(), position.turn()), (drawn.hands(), drawn.turn()), "{line}");
        let owner = state(&position).trick().map(|trick| trick.owner());
        let by = drawn.turn().last.map(|last| last.by);
        assert_eq!((position.to_move(), owner), (drawn.turn().to_move, by), "{line}");
        let right = solvers.check(&position);
        wins += right as usize;
        seen[position.to_move()][owner.unwrap_or(position.to_move())] += 1;

        let report = certifier.solve(&position);
        let mut bytes = Vec::new();
        let written = certifier.certify(&report, &mut bytes).expect("a certificate");
        assert_eq!(written.bytes, bytes.len() as u64);
        let win = report.verdict() == Verdict::Win;
        let verified = verify_within(&bytes[..], 8 << 20).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!((verified.claim.position, verified.claim.wins), (position, win), "{line}");
        assert_eq!(win, right, "{line}");
        std::fs::write(root.path().join(format!("{number}.proof")), bytes).expect("a file");
    }
    assert!(wins > STATES / 5 && wins < STATES - STATES / 5, "{wins} wins");
    assert!(seen.iter().flatten().all(|&states| states > STATES / 12), "{seen:?}");
    solvers.coverage.assert_all();
    solvers.coverage.assert_certified();
    solvers.coverage.assert_easy_tries();

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check/verify.py");
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
    let again = run(program().args(["batch", "-", "--format", "jsonl", "--quiet"]).write_stdin(found.stdout));
    let again: serde_json::Value = serde_json::from_str(&again.stdout).expect("a record");
    assert_eq!(
        (&again["hands"], &again["last_by"], &again["verdict"]),
        (&record["hands"], &record["last_by"], &record["verdict"])
    );
}
