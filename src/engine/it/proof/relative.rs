//! The memory of a certificate's checker: it accepts positions at least as good as a proved one, and all of them are won.

use crate::proof::round_trips::oracle_wins;
use crate::tables::key_siblings::Parts;
use canju_engine::proof::{Memory, Relative};
use canju_engine::rules::{Combo, Hand, Kind, KindSet, Rank, Ruleset, Setup, Side, State, parse_cards};
use canju_testing::deals::{self, PRESETS, TWO_PACKS, WITH_QUAD_CHAINS, rule_strings, ruleset};
use canju_testing::drawn::QUADS_IN_A_ROW;
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use canju_testing::siblings::family;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::ops::RangeInclusive;

const LOG2_ROWS: u32 = 12;

/// Where chains, airplanes and rockets look most alike.
const SHORT_CHAINS: [&str; 3] = [
    "huanle,min_solo_chain=3,min_pair_chain=2",
    "huanle,packs=2,min_solo_chain=3,min_pair_chain=2",
    "rlcard,packs=2,min_pair_chain=2,+both_jokers_as_kickers",
];

/// The deal with some counts of one hand exchanged for those of neighbouring ranks; `None` if the packs do not hold it.
fn varied(rng: &mut StdRng, deal: &State<2>, rules: &Ruleset) -> Option<State<2>> {
    let mut hands = *deal.hands();
    for _ in 0..rng.random_range(0..=4) {
        let hand = &mut hands[rng.random_range(0..2)];
        let held: Vec<Rank> = hand.ranks().iter().collect();
        let from = *held.choose(rng)?;
        let to = Rank::all().nth((from.index() + Rank::COUNT + rng.random_range(0..5) - 2) % Rank::COUNT)?;
        if from != to {
            let (many, few) = (hand.count(from), hand.count(to));
            let rest = hand.minus(Hand::of(from, many)).minus(Hand::of(to, few));
            *hand = rest.plus(Hand::of(from, few)).plus(Hand::of(to, many));
        }
    }
    Setup::new(hands, None).validate(rules).ok()
}

/// Deals and variations of them, some moves later: whatever the memory holds is won, by the oracle.
#[test]
fn what_is_held_is_won() {
    let texts = [&PRESETS[..], rule_strings(), &TWO_PACKS, &SHORT_CHAINS, &WITH_QUAD_CHAINS].concat();
    let mut rng = deals::rng(41);
    let (mut held, mut asked) = (0, 0);
    for text in texts {
        let rules = ruleset(text);
        let mut memories = [Side::First, Side::Second].map(|winner| (winner, Memory::new(LOG2_ROWS, winner, &rules)));
        for n in 0..12 {
            let deal = match rules.kinds().has_any(KindSet::QUAD_CHAINS) && n % 2 == 0 {
                true => QUADS_IN_A_ROW.draw(&mut rng, &rules),
                false => deals::deal::<2>(&mut rng, 2..=6, &rules),
            };
            for _ in 0..40 {
                let Some(mut position) = varied(&mut rng, &deal, &rules) else { continue };
                for _ in 0..rng.random_range(0..=3) {
                    let moves = position.moves(&rules);
                    position = moves.choose(&mut rng).map_or(position, |&played| position.play(played));
                }
                if position.winner().is_some() {
                    continue;
                }
                let (position, _) = position.settled(&rules);
                let mut wins = None;
                for (winner, memory) in &mut memories {
                    let relative = memory.relative(&position);
                    let known = memory.holds(&relative);
                    let wins = *wins.get_or_insert_with(|| oracle_wins(&position, text));
                    let won = wins == (position.side_to_move() == *winner);
                    asked += won as u32;
                    held += known as u32;
                    assert!(won || !known, "{position:?} {text}: held as won by {winner:?}");
                    if won && !known {
                        memory.remember(&relative);
                        assert!(memory.holds(&memory.relative(&position)));
                    }
                }
            }
        }
    }
    assert!(held > asked / 4, "{held} of {asked}");
}

fn held(proved: [&str; 2], asked: [&str; 2], rules: &str) -> bool {
    let rules = ruleset(rules);
    let mut memory = Memory::new(LOG2_ROWS, Side::First, &rules);
    let position = |hands| State::<2>::parse(hands, None, &rules).unwrap().settled(&rules).0;
    memory.remember(&memory.relative(&position(proved)));
    memory.holds(&memory.relative(&position(asked)))
}

