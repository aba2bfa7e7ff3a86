//! [`Report`]: what a solve found, and what it cost.

use super::points::Worth;
use crate::rules::{Move, Position};
use crate::search::{Reason, Statistics, Verdict};
use std::time::Duration;

/// What a solve found.
///
/// ```
/// use canju::{Position, Solver, Task, Verdict};
/// let position: Position = "335 | 4A".parse()?;
/// let report = Solver::default().solve(&position, &Task { all_moves: true, ..Task::default() });
/// assert_eq!((report.verdict(), report.position()), (Verdict::Win, &position));
/// assert_eq!((report.best().unwrap().to_string(), report.moves().len()), ("33".to_owned(), 3));
/// let line: Vec<String> = report.line().iter().map(ToString::to_string).collect();
/// assert_eq!(line, ["33", "pass", "5"]);
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) position: Position,
    pub(crate) verdict: Verdict,
    pub(crate) best: Option<Move>,
    pub(crate) plies: Option<u16>,
    pub(crate) plies_limit: Option<Reason>,
    pub(crate) winning_moves: Vec<Move>,
    pub(crate) moves: Vec<(Move, Verdict)>,
    pub(crate) worth: Option<Worth>,
    /// For each of `moves`, if there are points.
    pub(crate) worths: Vec<Worth>,
    pub(crate) line: Vec<Move>,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
    pub(crate) memory_bytes: u64,
    pub(crate) threads: usize,
    pub(crate) statistics: Statistics,
}

impl Report {
    /// The position solved, with its rules.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The verdict for the side to move.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The winning first move to play. `None` if the verdict is not a win or the game is over.
    ///
    /// Where it is played for points it is one that wins most, or loses least; then there is one after a loss, too, but for losses by
    /// the same points whatever is played, if no line is asked for.
    ///
    /// It sheds the last card if a move can. Otherwise it is one that wins soonest, if that is known: always with
    /// [`Report::plies`], and with a line if it was found with no more nodes than the verdict took.
    pub fn best(&self) -> Option<Move> {
        self.best
    }

    /// How many plies the game lasts if the winner ends it as soon and the loser as late as possible. Every move is a ply, a
    /// pass too, as in [`Report::line`]. Only with [`Task::shortest`](super::Task::shortest).
    pub fn plies(&self) -> Option<u16> {
        self.plies
    }

    /// The limit because of which the plies that [`Task::shortest`](super::Task::shortest) asks for were not found,
    /// although there is a verdict.
    pub fn plies_limit(&self) -> Option<Reason> {
        self.plies_limit
    }

    /// With [`Task::all_moves`](super::Task::all_moves) every first move that was found to win, in the order of
    /// [`Position::moves`]. Otherwise one such move. Empty if the verdict is not a win or the game is over.
    ///
    /// If a limit was reached, the verdict may be a win while other moves are undecided. Then this list may lack moves that win:
    /// [`Report::has_all_winning_moves`] says whether it may.
    pub fn winning_moves(&self) -> &[Move] {
        &self.winning_moves
    }

    /// Are [`Report::winning_moves`] known to be all of them? They are if every first move has a verdict in
    /// [`Report::moves`], if the verdict is a loss, and if the game is over. They are not known to be without
    /// [`Task::all_moves`](super::Task::all_moves) after a win, and if a limit was reached before the last move was
    /// decided.
    ///
    /// ```
    /// use canju::{Limits, Position, Solver, Task, Verdict};
    /// let position: Position = "445566789TJQ2 | 33JJQQKKAA22".parse()?;
    /// let (mut solver, task) = (Solver::default(), Task { all_moves: true, ..Task::default() });
    /// assert!(solver.solve(&position, &task).has_all_winning_moves());
    /// let report = solver.solve(&position, &task.within(Limits { nodes: Some(1), ..Limits::default() }));
    /// assert!(report.verdict() == Verdict::Win && !report.has_all_winning_moves()); // many moves are undecided
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn has_all_winning_moves(&self) -> bool {
        let all_moves = || !self.moves.is_empty() && self.moves.iter().all(|(_, verdict)| verdict.is_decided());
        self.verdict == Verdict::Loss || self.position.winner().is_some() || all_moves()
    }

