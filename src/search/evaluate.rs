//! A guess who wins and how much work the proof takes: the numbers a position starts with.
//!
//! The side to move wins with probability 1 / (1 + e^-z); z comes from a small network fitted to positions this program
//! solved (`model.rs`, `scripts/train_evaluation.py`). Work grows with the hands needed and with the losers: groups of
//! one's own that the other side can beat. The guess orders and aims the search; it never decides.
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
    let unit = |(weights, bias): (&[i16; COUNT], &i16)| {
        let product = |i: usize| features[i].wrapping_mul(weights[i]);
        (0..COUNT).fold(*bias, |sum, i| sum.wrapping_add(product(i))).max(0) as f32
    };
    let hidden = SCALED.iter().zip(&SCALED_BIASES).map(unit);
    hidden.zip(&OUTPUT).map(|(unit, weight)| unit * weight).sum::<f32>() / SCALE_OF_WEIGHTS + OUTPUT_BIAS
}

/// What a weight of one is among the integer weights of the hidden layer: sums stay within sixteen bits, of which
/// processors multiply and add eight at a time.
const SCALE_OF_WEIGHTS: f32 = 64.0;

/// The weights of each unit.
static SCALED: [[i16; COUNT]; HIDDEN] = {
    let mut scaled = [[0; COUNT]; HIDDEN];
    let (mut unit, mut feature) = (0, 0);
    while unit < HIDDEN {
        scaled[unit][feature] = rounded(WEIGHTS[feature][unit]);
        feature += 1;
        (unit, feature) = (unit + feature / COUNT, feature % COUNT);
    }
    scaled
};

static SCALED_BIASES: [i16; HIDDEN] = {
    let mut scaled = [0; HIDDEN];
    let mut unit = 0;
    while unit < HIDDEN {
        scaled[unit] = rounded(BIASES[unit]);
        unit += 1;
    }
    scaled
};

const fn rounded(weight: f32) -> i16 {
    let scaled = weight * SCALE_OF_WEIGHTS;
    (if scaled < 0.0 { scaled - 0.5 } else { scaled + 0.5 }) as i16
}
