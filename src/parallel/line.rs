//! A full line of play from a decided position.

use super::decide::{Crew, decide};
use crate::rules::{Move, Position, Side};
use crate::search::{Searcher, Verdict};

/// A game from `position`, which `winner` can force: it plays winning moves, the other side the move after which the
/// win looks hardest. Empty if a limit is reached before the end.
pub fn line<const SEATS: usize>(position: &Position<SEATS>, winner: Side, crew: &mut Crew<SEATS>) -> Vec<Move> {
    let mut line = Vec::new();
    let mut here = *position;
    while here.winner().is_none() {
        let moves = here.moves(crew.shared.rules);
        let played = if moves.len() == 1 {
            moves[0]
        } else if here.side_to_move() == winner {
            match decide(&here, crew) {
                (Verdict::Win, Some(played)) => played,
                _ => return Vec::new(),
            }
        } else {
            let mut searcher = Searcher::<SEATS>::new(crew.shared, &mut crew.memos[0]);
            // The last of the hardest: `pass` comes last and keeps cards.
            let hardness = |played: &Move| searcher.hardness(&here.play(*played));
            match moves.into_iter().max_by_key(hardness) {
                Some(played) => played,
                None => return Vec::new(),
            }
        };
        line.push(played);
        here = here.play(played);
    }
    line
}
