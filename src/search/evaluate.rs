//! A guess who wins and how much work the proof takes: the numbers a position starts with.
//!
//! The side to move wins with probability 1 / (1 + e^-z), z a linear form in a few features of both hands, fitted to
//! positions this program solved. Work grows with the hands needed and with the losers: groups of one's own that
//! the other side can beat. The guess orders and aims the search; it never decides.

use super::hands_needed::HandsNeeded;
use crate::rules::{Hand, Kind, Position, RankMask};
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

fn features(needed: u8, mine: Hand, theirs: Hand) -> Features {
    let beatable = |n: u8| mine.exactly(n) & below_highest(theirs.at_least(n));
    let rocket = mine.has_rocket() as u32;
    let high = |n: u8| (mine.at_least(n) & !below_or_at_highest(theirs.at_least(n))).len() as f32;
    let lowest = mine.ranks().next();
    Features {
        needed: needed as f32,
        losers: (1..=3).map(|n| beatable(n).len()).sum::<u32>() as f32,
        bombs: (mine.at_least(4).len() + rocket) as f32,
        high_singles: high(1),
        high_pairs: high(2),
        cards: mine.len() as f32,
        above_lowest: lowest.map_or(0.0, |rank| theirs.ranks().above(rank).len() as f32),
    }
}

fn below_highest(ranks: RankMask) -> RankMask {
    RankMask(below_or_at_highest(ranks).0 >> 1)
}

fn below_or_at_highest(ranks: RankMask) -> RankMask {
    RankMask(((1u32 << (16 - ranks.0.leading_zeros())) - 1) as u16)
}

/// The numbers to start an unsolved position with.
pub fn evaluate<const SEATS: usize>(position: &Position<SEATS>, needed: &mut HandsNeeded) -> Numbers {
    let mine = position.hand();
    // With three hands the other side is the stronger-looking of the opponents.
    let side = position.side_to_move();
    let seats = (0..SEATS).filter(|&seat| Position::<SEATS>::side(seat) != side);
    let theirs = seats.map(|seat| position.hands()[seat]).min_by_key(|&hand| needed.of(hand)).unwrap_or_default();
    let (t_mine, t_theirs) = (needed.of(mine), needed.of(theirs));
    let (me, them) = (features(t_mine, mine, theirs), features(t_theirs, theirs, mine));
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
    match position.trick() {
        None => z += 1.07,
        Some(trick) => {
            z -= 0.49;
            if trick.shape.kind == Kind::Solo {
                z += 0.39;
            }
        }
    }
    if t_mine == 1 {
        z -= 0.80;
    }
    if t_theirs == 1 {
        z += 0.72;
    }
    let z = z.clamp(-12.0, 12.0);
    let number = |effort: f32, z: f32| (2.0 * (0.5 * effort - 0.3 * z).exp() * 8.0).clamp(1.0, 1e7) as u32;
    Numbers { pn: number(me.needed + me.losers, z), dn: number(them.needed + them.losers, -z) }
}
