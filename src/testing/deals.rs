//! Random deals, and rule sets for them.

use canju_engine::rules::{Hand, Rank, Ruleset, Setup, State};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The presets, the default first.
pub const PRESETS: [&str; 6] = ["huanle", "rlcard", "douzero", "openspiel", "pagat", "botzone"];

/// Bans and switches of one pack: what puzzles are published with, and more.
const RULE_STRINGS: [&str; 22] = [
    "huanle,-trio_pair",
    "huanle,-trio_solo",
    "huanle,-trio_solo,-trio_pair",
    "huanle,-trio_solo,-trio_pair,-four_two_solo,-four_two_pair",
    "huanle,-trio,-trio_chain",
    "huanle,-pair,-pair_chain",
    "huanle,-solo_chain",
    "huanle,-trio_solo_chain",
    "huanle,-trio_pair_chain",
    "huanle,-trio_solo,+trio_solo_chain",
    "huanle,-bomb",
    "huanle,-rocket",
    "huanle,-bomb,-rocket,+both_jokers_as_kickers",
    "huanle,+quad_as_two_pairs",
    "huanle,min_solo_chain=6",
    "huanle,min_solo_chain=3,min_pair_chain=2",
    "huanle,min_trio_chain=3",
    "rlcard,max_wings_per_rank=4",
    "douzero,-adjacent_trio_as_wings,+quad_as_two_pairs",
    "openspiel,+four_two_solo",
    "pagat,max_wings_per_rank=2",
    "botzone,-four_two_pair,+quad_as_two_pairs",
];

/// Bans and switches of one pack; each switch and number of the rules at least once, also those that no text here names.
pub fn rule_strings() -> &'static [&'static str] {
    static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let is_drawn = |name: &str| [&RULE_STRINGS[..], &TWO_PACKS].concat().iter().any(|text| text.contains(name));
        let switches = Ruleset::SWITCHES.iter().map(|switch| {
            let sign = if switch.default { '-' } else { '+' };
            (switch.name, format!("huanle,{sign}{}", switch.name))
        });
        let numbers =
            Ruleset::NUMBERS.iter().map(|number| (number.name, format!("huanle,{}={}", number.name, number.example)));
        let others = switches.chain(numbers).filter(|(name, _)| !is_drawn(name)).map(|(_, text)| &*text.leak());
        RULE_STRINGS.into_iter().chain(others).collect()
    });
    &ALL
}

/// Rules with quads in a row: where any other chain makes the same links, where none does, and where a quad is no bomb.
pub const WITH_QUAD_CHAINS: [&str; 6] = [
    "botzone",
    "huanle,+quad_chain,+quad_solo_chain,+quad_pair_chain",
    "rlcard,-solo_chain,-trio_chain,-trio_solo_chain,-trio_pair_chain,+quad_solo_chain",
    "douzero,+quad_chain,+quad_solo_chain,-bomb",
    "huanle,+quad_as_two_pairs,+quad_chain,+quad_pair_chain,min_trio_chain=3",
    "pagat,-trio_chain,-trio_solo_chain,-trio_pair_chain,+quad_chain,-bomb,min_pair_chain=4",
];

/// Rule sets of two packs.
pub const TWO_PACKS: [&str; 4] =
    ["huanle,packs=2", "douzero,packs=2", "rlcard,packs=2,+quad_as_two_pairs", "pagat,packs=2,+both_jokers_as_kickers"];

pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// The rules of a string that must be right.
pub fn ruleset(text: &str) -> Ruleset {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `n` cards to deal from, in random order: half of the time any cards of the packs, else those of few ranks, often
/// neighbours, where chains, airplanes and bombs are common.
fn cards(rng: &mut StdRng, n: usize, packs: u8) -> Vec<Rank> {
    let mut deck: Vec<Rank> = Hand::deck(packs).cards().collect();
    deck.shuffle(rng);
    if rng.random_bool(0.5) {
        let least = n.div_ceil(4 * packs as usize).max(2);
        let wanted = rng.random_range(least..=least + 4).min(Rank::COUNT);
        let mut ranks: Vec<Rank> = Rank::all().collect();
        if rng.random_bool(0.6) {
            ranks.rotate_left(rng.random_range(0..Rank::COUNT));
        } else {
            ranks.shuffle(rng);
        }
        // Cards of the other ranks only if these ranks have too few.
        deck.sort_by_key(|card| !ranks[..wanted].contains(card));
    }
    deck.truncate(n);
    deck.shuffle(rng);
    deck
}

/// A hand of so many cards.
pub fn hand(rng: &mut StdRng, sizes: RangeInclusive<usize>, packs: u8) -> Hand {
    let size = rng.random_range(sizes);
    cards(rng, size, packs).into_iter().collect()
}

/// A deal of so many cards a hand, seat 0 to lead.
pub fn deal<const SEATS: usize>(rng: &mut StdRng, sizes: RangeInclusive<usize>, rules: &Ruleset) -> State<SEATS> {
    let sizes: [usize; SEATS] = std::array::from_fn(|_| rng.random_range(sizes.clone()));
    let mut cards = cards(rng, sizes.iter().sum(), rules.packs()).into_iter();
    let hands = sizes.map(|size| cards.by_ref().take(size).collect());
    Setup::new(hands, None).validate(rules).expect("a deal from the packs is a position")
}

/// A position in which something is to be answered: some random moves into a random deal.
pub fn mid_trick<const SEATS: usize>(rng: &mut StdRng, sizes: RangeInclusive<usize>, rules: &Ruleset) -> State<SEATS> {
    loop {
        let mut position = deal::<SEATS>(rng, sizes.clone(), rules);
        for _ in 0..rng.random_range(1..=2 * SEATS) {
            let moves = position.moves(rules);
            let Some(&played) = moves.choose(rng) else { break };
            position = position.play(played);
        }
        if position.trick().is_some() && position.winner().is_none() {
            return position;
        }
    }
}
