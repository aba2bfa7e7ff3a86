//! The memory of a certificate's checker: it accepts positions at least as good as a proved one, and all of them are won.

use crate::deals::{self, PRESETS, RULE_STRINGS, TWO_PACKS, ruleset};
use crate::key_siblings::Parts;
use crate::proof_round_trips::oracle_wins;
use canju::proof::Memory;
use canju::rules::{Combo, Hand, Kind, Position, Rank, Ruleset, Setup, Side, parse_cards};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

const LOG2_ROWS: u32 = 12;

/// Where chains, airplanes and rockets look most alike.
const SHORT_CHAINS: [&str; 3] = [
    "huanle,min_solo_chain=3,min_pair_chain=2",
    "huanle,packs=2,min_solo_chain=3,min_pair_chain=2",
    "rlcard,packs=2,min_pair_chain=2,+both_jokers_as_kickers",
];

/// The deal with some counts of one hand exchanged for those of neighbouring ranks; `None` if the packs do not hold it.
fn varied(rng: &mut StdRng, deal: &Position<2>, rules: &Ruleset) -> Option<Position<2>> {
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
    let texts = [&PRESETS[..], &RULE_STRINGS, &TWO_PACKS, &SHORT_CHAINS].concat();
    let mut rng = deals::rng(41);
    let (mut held, mut asked) = (0, 0);
    for text in texts {
        let rules = ruleset(text);
        let mut memories = [Side::First, Side::Second].map(|winner| (winner, Memory::new(LOG2_ROWS, winner, &rules)));
        for _ in 0..12 {
            let deal = deals::deal::<2>(&mut rng, 2..=6, &rules);
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
    let position = |hands| Position::<2>::parse(hands, None, &rules).unwrap().settled(&rules).0;
    memory.remember(&memory.relative(&position(proved)));
    memory.holds(&memory.relative(&position(asked)))
}

#[test]
fn what_is_better() {
    for (proved, asked, better) in [
        // Other ranks that compare alike, higher ones for the winner, lower ones for the other.
        (["4K", "7"], ["5A", "9"], true),
        (["4K", "7"], ["8K", "7"], true),
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
            let position = Position::<2>::parse([&first, "3579JK"], None, &rules).unwrap();
            relatives.push(memory.relative(&position));
        }
    }
    relatives.truncate(9);
    relatives.iter().for_each(|relative| memory.remember(relative));
    let held: Vec<bool> = relatives.iter().map(|relative| memory.holds(relative)).collect();
    assert_eq!(held, [false, true, true, true, true, true, true, true, true]);
}

/// Three hands are only compared whole.
#[test]
fn three_hands() {
    let rules = Ruleset::default();
    let mut memory = Memory::new(LOG2_ROWS, Side::First, &rules);
    let relative = |memory: &Memory, hands| memory.relative(&Position::<3>::parse(hands, None, &rules).unwrap());
    let proved = relative(&memory, ["345", "678", "9TJ"]);
    memory.remember(&proved);
    assert!(memory.holds(&relative(&memory, ["345", "678", "9TJ"])));
    assert!(!memory.holds(&relative(&memory, ["345", "678", "9TQ"])));
    assert!(!memory.holds(&relative(&memory, ["346", "578", "9TJ"])));
    // Another player to lead, and another owner of the same trick.
    let hands = ["345", "678", "9TJ"].map(|cards| parse_cards(cards).unwrap());
    let five = Combo::new(Kind::Solo, 1, Rank::from_index(2), Hand::EMPTY);
    let at = |turn, owner: Option<usize>| {
        let parts = Parts::<3> { hands, turn, last: owner.map(|owner| (five, owner)) };
        memory.relative(&parts.position(&rules).expect("a position"))
    };
    let all = [at(0, None), at(1, None), at(2, None), at(0, Some(1)), at(0, Some(2)), at(1, Some(0)), at(1, Some(2))];
    for (n, proved) in all.iter().enumerate() {
        let mut memory = Memory::new(LOG2_ROWS, Side::First, &rules);
        memory.remember(proved);
        assert!(all.iter().enumerate().all(|(m, asked)| memory.holds(asked) == (m == n)), "{n}");
    }
}
