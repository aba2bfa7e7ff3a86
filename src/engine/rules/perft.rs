//! Perft: the number of move sequences of a given length, the standard check of a move generator.

use super::ruleset::Ruleset;
use super::state::State;

/// How many sequences of exactly `depth` moves there are from `position`. A pass is a move. A finished game has no further
/// moves, so games that end earlier are not counted.
///
/// ```
/// use canju_engine::rules::{perft, State, Ruleset};
/// let rules = Ruleset::default();
/// let position = State::<2>::parse(["34", "5"], None, &rules)?;
/// let counts: Vec<u64> = (0..4).map(|depth| perft(&position, &rules, depth)).collect();
/// assert_eq!(counts, [1, 2, 4, 2]); // 3 or 4; 5 or pass; the other card after a pass
/// # Ok::<(), canju::rules::PositionError>(())
/// ```
pub fn perft<const SEATS: usize>(position: &State<SEATS>, rules: &Ruleset, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.moves(rules).len() as u64,
        _ => position
            .moves(rules)
            .into_iter()
            .map(|played| perft(&position.play_unchecked(played), rules, depth - 1))
            .sum(),
    }
}
