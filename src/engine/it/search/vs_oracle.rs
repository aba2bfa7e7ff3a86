//! The search against the oracle on random positions: the verdict, every winning move, and the line.
//!
//! `cargo test` checks a sample in some seconds, `scripts/check/check_against_oracle.sh` runs all `full_` tests. Each has a
//! seed, so a failure can be repeated. The message has the position in the form that `canju solve` reads.

use canju_engine::Experiment;
use canju_engine::Position;
use canju_engine::rules::{Move, Ruleset, State};
use canju_engine::{Options, Report, Solver, Verdict};
use canju_testing::configurations::{self, Coverage};
use canju_testing::deals::{self, PRESETS, RULE_STRINGS, TWO_PACKS, ruleset};
use canju_testing::edge;
use canju_testing::oracle::{self, Oracle};
use rand::RngExt;
use rand::rngs::StdRng;
use std::ops::RangeInclusive;

/// Solvers that live through many positions, so that what one solve leaves behind may not harm the next, under
/// whatever rules that is: one with the defaults, and others of a configuration that is drawn anew now and then.
pub struct Solvers {
    rng: StdRng,
    /// Positions checked so far.
    checked: usize,
    /// As users have it; decides every first move.
    usual: Solver,
    /// Decides every first move.
    all_moves: Solver,
    /// Stops at the first winning one.
    first_win: Solver,
    /// What the drawn ones did.
    pub coverage: Coverage,
}

/// Positions after which configurations are drawn anew.
const LIFE: usize = 12;

impl Solvers {
    pub fn new(seed: u64) -> Solvers {
        let mut rng = deals::rng(seed ^ 0x5eed);
        let usual = Options { threads: 1, all_moves: true, ..Solvers::options() };
        let experiment = Experiment { certify_one_in: Some(8), ..Experiment::default() };
        let usual = Solver::with_experiment(usual, experiment);
        let [all_moves, first_win] = Solvers::drawn(&mut rng);
        Solvers { rng, checked: 0, usual, all_moves, first_win, coverage: Coverage::default() }
    }

    /// With two packs and less memory several workers would have no arenas.
    fn options() -> Options {
        Options { memory: 128 << 20, line: true, ..Options::default() }
    }

    fn drawn(rng: &mut StdRng) -> [Solver; 2] {
        [true, false].map(|all_moves| {
            let (options, experiment) = configurations::options(rng, Options { all_moves, ..Solvers::options() });
            Solver::with_experiment(options, Experiment { certify_one_in: Some(8), ..experiment })
        })
    }

    /// Does each of them say what the oracle says? Returns whether the side to move wins.
    pub fn check<const SEATS: usize>(&mut self, position: &State<SEATS>, text: &str) -> bool {
        if self.checked % LIFE == LIFE - 1 {
            [self.all_moves, self.first_win] = Solvers::drawn(&mut self.rng);
        }
        self.checked += 1;
        let rules = ruleset(text);
        let mut case = Case::new(position, &rules, text);
        case.check_all_moves(&self.usual.solve(&Position::of_state(*position, &rules)));
        for drawn in [&mut self.all_moves, &mut self.first_win] {
            let all_moves = drawn.options().all_moves;
            case.configuration = format!("{} threads, {:?}", drawn.threads(), drawn.experiment());
            let report = drawn.solve(&Position::of_state(*position, &rules));
            match all_moves {
                _ if !self.coverage.add(&report) => {}
                true => case.check_all_moves(&report),
                false => case.check_first_win(&report),
            }
        }
        case.verdict == Verdict::Win
    }
}

/// A position and what the oracle says of it.
struct Case<'a, const SEATS: usize> {
    position: &'a State<SEATS>,
    rules: &'a Ruleset,
    /// For messages.
    name: String,
    /// Of the solver that is checked, if it is not the usual one.
    configuration: String,
    oracle: std::cell::RefCell<Oracle<SEATS>>,
    verdict: Verdict,
    winning_moves: Vec<oracle::Move>,
}

