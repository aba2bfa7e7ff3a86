//! What is asked of a review.

use canju_engine::search::{Limits, StopFlag};
use std::time::Duration;

/// What a review looks for, and within which limits.
///
/// ```
/// use canju::{Limits, review::ReviewOptions};
/// let limits = Limits { nodes: Some(100_000), ..Limits::default() };
/// let options = ReviewOptions { all_moves: true, limits, ..ReviewOptions::default() };
/// assert_eq!(options.time, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReviewOptions {
    /// Find every move that keeps a win. By default two sets of cards are enough, which tell whether there was a choice.
    pub all_moves: bool,
    /// The limits of each position: its winner, and what is said about the move that was played there.
    pub limits: Limits,
    /// The time for the whole game.
    pub time: Option<Duration>,
    /// Raised by the caller to interrupt.
    pub stop: StopFlag,
}
