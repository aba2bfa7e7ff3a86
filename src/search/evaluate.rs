//! A guess who wins and how much work the proof takes: the numbers a position starts with.
//!
//! The side to move wins with probability 1 / (1 + e^-z), z a linear form in a few features of both hands, fitted to
//! positions this program solved. Work grows with the hands needed and with the losers: groups of one's own that
//! the other side can beat. The guess orders and aims the search; it never decides.

use super::facts::Facts;
use crate::rules::{Kind, RankMask, Shape};
use crate::table::Numbers;

/// What the evaluation looks at in one hand, against the other.
struct Features {
    needed: f32,
    losers: f32,
    bombs: f32,
    high_singles: f32,
    high_pairs: f32,
    cards: f32,
    /// Ranks the other side holds above this hand's lowest.
    above_lowest: f32,
}

fn features(mine: &Facts, theirs: &Facts) -> Features {
    let losers =
        (1..=3).map(|n| (mine.groups.exactly(n) & below_highest(theirs.groups.at_least[n - 1])).len()).sum::<u32>();
    let high = |n: usize| (mine.groups.at_least[n - 1] & !up_to_highest(theirs.groups.at_least[n - 1])).len() as f32;
    let lowest = { mine.groups.at_least[0] }.next();
    Features {
        needed: mine.needed as f32,
        losers: losers as f32,
        bombs: (mine.groups.at_least[3].len() + mine.rocket as u32) as f32,
        high_singles: high(1),
        high_pairs: high(2),
        cards: mine.cards as f32,
        above_lowest: lowest.map_or(0.0, |rank| theirs.groups.at_least[0].above(rank).len() as f32),
    }
}

fn below_highest(ranks: RankMask) -> RankMask {
    RankMask(up_to_highest(ranks).0 >> 1)
}

fn up_to_highest(ranks: RankMask) -> RankMask {
    RankMask(((1u32 << (16 - ranks.0.leading_zeros())) - 1) as u16)
}

/// The numbers to start an unsolved position with, for the side to move, which holds `mine`.
pub fn evaluate(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> Numbers {
    let (me, them) = (features(mine, theirs), features(theirs, mine));
    let z = logit(&me, &them, mine, theirs, trick).clamp(-12.0, 12.0);
    let number = |effort: f32, z: f32| (16.0 * (0.5 * effort - 0.5 * z).exp()).clamp(1.0, 1e6) as u32;
    Numbers { pn: number(me.needed + me.losers, z), dn: number(them.needed + them.losers, -z) }
}

/// The logarithm of the odds that the side to move wins.
fn logit(me: &Features, them: &Features, mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> f32 {
    let mut z = 0.66 - 0.90 * me.needed + 0.74 * them.needed - 0.56 * me.losers + 0.48 * them.losers - 1.92 * me.bombs
        + 1.47 * them.bombs
        + 1.03 * me.high_singles
        - 0.96 * them.high_singles
        + 0.24 * me.high_pairs
        - 0.22 * them.high_pairs
        + 0.27 * me.cards
        - 0.23 * them.cards
        - 0.43 * me.above_lowest
        + 0.62 * them.above_lowest;
    match trick {
        None => z += 1.07,
        Some(shape) => {
            z -= 0.49;
            if shape.kind == Kind::Solo {
                z += 0.39;
            }
        }
    }
    if mine.needed == 1 {
        z -= 0.80;
    }
    if theirs.needed == 1 {
        z += 0.72;
    }
    z
}
