//! From a position to the positions that matter after each move.
//!
//! A player who can't beat the trick passes, whatever it thinks: such positions are skipped, so that a combination
//! nobody can answer leads straight to its player's next lead.

use crate::rules::{Move, Position, Ruleset};

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub enum Next<const SEATS: usize> {
    /// The mover shed its last card: its side has won.
    Won,
    /// The game goes on from here; the player to move leads or can beat the trick.
    Position(Position<SEATS>),
}

/// The position after a move and all passes that are forced after it.
pub fn after<const SEATS: usize>(position: &Position<SEATS>, played: Move, rules: &Ruleset) -> Next<SEATS> {
    let next = position.play_unchecked(played);
    if next.hands()[position.to_move()].is_empty() {
        return Next::Won;
    }
    Next::Position(next.settled_unchecked(rules).0)
}
