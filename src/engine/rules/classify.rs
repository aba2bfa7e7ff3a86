//! The readings of a set of cards: all combinations that it can be.
//!
//! The classifier goes from cards to their combinations, the generator (`movegen.rs`) from a hand to its combinations. They
//! share the switches of [`Ruleset`] and nothing else. A test checks that they agree on all sub-multisets of a hand.

use super::card::Rank;
use super::combo::{Combo, Kind, Shape};
use super::hand::Hand;
use super::ruleset::Ruleset;

/// All combinations of exactly these cards under `rules`, by kind, length and rank. Empty if the cards are not a
/// combination.
///
/// ```
/// use canju::rules::{classify, parse_cards, Ruleset};
/// let readings = |cards| classify(parse_cards(cards).unwrap(), &Ruleset::default()).len();
/// assert_eq!(readings("333444555666"), 3); // a chain of four trios, or of three with wings: 3-5 or 4-6
/// assert_eq!(readings("3444"), 1);
/// assert_eq!(readings("34"), 0);
/// ```
pub fn classify(cards: Hand, rules: &Ruleset) -> Vec<Combo> {
    let mut readings = Vec::new();
    for kind in Kind::ALL.into_iter().filter(|&kind| rules.kinds.has(kind)) {
        match kind {
            Kind::Bomb => readings.extend(bomb(cards)),
            Kind::Rocket => readings.extend(rocket(cards, rules)),
            _ => readings.extend(bodies(kind, cards, rules)),
        }
    }
    readings
}

fn bomb(cards: Hand) -> Option<Combo> {
    let rank = cards.at_least(4).lowest()?;
    let len = cards.len() as u8;
    (cards.count(rank) == len).then(|| Combo::new(Kind::Bomb, len, rank, Hand::EMPTY))
}

fn rocket(cards: Hand, rules: &Ruleset) -> Option<Combo> {
    let rocket = Combo::new(Kind::Rocket, 2 * rules.packs, Rank::SMALL_JOKER, Hand::EMPTY);
    (rocket.cards == cards).then_some(rocket)
}

/// The readings as a body of equal groups with or without kickers.
fn bodies(kind: Kind, cards: Hand, rules: &Ruleset) -> Vec<Combo> {
    let Some(len) = body_len(kind, cards.len() as u8) else { return Vec::new() };
    if len < rules.min_len(kind) {
        return Vec::new();
    }
    let held = cards.at_least(kind.body_copies());
    let starts = if kind.is_chain() { held.run_starts(len) } else { held };
    let shapes = starts.iter().map(|rank| Shape { kind, len, rank });
    let combos = shapes.map(|shape| Combo { shape, cards });
    combos.filter(|combo| kickers_allowed(combo, rules)).collect()
}

/// The length of the body in a combination of this kind with `size` cards. `None` if there is no such combination.
fn body_len(kind: Kind, size: u8) -> Option<u8> {
    let of_a_rank = kind.body_copies() + kind.kickers(1) * kind.kicker_copies();
    let len = size / of_a_rank;
    (len * of_a_rank == size && if kind.is_chain() { len >= 2 } else { len == 1 }).then_some(len)
}

fn kickers_allowed(combo: &Combo, rules: &Ruleset) -> bool {
    let (kickers, body) = (combo.kickers(), combo.shape.body());
    if !(kickers.ranks() & body).is_empty() {
        return false;
    }
    match combo.shape.kind.kicker_copies() {
        0 => kickers.is_empty(),
        1 => rules.allows_solo_kickers(kickers, body),
        _ => rules.allows_pair_kickers(kickers),
    }
}
