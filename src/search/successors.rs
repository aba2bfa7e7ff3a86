//! From a position to the positions that matter after each move.
//!
//! A player who can't beat the trick passes, whatever it thinks: such positions are skipped, so that a combination
//! nobody can answer leads straight to its player's next lead.

use crate::rules::{Move, Position, Ruleset};

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub enum Successor<const SEATS: usize> {
    /// The mover shed its last card: its side has won.
    Won,
    /// The game goes on from here, after this many forced passes; the player to move leads or can beat the trick.
    Position(Position<SEATS>, u8),
}

/// The position after a move and all passes that are forced after it.
pub fn after<const SEATS: usize>(position: &Position<SEATS>, played: Move, rules: &Ruleset) -> Successor<SEATS> {
    let next = position.play_unchecked(played);
    if next.hands()[position.to_move()].is_empty() {
        return Successor::Won;
    }
    let (next, passes) = next.settled_unchecked(rules);
    Successor::Position(next, passes as u8)
}
