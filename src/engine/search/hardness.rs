//! How hard a position looks for the side that wins it: a guess for lines of play.
//!
//! A line shows a loser that resists. Where several moves resist equally long, or it would take too long to find out which do, it
//! plays the one after which the win looks hardest. This guess is not the evaluation of the search (`evaluate.rs`), though it was once:
//! lines, and the difficulty of a puzzle that is measured along them, must not change whenever the search gets better. So these
//! weights stay as they are. Hands needed alone, without a network, make lines with far fewer traps for the winner (`REJECTED.md`).
//!
//! The side to move wins with probability 1 / (1 + e^-z), which a small network computes. A win takes the more work the more hands
//! it needs and the more losers there are, groups that the other side can beat.

use super::exponential::{EXPONENT_BITS, LOG2_E, power_of_two};
use super::facts::Facts;
use super::features::{self, efforts};
use super::network::{Network, OUTPUT_BITS};
use super::weights::Weights;
use crate::rules::{Side, State};

/// The scale of all numbers, 2^4, so that small numbers still differ.
const SCALE: i64 = 4 << EXPONENT_BITS;
/// How fast numbers grow with the effort: e^(1/2) times for each hand needed and for each loser.
const EFFORT: i64 = LOG2_E / 2;
/// How fast numbers fall with the odds: they are proportional to the odds to the power of -2/5.
const ODDS: i64 = LOG2_E * 2 / 5;
/// z is kept between the negative of this and this.
const MOST_Z: i64 = 12 << OUTPUT_BITS;
/// The greatest number.
const MOST: u32 = 1_000_000;

/// The network for two hands.
static OF_TWO: Network<24, 4, 1> = {
    let mut weights = Weights::of(include_str!("networks/hardness_2.txt"));
    let network = Network::read(&mut weights);
    weights.end();
    network
};

/// The networks for three hands, by the seat to move.
static OF_THREE: [Network<38, 4, 1>; 3] = {
    let mut weights = Weights::of(include_str!("networks/hardness_3.txt"));
    let (first, second, third) =
        (Network::read(&mut weights), Network::read(&mut weights), Network::read(&mut weights));
    weights.end();
    [first, second, third]
};

/// How hard it looks to show that `side` wins a position of these hands.
pub fn hardness<const SEATS: usize>(position: &State<SEATS>, hands: &[&Facts; SEATS], side: Side) -> u32 {
    let me = position.to_move();
    let ([mine, theirs], [z]) = if SEATS == 2 {
        let features = features::of_two(hands[me], hands[1 - me], position.trick().map(|trick| trick.shape));
        (efforts(&features, me), OF_TWO.outputs(&features))
    } else {
        let features = features::of_three(position, hands);
        (efforts(&features, me), OF_THREE[me].outputs(&features))
    };
    if position.side_to_move() == side { number(mine, z) } else { number(theirs, -z) }
}

/// 16 * e^(effort / 2 - 2 z / 5), with z in units of 2^-20. For the integers see `exponential.rs`.
fn number(effort: i64, z: i64) -> u32 {
    let z = z.clamp(-MOST_Z, MOST_Z);
    power_of_two(SCALE + EFFORT * effort - ((ODDS * z) >> OUTPUT_BITS), MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: i64 = 1 << OUTPUT_BITS;

    #[test]
    fn numbers_follow_their_formula() {
        for (effort, z, expected) in [
            (0, 0, 16),
            // 16 e^(1/2), 16 e^2, 16 e^(-2/5), 16 e^(2/5), 16 e^(7/2 + 6/5), each rounded down.
            (1, 0, 26),
            (4, 0, 118),
            (0, ONE, 10),
            (0, -ONE, 23),
            (7, -3 * ONE, 1759),
        ] {
            assert_eq!(number(effort, z), expected, "{effort} {z}");
        }
    }

    #[test]
    fn numbers_grow_with_effort_and_fall_with_odds() {
        for effort in 0..60 {
            for z in (-14 * ONE..14 * ONE).step_by(99_991) {
                assert!(number(effort, z) <= number(effort + 1, z));
                assert!(number(effort, z) >= number(effort, z + 99_991));
            }
        }
        assert_eq!(number(20, 12 * ONE), number(20, 13 * ONE));
        assert!(number(20, 11 * ONE) > number(20, 12 * ONE));
    }

    #[test]
    fn extremes_stay_within_their_limits() {
        assert_eq!(number(0, i64::MAX / 2), 1);
        assert_eq!(number(i16::MAX as i64, i64::MIN / 2), MOST);
    }
}