#[test]
fn what_is_better() {
    for (proved, asked, better) in [
        // Other ranks that compare alike, higher ones for the winner, lower ones for the other.
        (["4K", "7"], ["5A", "9"], true),
        (["4K", "7"], ["8K", "7"], true),
        (["4K", "7"], ["3K", "7"], true),
        (["4K", "7"], ["4K", "3"], true),
        (["4K", "7"], ["47", "7"], false),
        (["4K", "K"], ["4K", "A"], false),
        (["47", "7"], ["48", "7"], true),
        // Groups of other sizes, another number of cards.
        (["44K", "7"], ["4KK", "7"], false),
        (["4K", "77"], ["4K", "7"], false),
        // Chains.
        (["34567K", "8"], ["45678K", "9"], true),
        (["34567K", "8"], ["34568K", "7"], false),
        (["34568K", "7"], ["45679K", "8"], true),
        (["34568K", "9"], ["34567K", "9"], false),
        (["KK", "34567"], ["KK", "34568"], false),
        // The rocket.
        (["3XD", "2222"], ["32D", "AAAA"], false),
        (["3D", "XK"], ["3D", "AK"], true),
    ] {
        assert_eq!(held(proved, asked, "huanle"), better, "{proved:?} {asked:?}");
    }
    // Two pairs of jokers are no 连对.
    assert!(!held(["33XXDD", "4"], ["334455", "4"], "huanle,packs=2,min_pair_chain=2,min_solo_chain=12"));
    assert!(!held(["XXDD", "34"], ["3344", "34"], "huanle,packs=2,min_pair_chain=2"));
    // Quads in a row are a chain where the rules say so.
    for (kinds, better) in
        [("", true), (",+quad_chain", false), (",+quad_solo_chain", false), (",+quad_pair_chain", false)]
    {
        let rules = format!("huanle,-trio_chain,-trio_solo,-trio_pair{kinds}");
        assert_eq!(held(["33334444", "K"], ["33335555", "K"], &rules), better, "{rules}");
    }
}

/// Positions of one structure, none at least as good as another, one more than a row holds.
#[test]
fn a_full_row_forgets_the_oldest() {
    let rules = Ruleset::default();
    let mut memory = Memory::new(LOG2_ROWS, Side::First, &rules);
    // Between the other hand's cards, as high in all: what one group gains another loses.
    let places = ["4", "6", "8", "T", "Q", "A"];
    let mut relatives = Vec::new();
    for solo in 0..6 {
        for pair in (0..6).filter(|&pair| pair != solo) {
            let Some(trio) = 7usize.checked_sub(solo + pair).filter(|&trio| trio < 6 && trio != solo && trio != pair)
            else {
                continue;
            };
            let first = [places[solo], &places[pair].repeat(2), &places[trio].repeat(3)].concat();
            let position = State::<2>::parse([&first, "3579JK"], None, &rules).unwrap();
            relatives.push(memory.relative(&position));
        }
    }
    relatives.truncate(9);
    relatives.iter().for_each(|relative| memory.remember(relative));
    let held: Vec<bool> = relatives.iter().map(|relative| memory.holds(relative)).collect();
    assert_eq!(held, [false, true, true, true, true, true, true, true, true]);
}

/// The landlord leads, or somebody answers: what is proved for one side, and whether a position with other hands is held.
fn held_of_three(winner: Side, proved: Parts<3>, asked: Parts<3>) -> bool {
    let rules = Ruleset::default();
    let mut memory = Memory::new(LOG2_ROWS, winner, &rules);
    let position = |parts: Parts<3>| parts.position(&rules).expect("a position");
    memory.remember(&memory.relative(&position(proved)));
    memory.holds(&memory.relative(&position(asked)))
}

fn parts(hands: [&str; 3], turn: usize, last: Option<(&str, usize)>) -> Parts<3> {
    let hands = hands.map(|cards| parse_cards(cards).expect("cards"));
    let last = last.map(|(rank, owner)| {
        let rank = parse_cards(rank).expect("a card").ranks().lowest().expect("a card");
        (Combo::new(Kind::Solo, 1, rank, Hand::EMPTY), owner)
    });
    Parts { hands, turn, last }
}

