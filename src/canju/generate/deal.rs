//! Random hands to begin with. The most structured of several deals is taken: most deals are loose cards, and dealing again
//! is faster than mending one by small changes.

use super::request::Request;
use crate::grade::structure;
use crate::puzzle::Theme;
use canju_engine::rules::{Combo, Hand, Kind, Rank, can_answer, combos};
use rand::{Rng, RngExt};

/// The number of deals of which the best is taken.
const DEALS: u32 = 8;

/// The most cards of which the trick to answer is made. Of more there are too many combinations.
const TRICK_OF: u32 = 12;

/// Hands in seat order, the cards that nobody holds, and what the hand to move must answer, whose cards are in neither.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    pub hands: Vec<Hand>,
    pub rest: Hand,
    pub last: Option<Combo>,
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
    // The upper ends of ranges may together exceed the cards there are, of which the trick to answer takes one at least.
    if sizes.iter().sum::<u32>() + request.by.is_some() as u32 > rest.len() {
        for (seat, size) in sizes.iter_mut().enumerate() {
            *size = request.sizes.hands()[seat].0;
        }
    }
    // A bomb by chance is too rare to wait for one.
    let of_theme = matches!(request.theme, Some(Theme::SplitsBomb | Theme::SacrificesBomb)) as u32;
    for _ in 0..request.bombs().max(of_theme).min(sizes[request.turn] / 4) {
        let rank = Rank::from_index(random.random_range(0..Rank::SMALL_JOKER.index() as u32) as usize);
        if rest.count(rank) >= 4 {
            let bomb = Hand::of(rank, 4);
            (hands[request.turn], rest) = (hands[request.turn].plus(bomb), rest.minus(bomb));
            sizes[request.turn] -= 4;
        }
    }
    for (hand, size) in hands.iter_mut().zip(sizes) {
        for _ in 0..size {
            let card = Hand::of(drawn(random, rest), 1);
            (*hand, rest) = (hand.plus(card), rest.minus(card));
        }
    }
    let last = request.by.map(|_| trick(random, hands[request.turn], rest, request));
    let rest = last.map_or(rest, |combo| rest.minus(combo.cards));
    Deal { hands, rest, last }
}

/// A combination of the cards that nobody holds, if possible one that this hand can answer: else there is nothing to decide.
/// Each kind of combination is as likely as any other, since there are far more with kickers than without.
fn trick(random: &mut impl Rng, hand: Hand, rest: Hand, request: &Request) -> Combo {
    let (mut some, mut left) = (Hand::EMPTY, rest);
    for _ in 0..TRICK_OF.min(rest.len()) {
        let card = Hand::of(drawn(random, left), 1);
        (some, left) = (some.plus(card), left.minus(card));
    }
    let all = combos(some, None, &request.rules);
    let is_answered = |combo: &&Combo| can_answer(hand, combo.shape, &request.rules);
    let kinds = |combos: &[Combo]| {
        let mut kinds: Vec<Kind> = combos.iter().map(|combo| combo.shape.kind).collect();
        kinds.dedup();
        kinds
    };
    let answered: Vec<Combo> = all.iter().filter(is_answered).copied().collect();
    let chosen = if answered.is_empty() { all } else { answered };
    let kinds = kinds(&chosen);
    let kind = kinds[random.random_range(0..kinds.len() as u32) as usize];
    let of_kind: Vec<Combo> = chosen.into_iter().filter(|combo| combo.shape.kind == kind).collect();
    of_kind[random.random_range(0..of_kind.len() as u32) as usize]
}

/// A card of these, each as likely as any other. There is at least one.
///
/// The number drawn has 32 bits on every machine; a number of the machine's word size would differ between machines.
pub fn drawn(random: &mut impl Rng, cards: Hand) -> Rank {
    let place = random.random_range(0..cards.len());
    cards.cards().nth(place as usize).expect("a card of the hand")
}
