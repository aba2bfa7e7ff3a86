//! The position after a move and the passes that are forced after it.
//!
//! A player that can't beat the trick must pass. Such a position is not a node. So a player leads again after a combination
//! that nobody can beat.

use crate::rules::{Move, Ruleset, State};

/// The result of a move.
#[derive(Clone, Copy, Debug)]
pub enum Successor<const SEATS: usize> {
    /// The mover has shed its last card, and its side has won.
    Won,
    /// The game goes on from this position, after this many forced passes. The player to move leads or can beat the trick.
    State(State<SEATS>, u8),
}

/// The position after a move and all passes that are forced after it.
pub fn successor<const SEATS: usize>(position: &State<SEATS>, played: Move, rules: &Ruleset) -> Successor<SEATS> {
    let next = position.play_unchecked(played);
    if next.hands()[position.to_move()].is_empty() {
        return Successor::Won;
    }
    let (next, passes) = next.settled_unchecked(rules);
    Successor::State(next, passes as u8)
}
