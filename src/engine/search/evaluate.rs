//! The evaluation: the proof and disproof number that a new position starts with.
//!
//! It guesses the winner and the work. A small network has three outputs (`networks/evaluation_2.txt`, `networks/evaluation_3.txt`,
//! `scripts/train/train_network.py`):
//!
//! - z: the side to move wins with probability 1 / (1 + e^-z).
//! - The natural logarithm of the nodes that it takes to show a win of the side to move, if there is one.
//! - The natural logarithm of the nodes that it takes to show a loss, if it is one.
//!
//! It was trained on random positions that this program solved: with two hands of all sizes, with three of 22 cards or more. With
//! three hands the network also sees the cards themselves (card inputs, `features.rs`), which saves a quarter of the nodes.
//!
//! The proof number grows with the nodes of a win and falls with its odds; the disproof number is the same for a loss. Where a
//! win is likely, its odds hardly count any more. What matters there is which of the likely wins takes the fewest nodes: of
//! the moves that searches of whole deals of three hands had begun and given up, 97 in 100 would have won as well.
//!
//! The guess directs the search and never decides a position. The depth-first search has its own order of moves (`order.rs`).
//!
//! Guessing the work as well as the winner saves a third to a half of the nodes with three hands. This and other
//! evaluations: `benches/history.md`, "Evaluation".

use super::exponential::{EXPONENT_BITS, LOG2_E, natural_log, power_of_two};
use super::facts::Facts;
use super::features::{self, CARD_GROUPS, CARD_INPUTS};
use super::network::{Network, OUTPUT_BITS};
use super::sparse_network::{SparseNetwork, Sums};
use super::weights::Weights;
use crate::rules::State;
use crate::tables::ProofNumbers;

/// The scale of all numbers, 2^4, so that small numbers still differ.
const SCALE: i64 = 4 << EXPONENT_BITS;
/// Numbers are proportional to the nodes to the power of 4/5.
const WORK: i64 = LOG2_E * 4 / 5;
/// And to the odds to the power of -1/10 where a win is likely,
const LIKELY: i64 = LOG2_E / 10;
/// or -4/5 where it is not.
const UNLIKELY: i64 = LOG2_E * 4 / 5;
/// z is kept between the negative of this and this.
const MOST_Z: i64 = 12 << OUTPUT_BITS;
/// The logarithm of the nodes is kept between 0 and this.
const MOST_WORK: i64 = 20 << OUTPUT_BITS;
/// The greatest number to start with.
const MOST: u32 = 10_000_000;

/// The network for two hands.
static OF_TWO: Network<24, 4, 3> = {
    let mut weights = Weights::of(include_str!("networks/evaluation_2.txt"));
    let network = Network::read(&mut weights);
    weights.end();
    network
};

/// The networks for three hands, by the seat to move.
static OF_THREE: [SparseNetwork<38, 16, 8, 3, CARD_INPUTS>; 3] = {
    let mut weights = Weights::of(include_str!("networks/evaluation_3.txt"));
    let first = SparseNetwork::read(&mut weights, &CARD_GROUPS);
    let second = SparseNetwork::read(&mut weights, &CARD_GROUPS);
    let third = SparseNetwork::read(&mut weights, &CARD_GROUPS);
    weights.end();
    [first, second, third]
};

/// The network's outputs for a position, in units of 2^-20 and in the view of the side to move.
#[derive(Clone, Copy)]
pub struct Guess {
    /// The logit of a win.
    z: i64,
    /// The logarithm of the nodes of a win, if the position is won.
    win: i64,
    /// The logarithm of the nodes of a loss, if the position is lost.
    loss: i64,
}

/// Guesses, and remembers what the networks for three hands have summed up for the last position, once there was one.
#[derive(Default)]
pub struct Evaluator {
    last: Option<Box<[Sums<{ features::OF_THREE }, 16, 8>; 3]>>,
}

impl Evaluator {
    /// The guess for an unsolved position of these hands.
    pub fn guess<const SEATS: usize>(&mut self, position: &State<SEATS>, hands: &[&Facts; SEATS]) -> Guess {
        let me = position.to_move();
        let [z, win, loss] = if SEATS == 2 {
            OF_TWO.outputs(&features::of_two(hands[me], hands[1 - me], position.trick().map(|trick| trick.shape)))
        } else {
            let features = features::of_three(position, hands);
            OF_THREE[me].outputs(&mut self.last.get_or_insert_default()[me], &features, features::card_inputs(position))
        };
        Guess { z, win, loss }
    }
}

