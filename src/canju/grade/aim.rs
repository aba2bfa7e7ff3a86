//! What a side is after: to win, or, where a won position is played for points, to win as many points as it is worth. All measures of a
//! grade ask whether a move keeps that.

use super::Undecided;
use canju_engine::rules::{Position, Side};
use canju_engine::search::Verdict;
use canju_engine::solver::Consultation;

/// What a side is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The side.
    pub side: Side,
    /// The points that one of its players must get at least; `None` to win.
    points: Option<i64>,
}

impl Aim {
    /// To win so many points, or just to win where none are given. A position that is worth less than nothing is lost.
    pub fn of(side: Side, points: Option<i64>) -> Aim {
        Aim { side, points: points.filter(|&points| points > 0) }
    }

    /// Does its side reach it from here?
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn is_reached(self, asked: &mut Consultation<'_>, position: &Position) -> Result<bool, Undecided> {
        match asked.wins(position, self.side, self.points) {
            Verdict::Unknown(reason) => Err(Undecided(reason)),
            verdict => Ok(verdict == Verdict::Win),
        }
    }
}
