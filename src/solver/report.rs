//! [`Report`]: what a solve found, and at what cost.

use crate::rules::Move;
use crate::search::{Reason, Statistics, Verdict};
use std::time::Duration;

/// What a solve found.
///
/// ```
/// use canju::{Options, Solver, Verdict, rules::{Position, Ruleset}};
/// let rules = Ruleset::default();
/// let position = Position::<2>::parse(["335", "4A"], None, &rules)?;
/// let report = Solver::new(Options { all_moves: true, ..Options::default() }).solve(&position, &rules);
/// assert_eq!(report.verdict, Verdict::Win);
/// assert_eq!((report.best.unwrap().to_string(), report.moves.len()), ("33".to_owned(), 3));
/// let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
/// assert_eq!(line, ["33", "pass", "5"]);
/// # Ok::<(), canju::rules::PositionError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// For the side to move.
    pub verdict: Verdict,
    /// A winning first move; `None` unless the verdict is a win, and for a finished game.
    pub best: Option<Move>,
    /// Every winning first move with [`Options::all_moves`], in the order of [`Position::moves`]; else the one found.
    pub winning_moves: Vec<Move>,
    /// With [`Options::all_moves`] the verdict of every first move, for the side that makes it; else empty.
    pub moves: Vec<(Move, Verdict)>,
    /// A full game: the winner plays winning moves, the loser holds out as [`Options::resistance`] says. Empty without a
    /// verdict, and where a limit is reached while looking for it.
    pub line: Vec<Move>,
    /// Nodes visited by all threads for the verdict; the line is not counted.
    pub nodes: u64,
    /// Wall-clock time to the verdict; the line is not counted.
    pub elapsed: Duration,
    /// Most bytes held by table, arenas and garbage together.
    pub memory_bytes: u64,
    /// Worker threads used.
    pub threads: usize,
    /// What the search did, the line of play included.
    pub statistics: Statistics,
}

impl Report {
    /// Nothing found yet, by so many threads.
    pub(super) fn undecided(reason: Reason, threads: usize) -> Report {
        Report {
            verdict: Verdict::Unknown(reason),
            best: None,
            winning_moves: Vec::new(),
            moves: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            memory_bytes: 0,
            threads,
            statistics: Statistics::default(),
        }
    }

    /// Takes the verdict back, with all that rests on it.
    pub fn undecide(&mut self, reason: Reason) {
        self.verdict = Verdict::Unknown(reason);
        self.best = None;
        self.winning_moves.clear();
        self.moves.clear();
        self.line.clear();
    }
}
