//! Small changes of a deal: two hands swap a card; a hand changes a card for one that nobody holds; a hand takes one up or lays
//! one down, as far as the sizes asked for allow.

use super::deal::{Deal, drawn};
use super::request::Request;
use canju_engine::rules::Hand;
use rand::{Rng, RngExt};

/// The deal with one small change, or, if the change drawn is not possible, as it is.
pub fn changed(random: &mut impl Rng, deal: &Deal, request: &Request) -> Deal {
    let seats = deal.hands.len();
    let seat = random.random_range(0..seats as u32) as usize;
    let (least, most) = request.sizes.hands()[seat];
    let held = deal.hands[seat];
    let mut next = deal.clone();
    match random.random_range(0..8u32) {
        0 | 1 => {
            let other = (seat + 1 + random.random_range(0..seats as u32 - 1) as usize) % seats;
            let (given, got) = (one(random, held), one(random, deal.hands[other]));
            next.hands[seat] = held.minus(given).plus(got);
            next.hands[other] = deal.hands[other].minus(got).plus(given);
        }
        2 if held.len() < most && !deal.rest.is_empty() => {
            let got = one(random, deal.rest);
            (next.hands[seat], next.rest) = (held.plus(got), deal.rest.minus(got));
        }
        3 if held.len() > least => {
            let given = one(random, held);
            (next.hands[seat], next.rest) = (held.minus(given), deal.rest.plus(given));
        }
        _ if !deal.rest.is_empty() => {
            let (given, got) = (one(random, held), one(random, deal.rest));
            next.hands[seat] = held.minus(given).plus(got);
            next.rest = deal.rest.minus(got).plus(given);
        }
        _ => {}
    }
    next
}

fn one(random: &mut impl Rng, cards: Hand) -> Hand {
    Hand::of(drawn(random, cards), 1)
}
