//! Positions for several benches.

use canju::rules::{Hand, Ruleset};
use canju_engine::rules::{Setup, State};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// Hands with many combinations, and how many they can lead under the default rules.
pub const RICH: [(&str, usize); 4] = [
    ("334455667788TJQKA2XD", 35),
    ("333444555666777888", 239),
    ("3334445556667778899TJ", 477),
    ("34556778899TTJQKKA2D", 59),
];

/// A hand from text.
pub fn hand(text: &str) -> Hand {
    canju::rules::parse_cards(text).expect("cards")
}

/// `n` positions of random games from random deals of 8 to 20 cards a hand: leads and answers, early and late.
pub fn of_random_games(n: usize) -> Vec<State<2>> {
    let (mut rng, rules) = (StdRng::seed_from_u64(54), Ruleset::default());
    let mut found = Vec::with_capacity(n);
    while found.len() < n {
        let mut deck: Vec<_> = Hand::deck(1).cards().collect();
        deck.shuffle(&mut rng);
        let hands = [(); 2].map(|()| deck.split_off(deck.len() - rng.random_range(8..=20)).into_iter().collect());
        let mut position = Setup::new(hands, None).validate(&rules).expect("dealt from a pack");
        while position.winner().is_none() && found.len() < n {
            found.push(position);
            position = position.play(*position.moves(&rules).choose(&mut rng).expect("a move"));
        }
    }
    found
}
