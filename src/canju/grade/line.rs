//! The line under best resistance: how long it is, and how often its winner must find the only move.

use super::Undecided;
use super::aim::Aim;
use super::first_moves::first_moves;
use canju_engine::rules::{Move, Position};
use canju_engine::solver::{Consultation, Report};

/// A full game: the winner ends it as soon as it can, the loser as late.
///
/// ```
/// use canju::{Limits, StopFlag, grade::Grader};
/// let grade = Grader::new(Limits::default(), StopFlag::default()).grade(&"335 | 4A".parse()?)?;
/// assert_eq!((grade.line.moves.len(), grade.line.is_exact), (3, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its moves. Every move is a ply, a pass too.
    pub moves: Vec<Move>,
    /// Is its length the exact one? Otherwise it is played for points, or the search for the length took too many nodes; then the loser
    /// leaves the winner the fewest winning replies instead, as far as that is found.
    pub is_exact: bool,
    /// How often the winner has a choice between several sets of cards.
    pub decisions: usize,
    /// At how many of these only one set of cards wins.
    pub only_moves: usize,
}

/// The line of a report, with the decisions of its winner counted, who is after this.
///
/// # Errors
/// If a limit is reached.
pub fn line(
    asked: &mut Consultation<'_>,
    position: &Position,
    report: &Report,
    winner: Aim,
) -> Result<Line, Undecided> {
    let mut found =
        Line { moves: report.line().to_vec(), is_exact: report.plies().is_some(), decisions: 0, only_moves: 0 };
    let mut here = *position;
    for &played in report.line() {
        if here.side_to_move() == winner.side {
            // With two wins among them the rest need not be known, but for whether there is a choice.
            let moves = first_moves(asked, &here, winner, 1)?;
            found.decisions += (moves.len() > 1) as usize;
            found.only_moves += (moves.len() > 1 && moves.iter().filter(|first| first.wins).count() == 1) as usize;
        }
        here = here.after(played);
    }
    Ok(found)
}
