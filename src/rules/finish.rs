//! Wins at once: the move with which a player sheds its last card.
//!
//! The solver plays such a move wherever there is one. A certificate leaves these moves out, so its writer and its checker must
//! find the same ones.

use super::classify::classify;
use super::combo::{Move, Shape};
use super::position::{Position, Trick};
use super::ruleset::Ruleset;

/// The move with which the player to move sheds its last card now, if there is one. If its cards are several combinations,
/// it is the first of them in the order of [`Position::moves`].
///
/// ```
/// use canju::rules::{Position, Ruleset, finishing_move};
/// let rules = Ruleset::default();
/// let finish = |first, last| {
///     let position = Position::<2>::parse([first, "4"], last, &rules).unwrap();
///     finishing_move(&position, &rules).map(|played| played.to_string())
/// };
/// assert_eq!(finish("3333", None).as_deref(), Some("3333"));
/// assert_eq!(finish("33", Some("44")), None);
/// ```
pub fn finishing_move<const SEATS: usize>(position: &Position<SEATS>, rules: &Ruleset) -> Option<Move> {
    if position.winner().is_some() {
        return None;
    }
    let hand = position.hand();
    let Some(Trick { shape, .. }) = position.trick() else {
        return classify(hand, rules).first().copied().map(Move::Play);
    };
    // A move that beats the trick has as many cards, or is a bomb or the rocket: cards of one rank or two.
    let Shape { kind, len, .. } = shape;
    let size = len * kind.body_copies() + kind.kickers(len) * kind.kicker_copies();
    if hand.len() != size as u32 && hand.ranks().len() > 2 {
        return None;
    }
    classify(hand, rules).into_iter().find(|combo| combo.shape.beats(shape)).map(Move::Play)
}