#[test]
fn what_is_better_with_three_hands() {
    let lead = |hands| parts(hands, 0, None);
    for (winner, proved, asked, better) in [
        (Side::First, ["4K", "78", "9T"], ["4K", "78", "9T"], true),
        // The landlord's king above another card of a farmer, or no longer above all.
        (Side::First, ["4K", "7A", "9T"], ["4K", "7Q", "9T"], true),
        (Side::First, ["4K", "7Q", "9T"], ["4K", "7A", "9T"], false),
        (Side::First, ["4K", "7Q", "9T"], ["4K", "7Q", "9A"], false),
        // If the farmers win, their ranks compare the other way round.
        (Side::Second, ["4K", "7Q", "9T"], ["4K", "7A", "9T"], true),
        (Side::Second, ["4K", "7A", "9T"], ["4K", "7Q", "9T"], false),
        // Between the farmers: equal ranks leave the losers less choice, different ones the winners more.
        (Side::First, ["4K", "79", "8T"], ["4K", "79", "7T"], true),
        (Side::First, ["4K", "79", "7T"], ["4K", "79", "8T"], false),
        (Side::First, ["4K", "79", "8T"], ["4K", "79", "6T"], false),
        (Side::Second, ["4K", "79", "7T"], ["4K", "79", "8T"], true),
        (Side::Second, ["4K", "79", "8T"], ["4K", "79", "7T"], false),
        (Side::Second, ["4K", "79", "8T"], ["4K", "79", "6T"], false),
        // Who holds the jokers.
        (Side::First, ["4K", "79", "XD"], ["4K", "XD", "79"], false),
    ] {
        assert_eq!(held_of_three(winner, lead(proved), lead(asked)), better, "{winner:?} {proved:?} {asked:?}");
    }
    // Another player to lead, and another owner of the same trick.
    let hands = ["39Q", "4TK", "5JA"];
    let turns = [(0, None), (1, None), (2, None), (0, Some(1)), (0, Some(2)), (1, Some(0)), (1, Some(2))];
    for (n, &(turn, owner)) in turns.iter().enumerate() {
        for (m, &(other, other_owner)) in turns.iter().enumerate() {
            let at = |turn, owner: Option<usize>| parts(hands, turn, owner.map(|owner| ("6", owner)));
            let held = held_of_three(Side::First, at(turn, owner), at(other, other_owner));
            assert_eq!(held, n == m, "{n} {m}");
        }
    }
    // A higher trick of the landlord's is better for it if a farmer can then answer with less: the mover, or the one after it.
    for (hands, low, high) in [(["39Q", "4TK", "5AA"], "9", "J"), (["39Q", "4KK", "5TA"], "9", "J")] {
        let after = |card| parts(hands, 1, Some((card, 0)));
        assert!(held_of_three(Side::First, after(low), after(high)), "{hands:?}");
        assert!(!held_of_three(Side::First, after(high), after(low)), "{hands:?}");
        assert!(!held_of_three(Side::Second, after(low), after(high)), "{hands:?}");
        assert!(held_of_three(Side::Second, after(high), after(low)), "{hands:?}");
    }
}

/// Families of positions that look alike (`siblings.rs`): a position at least as good as one that is won is won, by the oracle.
/// Returns how many pairs there were, and how many with a trick that two players may still answer.
fn families<const SEATS: usize>(
    texts: &[&str],
    sizes: &[[RangeInclusive<usize>; SEATS]],
    (each, members): (usize, usize),
    seed: u64,
) -> [usize; 2] {
    let (mut rng, mut pairs, mut with_two) = (deals::rng(seed), 0, 0);
    for text in texts {
        let (rules, mut oracle) = (ruleset(text), Oracle::<SEATS>::new(edge::rules(text)));
        for n in 0..each {
            let family = family(members, &sizes[n % sizes.len()], &rules, &mut rng);
            let decided: Vec<_> = family
                .into_iter()
                .map(|placed| placed.position.settled(&rules).0)
                .map(|position| (position, oracle.wins(&edge::state(&position))))
                .collect();
            for winner in [Side::First, Side::Second] {
                let won = |&(position, wins): &(State<SEATS>, bool)| wins == (position.side_to_move() == winner);
                let relatives: Vec<_> = decided.iter().map(|one| (one, Relative::of(&one.0, winner, &rules))).collect();
                for (proved, relative) in relatives.iter().filter(|(one, _)| won(one)) {
                    for (asked, other) in relatives.iter().filter(|(one, _)| one.0 != proved.0) {
                        if other.is_at_least(relative, winner) {
                            let (proved, asked) = (proved.0, *asked);
                            assert!(won(asked), "{proved:?} is won by {winner:?}, {asked:?} is not: {text}");
                            pairs += 1;
                            let owner = proved.trick().map(|trick| trick.owner());
                            with_two += owner.is_some_and(|owner| (proved.to_move() + 1) % SEATS != owner) as usize;
                        }
                    }
                }
            }
        }
    }
    println!("{pairs} pairs, {with_two} with two players to answer");
    [pairs, with_two]
}

#[test]
fn at_least_as_good_is_won_too() {
    let texts = [&PRESETS[..], rule_strings(), &TWO_PACKS, &SHORT_CHAINS].concat();
    let [pairs, _] = families(&texts, &[[2..=6, 2..=6], [5..=8, 1..=4], [1..=4, 5..=8]], (12, 16), 43);
    assert!(pairs > 10_000, "{pairs}");
}

#[test]
fn at_least_as_good_is_won_too_with_three_hands() {
    let sizes = [[1..=4, 1..=4, 1..=4], [4..=7, 1..=3, 1..=2], [1..=2, 4..=7, 1..=3], [1..=3, 1..=2, 4..=7]];
    let [pairs, with_two] = families(&[&PRESETS[..], rule_strings()].concat(), &sizes, (40, 24), 44);
    assert!(pairs > 10_000 && with_two > 1_000, "{pairs} {with_two}");
}
