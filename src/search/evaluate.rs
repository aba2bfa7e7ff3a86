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
    let mut hidden = SCALED_BIASES;
    // Many features are 0 in most positions.
    for (&feature, weights) in features.iter().zip(&SCALED).filter(|(feature, _)| **feature != 0) {
        for (unit, weight) in hidden.iter_mut().zip(weights) {
            *unit = unit.wrapping_add(feature.wrapping_mul(*weight));
        }
    }
    output(&hidden)
}

/// Not inlined: so the compiler keeps the order of the hidden units, in which the weights above are loaded at once.
#[inline(never)]
fn output(hidden: &[i16; HIDDEN]) -> f32 {
    let output = hidden.iter().zip(&SCALED_OUTPUT).map(|(&unit, &weight)| unit.max(0) as i32 * weight as i32);
    output.sum::<i32>() as f32 / (SCALE_OF_WEIGHTS * SCALE_OF_WEIGHTS) + OUTPUT_BIAS
}

/// What a weight of one is among the integer weights of the hidden layer: sums stay within sixteen bits, of which
/// processors multiply and add eight at a time.
const SCALE_OF_WEIGHTS: f32 = 64.0;

static SCALED: [[i16; HIDDEN]; COUNT] = {
    let mut scaled = [[0; HIDDEN]; COUNT];
    let mut feature = 0;
    while feature < COUNT {
        scaled[feature] = rounded(&WEIGHTS[feature]);
        feature += 1;
    }
    scaled
};

const SCALED_BIASES: [i16; HIDDEN] = rounded(&BIASES);

const SCALED_OUTPUT: [i16; HIDDEN] = rounded(&OUTPUT);

const fn rounded(weights: &[f32; HIDDEN]) -> [i16; HIDDEN] {
    let mut scaled = [0; HIDDEN];
    let mut unit = 0;
    while unit < HIDDEN {
        let weight = weights[unit] * SCALE_OF_WEIGHTS;
        scaled[unit] = (if weight < 0.0 { weight - 0.5 } else { weight + 0.5 }) as i16;
        unit += 1;
    }
    scaled
}
