//! Immediate wins. A certificate leaves these moves out, so its writer and its checker must find the same ones.

use crate::rules::{Position, Ruleset, Shape, Trick, classify};

/// Can the player to move shed its last card now?
pub fn finishes<const SEATS: usize>(position: &Position<SEATS>, rules: &Ruleset) -> bool {
    let hand = position.hand();
    let Some(Trick { shape, .. }) = position.trick() else { return !classify(hand, rules).is_empty() };
    // A move that beats the trick has as many cards, or is a bomb or the rocket: cards of one rank or two.
    let Shape { kind, len, .. } = shape;
    let size = len * kind.body_copies() + kind.kickers(len) * kind.kicker_copies();
    if hand.len() != size as u32 && hand.ranks().len() > 2 {
        return false;
    }
    classify(hand, rules).iter().any(|combo| combo.shape.beats(shape))
}
