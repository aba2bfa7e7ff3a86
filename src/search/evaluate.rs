//! A guess who wins and how much work the proof takes: the numbers a position starts with.
//!
//! The side to move wins with probability 1 / (1 + e^-z); z comes from a small network fitted to positions this program
//! solved (`model.rs`, `scripts/train_evaluation.py`). Work grows with the hands needed and with the losers: groups of
//! one's own that the other side can beat. The guess orders and aims the search; it never decides. Where the search is
//! depth-first z alone orders the moves.
//!
//! Rejected, as nodes on 17 deals of 14+14 to 20+20 and on the published puzzles, each with the parameters that suited it:
//!
//! | evaluation | deals | puzzles |
//! |---|---|---|
//! | z from 22 hand-chosen features with the weights of a logistic regression | 353,907 | 330,237 |
//! | logistic regression on the 48 features of `features.rs` | 253,363 | 264,425 |
//! | network of 16 units on them | 211,703 | 237,450 |
//! | the network with effort learned from the nodes of solved subtrees | 391,779 | 240,218 |
//! | the network without effort | 1,444,532 | 617,004 |

use super::facts::Facts;
use super::features::{COUNT, features, losers, needed};
use super::model::{BIASES, HIDDEN, OUTPUT, OUTPUT_BIAS, WEIGHTS};
use crate::rules::Shape;
use crate::table::Numbers;
use wide::{i16x8, i32x4};

/// The scale of all numbers: leaves room to tell small ones apart.
const SCALE: f32 = 16.0;
/// How fast work grows with the combinations needed and the losers among them.
const EFFORT: f32 = 0.5;
/// How fast it falls with the odds.
const ODDS: f32 = 0.4;

/// The numbers to start an unsolved position with, for the side to move, which holds `mine`.
pub fn evaluate(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> Numbers {
    let features = features(mine, theirs, trick);
    let z = of_features(&features).clamp(-12.0, 12.0);
    let number = |side: usize, z: f32| {
        let effort = (needed(&features, side) + losers(&features, side)) as f32;
        (SCALE * (EFFORT * effort - ODDS * z).exp()).clamp(1.0, 1e6) as u32
    };
    Numbers { pn: number(0, z), dn: number(1, -z) }
}

/// The logarithm of the odds that the side to move wins, holding `mine`.
pub fn logit(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> f32 {
    of_features(&features(mine, theirs, trick))
}

fn of_features(features: &[i16; COUNT]) -> f32 {
    let pairs: [i32; PAIRS] = bytemuck::cast(*features);
    let mut hidden = BIASES_SCALED;
    for (&pair, weights) in pairs.iter().zip(&WEIGHTS_SCALED) {
        let both: i16x8 = bytemuck::cast(i32x4::splat(pair));
        for (units, &weights) in hidden.iter_mut().zip(weights) {
            *units += both.dot(weights);
        }
    }
    let output = hidden.iter().zip(&OUTPUT_SCALED).map(|(units, &weights)| units.max(i32x4::ZERO) * weights);
    output.sum::<i32x4>().reduce_add() as f32 / (SCALE_OF_WEIGHTS * SCALE_OF_WEIGHTS) + OUTPUT_BIAS
}

/// What a weight of one is among the integer weights: processors multiply and add eight integers of sixteen bits at a time,
/// the features two by two.
const SCALE_OF_WEIGHTS: f32 = 64.0;

/// Pairs of features.
const PAIRS: usize = COUNT / 2;

/// Vectors of four hidden units.
const VECTORS: usize = HIDDEN / 4;

/// By pair of features: from both to four units each.
static WEIGHTS_SCALED: [[i16x8; VECTORS]; PAIRS] = {
    let mut scaled = [[i16x8::ZERO; VECTORS]; PAIRS];
    let mut at = 0;
    while at < PAIRS * VECTORS {
        let (pair, four) = (at / VECTORS, at % VECTORS);
        let mut both = [0; 8];
        let mut unit = 0;
        while unit < 8 {
            both[unit] = rounded(WEIGHTS[2 * pair + unit % 2][4 * four + unit / 2]) as i16;
            unit += 1;
        }
        scaled[pair][four] = i16x8::new(both);
        at += 1;
    }
    scaled
};

const BIASES_SCALED: [i32x4; VECTORS] = in_fours(&BIASES);

const OUTPUT_SCALED: [i32x4; VECTORS] = in_fours(&OUTPUT);

const fn in_fours(weights: &[f32; HIDDEN]) -> [i32x4; VECTORS] {
    let mut scaled = [i32x4::ZERO; VECTORS];
    let mut four = 0;
    while four < VECTORS {
        let [a, b, c, d] = [weights[4 * four], weights[4 * four + 1], weights[4 * four + 2], weights[4 * four + 3]];
        scaled[four] = i32x4::new([rounded(a), rounded(b), rounded(c), rounded(d)]);
        four += 1;
    }
    scaled
}

const fn rounded(weight: f32) -> i32 {
    let scaled = weight * SCALE_OF_WEIGHTS;
    (if scaled < 0.0 { scaled - 0.5 } else { scaled + 0.5 }) as i32
}
