//! Classifier, generator and oracle agree on ALL sets of cards of random hands, and every text form reads back.

use canju_engine::rules::{
    Combo, Hand, KickerOrder, Kind, Move, Preset, Rank, Ruleset, Setup, Shape, State, classify, combos, for_each_combo,
    parse_cards, parse_cards_from, parse_move,
};
use canju_testing::budget::share;
use canju_testing::deals::{self, PRESETS, TWO_PACKS, WITH_QUAD_CHAINS, rule_strings, ruleset};
use canju_testing::edge;
use canju_testing::oracle::{self, Reading};
use proptest::prelude::*;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn sorted(mut readings: Vec<Reading>) -> Vec<Reading> {
    readings.sort();
    readings
}

/// Holds generator = classifier = oracle over every sub-multiset of `hands` random hands; the generator's list is
/// compared as a list, so that a combination found twice fails.
fn all_card_sets(text: &str, hands: usize, largest: usize, seed: u64) {
    let (rules, mut rng) = (ruleset(text), deals::rng(seed));
    let oracle_rules = edge::rules(text);
    for _ in 0..hands {
        let hand = deals::hand(&mut rng, 1..=largest, rules.packs());
        let mut by_definition = Vec::new();
        for cards in oracle::sub_multisets(&edge::cards(hand)) {
            let readings = sorted(oracle::readings(&cards, &oracle_rules));
            let classified = edge::readings(classify(edge::hand(&cards), &rules));
            assert_eq!(classified, readings, "{text}: classify({})", edge::hand(&cards));
            by_definition.extend(readings);
        }
        let generated = edge::readings(combos(hand, None, &rules));
        assert_eq!(generated, sorted(by_definition), "{text}: combos({hand})");
    }
}

#[test]
fn all_card_sets_under_each_preset() {
    for (seed, preset) in (0..).zip(PRESETS) {
        all_card_sets(preset, share(2000, 4), 10, seed);
        all_card_sets(preset, share(1000, 4), 14, seed + 50);
    }
}

#[test]
fn all_card_sets_under_bans_and_switches() {
    for (seed, rules) in (100..).zip(rule_strings().iter().copied().chain(WITH_QUAD_CHAINS)) {
        all_card_sets(rules, share(300, 4), 12, seed);
        all_card_sets(rules, share(50, 4), 14, seed + 50);
    }
}

#[test]
fn all_card_sets_of_two_packs() {
    for (seed, rules) in (200..).zip(TWO_PACKS) {
        all_card_sets(rules, 400, 14, seed);
    }
}

/// The hands above seldom hold the largest combinations; these do.
#[test]
fn all_card_sets_of_large_hands() {
    const HANDS: [&str; 9] = [
        "33334444567XD",
        "3333444455667788",
        "TTTTJJJJQQQQ456789",
        "33344455566677778889",
        "3334445556667778888",
        "33334444555566667777",
        "3333444455556666XD22",
        "33344455566JJJQQQKKK",
        "JJJQQQKKKAAA2222XD",
    ];
    let few = ["huanle", "rlcard", "douzero", "pagat", "huanle,+quad_as_two_pairs", "rlcard,max_wings_per_rank=4"];
    for text in few.into_iter().chain(WITH_QUAD_CHAINS) {
        let (rules, oracle_rules) = (ruleset(text), edge::rules(text));
        for hand in HANDS.map(|cards| parse_cards(cards).unwrap()) {
            let by_definition = sorted(oracle::leads(&edge::cards(hand), &oracle_rules));
            assert_eq!(edge::readings(combos(hand, None, &rules)), by_definition, "{text}: {hand}");
        }
    }
}

fn all_rule_strings() -> Vec<&'static str> {
    [&PRESETS[..], rule_strings(), &WITH_QUAD_CHAINS, &TWO_PACKS].concat()
}

