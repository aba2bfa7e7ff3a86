//! What a review says of a move.

use super::mark::Mark;
#[cfg(doc)]
use super::options::ReviewOptions;
use canju_engine::rules::Move;
use canju_engine::search::Verdict;

/// A move of a game, and what it did. Verdicts are for the side that made it.
///
/// ```
/// use canju::{Position, Solver, Verdict, review::{Mark, ReviewOptions, review}};
/// let start: Position = "335 | 4A".parse()?;
/// let moves = [start.parse_move("3")?, start.parse_move("4")?];
/// let review = review(&mut Solver::default(), &start, &moves, &ReviewOptions::default())?;
/// let slip = &review.moves[0];
/// assert_eq!((slip.mark, slip.before, slip.after), (Mark::GaveAway, Verdict::Win, Verdict::Loss));
/// assert_eq!((slip.keeping[0].to_string(), slip.plies), ("33".to_owned(), Some(3)));
/// assert_eq!(slip.refutation[0].to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReviewedMove {
    /// The seat that made it, from 0.
    pub player: usize,
    /// The move.
    pub played: Move,
    /// Cards of all hands before it.
    pub cards: u32,
    /// Before it.
    pub before: Verdict,
    /// After it.
    pub after: Verdict,
    /// What it did.
    pub mark: Mark,
    /// Where it is played for points: what its player gets with best play before it and after it. `None` also if a limit left one of them
    /// open.
    pub points: Option<[i64; 2]>,
    /// Moves that keep the win, where there was one to keep and a choice: with [`ReviewOptions::all_moves`] every one, else one or
    /// two, of two sets of cards if there are two.
    pub keeping: Vec<Move>,
    /// Are [`ReviewedMove::keeping`] known to be all of them?
    pub keeping_is_complete: bool,
    /// Did only one set of cards keep the win? `None` if there was none to keep, or no choice, or if that was not found: at a limit, and
    /// without [`ReviewOptions::all_moves`] within 50,000 nodes.
    pub only: Option<bool>,
    /// After a move that gave the win away: the moves up to the first of the other side that wins. Empty otherwise.
    pub refutation: Vec<Move>,
    /// After a move that gave the win away: how many plies the game would have lasted if the winner had ended it as soon and the loser
    /// as late as possible, a pass counting as one. `None` if that was not found within 10,000 nodes.
    pub plies: Option<u16>,
}
