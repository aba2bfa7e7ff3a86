//! Relative strength: if the mover wins the weaker of two positions, it wins the stronger one.
//!
//! The search uses the verdict of one position for others. This is right only if the argument in `canju_engine::tables::strength`
//! is. So these tests compare positions of one structure by the oracle: families of them (`siblings.rs`), and all small deals.

use canju_engine::rules::{Hand, Rank, RankMask, Setup, State, combos};
use canju_engine::tables::strength::{Outline, Strength, Structure};
use canju_engine::tables::{Keys, Need};
use canju_testing::deals::{self, PRESETS, TWO_PACKS, rule_strings, ruleset};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use canju_testing::siblings::{Placed, family, groups, in_order, is_below};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// With two packs and pair chains of two ranks the rocket has the form of a chain.
pub(super) const ROCKET_LIKE_CHAIN: &str = "huanle,packs=2,min_pair_chain=2";

pub(super) fn everything() -> Vec<&'static str> {
    [&PRESETS[..], rule_strings(), &TWO_PACKS, &[ROCKET_LIKE_CHAIN]].concat()
}

pub(super) fn one_pack() -> Vec<&'static str> {
    [&PRESETS[..], rule_strings()].concat()
}

/// Sizes of the hands to move and of the other one: small ones, and one that has room for trios, kickers and chains.
pub(super) const SIZES: [[RangeInclusive<usize>; 2]; 3] = [[2..=6, 2..=6], [5..=8, 1..=4], [1..=4, 5..=8]];

/// The same with three hands.
pub(super) const THREE_SIZES: [[RangeInclusive<usize>; 3]; 4] =
    [[1..=4, 1..=4, 1..=4], [4..=7, 1..=3, 1..=2], [1..=2, 4..=7, 1..=3], [1..=3, 1..=2, 4..=7]];

/// For messages: nearly as `canju solve` takes it.
pub(super) fn name<const SEATS: usize>(position: &State<SEATS>, text: &str) -> String {
    format!("{position} rules={text} (to answer: {:?})", position.trick())
}

/// How many pairs of different keys were compared in these positions of one structure.
fn check_order<const SEATS: usize>(family: &[(Placed<SEATS>, bool)], text: &str) -> usize {
    let mut compared = 0;
    for (weak, weak_wins) in family {
        for (strong, strong_wins) in family {
            if weak.key != strong.key && weak.is_at_most(strong) {
                let (weak, strong) = (name(&weak.position, text), name(&strong.position, text));
                assert!(!weak_wins || *strong_wins, "{weak} wins, the stronger {strong} does not");
                compared += 1;
            }
        }
    }
    compared
}

/// The order holds within random families; returns the pairs compared.
fn order_of_families<const SEATS: usize>(
    texts: &[&str],
    sizes: &[[RangeInclusive<usize>; SEATS]],
    (each, members): (usize, usize),
    seed: u64,
) -> usize {
    let (mut rng, mut compared) = (deals::rng(seed), 0);
    for text in texts {
        let (rules, mut oracle) = (ruleset(text), Oracle::<SEATS>::new(edge::rules(text)));
        for n in 0..each {
            let family = family(members, &sizes[n % sizes.len()], &rules, &mut rng);
            let decided: Vec<_> =
                family.into_iter().map(|placed| (placed, oracle.wins(&edge::state(&placed.position)))).collect();
            compared += check_order(&decided, text);
        }
    }
    println!("{compared} pairs compared");
    compared
}