#[test]
fn answers_are_the_leads_that_beat() {
    let mut rng = deals::rng(300);
    for text in all_rule_strings() {
        let (rules, oracle_rules) = (ruleset(text), edge::rules(text));
        for _ in 0..200 {
            let position = deals::deal::<2>(&mut rng, 1..=11, &rules);
            let [hand, other] = *position.hands();
            let leads = combos(hand, None, &rules);
            let oracle_leads = oracle::leads(&edge::cards(hand), &oracle_rules);
            for _ in 0..4 {
                let last = *combos(other, None, &rules).choose(&mut rng).expect("a hand has its single cards");
                let answers = combos(hand, Some(last.shape), &rules);
                let context = || format!("{text}: {hand} after {last:?}");

                let beating: Vec<Combo> = leads.iter().filter(|c| c.shape.beats(last.shape)).copied().collect();
                assert_eq!(edge::readings(answers.iter().copied()), edge::readings(beating), "{}", context());
                let shape = edge::shape(last.shape);
                let by_definition = oracle_leads.iter().filter(|r| oracle::beats(r.shape, shape)).copied();
                let by_definition = sorted(by_definition.collect());
                assert_eq!(edge::readings(answers.iter().copied()), by_definition, "{}", context());

                let rest = if other == last.cards { Hand::of(Rank::THREE, 1) } else { other.minus(last.cards) };
                if let Ok(position) = (Setup::new([hand, rest], Some(last))).validate(&rules) {
                    assert_eq!(position.can_play(&rules), !answers.is_empty(), "{}", context());
                    let with_pass: Vec<Move> = answers.into_iter().map(Move::Play).chain([Move::Pass]).collect();
                    assert_eq!(position.moves(&rules), with_pass, "{}", context());
                }
            }
            assert!(position.can_play(&rules), "{text}: {hand} leads");
        }
    }
}

#[test]
fn a_listener_that_stops_gets_nothing_more() {
    let mut rng = deals::rng(400);
    for text in all_rule_strings() {
        let rules = ruleset(text);
        for _ in 0..50 {
            let hand = deals::hand(&mut rng, 1..=14, rules.packs());
            let last = *combos(deals::hand(&mut rng, 1..=6, rules.packs()), None, &rules).choose(&mut rng).unwrap();
            for beating in [None, Some(last.shape)] {
                let all = combos(hand, beating, &rules);
                for stop_after in [1, 2, all.len() / 2, all.len(), all.len() + 1] {
                    if stop_after == 0 {
                        continue;
                    }
                    let mut heard = Vec::new();
                    let listener = |combo| {
                        heard.push(combo);
                        if heard.len() == stop_after { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
                    };
                    let end = for_each_combo(hand, beating, &rules, KickerOrder::default(), listener);
                    assert_eq!(end == ControlFlow::Break("enough"), stop_after <= all.len());
                    assert_eq!(heard, all[..stop_after.min(all.len())], "{text}: {hand} after {beating:?}");
                }
            }
        }
    }
}

/// Every shape there can be in so many packs.
fn all_shapes(packs: u8) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for kind in Kind::ALL {
        for len in 1..=12 {
            for rank in Rank::all() {
                let top = rank.index() + len as usize - 1;
                let exists = match kind {
                    Kind::Solo => len == 1,
                    Kind::Pair => len == 1 && rank.copies(packs) >= 2,
                    Kind::Trio | Kind::TrioSolo | Kind::TrioPair | Kind::FourTwoSolo | Kind::FourTwoPair => {
                        len == 1 && !rank.is_joker()
                    }
                    Kind::Bomb => len >= 4 && len <= rank.copies(packs),
                    Kind::Rocket => len == 2 * packs && rank == Rank::SMALL_JOKER,
                    _ => len >= 2 && top <= Rank::ACE.index(),
                };
                if exists {
                    shapes.push(Shape { kind, len, rank });
                }
            }
        }
    }
    shapes
}

#[test]
fn beats_agrees_on_all_pairs_of_shapes() {
    for packs in [1, 2] {
        let shapes = all_shapes(packs);
        for &a in &shapes {
            for &b in &shapes {
                assert_eq!(a.beats(b), oracle::beats(edge::shape(a), edge::shape(b)), "{a:?} {b:?}");
            }
        }
    }
    let of_the_pack = combos(Hand::deck(1), None, &ruleset("huanle,min_solo_chain=3,min_pair_chain=2"));
    let all: BTreeSet<Shape> = all_shapes(1).into_iter().collect();
    let found: BTreeSet<Shape> = of_the_pack.iter().map(|combo| combo.shape).collect();
    assert!(found.len() > 200 && found.is_subset(&all));
}

