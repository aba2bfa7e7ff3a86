//! Which of several moves that win as often forgives most.
//!
//! In a world everybody sees all hands and nobody errs, so moves often win in equally many worlds although one of them depends on
//! what nobody at the table can know. Of those that share the first place, that one is put first after which the side of the player
//! wins most often if the next player's move is a random one of those that differ, and everybody plays perfectly after it: whether the
//! next player is an opponent, who may err, or the partner, who must find the move without seeing the hands. What was tried beside it
//! is in `benches/advice/README.md`, "Ties".

use crate::choices::Classes;
use crate::race::Outcome;
use canju_engine::rules::{Move, Position};

/// In so many worlds at most. It decides between moves that are alike, so it need not be exact.
pub(crate) const FORGIVING: usize = 16;

/// The share of the next player's moves after which the side of the player to move wins, if it plays this; `outcome` says what
/// becomes of a move for the side that makes it. `None` if that is open.
pub(crate) fn safety(
    position: &Position,
    played: Move,
    mut outcome: impl FnMut(&Position, Move) -> Outcome,
) -> Option<f64> {
    let next = position.after(played);
    if let Some(winner) = next.winner() {
        return Some(f64::from(winner == position.side_to_move()));
    }
    let is_same_side = next.side_to_move() == position.side_to_move();
    let mut classes = Classes::default();
    let (mut won, mut all) = (0, 0);
    for reply in next.moves() {
        if classes.number(0, &next.after(reply)) < all {
            continue;
        }
        all += 1;
        won += usize::from(match outcome(&next, reply) {
            Outcome::Won => is_same_side,
            Outcome::Lost => !is_same_side,
            Outcome::Open | Outcome::Unasked => return None,
        });
    }
    Some(won as f64 / all as f64)
}
