//! The deals that fit: counted, listed, drawn.
//!
//! A deal gives each of the unseen cards to one of the two others. All deals are equally likely. Cards of one rank are alike, so
//! deals that differ in them alone are one world, which is as likely as it has deals: with u unseen cards of a rank, of which the
//! first of the two others gets a, these are the products of the binomial coefficients (u over a) over all ranks.
//!
//! If there are no more worlds than are asked for, all of them are listed. Otherwise they are drawn, with replacement: world
//! `n` of a seed is always the same, however many are drawn and by however many threads.

use crate::advice::known::Known;
use crate::generate::drawn_by_number;
use canju_engine::rules::{Hand, Rank};

/// Which worlds were looked at.
///
/// ```
/// use canju::advice::{Drawn, Effort, Question, Seat, advise};
/// use canju::rules::Ruleset;
/// let mut question = Question::new("34455667789TJQKA2", Seat::Farmer1);
/// question.history = Some("A".to_owned());
/// let known = question.known(&Ruleset::default())?;
/// let effort = Effort { worlds: 1, seed: 7, time: Some(std::time::Duration::from_millis(10)), ..Effort::default() };
/// assert_eq!(advise(&known, &effort).drawn, Drawn::Sample { seed: 7 });
/// # Ok::<(), canju::advice::QuestionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// All that fit.
    All,
    /// Some, drawn with this seed.
    Sample {
        /// The seed.
        seed: u64,
    },
}

/// Hands in seat order, and in how many deals they occur, or 1 if they are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct World {
    pub hands: [Hand; 3],
    pub weight: u64,
}

/// All worlds if there are at most `most`, else as many that are drawn.
pub(crate) fn worlds(known: &Known, most: usize, seed: u64) -> (Vec<World>, Drawn) {
    let (cards, count) = known.hidden();
    if number_of_worlds(cards, count) <= most as u64 {
        let mut listed = Vec::new();
        list(&ranks(cards), count, (Hand::EMPTY, 1), &mut |first, weight| {
            listed.push(World { hands: known.hands(first), weight });
        });
        return (listed, Drawn::All);
    }
    let drawn = |number| World { hands: known.hands(draw(cards, count, seed, number)), weight: 1 };
    ((0..most as u64).map(drawn).collect(), Drawn::Sample { seed })
}

/// What the first of the two others holds of these cards in world `number` of a seed.
fn draw(cards: Hand, count: u32, seed: u64, number: u64) -> Hand {
    drawn_by_number(cards, count, seed, number).into_iter().collect()
}

/// The ranks of these cards with their numbers.
fn ranks(cards: Hand) -> Vec<(Rank, u8)> {
    cards.ranks().into_iter().map(|rank| (rank, cards.count(rank))).collect()
}

/// How many sets of `count` of these cards differ.
fn number_of_worlds(cards: Hand, count: u32) -> u64 {
    let mut ways = vec![0; count as usize + 1];
    ways[0] = 1;
    for (_, copies) in ranks(cards) {
        let before = ways.clone();
        for (total, ways) in ways.iter_mut().enumerate() {
            *ways = (0..=usize::from(copies).min(total)).map(|taken| before[total - taken]).sum();
        }
    }
    ways[count as usize]
}

/// Calls `listener` with each set of `count` cards of these ranks, together with what was taken before, and with its number of deals.
fn list(ranks: &[(Rank, u8)], count: u32, taken: (Hand, u64), listener: &mut dyn FnMut(Hand, u64)) {
    let Some((&(rank, copies), rest)) = ranks.split_first() else {
        if count == 0 {
            listener(taken.0, taken.1);
        }
        return;
    };
    for take in 0..=u32::from(copies).min(count) as u8 {
        let cards = taken.0.plus(Hand::of(rank, take));
        list(rest, count - u32::from(take), (cards, taken.1 * binomial(copies, take)), listener);
    }
}

fn binomial(n: u8, k: u8) -> u64 {
    (0..u64::from(k)).fold(1, |product, i| product * (u64::from(n) - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_engine::rules::parse_cards;
    use std::collections::BTreeMap;

    fn listed(cards: &str, count: u32) -> BTreeMap<String, u64> {
        let mut found = BTreeMap::new();
        list(&ranks(parse_cards(cards).expect("cards")), count, (Hand::EMPTY, 1), &mut |first, weight| {
            assert_eq!(found.insert(first.to_string(), weight), None, "listed once");
        });
        found
    }

    #[test]
    fn every_deal_is_listed_and_counted() {
        let expected = [("33", 1), ("34", 2), ("3A", 4), ("4A", 2), ("AA", 1)];
        assert_eq!(listed("334AA", 2), expected.map(|(cards, deals)| (cards.to_owned(), deals)).into());
        for (cards, count) in [("334AA", 2), ("33334444555XD", 6), ("3", 1), ("3456789TJ", 4)] {
            let (cards, found) = (parse_cards(cards).expect("cards"), listed(cards, count));
            assert_eq!(found.len() as u64, number_of_worlds(cards, count));
            let deals = binomial(cards.len() as u8, count as u8);
            assert_eq!(found.values().sum::<u64>(), deals, "{cards}");
        }
    }

    /// Pearson's test: with as many classes as here, a value beyond the limit is drawn once in a thousand seeds, and the seed is fixed.
    #[test]
    fn drawn_worlds_are_as_frequent_as_their_deals() {
        for (cards, count, limit) in [("334AA", 2, 18.5), ("3344XD", 3, 34.5), ("33345", 1, 13.8)] {
            let expected = listed(cards, count);
            let deals = expected.values().sum::<u64>() as f64;
            let cards = parse_cards(cards).expect("cards");
            let mut found = BTreeMap::<String, u64>::new();
            const DRAWN: u64 = 20_000;
            for number in 0..DRAWN {
                *found.entry(draw(cards, count, 5, number).to_string()).or_default() += 1;
            }
            let chi_squared: f64 = expected
                .iter()
                .map(|(first, &weight)| {
                    let wanted = DRAWN as f64 * weight as f64 / deals;
                    let seen = *found.get(first).unwrap_or(&0) as f64;
                    (seen - wanted) * (seen - wanted) / wanted
                })
                .sum();
            assert!(found.keys().all(|first| expected.contains_key(first)), "each fits");
            assert!(chi_squared < limit, "{cards}: {chi_squared}");
        }
    }
}
