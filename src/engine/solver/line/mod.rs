//! Plays a decided position out: the best move, the length of the game, and a full line of play.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`play_out`]: the best move and the line |
//! | `resistance.rs` | [`Resistance`]: the losing side's moves |
//! | `shortest.rs` | the game if one side hurries and the other resists |
//! | `length.rs` | how many plies a decided game lasts |
//! | `least.rs` | a lower bound on them |
//! | `bounds.rs` | what is known about lengths, in bounded memory |

mod bounds;
mod least;
mod length;
mod resistance;
mod shortest;

use super::workers::{Decision, Resources, decide};
use crate::rules::{Move, Side, State};
use crate::search::{SolveContext, Verdict};
use least::least_plies;
pub use length::Lengths;
use resistance::fewest_replies;
pub use resistance::{Resistance, hardest_looking};
use shortest::shortest_game;

/// What to find beside the verdict.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// The exact length of the game, whatever it costs.
    pub length: bool,
    /// A full game.
    pub line: bool,
    /// How much work the losing side's moves of that game may take.
    pub resistance: Resistance,
}

/// What [`play_out`] found.
pub struct PlayedOut {
    /// The winning move to play. `None` if the position is lost.
    pub best: Option<Move>,
    /// The plies of the game, if they are wanted and no limit was reached.
    pub plies: Option<u16>,
    /// A full game, if one is wanted. Empty if a limit was reached.
    pub line: Vec<Move>,
}

/// Plays out a decided position whose game is not over.
///
/// If the exact game is found within a budget of nodes, the winner plays the move that ends the game soonest, and the loser
/// holds out as long as it can. The budget:
///
/// - What the limits leave, if the length is wanted.
/// - For a small position whose line is to have the best resistance, what [`Resistance::Best`] may cost.
/// - For a win as many nodes as the verdict took: where the quickest win costs no more than that, it is played. This is only
///   tried where it may succeed, see [`may_be_quick`].
///
/// Otherwise the winner plays the move that was found, and the line is made move by move.
pub fn play_out<const SEATS: usize>(
    position: &State<SEATS>,
    (verdict, found): Decision,
    wanted: Wanted,
    resources: &mut Resources<SEATS>,
) -> PlayedOut {
    let mover = position.side_to_move();
    let winner = if verdict == Verdict::Win { mover } else { mover.opponent() };
    let (budget, tuning) = (resources.shared.budget, resources.shared.tuning);
    let game = if wanted.length {
        shortest_game(position, winner, budget, resources)
    } else if wanted.line {
        let small = wanted.resistance == Resistance::Best && position.cards() <= tuning.length_cards;
        let quick = budget.nodes().max(2 * tuning.quick_win_share);
        let quick = if found.is_some() && may_be_quick(position, quick, resources) { quick } else { 0 };
        let nodes = if small { quick.max(tuning.line_nodes) } else { quick };
        if nodes > 0 { shortest_game(position, winner, &budget.aside(nodes), resources) } else { None }
    } else {
        None
    };
    let plies = game.as_ref().map(|game| game.plies).filter(|_| wanted.length);
    let mut line = game.map(|game| game.moves).unwrap_or_default();
    let best = found.map(|found| line.first().copied().unwrap_or(found));
    if line.is_empty() {
        line.extend(best);
    }
    let line = if wanted.line { continued(line, position, winner, wanted.resistance, resources) } else { Vec::new() };
    PlayedOut { best, plies, line }
}

/// May the quickest win be found within `nodes` nodes?
///
/// Mostly it can't. The nodes double with every second ply, and `least.rs` has a lower bound on the plies. So a third of the
/// published puzzles get their quickest move, and a batch takes 4 % longer instead of 35 % (`benches/history.md`, "Lines of
/// play").
fn may_be_quick<const SEATS: usize>(position: &State<SEATS>, nodes: u64, resources: &Resources<SEATS>) -> bool {
    let SolveContext { tuning, rules, .. } = resources.shared;
    let doublings = least_plies(position, position.side_to_move(), rules) / 2;
    position.cards() <= tuning.quick_win_cards
        && nodes.checked_shr(doublings.into()).unwrap_or(0) >= tuning.quick_win_share
}

/// Goes on with a line from `position` to the end of the game. The winner plays winning moves, and the other side resists.
/// Once the exact length of the game can be found, the winner ends it as soon as possible and the loser as late. Empty if a
/// limit is reached.
fn continued<const SEATS: usize>(
    mut line: Vec<Move>,
    position: &State<SEATS>,
    winner: Side,
    resistance: Resistance,
    resources: &mut Resources<SEATS>,
) -> Vec<Move> {
    let mut here = line.iter().fold(*position, |here, &played| here.play(played));
    while here.winner().is_none() {
        let from = line.len();
        match next_moves(&here, winner, resistance, resources) {
            Some(moves) => line.extend(moves),
            None => return Vec::new(),
        }
        here = line[from..].iter().fold(here, |here, &played| here.play(played));
    }
    line
}

/// The next move of a line, or all moves of the game as far as the exact one is known. `None` if a limit is reached.
pub fn next_moves<const SEATS: usize>(
    here: &State<SEATS>,
    winner: Side,
    resistance: Resistance,
    resources: &mut Resources<SEATS>,
) -> Option<Vec<Move>> {
    let tuning = resources.shared.tuning;
    let moves = here.moves(resources.shared.rules);
    if moves.len() == 1 {
        return Some(moves);
    }
    if resistance == Resistance::Best
        && here.cards() <= tuning.length_cards
        && let budget = resources.shared.budget.aside(tuning.line_nodes)
        && let Some(game) = shortest_game(here, winner, &budget, resources)
    {
        return Some(game.moves);
    }
    let played = if here.side_to_move() == winner {
        decide(here, resources).1
    } else {
        match resistance {
            Resistance::Quick => {
                let mut searcher = resources.shared.searcher(&mut resources.memos[0]);
                hardest_looking(here, winner, resources.shared.rules, &mut searcher)
            }
            Resistance::Best => fewest_replies(here, winner, resources),
        }
    };
    played.map(|played| vec![played])
}
