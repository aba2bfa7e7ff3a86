//! DouZero's games: the deal as `card_play_data` and the actions as `card_play_action_seq`, as its environment keeps them.

use super::draft::{Draft, Played};
use super::tree::{At, Fault, field, list, needed, shown};
use crate::puzzle::{PuzzleErrorKind, card_of_integer};
use canju_engine::rules::{CardErrorKind, Hand, Ruleset};
use canju_engine::text::TextErrorKind;
use serde_json::Value;

/// DouZero's names of the players, in playing order.
const POSITIONS: [&str; 3] = ["landlord", "landlord_down", "landlord_up"];

/// Reads a game. The hands may also stand beside the actions.
pub(super) fn read(game: &Value) -> Result<Draft<'_>, Fault<'_>> {
    let deal = field(game, "card_play_data").unwrap_or(game);
    let mut pool = Hand::deck(1);
    let (mut hands, mut moves) = (Vec::new(), Vec::new());
    for name in POSITIONS {
        hands.push(cards(needed(deal, name)?, &mut pool)?);
    }
    for (number, action) in list(needed(game, "card_play_action_seq")?)?.iter().enumerate() {
        moves.push(Played::of(At::Value(action), number % 3, cards(action, &mut Hand::deck(1))?));
    }
    let rules: Ruleset = "douzero".parse().expect("a preset");
    Ok(Draft { hands, played_by: rules.into(), moves })
}

/// The cards of a list of DouZero's integers, taken out of `pool`.
fn cards<'a>(cards: &'a Value, pool: &mut Hand) -> Result<Hand, Fault<'a>> {
    let before = *pool;
    for value in list(cards)? {
        let fault = |kind: PuzzleErrorKind| At::Value(value).fault(kind);
        let rank = value.as_u64().and_then(|card| card_of_integer(card.try_into().ok()?));
        let rank = rank.ok_or_else(|| fault(PuzzleErrorKind::Integer(shown(value))))?;
        let too_many = || fault(TextErrorKind::Cards(CardErrorKind::TooMany { rank, packs: 1 }).into());
        *pool = pool.checked_minus(Hand::of(rank, 1)).ok_or_else(too_many)?;
    }
    Ok(before.minus(*pool))
}