impl Guess {
    /// The guess about a question: for each doubling that the side needs, it is less likely to win by this much in the logit, and takes
    /// as much more work.
    #[cold]
    pub fn with_goal(self, doublings: u8, is_mover: bool) -> Guess {
        let harder = (doublings as i64) << OUTPUT_BITS;
        match is_mover {
            true => Guess { z: self.z - harder, win: self.win + harder, ..self },
            false => Guess { z: self.z + harder, loss: self.loss + harder, ..self },
        }
    }

    /// The logarithms of the nodes of a win of the side to move and of a win of the other side, each at least 0.
    pub fn works(&self) -> [i64; 2] {
        [self.win, self.loss].map(|work| work.max(0))
    }

    /// The probability that the side to move wins.
    pub fn probability(&self) -> f64 {
        1.0 / (1.0 + (-self.z as f64 / (1 << OUTPUT_BITS) as f64).exp())
    }

    /// The nodes that the likelier verdict takes.
    pub fn nodes(&self) -> u64 {
        let [win, loss] = self.works();
        let work = if self.z > 0 { win } else { loss };
        (work as f64 / (1 << OUTPUT_BITS) as f64).exp() as u64
    }

    /// The numbers to start with. `corrections` are added to the logarithms of the nodes: of a win of the side to move, and of
    /// one of the other side.
    pub fn numbers(&self, corrections: [i64; 2]) -> ProofNumbers {
        let [win, loss] = corrections;
        ProofNumbers { pn: number(self.win + win, self.z), dn: number(self.loss + loss, -self.z) }
    }
}

/// The error of the guessed work if a number turned out to be `now` and not `guessed`: the inverse of the power of
/// [`WORK`]. In units of 2^-20.
pub fn error_of_work(now: u32, guessed: u32) -> i64 {
    (natural_log(now) - natural_log(guessed)) * 5 / 4
}

/// 16 e^(4/5 work) times e^(-z/10), or e^(-4/5 z) for a negative z. Both are in units of 2^-20. For the integers see
/// `exponential.rs`.
fn number(work: i64, z: i64) -> u32 {
    let (work, z) = (work.clamp(0, MOST_WORK), z.clamp(-MOST_Z, MOST_Z));
    let odds = if z > 0 { LIKELY } else { UNLIKELY };
    power_of_two(SCALE + ((WORK * work - odds * z) >> OUTPUT_BITS), MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: i64 = 1 << OUTPUT_BITS;

    #[test]
    fn a_guess_does_not_depend_on_the_positions_before() {
        let mut evaluator = Evaluator::default();
        features::along_a_game(|position, hands| {
            let [kept, anew] = [&mut evaluator, &mut Evaluator::default()].map(|evaluator| {
                let Guess { z, win, loss } = evaluator.guess(position, hands);
                [z, win, loss]
            });
            assert_eq!(kept, anew, "{position:?}");
        });
    }

    #[test]
    fn numbers_follow_their_formula() {
        for (work, z, expected) in [
            (0, 0, 16),
            // 16 e^(4/5), 16 e^4, 16 e^(-1/10), 16 e^(4/5), 16 e^(8/5 + 12/5), each rounded down.
            (ONE, 0, 35),
            (5 * ONE, 0, 873),
            (0, ONE, 14),
            (0, -ONE, 35),
            (2 * ONE, -3 * ONE, 873),
        ] {
            assert_eq!(number(work, z), expected, "{work} {z}");
        }
    }

    #[test]
    fn numbers_grow_with_work_and_fall_with_odds() {
        for work in (0..21 * ONE).step_by(499_979) {
            for z in (-14 * ONE..14 * ONE).step_by(99_991) {
                assert!(number(work, z) <= number(work + ONE, z));
                assert!(number(work, z) >= number(work, z + 99_991));
            }
        }
        assert_eq!(number(10 * ONE, 12 * ONE), number(10 * ONE, 13 * ONE));
        assert!(number(10 * ONE, 11 * ONE) > number(10 * ONE, 12 * ONE));
        assert_eq!(number(-ONE, 0), number(0, 0));
    }

    #[test]
    fn extremes_stay_within_their_limits() {
        assert_eq!(number(i64::MIN / 2, i64::MAX / 2), 4);
        assert_eq!(number(i64::MAX / 2, i64::MIN / 2), MOST);
        assert_eq!(number(20 * ONE, 0), number(21 * ONE, 0));
    }
}
