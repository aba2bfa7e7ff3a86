//! What a walk through a certificate needs of the rules: forced passes, wins at once, all moves in their order.

use crate::rules::{KickerOrder, Move, Position, Ruleset, Shape, Trick, classify, for_each_combo};
use std::ops::ControlFlow;

/// The position after all passes that are forced: who can't beat the trick passes, whatever the strategy.
pub fn settle<const SEATS: usize>(mut position: Position<SEATS>, rules: &Ruleset) -> Position<SEATS> {
    while position.winner().is_none() && !position.can_play(rules) {
        position = position.play(Move::Pass);
    }
    position
}

/// Can the player to move shed its last card now?
pub fn finishes<const SEATS: usize>(position: &Position<SEATS>, rules: &Ruleset) -> bool {
    let hand = position.hand();
    let Some(Trick { shape, .. }) = position.trick() else { return !classify(hand, rules).is_empty() };
    // What beats a trick has as many cards, or is a bomb or the rocket: cards of one rank or two.
    let Shape { kind, len, .. } = shape;
    let size = len * kind.body_copies() + kind.kickers(len) * kind.kicker_copies();
    if hand.len() != size as u32 && hand.ranks().len() > 2 {
        return false;
    }
    classify(hand, rules).iter().any(|combo| combo.shape.beats(shape))
}

/// Calls `listener` with every legal move in the order of [`Position::moves`] until it breaks. Unlike that, it needs no
/// room for them: rich hands of two packs have more moves than memory holds.
pub fn for_each_move<const SEATS: usize, B>(
    position: &Position<SEATS>,
    rules: &Ruleset,
    mut listener: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let beating = position.trick().map(|trick| trick.shape);
    let play = |combo| listener(Move::Play(combo));
    for_each_combo(position.hand(), beating, rules, KickerOrder::default(), play)?;
    if beating.is_some() { listener(Move::Pass) } else { ControlFlow::Continue(()) }
}
