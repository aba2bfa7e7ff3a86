//! The structure of hands: how many of their cards belong together. Nobody enjoys twenty loose cards.
//!
//! Each card counts by what it is a part of, whatever else it could be a part of:
//!
//! | card | counts |
//! |---|---|
//! | of a trio or a quad, or of a run long enough for a chain of single cards, pairs or trios; both jokers of a rocket | 2 |
//! | of a pair; a 2 or a joker, which every hand is glad of | 1 |
//! | any other | 0: a loose card |
//!
//! The structure of a puzzle is the sum as a percentage of the most that its cards could count. Half of random deals of 10
//! + 10 cards have less than 50 %.

use canju_engine::rules::{Hand, Kind, Rank, RankMask, Ruleset};

/// The structure of these hands under these rules: 0 if all cards are loose, 100 if all are in chains, trios and the like.
///
/// ```
/// use canju::{grade::structure, rules::{Ruleset, parse_cards}};
/// let of = |cards| structure(&[parse_cards(cards).unwrap()], &Ruleset::default());
/// assert_eq!((of("34567"), of("333444"), of("3479J"), of("3344"), of("57XD")), (100, 100, 0, 50, 50));
/// ```
pub fn structure(hands: &[Hand], rules: &Ruleset) -> u32 {
    let (sum, cards) = hands.iter().fold((0, 0), |(sum, cards), &hand| (sum + counts(hand, rules), cards + hand.len()));
    100 * sum / (2 * cards).max(1)
}

/// The sum of a hand.
fn counts(hand: Hand, rules: &Ruleset) -> u32 {
    let kinds = rules.kinds();
    let runs = |kind: Kind, copies: u8, len: u8| match kinds.has(kind) {
        true => hand.at_least(copies).in_runs(len),
        false => RankMask::EMPTY,
    };
    let solos = runs(Kind::SoloChain, 1, rules.min_solo_chain());
    let pairs = runs(Kind::PairChain, 2, rules.min_pair_chain());
    let whole = |rank: Rank| match hand.count(rank) {
        1 => rank.is_joker() && hand.has_rocket(),
        2 => pairs.has(rank),
        _ => true,
    };
    let of = |rank: Rank| {
        let held: u32 = hand.count(rank).into();
        // In a chain of single cards one card of the rank counts twice.
        let chained = solos.has(rank) as u32;
        match () {
            () if whole(rank) => 2 * held,
            () if held == 2 || rank >= Rank::TWO => held + chained,
            () => 2 * chained,
        }
    };
    hand.ranks().iter().map(of).sum()
}
