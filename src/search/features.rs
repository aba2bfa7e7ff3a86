//! What the evaluation looks at: numbers that describe both hands against each other and the trick.
//!
//! All come from the masks in [`Facts`] by a few bit operations. The order is the order of the weights in `model.rs`, so
//! a change here asks for new training (`scripts/train_evaluation.py`).

use super::facts::Facts;
use crate::rules::{Kind, RankMask, Shape};

/// Features of one hand against the other.
const OF_HAND: usize = 20;
/// Features of the trick.
const OF_TRICK: usize = 8;
/// All features: the hand of the side to move, the other hand, the trick.
pub const COUNT: usize = 2 * OF_HAND + OF_TRICK;

/// The features of a position with `mine` to move against `theirs`.
pub fn features(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> [f32; COUNT] {
    let mut all = [0.0; COUNT];
    all[..OF_HAND].copy_from_slice(&of_hand(mine, theirs));
    all[OF_HAND..2 * OF_HAND].copy_from_slice(&of_hand(theirs, mine));
    all[2 * OF_HAND..].copy_from_slice(&of_trick(mine, theirs, trick));
    all
}

/// Hands needed of the side to move (0) or the other (1).
pub fn needed(features: &[f32; COUNT], side: usize) -> f32 {
    features[side * OF_HAND]
}

/// Losers of the side to move (0) or the other (1): groups the other can beat.
pub fn losers(features: &[f32; COUNT], side: usize) -> f32 {
    features[side * OF_HAND + 2..side * OF_HAND + 5].iter().sum()
}

fn of_hand(mine: &Facts, theirs: &Facts) -> [f32; OF_HAND] {
    let reach = theirs.reach;
    let groups = [1, 2, 3].map(|n| mine.unchained.exactly(n));
    let losers = [0, 1, 2].map(|n| RankMask(groups[n].0 & reach[n].0 >> 1).len());
    let captures = [0, 1, 2].map(|n| (groups[n] & !reach[n]).len());
    let lowest = { mine.groups.at_least[0] }.next();
    let lone = { groups[0] }.map(|rank| theirs.groups.at_least[0].above(rank).len().min(4)).sum::<u32>();
    let paired = { groups[1] }.map(|rank| theirs.groups.at_least[1].above(rank).len().min(4)).sum::<u32>();
    let quads = mine.groups.at_least[3].len();
    let carriers = groups[2].len() + 2 * mine.unchained.at_least[3].len();
    let held = [0, 1, 2].map(|n| (mine.groups.at_least[n] & !reach[n]).len());
    let chains = mine.chains.into_iter().flatten();
    [
        mine.needed as f32,
        mine.cards as f32,
        losers[0] as f32,
        losers[1] as f32,
        losers[2] as f32,
        captures[0] as f32,
        captures[1] as f32,
        captures[2] as f32,
        quads as f32,
        mine.rocket as u8 as f32,
        held[0] as f32,
        held[1] as f32,
        held[2] as f32,
        lowest.map_or(0.0, |rank| theirs.groups.at_least[0].above(rank).len() as f32),
        lone as f32,
        paired as f32,
        (losers[0] + losers[1]).saturating_sub(carriers) as f32,
        chains.clone().count() as f32,
        chains.filter(|chain| chain.kind == Kind::PairChain).count() as f32,
        (mine.needed == 1) as u8 as f32,
    ]
}

fn of_trick(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> [f32; OF_TRICK] {
    let Some(shape) = trick else { return [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] };
    let size = (shape.kind.body_copies() as usize).clamp(1, 3) - 1;
    let above = if shape.kind.is_chain() || shape.kind == Kind::Bomb {
        RankMask::EMPTY
    } else {
        mine.groups.at_least[size].above(shape.rank)
    };
    let winning = above & !RankMask(theirs.reach[size].0 >> 1);
    [
        0.0,
        (shape.kind == Kind::Solo) as u8 as f32,
        (shape.kind == Kind::Pair) as u8 as f32,
        (shape.kind == Kind::Bomb) as u8 as f32,
        (above.len() as f32).min(5.0),
        (!winning.is_empty()) as u8 as f32,
        (!(above & mine.unchained.exactly(size + 1)).is_empty()) as u8 as f32,
        (!(winning & mine.unchained.exactly(size + 1)).is_empty()) as u8 as f32,
    ]
}
