//! A guess who wins and how much work the proof takes: the numbers a position starts with.
//!
//! The side to move wins with probability 1 / (1 + e^-z); z comes from a small network fitted to positions this program
//! solved (`evaluate_model.rs`, `scripts/train_network.py`). Work grows with the hands needed and with the losers: groups of
//! one's own that the other side can beat. The guess orders and aims the search; it never decides. Where the search is
//! depth-first, moves have an order of their own (`order.rs`).
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

use super::evaluate_model::NETWORK;
use super::facts::Facts;
use super::features::{features, losers, needed};
use crate::rules::Shape;
use crate::tables::ProofNumbers;

/// The scale of all numbers: leaves room to tell small ones apart.
const SCALE: f32 = 16.0;
/// How fast work grows with the combinations needed and the losers among them.
const EFFORT: f32 = 0.5;
/// How fast it falls with the odds.
const ODDS: f32 = 0.4;

/// The numbers to start an unsolved position with, for the side to move, which holds `mine`.
pub fn evaluate(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> ProofNumbers {
    let features = features(mine, theirs, trick);
    let z = NETWORK.output(&features).clamp(-12.0, 12.0);
    let number = |side: usize, z: f32| {
        let effort = (needed(&features, side) + losers(&features, side)) as f32;
        (SCALE * (EFFORT * effort - ODDS * z).exp()).clamp(1.0, 1e6) as u32
    };
    ProofNumbers { pn: number(0, z), dn: number(1, -z) }
}
