//! The inputs of the networks: numbers that describe the two hands against each other, and the trick.
//!
//! A few bit operations compute them from the masks in [`Facts`]. Their order is that of the weights in `evaluate_model.rs`
//! and `order_model.rs`. So a change here requires new training (`scripts/train_network.py`).

use super::facts::Facts;
use crate::rules::{Kind, RankMask, Shape};

/// Features of one hand against the other.
const OF_HAND: usize = 20;
/// Features of the trick.
const OF_TRICK: usize = 8;
/// All features: the hand of the side to move, the other hand, the trick.
pub const COUNT: usize = 2 * OF_HAND + OF_TRICK;

/// The features of a position with `mine` to move against `theirs`.
pub fn features(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> [i16; COUNT] {
    let mut all = [0; COUNT];
    all[..OF_HAND].copy_from_slice(&of_hand(mine, theirs));
    all[OF_HAND..2 * OF_HAND].copy_from_slice(&of_hand(theirs, mine));
    all[2 * OF_HAND..].copy_from_slice(&of_trick(mine, theirs, trick));
    all
}

/// Hands needed by the side to move (0) or by the other side (1).
pub fn needed(features: &[i16; COUNT], side: usize) -> i16 {
    features[side * OF_HAND]
}

/// Losers of the side to move (0) or of the other side (1): groups that the opponent can beat.
pub fn losers(features: &[i16; COUNT], side: usize) -> i16 {
    features[side * OF_HAND + 2..side * OF_HAND + 5].iter().sum()
}

fn of_hand(mine: &Facts, theirs: &Facts) -> [i16; OF_HAND] {
    let reach = theirs.reach;
    let groups = [1, 2, 3].map(|n| mine.unchained.exactly(n));
    let losers = [0, 1, 2].map(|n| RankMask(groups[n].0 & reach[n].0 >> 1).len());
    let captures = [0, 1, 2].map(|n| (groups[n] & !reach[n]).len());
    let lowest = mine.groups.at_least[0].lowest();
    let [lone, paired] = [0, 1].map(|n| sum_of_nibbles(theirs.held_above[n] & mine.lone[n]));
    let quads = mine.groups.at_least[3].len();
    let carriers = groups[2].len() + 2 * mine.unchained.at_least[3].len();
    let held = [0, 1, 2].map(|n| (mine.groups.at_least[n] & !reach[n]).len());
    let chains = mine.chains.into_iter().flatten();
    [
        mine.needed as i16,
        mine.cards as i16,
        losers[0] as i16,
        losers[1] as i16,
        losers[2] as i16,
        captures[0] as i16,
        captures[1] as i16,
        captures[2] as i16,
        quads as i16,
        mine.rocket as i16,
        held[0] as i16,
        held[1] as i16,
        held[2] as i16,
        lowest.map_or(0, |rank| theirs.groups.at_least[0].above(rank).len() as i16),
        lone as i16,
        paired as i16,
        (losers[0] + losers[1]).saturating_sub(carriers) as i16,
        chains.clone().count() as i16,
        chains.filter(|chain| chain.kind == Kind::PairChain).count() as i16,
        (mine.needed == 1) as i16,
    ]
}

/// The sum of sixteen nibbles, none above seven.
fn sum_of_nibbles(nibbles: u64) -> u32 {
    let pairs = (nibbles & 0x0f0f_0f0f_0f0f_0f0f) + (nibbles >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

fn of_trick(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> [i16; OF_TRICK] {
    let Some(shape) = trick else { return [1, 0, 0, 0, 0, 0, 0, 0] };
    let size = (shape.kind.body_copies() as usize).clamp(1, 3) - 1;
    let above = if shape.kind.is_chain() || shape.kind == Kind::Bomb {
        RankMask::EMPTY
    } else {
        mine.groups.at_least[size].above(shape.rank)
    };
    let winning = above & !RankMask(theirs.reach[size].0 >> 1);
    [
        0,
        (shape.kind == Kind::Solo) as i16,
        (shape.kind == Kind::Pair) as i16,
        (shape.kind == Kind::Bomb) as i16,
        (above.len() as i16).min(5),
        (!winning.is_empty()) as i16,
        (!(above & mine.unchained.exactly(size + 1)).is_empty()) as i16,
        (!(winning & mine.unchained.exactly(size + 1)).is_empty()) as i16,
    ]
}