#[test]
fn rules_read_back_what_they_print() {
    let mut rng = deals::rng(500);
    let roundtrip = |rules: Ruleset| {
        let text = rules.to_string();
        assert_eq!(text.parse::<Ruleset>().as_ref(), Ok(&rules), "{text}");
        assert_eq!(ruleset(&text).to_string(), text);
    };
    for text in all_rule_strings() {
        roundtrip(ruleset(text));
        assert_eq!(ruleset(&format!(" {} ", text.replace(',', " , "))), ruleset(text), "spaces around words");
    }
    for preset in Preset::ALL {
        assert_eq!(preset.rules().to_string(), preset.name());
        for _ in 0..2000 {
            let mut rules = preset.rules();
            for kind in Kind::ALL {
                if rng.random_bool(0.3) {
                    let on = kind == Kind::Solo || rng.random_bool(0.5);
                    rules = rules.with(&format!("{}{kind}", if on { '+' } else { '-' })).unwrap();
                }
            }
            for switch in Ruleset::SWITCHES {
                rules = rules.with(&format!("{}{}", if rng.random() { '+' } else { '-' }, switch.name)).unwrap();
            }
            for number in Ruleset::NUMBERS {
                let (least, most) = number.range;
                rules = rules.with(&format!("{}={}", number.name, rng.random_range(least..=most))).unwrap();
            }
            roundtrip(rules);
        }
    }
}

#[test]
fn moves_read_back_what_they_print() {
    let mut rng = deals::rng(600);
    for text in all_rule_strings() {
        let rules = ruleset(text);
        assert_eq!(parse_move(&rules.notation(Move::Pass), &rules), Ok(Move::Pass));
        for _ in 0..60 {
            let hand = deals::hand(&mut rng, 1..=16, rules.packs());
            for combo in combos(hand, None, &rules) {
                let written = rules.notation(Move::Play(combo));
                assert_eq!(parse_move(&written, &rules), Ok(Move::Play(combo)), "{text}: {written}");
            }
        }
    }
}

/// Found by reading: `333444555666:trio_solo_chain@4x` was read as `@4`.
#[test]
fn nothing_after_the_rank_of_a_reading_is_dropped() {
    let rules = Ruleset::default();
    assert!(parse_move("333444555666:trio_solo_chain@4", &rules).is_ok());
    for wrong in ["@4x", "@45", "@4 5", "@", "@@4", "@4@4"] {
        assert!(parse_move(&format!("333444555666:trio_solo_chain{wrong}"), &rules).is_err(), "{wrong}");
    }
}

fn any_hand(packs: u8) -> impl Strategy<Value = Hand> {
    prop::collection::vec(0u8..=4 * packs, Rank::COUNT).prop_map(move |counts| {
        let cards = Rank::all().zip(counts).map(|(rank, n)| Hand::of(rank, n.min(rank.copies(packs))));
        cards.fold(Hand::EMPTY, Hand::plus)
    })
}

/// Texts made of what cards, moves and rules are made of, and some that are not.
fn any_text() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "1",
        "0",
        "t",
        "J",
        "q",
        "K",
        "a",
        "2",
        "X",
        "y",
        "D",
        "Z",
        "小王",
        "大",
        "王",
        "小",
        " ",
        ",",
        "，",
        ":",
        "@",
        "pass",
        "不要",
        "trio_solo_chain",
        "bomb",
        "huanle",
        "-",
        "+",
        "=",
        "packs",
    ]);
    prop_oneof![any::<String>(), prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())]
}

proptest! {
    #[test]
    fn no_text_makes_the_parsers_panic(text in any_text()) {
        let rules = Ruleset::default();
        let _ = parse_move(&text, &rules);
        let _ = text.parse::<Ruleset>();
        let _ = State::<2>::parse([&text, "3"], Some(&text), &rules);
        match parse_cards(&text) {
            Ok(hand) => prop_assert_eq!(parse_cards(&hand.to_string()), Ok(hand)),
            Err(error) => prop_assert!((1..=text.chars().count()).contains(&error.column)),
        }
    }

    #[test]
    fn a_hand_reads_back_what_it_prints(hand in any_hand(1)) {
        prop_assert_eq!(parse_cards(&hand.to_string()), Ok(hand));
        prop_assert_eq!(edge::hand(&edge::cards(hand)), hand);
    }

    #[test]
    fn a_hand_of_two_packs_reads_back_what_it_prints(hand in any_hand(2)) {
        let mut pool = Hand::deck(2);
        prop_assert_eq!(parse_cards_from(&hand.to_string(), &mut pool, 2), Ok(hand));
        prop_assert_eq!(pool.plus(hand), Hand::deck(2));
    }
}