#[test]
fn stronger_wins_too() {
    let compared = order_of_families(&everything(), &SIZES, (24, 16), 81);
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn stronger_wins_too_with_three_hands() {
    let compared = order_of_families(&one_pack(), &THREE_SIZES, (32, 24), 181);
    assert!(compared > 20_000, "{compared}");
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_stronger_wins_too() {
    let compared = order_of_families(&everything(), &SIZES, (300, 24), 82);
    assert!(compared > 500_000, "{compared}");
    let compared = order_of_families(&one_pack(), &THREE_SIZES, (400, 24), 182);
    assert!(compared > 500_000, "{compared}");
}

/// All hands of up to `most` cards of these ranks.
fn hands_of(ranks: &[Rank], most: usize) -> Vec<Hand> {
    let Some((&rank, rest)) = ranks.split_first() else { return vec![Hand::EMPTY] };
    let counts = 0..=rank.copies(1).min(most as u8);
    let with = |n: u8| hands_of(rest, most - n as usize).into_iter().map(move |hand| hand.plus(Hand::of(rank, n)));
    counts.flat_map(with).collect()
}

/// The order holds among all deals of up to `most` cards of six ranks, on the lead and with each combination of up to four
/// cards on the table; returns the pairs compared.
fn order_of_all(symbols: &str, most: [usize; 2], text: &str) -> usize {
    let (rules, mut oracle) = (ruleset(text), Oracle::<2>::new(edge::rules(text)));
    let ranks: Vec<Rank> = Rank::all().filter(|rank| symbols.contains(rank.symbol())).collect();
    let hands = most.map(|most| hands_of(&ranks, most));
    let mut tricks = vec![None];
    for hand in hands_of(&ranks, 4) {
        tricks.extend(combos(hand, None, &rules).into_iter().filter(|combo| combo.cards == hand).map(Some));
    }
    // Positions of one strength but of different keys are few; the first of each value stands for all.
    let mut structures: HashMap<Structure, HashMap<(Strength, bool), Placed<2>>> = HashMap::new();
    for &mine in &hands[0] {
        for &theirs in &hands[1] {
            for &last in &tricks {
                let Some(placed) = Placed::new(Setup::new([mine, theirs], last), &rules) else { continue };
                let seen = structures.entry(placed.structure).or_default();
                if !seen.contains_key(&(placed.strength, true)) || !seen.contains_key(&(placed.strength, false)) {
                    let wins = oracle.wins(&edge::state(&placed.position));
                    seen.entry((placed.strength, wins)).or_insert(placed);
                }
            }
        }
    }
    let mut compared = 0;
    for seen in structures.into_values() {
        let family: Vec<_> = seen.into_iter().map(|((_, wins), placed)| (placed, wins)).collect();
        compared += check_order(&family, text);
    }
    println!("{symbols} {text}: {compared} pairs compared");
    compared
}

#[test]
fn every_small_deal_of_neighbouring_ranks() {
    let compared = order_of_all("56789T", [3, 3], "huanle,min_solo_chain=3,min_pair_chain=2");
    assert!(compared > 10_000, "{compared}");
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_order_of_every_small_deal() {
    for text in ["huanle", "douzero", "pagat", "huanle,min_solo_chain=3,min_pair_chain=2", "huanle,-bomb,-rocket"] {
        for symbols in ["56789T", "3457JQ", "QKA2XD"] {
            let compared = order_of_all(symbols, [3, 3], text);
            assert!(compared > 10_000, "{compared}");
        }
    }
}

/// A need of a single fact holds in a position, as the bits say, if and only if the fact is true of the groups that have
/// the same numbers there: for a winner's group that it beats the other one, for a loser's that it does not.
fn single_facts<const SEATS: usize>(texts: &[&str], sizes: &[[RangeInclusive<usize>; SEATS]], seed: u64) {
    let mut rng = deals::rng(seed);
    let (mut held, mut failed) = (0, 0);
    for text in texts {
        let (rules, keys) = (ruleset(text), Keys::new(&ruleset(text)));
        for n in 0..30 {
            let family = family(8, &sizes[n % sizes.len()], &rules, &mut rng);
            let here = &family[0];
            let (layouts, to_beat) = groups(&here.position, &rules);
            let outline = Outline::new(&here.position, layouts.each_ref(), to_beat);
            let ranks = |placed: &Placed<SEATS>| placed.setup.hands.map(|hand| in_order(hand, keys.links(hand)));
            let from = ranks(here);
            for (there, to) in family.iter().map(|there| (there, ranks(there))) {
                for (x, y) in (0..SEATS).flat_map(|x| (0..SEATS).map(move |y| (x, y))).filter(|(x, y)| x != y) {
                    for (&a, &a_there) in from[x].iter().zip(&to[x]) {
                        for (&b, &b_there) in from[y].iter().zip(&to[y]) {
                            let mut need = Need::default();
                            let only = |rank: Rank| RankMask::run(rank, 1);
                            need.compare((x, only(a)), (y, only(b)));
                            let side = State::<SEATS>::side(x);
                            for (winner, holds) in [(side, a_there > b_there), (side.opponent(), a_there <= b_there)] {
                                let wins = winner == here.position.side_to_move();
                                let entry = outline.entry(&need, wins, false);
                                let decides = match wins {
                                    true => is_below(&entry, &there.strength),
                                    false => is_below(&there.strength, &entry),
                                };
                                let [here, there] = [here, there].map(|placed| name(&placed.position, text));
                                assert_eq!(decides, holds, "{x}:{a} {y}:{b} won by {winner:?}: {here} and {there}");
                                *if holds { &mut held } else { &mut failed } += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(held > 20_000 && failed > 20_000, "{held} {failed}");
}

#[test]
fn a_fact_holds_where_its_groups_say() {
    single_facts(&everything(), &SIZES, 85);
    single_facts(&one_pack(), &THREE_SIZES, 187);
}
