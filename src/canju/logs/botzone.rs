//! Botzone's matches of FightTheLandlord and FightTheLandlord2.
//!
//! A log is a list. In turns it has what the judge said, `{"output": {"display": …}}`, and what a player answered,
//! `{"0": {"response": [17, 18], "verdict": "OK"}}`. The judge's `display` shows the deal, and then each move as an `event`. It is the
//! event that counts, because the judge plays in place of a player that fails. A match that a fault ended shows the faulty move in
//! an event, too, beside `errorInfo`: that was not played.
//!
//! Cards have numbers, four to a rank: 0 to 3 are the threes, 48 to 51 the twos; 52 is the small joker, 53 the big one.

use super::draft::{Draft, Played};
use super::fault::{LogFaultKind, LogValue};
use super::tree::{At, Fault, field, list, needed, number, three};
use canju_engine::rules::{Hand, Rank, Scoring};
use canju_engine::text::Defaults;
use serde_json::Value;

/// Reads a match. `initdata` is what stands beside the log, if it does: the deal.
pub(super) fn read<'a>(log: &'a Value, initdata: Option<&'a Value>) -> Result<Draft<'a>, Fault<'a>> {
    let mut deal = initdata.filter(|value| field(value, "allocation").is_some());
    let (mut landlord, mut bid, mut answer) = (None, 1, None);
    let mut events: Vec<(usize, &Value)> = Vec::new();
    for entry in list(log)? {
        let Some(output) = field(entry, "output") else {
            answer = answered(entry);
            continue;
        };
        let display = field(output, "display");
        let said = |name: &str| field(display?, name);
        for shown in [display, field(output, "initdata")] {
            deal = deal.or(shown.filter(|value| field(value, "allocation").is_some()));
        }
        if let Some(player) = said("landlord") {
            landlord = Some(number(player, 3, LogValue::Player)?);
        }
        for made in said("bid").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default() {
            bid = bid.max(made.as_u64().unwrap_or(0));
        }
        if said("errorInfo").is_some() {
            break;
        }
        if let Some(event) = said("event") {
            events.push((number(needed(event, "player")?, 3, LogValue::Player)?, needed(event, "action")?));
        } else if display.is_none() {
            // A judge that shows nothing has accepted the answer.
            events.extend(answer);
        }
        answer = None;
    }
    let deal = deal.ok_or_else(|| At::Value(log).fault(LogFaultKind::Missing("allocation")))?;
    let mut seen = 0;
    let mut dealt = [0; 3];
    for (hand, value) in dealt.iter_mut().zip(three(needed(deal, "allocation")?)?) {
        *hand = cards(value, &mut seen)?;
    }
    // In the first game player 0 is dealt all twenty. In the second one the landlord leads, too.
    let is_second = dealt[0].count_ones() < 20;
    let leader = events.first().filter(|_| is_second).map(|&(player, _)| player);
    let landlord = landlord.or(leader).unwrap_or(0);
    if is_second {
        dealt[landlord] |= cards(needed(deal, "publiccard")?, &mut seen)?;
    }
    let hands = [0, 1, 2].map(|seat| ranks(dealt[(landlord + seat) % 3])).to_vec();
    let mut moves = Vec::new();
    for (player, action) in events {
        let at = At::Value(action);
        let played = cards(action, &mut 0)?;
        let missing = played & !dealt[player];
        if missing != 0 {
            return Err(at.fault(LogFaultKind::NotHeld(missing.trailing_zeros().into())));
        }
        dealt[player] &= !played;
        moves.push(Played::of(at, (player + 3 - landlord) % 3, ranks(played)));
    }
    let rules = "botzone".parse().expect("a preset");
    let scoring = if is_second { Scoring::Botzone } else { Scoring::Win };
    Ok(Draft { hands, played_by: Defaults { rules, scoring, stake: Some(bid) }, moves })
}

/// The player and the cards of an answer that was read without a fault. A bid is a number and no list.
fn answered(entry: &Value) -> Option<(usize, &Value)> {
    for (player, name) in ["0", "1", "2"].into_iter().enumerate() {
        if let Some(answer) = field(entry, name) {
            let is_right = field(answer, "verdict").is_none_or(|verdict| verdict == "OK");
            return Some((player, field(answer, "response").filter(|response| is_right && response.is_array())?));
        }
    }
    None
}

/// The set of these cards, of which none may be in `seen` before.
fn cards<'a>(cards: &'a Value, seen: &mut u64) -> Result<u64, Fault<'a>> {
    let before = *seen;
    for value in list(cards)? {
        let card = number(value, 54, LogValue::Card)?;
        if *seen >> card & 1 != 0 {
            return Err(At::Value(value).fault(LogFaultKind::Twice(card as u64)));
        }
        *seen |= 1 << card;
    }
    Ok(*seen & !before)
}

/// These cards without their suits.
fn ranks(set: u64) -> Hand {
    let mut hand = Hand::EMPTY;
    for card in (0..54).filter(|card| set >> card & 1 != 0) {
        hand = hand.plus(Hand::of(Rank::from_index(if card < 52 { card / 4 } else { card - 39 }), 1));
    }
    hand
}
