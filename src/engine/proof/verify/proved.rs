//! [`Proved`]: what a walk remembers of the positions it has proved, in one of two ways.

use crate::rules::{Side, State};

/// A plain certificate does not prove as many positions as its header says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Miscounted {
    /// The header's number.
    pub counted: u32,
    /// The right one; `None` if there are more, however many.
    pub found: Option<u32>,
}

/// The positions that a walk has proved.
pub trait Proved<const SEATS: usize> {
    /// What a position is remembered by.
    type Mark;

    /// A walk begins in which this side is to win: nothing is remembered as proved, and counts go on.
    fn begin(&mut self, winner: Side);

    /// The mark of a settled position.
    fn mark(&self, position: &State<SEATS>) -> Self::Mark;

    /// Does what is remembered prove the position with this mark?
    fn holds(&mut self, mark: &Self::Mark) -> bool;

    /// Remembers a position.
    ///
    /// # Errors
    /// If they are more than were counted.
    fn remember(&mut self, mark: &Self::Mark) -> Result<(), Miscounted>;

    /// Are all that were counted remembered?
    ///
    /// # Errors
    /// If they are fewer.
    fn is_all(&self) -> Result<(), Miscounted> {
        Ok(())
    }

    /// The comparisons of two positions by which is better for the winner.
    fn comparisons(&self) -> u64 {
        0
    }
}
