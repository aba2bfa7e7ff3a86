//! Keys: positions that differ by a symmetry share a key, positions with different verdicts never do.
//!
//! The second half compares keys with the oracle: two positions with one key must have one verdict. Random deals cover all
//! rules. Small deals are tried exhaustively, with every combination that can be the trick.

use canju_engine::rules::{Combo, Hand, Kind, Rank, RankMask, Ruleset, Setup, Shape, State, combos};
use canju_engine::tables::{Key, Keys};
use canju_testing::deals::{self, PRESETS, TWO_PACKS, rule_strings, ruleset};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use rand::RngExt;
use rand::rngs::StdRng;
use std::collections::HashMap;

/// No chains: ranks matter by their order alone.
const NO_CHAINS: &str = "huanle,-solo_chain,-pair_chain,-trio_chain,-trio_solo_chain,-trio_pair_chain";

fn position(hands: [Hand; 2], last: Option<Combo>, rules: &Ruleset) -> Option<State<2>> {
    Setup::new(hands, last).validate(rules).ok()
}

/// The hand with every rank replaced.
fn relabelled(hand: Hand, to: impl Fn(Rank) -> Rank) -> Hand {
    hand.cards().map(to).collect()
}

/// The ranks of both hands, ascending.
fn held(position: &State<2>) -> Vec<Rank> {
    let [first, second] = position.hands();
    (first.ranks() | second.ranks()).iter().collect()
}

#[test]
fn all_ranks_moved_alike() {
    let mut rng = deals::rng(71);
    let mut checked = 0;
    for text in PRESETS.iter().chain(rule_strings()).cycle().take(20_000) {
        let rules = ruleset(text);
        let position = deals::deal::<2>(&mut rng, 2..=9, &rules);
        let held = held(&position);
        let (low, high) = (held[0].index(), held[held.len() - 1].index());
        // Within 3 to A adjacency is kept by any shift.
        if high > Rank::ACE.index() {
            continue;
        }
        let start = rng.random_range(0..=Rank::ACE.index() - (high - low));
        let shifted = |hand| relabelled(hand, |rank| Rank::from_index(rank.index() - low + start));
        let moved = self::position(position.hands().map(shifted), None, &rules).expect("as many cards of each rank");
        assert_eq!(Keys::new(&rules).key(&position), Keys::new(&rules).key(&moved), "{position:?} {moved:?} {text}");
        checked += 1;
    }
    assert!(checked > 1_000, "{checked}");
}

#[test]
fn without_chains_only_the_order_of_ranks_counts() {
    let (mut rng, rules) = (deals::rng(72), ruleset(NO_CHAINS));
    for _ in 0..20_000 {
        let position = deals::deal::<2>(&mut rng, 2..=9, &rules);
        let held: Vec<Rank> = held(&position).into_iter().filter(|rank| !rank.is_joker()).collect();
        // As many ranks below the jokers, at random.
        let mut ranks: Vec<Rank> = Rank::all().filter(|rank| !rank.is_joker()).collect();
        while ranks.len() > held.len() {
            ranks.remove(rng.random_range(0..ranks.len()));
        }
        let to = |rank| held.iter().position(|&from| from == rank).map_or(rank, |index| ranks[index]);
        let moved = self::position(position.hands().map(|hand| relabelled(hand, to)), None, &rules).unwrap();
        assert_eq!(Keys::new(&rules).key(&position), Keys::new(&rules).key(&moved), "{position:?} {moved:?}");
    }
}

/// Is this rank in no chain and in no rocket of the hand?
fn unlinked(links: u16, rank: Rank) -> bool {
    let below = rank.index().checked_sub(1).is_some_and(|below| links >> below & 1 != 0);
    !below && links >> rank.index() & 1 == 0
}

