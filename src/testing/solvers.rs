//! Solvers of several configurations, each held against the oracle.

use crate::configurations::{self, Coverage};
use crate::deals::{self, ruleset};
use crate::edge;
use crate::oracle::{self, Oracle};
use canju_engine::rules::{Move, Ruleset, State};
use canju_engine::{Experiment, Options, Position, Report, Solver, Task, Verdict};
use rand::rngs::StdRng;

/// Solvers that live through many positions, so that what one solve leaves behind may not harm the next, under
/// whatever rules that is: one with the defaults, and others of a configuration that is drawn anew now and then.
pub struct Solvers {
    rng: StdRng,
    /// Positions checked so far.
    checked: usize,
    /// As users have it; is asked for every first move.
    usual: Solver,
    /// Is asked for every first move.
    all_moves: Solver,
    /// Stops at the first winning one.
    first_win: Solver,
    /// What the drawn ones did.
    pub coverage: Coverage,
}

/// Positions after which configurations are drawn anew.
const LIFE: usize = 12;

impl Solvers {
    /// Solvers whose configurations follow from this seed.
    pub fn new(seed: u64) -> Solvers {
        let mut rng = deals::rng(seed ^ 0x5eed);
        let usual = Options { threads: 1, ..Solvers::options() };
        let experiment = Experiment { certify_one_in: Some(8), ..Experiment::default() };
        let usual = Solver::with_experiment(usual, experiment);
        let [all_moves, first_win] = Solvers::drawn(&mut rng);
        Solvers { rng, checked: 0, usual, all_moves, first_win, coverage: Coverage::default() }
    }

    /// With two packs and less memory several workers would have no arenas.
    fn options() -> Options {
        Options { memory: 128 << 20, ..Options::default() }
    }

    fn drawn(rng: &mut StdRng) -> [Solver; 2] {
        [(); 2].map(|()| {
            let (options, experiment) = configurations::options(rng, Solvers::options());
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
        let asked = Position::of_state(*position, &rules);
        case.check_all_moves(&self.usual.solve(&asked, &Task { all_moves: true, ..Task::default() }));
        for (drawn, all_moves) in [(&mut self.all_moves, true), (&mut self.first_win, false)] {
            case.configuration = format!("{} threads, {:?}", drawn.threads(), drawn.experiment());
            let report = drawn.solve(&asked, &Task { all_moves, ..configurations::task() });
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
    /// The configuration of the checked solver, if it is not the usual one.
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
        self.check_verdict_and_line(report);
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
