//! The game if the winner ends it as soon and the loser as late as possible (`length.rs` measures it).
//!
//! Several games can be equally long. The one chosen depends on the position alone, not on threads, memory or what the tables
//! hold: the winner plays the first of the moves that shed the most cards, the loser the one that looks hardest to the
//! evaluation.

use super::length::{CountedSuccessor, Lengths, Spent};
use super::resistance::ranked;
use crate::rules::{Move, Side, State};
use crate::search::Budget;
use crate::solver::workers::Resources;

/// A game of known length.
pub struct Game {
    /// How many plies the game lasts from here.
    pub plies: u16,
    /// Its first moves. All of them, unless the budget was spent before they were found.
    pub moves: Vec<Move>,
}

/// The whole game from a position that `winner` wins. `None` if its length or its first move is not found within the budget.
pub fn shortest_game<const SEATS: usize>(
    position: &State<SEATS>,
    winner: Side,
    budget: &Budget,
    resources: &mut Resources<SEATS>,
) -> Option<Game> {
    let mut lengths = Lengths::new(resources, budget, winner);
    let (start, passes) = position.settled(lengths.rules());
    let plies = passes + lengths.length(&start).ok()?;
    let (mut moves, mut here) = (Vec::new(), *position);
    while here.winner().is_none() {
        let played = match here.can_play(lengths.rules()) {
            true => match next_move(&here, winner, plies - moves.len() as u16, &mut lengths) {
                Ok(played) => played,
                Err(Spent) => break,
            },
            false => Move::Pass,
        };
        moves.push(played);
        here = here.play(played);
    }
    (!moves.is_empty()).then_some(Game { plies, moves })
}

/// The winner's move that ends the game soonest, or the loser's move that keeps it longest. The game lasts `length` plies.
fn next_move<const SEATS: usize>(
    here: &State<SEATS>,
    winner: Side,
    length: u16,
    lengths: &mut Lengths<SEATS>,
) -> Result<Move, Spent> {
    let hurries = here.side_to_move() == winner;
    let moves = if hurries { lengths.hurried(here) } else { ranked(here, lengths) };
    for played in moves {
        let fits = match lengths.counted_successor(here, played) {
            CountedSuccessor::Won => hurries,
            CountedSuccessor::State { position, key, plies } if hurries => {
                plies < length && lengths.is_won(&position)? && lengths.within(&position, key, length - plies)?
            }
            CountedSuccessor::State { position, key, plies } => {
                plies + 1 >= length || !lengths.within(&position, key, length - plies - 1)?
            }
        };
        if fits {
            return Ok(played);
        }
    }
    Err(Spent)
}
