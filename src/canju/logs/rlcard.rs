//! RLCard's games of `doudizhu`: the trace of a game, `[[0, "33344"], [1, "pass"], …]`, with the hands. The jokers are `B` and `R`.
//!
//! The hands stand beside the trace, as they were at the beginning. Or three states are given, such as those in which a game ended,
//! each with the hand that its player has left and with the trace: alone, as the `raw_obs` of an observation, or last in the player's
//! trajectory.

use super::draft::{Draft, Played};
use super::fault::LogValue;
use super::tree::{At, Fault, field, list, needed, not, number, three};
use crate::puzzle::PuzzleErrorKind;
use canju_engine::rules::{Hand, Ruleset, parse_cards_from};
use canju_engine::text::TextErrorKind;
use serde_json::Value;

/// Reads a game with `hands` and `trace`.
pub(super) fn read(game: &Value) -> Result<Draft<'_>, Fault<'_>> {
    let mut pool = Hand::deck(1);
    let mut hands = Vec::new();
    for hand in three(needed(game, "hands")?)? {
        hands.push(cards(hand, &mut pool)?);
    }
    traced(needed(game, "trace")?, hands, false)
}

/// Reads three states, or three trajectories.
pub(super) fn read_states(states: &Value) -> Result<Draft<'_>, Fault<'_>> {
    let mut pool = Hand::deck(1);
    let (mut hands, mut trace) = (Vec::new(), states);
    for state in three(states)? {
        let last = state.as_array().and_then(|states| states.last()).unwrap_or(state);
        let last = field(last, "raw_obs").unwrap_or(last);
        trace = needed(last, "trace")?;
        hands.push(cards(needed(last, "current_hand")?, &mut pool)?);
    }
    traced(trace, hands, true)
}

/// The game of a trace with the hands at its beginning, or at its end.
fn traced(trace: &Value, mut hands: Vec<Hand>, are_left: bool) -> Result<Draft<'_>, Fault<'_>> {
    // All moves come out of one pack.
    let mut pool = Hand::deck(1);
    let mut moves = Vec::new();
    for pair in list(trace)? {
        let [player, action] = list(pair)? else { return Err(not(pair, LogValue::Pair)) };
        let seat = number(player, 3, LogValue::Player)?;
        let played = if action == "pass" { Hand::EMPTY } else { cards(action, &mut pool)? };
        if are_left {
            hands[seat] = hands[seat].plus(played);
        }
        moves.push(Played::of(At::Value(action), seat, played));
    }
    let rules: Ruleset = "rlcard".parse().expect("a preset");
    Ok(Draft { hands, played_by: rules.into(), moves })
}

/// The cards of a text, taken out of `pool`.
fn cards<'a>(value: &'a Value, pool: &mut Hand) -> Result<Hand, Fault<'a>> {
    let text = value.as_str().ok_or_else(|| not(value, LogValue::Cards))?;
    let text = text.replace('B', "X").replace('R', "D");
    parse_cards_from(&text, pool, 1)
        .map_err(|error| At::Value(value).fault(PuzzleErrorKind::from(TextErrorKind::Cards(error.kind))))
}