    /// With [`Task::all_moves`](super::Task::all_moves) every first move with its verdict, for the side that makes it, in
    /// the order of [`Position::moves`]. The verdict is unknown for moves that a limit left undecided, even if that of the
    /// position is a win. Empty if that is not asked for, if the game is over, and with less memory than
    /// [`LEAST_MEMORY`](super::LEAST_MEMORY).
    pub fn moves(&self) -> &[(Move, Verdict)] {
        &self.moves
    }

    /// What the position is worth for the player to move, in points, where it is played for points
    /// ([`Position::with_stakes`]). If a limit ended the solve, the bounds are what is proved until then.
    pub fn worth(&self) -> Option<Worth> {
        self.worth
    }

    /// With [`Task::all_moves`](super::Task::all_moves) what each of [`Report::moves`] is worth, in their order, where it is played
    /// for points.
    pub fn worths(&self) -> &[Worth] {
        &self.worths
    }

    /// With [`Task::all_moves`](super::Task::all_moves) the moves that are worth most, in the order of [`Report::moves`], where it
    /// is played for points. Empty if a limit leaves it open which these are.
    pub fn best_moves(&self) -> Vec<Move> {
        let Some(value) = self.worth.and_then(Worth::value) else { return Vec::new() };
        // The others are worth less, or as much.
        if self.worths.iter().any(|worth| worth.at_most == value && worth.at_least < value) {
            return Vec::new();
        }
        let best = self.moves.iter().zip(&self.worths).filter(|(_, worth)| worth.value() == Some(value));
        best.map(|(&(played, _), _)| played).collect()
    }

    /// A full game. The winner plays winning moves, and the loser resists as
    /// [`Task::resistance`](super::Task::resistance) says. Empty without a verdict, and if a limit is reached before
    /// the line is complete.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Nodes visited by all threads for the verdict; those for the line and the length are not counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Wall-clock time to the verdict; that for the line and the length is not counted.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The most bytes of tables and arenas together, including those on the way to the reaper.
    pub fn memory_bytes(&self) -> u64 {
        self.memory_bytes
    }

    /// Worker threads used.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Counts of the search, including the line of play and the length of the game.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Its bytes on the heap.
    #[doc(hidden)]
    pub fn heap_bytes(&self) -> usize {
        (self.winning_moves.capacity() + self.line.capacity()) * size_of::<Move>()
            + self.moves.capacity() * size_of::<(Move, Verdict)>()
            + self.worths.capacity() * size_of::<Worth>()
    }

    /// A report without a verdict, by `threads` threads.
    pub(super) fn undecided(position: Position, reason: Reason, threads: usize) -> Report {
        Report {
            position,
            verdict: Verdict::Unknown(reason),
            best: None,
            plies: None,
            plies_limit: None,
            winning_moves: Vec::new(),
            moves: Vec::new(),
            worth: None,
            worths: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            memory_bytes: 0,
            threads,
            statistics: Statistics::default(),
        }
    }

    /// A report read back from its written form: an undecided one with these fields filled in.
    #[doc(hidden)]
    pub fn restored(position: Position, verdict: Verdict, found: Restored) -> Report {
        let Restored { best, winning_moves, moves, worth, worths, line, plies, plies_limit } = found;
        let undecided = Report::undecided(position, Reason::Interrupted, 1);
        Report { verdict, best, winning_moves, moves, worth, worths, line, plies, plies_limit, ..undecided }
    }

    /// Removes the verdict and all that depends on it.
    #[doc(hidden)]
    pub fn undecide(&mut self, reason: Reason) {
        self.verdict = Verdict::Unknown(reason);
        self.best = None;
        self.plies = None;
        self.plies_limit = None;
        self.winning_moves.clear();
        self.moves.clear();
        self.worth = None;
        self.worths.clear();
        self.line.clear();
    }
}

/// The moves of a report that is read back.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Restored {
    pub best: Option<Move>,
    pub winning_moves: Vec<Move>,
    pub moves: Vec<(Move, Verdict)>,
    pub worth: Option<Worth>,
    pub worths: Vec<Worth>,
    pub line: Vec<Move>,
    pub plies: Option<u16>,
    pub plies_limit: Option<Reason>,
}
