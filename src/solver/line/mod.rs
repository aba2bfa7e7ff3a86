//! A full line of play from a decided position.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the line: a move for each side in turn |
//! | `resistance.rs` | [`Resistance`]: the losing side's moves |
//! | `length.rs` | how many plies a decided game lasts |

mod length;
mod resistance;

use super::workers::{Resources, decide};
use crate::rules::{Move, Position, Side};
use crate::search::{Searcher, Verdict};
pub use resistance::{Resistance, hardest_looking};
use resistance::{exact_game, fewest_replies};

/// A game from `position`, which `winner` wins. The winner plays winning moves, and the other side resists. Once the exact
/// length of the game can be found, the winner ends it as soon as possible and the loser as late. Empty if a limit is
/// reached.
pub fn line<const SEATS: usize>(
    position: &Position<SEATS>,
    winner: Side,
    resistance: Resistance,
    resources: &mut Resources<SEATS>,
) -> Vec<Move> {
    let mut line = Vec::new();
    let mut here = *position;
    while here.winner().is_none() {
        let moves = here.moves(resources.shared.rules);
        let played = if moves.len() == 1 {
            moves[0]
        } else if resistance == Resistance::Best
            && let Some(rest) = exact_game(&here, winner, resources)
        {
            line.extend(rest);
            return line;
        } else if here.side_to_move() == winner {
            match decide(&here, resources) {
                (Verdict::Win, Some(played)) => played,
                _ => return Vec::new(),
            }
        } else {
            let resisting = match resistance {
                Resistance::Quick => {
                    let mut searcher = Searcher::new(resources.shared, &mut resources.memos[0]);
                    hardest_looking(&here, winner, resources.shared.rules, &mut searcher)
                }
                Resistance::Best => fewest_replies(&here, winner, resources),
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
