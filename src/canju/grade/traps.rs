//! Traps: first moves that look good and lose, or win too few points. The longer the game still lasts, the harder it is to see why.

use super::{Effort, Undecided};
use canju_engine::rules::{Move, Position};
use canju_engine::search::{Clock, Limits, Reason, StopFlag};
use canju_engine::solver::{Report, Solver, Task};

/// What is left of the limits, and what interrupts.
pub struct Left<'a> {
    pub clock: &'a Clock,
    pub stop: &'a StopFlag,
}

impl Left<'_> {
    fn task(&self) -> Task {
        Task { limits: self.clock.left(), stop: self.stop.clone(), ..Task::default() }
    }
}

/// A first move that looks good and loses, or gives points away where the position is played for points.
///
/// ```
/// use canju::{Limits, StopFlag, grade::Grader};
/// let grade = Grader::new(Limits::default(), StopFlag::default()).grade(&"335 | 4A".parse()?)?;
/// let [trap] = grade.traps[..] else { panic!() };
/// assert_eq!((trap.played.to_string(), trap.plies), ("5".to_owned(), Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Trap {
    /// The move.
    pub played: Move,
    /// How many plies the refutation lasts after it, if both sides play their best. `None` if that is not found within
    /// a number of nodes, so it is long. Where points count, it is the line that was found.
    pub plies: Option<u16>,
}

/// A trap with the length of its refutation.
///
/// # Errors
/// If a limit of the user's is reached.
pub fn trap(
    measuring: &mut Solver,
    position: &Position,
    played: Move,
    nodes: u64,
    left: &Left,
) -> Result<Trap, Undecided> {
    let next = position.after(played);
    if next.winner().is_some() {
        return Ok(Trap { played, plies: Some(0) });
    }
    let report = shortest(measuring, &next, nodes, left)?;
    Ok(Trap { played, plies: report.map(|report| report.plies().unwrap_or(report.line().len() as u16)) })
}

/// The report about a position with its exact length and a line of that length if the nodes are enough. Otherwise the line is
/// one of long resistance.
///
/// # Errors
/// If a limit of the user's is reached.
pub fn measured(measuring: &mut Solver, position: &Position, effort: Effort, left: &Left) -> Result<Report, Undecided> {
    if let Some(report) = shortest(measuring, position, effort.line_nodes, left)? {
        return Ok(report);
    }
    let task = Task { resistance: effort.resistance, ..left.task() };
    let report = Solver::new(measuring.options().clone()).solve(position, &task);
    match report.verdict().reason() {
        None if !report.line().is_empty() => Ok(report),
        // A verdict without a line: a limit was reached on the way.
        reason => Err(Undecided(reason.unwrap_or(Reason::Nodes))),
    }
}

/// The report with the exact length, if that is found within `nodes` nodes. Where points count, no length is the exact one, and the line is
/// enough.
fn shortest(measuring: &mut Solver, position: &Position, nodes: u64, left: &Left) -> Result<Option<Report>, Undecided> {
    let limits = Limits { nodes: Some(nodes), ..left.clock.left() };
    let task = Task { shortest: true, ..left.task().within(limits) };
    let report = measuring.solve(position, &task);
    match report.verdict().reason().or(report.plies_limit()) {
        Some(reason @ (Reason::Time | Reason::Interrupted)) => Err(Undecided(reason)),
        _ => Ok(Some(report)
            .filter(|report| (report.plies().is_some() || report.worth().is_some()) && !report.line().is_empty())),
    }
}
