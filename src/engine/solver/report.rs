//! [`Report`]: what a solve found, and what it cost.

use crate::rules::AnyPosition;
use crate::rules::{Move, Ruleset};
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
pub struct Report {
    /// The position solved.
    pub position: AnyPosition,
    /// The rules it was solved under.
    pub rules: Ruleset,
    /// The verdict for the side to move.
    pub verdict: Verdict,
    /// The winning first move to play. `None` if the verdict is not a win or the game is over.
    ///
    /// It is one that sheds the last card where there is one. Otherwise it is one that wins soonest where that is
    /// known: always if [`Report::plies`] is there, and with a line if it was found with no more nodes than the verdict took.
    pub best: Option<Move>,
    /// How many plies the game lasts if the winner ends it as soon and the loser as late as possible. Every move is a ply, a
    /// pass too, as in [`Report::line`]. Only with [`Options::shortest`](super::Options::shortest).
    pub plies: Option<u16>,
    /// The limit because of which the plies that [`Options::shortest`](super::Options::shortest) asks for were not found,
    /// although there is a verdict.
    pub plies_limit: Option<Reason>,
    /// With [`Options::all_moves`](super::Options::all_moves) every winning first move, in the order of
    /// [`Position::moves`](crate::rules::Position::moves). Otherwise the one found.
    pub winning_moves: Vec<Move>,
    /// With [`Options::all_moves`](super::Options::all_moves) the verdict of every first move, for the side that makes it.
    /// Otherwise empty.
    pub moves: Vec<(Move, Verdict)>,
    /// A full game. The winner plays winning moves, and the loser resists as
    /// [`Options::resistance`](super::Options::resistance) says. Empty without a verdict, and if a limit is reached before
    /// the line is complete.
    pub line: Vec<Move>,
    /// Nodes visited by all threads for the verdict; those for the line and the length are not counted.
    pub nodes: u64,
    /// Wall-clock time to the verdict; that for the line and the length is not counted.
    pub elapsed: Duration,
    /// The most bytes of tables and arenas together, including those on the way to the reaper.
    pub memory_bytes: u64,
    /// Worker threads used.
    pub threads: usize,
    /// Counts of the search, including the line of play and the length of the game.
    pub statistics: Statistics,
}

impl Report {
    /// A report without a verdict, by `threads` threads.
    pub(super) fn undecided(position: AnyPosition, rules: Ruleset, reason: Reason, threads: usize) -> Report {
        Report {
            position,
            rules,
            verdict: Verdict::Unknown(reason),
            best: None,
            plies: None,
            plies_limit: None,
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

    /// Removes the verdict and all that depends on it.
    pub fn undecide(&mut self, reason: Reason) {
        self.verdict = Verdict::Unknown(reason);
        self.best = None;
        self.plies = None;
        self.plies_limit = None;
        self.winning_moves.clear();
        self.moves.clear();
        self.line.clear();
    }
}
