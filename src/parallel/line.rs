//! A full line of play from a decided position.

use super::decide::{Crew, decide};
use super::resistance::{Resistance, exact_game, fewest_replies, hardest_looking};
use crate::rules::{Move, Position, Side};
use crate::search::{Searcher, Verdict};

/// A game from `position`, which `winner` can force: it plays winning moves, the other side resists. From where the
/// length of the game is known both play for that. Empty if a limit is reached before the end.
pub fn line<const SEATS: usize>(
    position: &Position<SEATS>,
    winner: Side,
    resistance: Resistance,
    crew: &mut Crew<SEATS>,
) -> Vec<Move> {
    let mut line = Vec::new();
    let mut here = *position;
    while here.winner().is_none() {
        let moves = here.moves(crew.shared.rules);
        let played = if moves.len() == 1 {
            moves[0]
        } else if resistance == Resistance::Best
            && let Some(rest) = exact_game(&here, winner, crew)
        {
            line.extend(rest);
            return line;
        } else if here.side_to_move() == winner {
            match decide(&here, crew) {
                (Verdict::Win, Some(played)) => played,
                _ => return Vec::new(),
            }
        } else {
            let resisting = match resistance {
                Resistance::Quick => {
                    let mut searcher = Searcher::new(crew.shared, &mut crew.memos[0]);
                    hardest_looking(&here, winner, crew.shared.rules, &mut searcher)
                }
                Resistance::Best => fewest_replies(&here, winner, crew),
            };
            match resisting {
                Some(played) => played,
                None => return Vec::new(),
            }
        };
        line.push(played);
        here = here.play(played);
    }
    line
}
