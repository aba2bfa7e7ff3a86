//! Certificates of all sorts of positions: the solver writes them, the checker accepts them, and the oracle confirms them.

use canju::puzzle;
use canju_engine::Position;
use canju_engine::proof::{Form, Verified, VerifyError, Visit, WriteError, verify, verify_and_visit, verify_within};
use canju_engine::rules::{Combo, Hand, LastMove, Ruleset, Setup, State, Turn, combos, parse_cards};
use canju_engine::solver::Restored;
use canju_engine::{Options, Reason, Report, Solver, Task, Verdict};
use canju_testing::deals::{self, PRESETS, TWO_PACKS, rule_strings, ruleset};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::ops::RangeInclusive;

/// The memory a checker may use here.
pub const ALLOWED: u64 = 8 << 20;

/// Room for plain certificates of a few thousand positions.
pub fn options() -> Options {
    Options { threads: 1, memory: 16 << 20, ..Options::default() }
}

pub fn ordinary() -> Task {
    Task { line: false, ..Task::default() }
}

pub fn plain() -> Task {
    Task { plain: true, ..ordinary() }
}

/// The position described.
pub fn position<const SEATS: usize>(setup: &Setup<SEATS>, rules: &Ruleset) -> Position {
    Position::new(&setup.hands, setup.turn, *rules).unwrap()
}

/// The verdict and its certificate.
pub fn certificate<const SEATS: usize>(
    solver: &mut Solver,
    task: &Task,
    setup: &Setup<SEATS>,
    rules: &Ruleset,
) -> (bool, Vec<u8>) {
    let report = solver.solve(&position(setup, rules), task);
    let mut bytes = Vec::new();
    let written = solver.certify(&report, task, &mut bytes).unwrap();
    assert_eq!(written.bytes, bytes.len() as u64);
    (report.verdict() == Verdict::Win, bytes)
}

/// Does the side to move win, by the oracle?
pub fn oracle_wins<const SEATS: usize>(position: &State<SEATS>, rules: &str) -> bool {
    !Oracle::new(edge::rules(rules)).winning_moves(&edge::state(position)).is_empty()
}

/// A deal with any seat to move, half of the time with something to answer that any other seat has played.
fn setup<const SEATS: usize>(rng: &mut StdRng, sizes: RangeInclusive<usize>, rules: &Ruleset) -> Setup<SEATS> {
    let mut hands: [Hand; SEATS] = *deals::deal(rng, sizes, rules).hands();
    let to_move = rng.random_range(0..SEATS);
    let by = (to_move + rng.random_range(1..SEATS)) % SEATS;
    let held = hands[by];
    let played: Vec<Combo> = combos(held, None, rules).into_iter().filter(|combo| combo.cards != held).collect();
    let last = played.choose(rng).copied().filter(|_| rng.random());
    if let Some(last) = last {
        hands[by] = held.minus(last.cards);
    }
    Setup { hands, turn: Turn { to_move, last: last.map(|combo| LastMove { combo, by }) } }
}

fn run<const SEATS: usize>(n: usize, sizes: RangeInclusive<usize>, texts: &[&str], seed: u64) {
    let (mut rng, mut solver) = (deals::rng(seed), Solver::new(options()));
    let [ordinary, plain] = [ordinary(), plain()];
    let (mut wins, mut comparisons, mut positions, mut plain_positions) = (0, 0, 0, 0);
    for text in texts.iter().cycle().take(n) {
        let rules = ruleset(text);
        let setup = setup::<SEATS>(&mut rng, sizes.clone(), &rules);
        let (win, bytes) = certificate(&mut solver, &ordinary, &setup, &rules);
        let verified = verify_within(&bytes[..], ALLOWED).unwrap_or_else(|error| panic!("{setup:?} {text}: {error}"));
        let claim = &verified.claim;
        assert_eq!(claim.position, position(&setup, &rules));
        assert_eq!(claim.wins(), Some(win), "{setup:?} {text}");
        assert_eq!(win, oracle_wins(&setup.validate(&rules).unwrap(), text), "{setup:?} {text}");
        wins += win as usize;
        let (_, bytes) = certificate(&mut solver, &plain, &setup, &rules);
        let plain = verify_within(&bytes[..], ALLOWED).unwrap_or_else(|error| panic!("{setup:?} {text}: {error}"));
        assert_eq!((&plain.claim.position, plain.claim.wins()), (&verified.claim.position, Some(win)));
        assert!(matches!(plain.claim.form, Form::Plain { positions } if positions as u64 <= plain.positions));
        assert_eq!(plain.comparisons, 0);
        comparisons += verified.comparisons;
        positions += verified.positions;
        plain_positions += plain.positions;
    }
    assert!((1..n).contains(&wins), "both wins and losses are tried");
    assert!(comparisons > 0 && positions < plain_positions, "{positions} and {plain_positions} positions");
}