impl<'a, const SEATS: usize> Case<'a, SEATS> {
    fn new(position: &'a State<SEATS>, rules: &'a Ruleset, text: &str) -> Case<'a, SEATS> {
        let mut oracle = Oracle::new(edge::rules(text));
        let mut winning_moves = oracle.winning_moves(&edge::state(position));
        winning_moves.sort();
        let hands = position.hands().map(|hand| hand.to_string()).join(" | ");
        let (to_move, trick) = (position.to_move() + 1, position.trick());
        Case {
            position,
            rules,
            name: format!("{hands} | rules={text} (hand {to_move} to move, {trick:?})"),
            configuration: String::new(),
            oracle: oracle.into(),
            verdict: if winning_moves.is_empty() { Verdict::Loss } else { Verdict::Win },
            winning_moves,
        }
    }

    fn name(&self) -> String {
        format!("{} {}", self.name, self.configuration)
    }

    fn check_all_moves(&self, report: &Report) {
        let name = self.name();
        self.check_verdict_and_line(report);
        assert_eq!(edge::moves(report.winning_moves()), self.winning_moves, "{name}: winning moves");
        let moves: Vec<Move> = report.moves().iter().map(|&(played, _)| played).collect();
        assert_eq!(edge::moves(&moves), edge::moves(&self.position.moves(self.rules)), "{name}: first moves");
        for (played, verdict) in report.moves() {
            let wins = self.winning_moves.contains(&edge::played(*played));
            assert_eq!(*verdict, if wins { Verdict::Win } else { Verdict::Loss }, "{name}: {played:?}");
        }
    }

    fn check_first_win(&self, report: &Report) {
        self.check_winning_move(report);
        self.check_line(report.line());
    }

    fn check_winning_move(&self, report: &Report) {
        assert_eq!(report.verdict(), self.verdict, "{}: verdict", self.name());
        for played in report.winning_moves() {
            assert!(self.winning_moves.contains(&edge::played(*played)), "{}: {played:?}", self.name());
        }
        assert_eq!(report.winning_moves().is_empty(), self.winning_moves.is_empty(), "{}", self.name());
    }

    fn check_verdict_and_line(&self, report: &Report) {
        let name = self.name();
        assert_eq!(report.verdict(), self.verdict, "{name}: verdict");
        match report.best() {
            Some(best) => assert!(self.winning_moves.contains(&edge::played(best)), "{name}: best {best:?}"),
            None => assert_eq!(self.verdict, Verdict::Loss, "{name}: no best move"),
        }
        self.check_line(report.line());
    }

    /// The line is a game to its end, won by the side that can, which never leaves the winning moves.
    fn check_line(&self, line: &[Move]) {
        let name = self.name();
        let mut position = *self.position;
        let side = position.side_to_move();
        for (ply, &played) in line.iter().enumerate() {
            let winner_moves = (position.side_to_move() == side) == (self.verdict == Verdict::Win);
            if winner_moves {
                let state = edge::state(&position);
                let kept = self.oracle.borrow_mut().is_winning(&state, edge::played(played));
                assert!(kept, "{name}: line {line:?} gives the win away at {ply}");
            }
            position = position
                .try_play(played, self.rules)
                .unwrap_or_else(|error| panic!("{name}: line {line:?}, move {ply}: {error}"));
        }
        let winner = position.winner().unwrap_or_else(|| panic!("{name}: line {line:?} does not end the game"));
        assert_eq!(winner == side, self.verdict == Verdict::Win, "{name}: line {line:?} is won by the wrong side");
    }
}

/// What kind of positions to draw.
type Draw<const SEATS: usize> = fn(&mut StdRng, RangeInclusive<usize>, &Ruleset) -> State<SEATS>;

/// Checks `n` positions, the rules taken in turn.
fn run<const SEATS: usize>(n: usize, sizes: RangeInclusive<usize>, texts: &[&str], draw: Draw<SEATS>, seed: u64) {
    let (mut rng, mut solvers) = (deals::rng(seed), Solvers::new(seed));
    for text in texts.iter().cycle().take(n) {
        let position = draw(&mut rng, sizes.clone(), &ruleset(text));
        solvers.check(&position, text);
    }
    solvers.coverage.assert_all();
    solvers.coverage.assert_both_searches();
    if SEATS == 3 {
        solvers.coverage.assert_certified();
        solvers.coverage.assert_easy_tries();
    }
}

/// Leads and positions in mid-trick, half and half.
fn either<const SEATS: usize>(rng: &mut StdRng, sizes: RangeInclusive<usize>, rules: &Ruleset) -> State<SEATS> {
    let draw = if rng.random() { deals::deal } else { deals::mid_trick };
    draw(rng, sizes, rules)
}

fn everything() -> Vec<&'static str> {
    [&PRESETS[..], &RULE_STRINGS].concat()
}

#[test]
fn sample_of_the_default_rules() {
    run::<2>(600, 2..=8, &PRESETS[..1], deals::deal, 1);
}

#[test]
fn sample_of_the_other_presets() {
    run::<2>(40 * 5, 2..=8, &PRESETS[1..], deals::deal, 2);
}

#[test]
fn sample_of_positions_in_mid_trick() {
    run::<2>(150, 3..=8, &everything(), deals::mid_trick, 33);
}

#[test]
fn sample_of_bans_and_switches() {
    run::<2>(5 * RULE_STRINGS.len(), 2..=8, &RULE_STRINGS, deals::deal, 4);
}

#[test]
fn sample_of_three_hands() {
    run::<3>(400, 2..=4, &everything(), either, 5);
}

#[test]
fn sample_of_two_packs() {
    run::<2>(200, 2..=8, &TWO_PACKS, either, 6);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_default_rules() {
    run::<2>(20_000, 2..=8, &PRESETS[..1], deals::deal, 11);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_other_presets() {
    run::<2>(1000 * 5, 2..=8, &PRESETS[1..], deals::deal, 12);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_positions_in_mid_trick() {
    run::<2>(2000, 3..=8, &everything(), deals::mid_trick, 13);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_bans_and_switches() {
    run::<2>(1000, 2..=8, &RULE_STRINGS, deals::deal, 14);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_three_hands() {
    run::<3>(50_000, 1..=8, &everything(), either, 15);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_two_packs() {
    run::<2>(300, 2..=8, &TWO_PACKS, either, 16);
}