#[test]
fn unlinked_ranks_of_one_player_change_places() {
    let mut rng = deals::rng(73);
    let mut checked = 0;
    for text in PRESETS.iter().chain(rule_strings()).cycle().take(60_000) {
        let rules = ruleset(text);
        let keys = Keys::new(&rules);
        let position = deals::deal::<2>(&mut rng, 2..=10, &rules);
        let owner = rng.random_range(0..2);
        let (hand, foreign) = (position.hands()[owner], position.hands()[1 - owner].ranks());
        // Two of the owner's ranks, mostly near to each other, with no foreign one between them.
        let mine: Vec<Rank> = hand.ranks().iter().collect();
        let (low, step) = (rng.random_range(0..mine.len()), rng.random_range(1..=3));
        let Some(&b) = mine.get(low + step) else { continue };
        let a = mine[low];
        let between = RankMask::run(a, (b.index() - a.index() + 1) as u8);
        if !(foreign & between).is_empty() {
            continue;
        }
        let swapped = relabelled(hand, |rank| {
            if rank == a {
                b
            } else if rank == b {
                a
            } else {
                rank
            }
        });
        let links = keys.links(hand);
        if links != keys.links(swapped) || !unlinked(links, a) || !unlinked(links, b) {
            continue;
        }
        let mut hands = *position.hands();
        hands[owner] = swapped;
        let Some(moved) = self::position(hands, None, &rules) else { continue }; // Two of a joker.
        assert_eq!(keys.key(&position), keys.key(&moved), "{position:?} {moved:?} {text}");
        checked += (swapped != hand) as u32;
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn tricks_that_the_same_bodies_beat_are_one() {
    let mut rng = deals::rng(74);
    let mut checked = 0;
    for text in PRESETS.iter().chain(rule_strings()).cycle().take(20_000) {
        let rules = ruleset(text);
        let hands = *deals::deal::<2>(&mut rng, 2..=7, &rules).hands();
        for kind in [Kind::Solo, Kind::Pair, Kind::Trio] {
            let trick = |rank| {
                let combo = Combo::new(kind, 1, rank, Hand::EMPTY);
                position(hands, Some(combo), &rules).map(|position| (Keys::new(&rules).key(&position), position))
            };
            for rank in Rank::all().take(Rank::COUNT - 1) {
                let next = Rank::from_index(rank.index() + 1);
                let (Some(lower), Some(higher)) = (trick(rank), trick(next)) else { continue };
                // Nobody could beat the lower one with the rank of the higher.
                if hands[0].count(next) < kind.body_copies() {
                    assert_eq!(lower.0, higher.0, "{:?} {:?} {text}", lower.1, higher.1);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1_000, "{checked}");
}

/// Keys met under one set of rules, with the verdict of the first position that had each.
struct Seen<'a, const SEATS: usize> {
    text: &'a str,
    keys: Keys,
    oracle: Oracle<SEATS>,
    met: HashMap<Key, (bool, State<SEATS>)>,
    positions: usize,
}

impl<'a, const SEATS: usize> Seen<'a, SEATS> {
    fn new(text: &'a str) -> Seen<'a, SEATS> {
        let (keys, oracle) = (Keys::new(&ruleset(text)), Oracle::new(edge::rules(text)));
        Seen { text, keys, oracle, met: HashMap::new(), positions: 0 }
    }

    fn check(&mut self, position: State<SEATS>) {
        let won = self.oracle.wins(&edge::state(&position));
        let &mut (before, other) = self.met.entry(self.keys.key(&position)).or_insert((won, position));
        assert_eq!(won, before, "one key, two verdicts: {position:?} and {other:?} {}", self.text);
        self.positions += 1;
    }
}

/// Random deals of few cards, that keys be met again.
fn random<const SEATS: usize>(texts: &[&str], each: usize, sizes: std::ops::RangeInclusive<usize>, rng: &mut StdRng) {
    let (mut positions, mut keys) = (0, 0);
    for text in texts {
        let (mut seen, rules) = (Seen::<SEATS>::new(text), ruleset(text));
        for n in 0..each {
            let draw = if n % 3 == 0 { deals::mid_trick } else { deals::deal };
            seen.check(draw(rng, sizes.clone(), &rules));
        }
        positions += seen.positions;
        keys += seen.met.len();
    }
    println!("{positions} positions, {keys} keys");
    assert!(keys < positions * 98 / 100, "keys are hardly ever met again: {keys} of {positions}");
}

#[test]
fn sample_of_random_deals() {
    let mut rng = deals::rng(75);
    random::<2>(&[&PRESETS[..], rule_strings()].concat(), 1_200, 1..=5, &mut rng);
    random::<2>(&TWO_PACKS, 500, 1..=5, &mut rng);
    random::<3>(&PRESETS, 500, 1..=3, &mut rng);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_random_deals() {
    let mut rng = deals::rng(76);
    random::<2>(&[&PRESETS[..], rule_strings()].concat(), 10_000, 2..=6, &mut rng);
    random::<2>(&TWO_PACKS, 5_000, 2..=6, &mut rng);
    random::<3>(&[&PRESETS[..], rule_strings()].concat(), 3_000, 1..=3, &mut rng);
}

/// All hands of 1 to `most` cards of these ranks.
fn hands_of(ranks: &[Rank], most: usize) -> Vec<Hand> {
    let Some((&rank, rest)) = ranks.split_first() else { return vec![Hand::EMPTY] };
    let mut hands = Vec::new();
    for n in 0..=rank.copies(1).min(most as u8) {
        hands.extend(hands_of(rest, most - n as usize).into_iter().map(|hand| hand.plus(Hand::of(rank, n))));
    }
    hands
}

/// Every deal of up to 3 and 3 cards of six ranks, on the lead and with every combination of up to four cards of these
/// ranks to answer.
fn exhaustive(symbols: &str, text: &str) {
    let rules = ruleset(text);
    let ranks: Vec<Rank> = Rank::all().filter(|rank| symbols.contains(rank.symbol())).collect();
    assert_eq!(ranks.len(), 6);
    let hands: Vec<Hand> = hands_of(&ranks, 3).into_iter().filter(|hand| !hand.is_empty()).collect();
    // One combination a shape: the kickers on the table do not matter. The cheapest first, so that it was most likely held.
    let mut tricks: HashMap<Shape, Vec<Combo>> = HashMap::new();
    for hand in hands_of(&ranks, 4).into_iter().filter(|hand| !hand.is_empty()) {
        for combo in combos(hand, None, &rules).into_iter().filter(|combo| combo.cards == hand) {
            tricks.entry(combo.shape).or_default().push(combo);
        }
    }
    let mut seen = Seen::<2>::new(text);
    for &first in &hands {
        for &second in &hands {
            let Some(lead) = position([first, second], None, &rules) else { continue };
            seen.check(lead);
            for readings in tricks.values() {
                // The first reading that the pack still had the cards for.
                let answers = readings.iter().find_map(|&last| position([first, second], Some(last), &rules));
                if let Some(answer) = answers {
                    seen.check(answer);
                }
            }
        }
    }
    println!("{symbols} {text}: {} positions, {} keys", seen.positions, seen.met.len());
    assert!(seen.positions > 50_000 && seen.met.len() < seen.positions / 10);
}

#[test]
fn every_small_deal_of_neighbouring_ranks() {
    exhaustive("56789T", "huanle,min_solo_chain=3,min_pair_chain=2");
}

#[test]
#[ignore = "a minute; run scripts/check/check_against_oracle.sh"]
fn full_every_small_deal() {
    for text in
        ["huanle", "rlcard", "douzero", "pagat", "huanle,min_solo_chain=3,min_pair_chain=2", "huanle,-bomb,-rocket"]
    {
        // Chains, chains with gaps, chains that end at the ace, and the rocket.
        for symbols in ["56789T", "3457JQ", "JQKA2X", "QKA2XD"] {
            exhaustive(symbols, text);
        }
    }
}