#[test]
fn every_preset_and_ban() {
    let texts = [&PRESETS[..], rule_strings()].concat();
    run::<2>(20 * texts.len(), 2..=7, &texts, 21);
}

#[test]
fn two_packs() {
    run::<2>(60, 2..=7, &TWO_PACKS, 22);
}

#[test]
fn three_hands() {
    run::<3>(120, 2..=4, &PRESETS, 23);
}

#[test]
fn every_shipped_puzzle() {
    let (mut solver, task) = (Solver::new(options()), ordinary());
    let mut puzzles = 0;
    for entry in std::fs::read_dir("../../../puzzles/published").unwrap() {
        let text = std::fs::read(entry.unwrap().path()).unwrap();
        for puzzle in puzzle::read(&text[..], "pack", Ruleset::default()) {
            let puzzle = puzzle.unwrap();
            let report = solver.solve(&puzzle.position, &task);
            let (win, mut bytes) = (report.verdict() == Verdict::Win, Vec::new());
            solver.certify(&report, &task, &mut bytes).unwrap();
            let Verified { claim, positions, .. } = verify_within(&bytes[..], ALLOWED).unwrap();
            assert_eq!((claim.wins(), claim.position), (Some(win), puzzle.position));
            assert_eq!(report.verdict(), puzzle.expected.unwrap().verdict(), "{puzzle}");
            assert!(
                bytes.len() as u64 <= 400 + 2 * positions,
                "{puzzle}: {} bytes, {positions} positions",
                bytes.len()
            );
            puzzles += 1;
        }
    }
    assert_eq!(puzzles, 35);
}

/// Most shipped puzzles have one; of the others it is said how many positions an ordinary one has.
#[test]
fn plain_certificates_of_shipped_puzzles() {
    let (mut solver, task) = (Solver::new(options()), plain());
    let (mut fit, mut too_large) = (0, 0);
    for entry in std::fs::read_dir("../../../puzzles/published").unwrap() {
        let text = std::fs::read(entry.unwrap().path()).unwrap();
        for puzzle in puzzle::read(&text[..], "pack", Ruleset::default()) {
            let puzzle = puzzle.unwrap();
            let report = solver.solve(&puzzle.position, &task);
            let mut bytes = Vec::new();
            match solver.certify(&report, &task, &mut bytes) {
                Ok(_) => {
                    let Verified { claim, comparisons, .. } = verify_within(&bytes[..], ALLOWED).unwrap();
                    let win = report.verdict() == Verdict::Win;
                    assert_eq!((claim.wins(), claim.position), (Some(win), puzzle.position));
                    assert_eq!(comparisons, 0);
                    fit += 1;
                }
                Err(WriteError::TooLarge { most, compared }) => {
                    assert!(compared.unwrap() < most as u64, "{puzzle}");
                    assert!(bytes.is_empty());
                    too_large += 1;
                }
                Err(error) => panic!("{puzzle}: {error}"),
            }
        }
    }
    assert_eq!(fit + too_large, 35);
    assert!(fit > 20, "{fit}");
}

/// A plain certificate of at most as many positions as an eighth of the memory holds.
#[test]
fn a_plain_certificate_that_is_too_large() {
    let rules = Ruleset::default();
    let hands = *State::<2>::parse(["66788TTKXD", "3366799AAA22"], None, &rules).unwrap().hands();
    let position = position(&Setup::new(hands, None), &rules);
    let (mut solver, task) = (Solver::new(Options { memory: 64 << 10, ..options() }), plain());
    let report = solver.solve(&position, &task);
    let mut bytes = Vec::new();
    let error = solver.certify(&report, &task, &mut bytes).unwrap_err();
    let WriteError::TooLarge { most, compared: Some(compared) } = error else { panic!("{error:?}") };
    assert_eq!((most, bytes.len()), (64, 0));
    let (_, ordinary) = certificate(&mut solver, &ordinary(), &Setup::new(hands, None), &rules);
    assert_eq!(verify(&ordinary[..]).unwrap().positions, compared);
    // With more memory it fits, and its checker needs as much as the header says.
    let (_, plain) = certificate(&mut Solver::new(options()), &task, &Setup::new(hands, None), &rules);
    let needed = verify(&plain[..]).unwrap().claim.memory_bytes();
    assert!(needed > 64 * 128 && verify_within(&plain[..], needed).is_ok());
    assert!(matches!(verify_within(&plain[..], needed - 1), Err(VerifyError::Memory { .. })));
}

