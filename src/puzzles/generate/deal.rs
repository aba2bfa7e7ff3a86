//! Random hands to begin with. The most structured of several deals is taken: most deals are loose cards, and dealing again
//! is faster than mending one by small changes.

use super::request::Request;
use crate::grade::structure;
use canju_engine::rules::{Hand, Rank};
use rand::{Rng, RngExt};

/// The number of deals of which the best is taken.
const DEALS: u32 = 8;

/// Hands in seat order, and the cards that nobody holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    pub hands: Vec<Hand>,
    pub rest: Hand,
}

/// A deal of the sizes asked for.
pub fn deal(random: &mut impl Rng, request: &Request) -> Deal {
    let deals = (0..DEALS).map(|_| one_deal(random, request));
    let mut best: Option<(u32, Deal)> = None;
    for deal in deals {
        let found = structure(&deal.hands, &request.rules);
        if best.as_ref().is_none_or(|(most, _)| found > *most) {
            best = Some((found, deal));
        }
    }
    best.expect("several deals").1
}

fn one_deal(random: &mut impl Rng, request: &Request) -> Deal {
    let mut rest = Hand::deck(request.rules.packs());
    let ranges = request.sizes.hands();
    let mut hands = vec![Hand::EMPTY; ranges.len()];
    let mut sizes: Vec<u32> = ranges.iter().map(|&(least, most)| random.random_range(least..=most)).collect();
    // The upper ends of ranges may together exceed the cards there are.
    if sizes.iter().sum::<u32>() > rest.len() {
        for (seat, size) in sizes.iter_mut().enumerate() {
            *size = request.sizes.hands()[seat].0;
        }
    }
    for (hand, size) in hands.iter_mut().zip(sizes) {
        for _ in 0..size {
            let card = Hand::of(drawn(random, rest), 1);
            (*hand, rest) = (hand.plus(card), rest.minus(card));
        }
    }
    Deal { hands, rest }
}

/// A card of these, each as likely as any other. There is at least one.
///
/// The number drawn has 32 bits on every machine; a number of the machine's word size would differ between machines.
pub fn drawn(random: &mut impl Rng, cards: Hand) -> Rank {
    let place = random.random_range(0..cards.len());
    cards.cards().nth(place as usize).expect("a card of the hand")
}
