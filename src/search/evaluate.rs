//! The evaluation: the proof and disproof number that a new position starts with.
//!
//! It guesses the winner and the work. The side to move wins with probability 1 / (1 + e^-z). A small network computes z.
//! It was trained on positions that this program solved (`evaluate_model.rs`, `scripts/train_network.py`). The work grows
//! with the hands needed and with the losers, the groups that the other side can beat. The guess directs the search and
//! never decides a position. The depth-first search has its own order of moves (`order.rs`).
//!
//! What was measured, as nodes on 17 deals of 14+14 to 20+20 and on the published puzzles, each with the parameters that
//! suited it. The network of 16 units is kept:
//!
//! | evaluation | deals | puzzles |
//! |---|---|---|
//! | z from 22 hand-chosen features with the weights of a logistic regression | 353,907 | 330,237 |
//! | logistic regression on the 48 features of `features.rs` | 253,363 | 264,425 |
//! | network of 16 units on them (kept) | 211,703 | 237,450 |
//! | the network with effort learned from the nodes of solved subtrees | 391,779 | 240,218 |
//! | the network without effort | 1,444,532 | 617,004 |

use super::evaluate_model::OF_TWO;
use super::evaluate_model_three::OF_THREE;
use super::exponential::{EXPONENT_BITS, LOG2_E, power_of_two};
use super::facts::Facts;
use super::features::{self, efforts};
use super::network::OUTPUT_BITS;
use crate::rules::Position;
use crate::tables::ProofNumbers;

/// The scale of all numbers, 2^4, so that small numbers still differ.
const SCALE: i64 = 4 << EXPONENT_BITS;
/// How fast numbers grow with the effort: e^(1/2) times for each hand needed and for each loser.
const EFFORT: i64 = LOG2_E / 2;
/// How fast numbers fall with the odds: they are proportional to the odds to the power of -2/5.
const ODDS: i64 = LOG2_E * 2 / 5;
/// z is kept between the negative of this and this.
const MOST_Z: i64 = 12 << OUTPUT_BITS;
/// The greatest number to start with.
const MOST: u32 = 1_000_000;

/// The numbers that an unsolved position of these hands starts with, in the view of the side to move.
pub fn evaluate<const SEATS: usize>(position: &Position<SEATS>, hands: &[&Facts; SEATS]) -> ProofNumbers {
    let me = position.to_move();
    let ([mine, theirs], z) = if SEATS == 2 {
        let features = features::of_two(hands[me], hands[1 - me], position.trick().map(|trick| trick.shape));
        (efforts(&features, me), OF_TWO.output(&features))
    } else {
        let features = features::of_three(position, hands);
        (efforts(&features, me), OF_THREE[me].output(&features))
    };
    ProofNumbers { pn: number(mine, z), dn: number(theirs, -z) }
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