/// The memory is a matter of size and time only; the smallest forgets nearly all.
#[test]
fn every_memory_gives_a_certificate_that_holds() {
    let rules = Ruleset::default();
    let hands = *State::<2>::parse(["66788TTKXD", "3366799AAA22"], None, &rules).unwrap().hands();
    let setup = Setup::new(hands, None);
    let mut sizes = Vec::new();
    for memory in [64 << 10, 1 << 20, 16 << 20] {
        let mut solver = Solver::new(Options { memory, ..options() });
        let (win, bytes) = certificate(&mut solver, &ordinary(), &setup, &rules);
        let verified = verify_within(&bytes[..], ALLOWED).unwrap();
        assert_eq!((win, verified.claim.wins()), (true, Some(true)));
        let needed = verified.claim.memory_bytes();
        assert!(needed <= memory as u64 / 8);
        assert!(verify_within(&bytes[..], needed).is_ok());
        assert!(matches!(verify_within(&bytes[..], needed - 1), Err(VerifyError::Memory { .. })));
        sizes.push(bytes.len());
    }
    assert!(sizes[0] >= sizes[2], "{sizes:?}");
}

#[test]
fn limits_hold_for_certificates_too() {
    let rules = Ruleset::default();
    let hands = ["3445559JQK", "346668TJQKXD"];
    let setup = Setup::new(*State::<2>::parse(hands, None, &rules).unwrap().hands(), None);
    let (mut solver, task) = (Solver::new(options()), ordinary());
    let mut report = solver.solve(&position(&setup, &rules), &task);
    task.stop.stop();
    let error = solver.certify(&report, &task, Vec::new()).unwrap_err();
    assert!(matches!(error, WriteError::Guide(Some(Reason::Interrupted))), "{error:?}");
    report.undecide(Reason::Time);
    let error = solver.certify(&report, &task, Vec::new()).unwrap_err();
    assert!(matches!(error, WriteError::Guide(Some(Reason::Time))), "{error:?}");
}

/// A report of the opposite verdict makes no certificate, whatever the solver then does.
#[test]
fn a_wrong_verdict_has_no_certificate() {
    let rules = Ruleset::default();
    for (hands, wrong) in [(["346999Q2", "34JAAD"], Verdict::Loss), (["35577TTQQ2", "9AA"], Verdict::Win)] {
        let setup = Setup::new(*State::<2>::parse(hands, None, &rules).unwrap().hands(), None);
        let (mut solver, task) = (Solver::new(options()), ordinary());
        let report = solver.solve(&position(&setup, &rules), &task);
        assert_ne!(report.verdict(), wrong);
        let found = Restored { best: report.best(), ..Restored::default() };
        let report = Report::restored(*report.position(), wrong, found);
        assert!(solver.certify(&report, &task, Vec::new()).is_err());
    }
}

/// Each position visited follows from the last one above it by one move.
#[test]
fn the_depth_of_a_visit_is_the_length_of_the_path() {
    let rules = Ruleset::default();
    let setup = Setup::<2>::new(["346999Q2", "34JAAD"].map(|cards| parse_cards(cards).unwrap()), None);
    let (_, bytes) = certificate(&mut Solver::new(options()), &ordinary(), &setup, &rules);
    let (mut path, mut deepest): (Vec<State<2>>, usize) = (Vec::new(), 0);
    let mut visit = |visit: Visit| {
        let depth = visit.depth as usize;
        assert!(depth <= path.len() && (depth > 0 || path.is_empty()), "{visit}");
        path.truncate(depth);
        let is_visited = |at: &State<2>| {
            (at.hands().as_slice(), at.to_move(), at.trick()) == (visit.hands, visit.to_move, visit.trick)
        };
        let next = match path.last() {
            None => vec![setup.validate(&rules).unwrap()],
            Some(above) => above.moves(&rules).iter().map(|&played| above.play(played).settled(&rules).0).collect(),
        };
        let visited = next.into_iter().find(is_visited);
        path.push(visited.unwrap_or_else(|| panic!("{visit} below {path:?}")));
        deepest = deepest.max(depth);
        Ok(())
    };
    let verified = verify_and_visit(&bytes[..], ALLOWED, Some(&mut visit)).unwrap();
    assert!(verified.positions > 20 && deepest > 3, "{verified:?} {deepest}");
}
