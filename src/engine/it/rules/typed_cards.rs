//! Cards as people type them: every spelling reads as the same hand, and what two conventions read differently is refused.

use canju_engine::rules::{CARDS_READ, CardErrorKind, Hand, Rank, Ruleset, parse_cards, parse_move};
use proptest::prelude::*;
use proptest::sample::Index;

/// The spellings of a rank beside its symbol.
fn spellings(rank: Rank) -> &'static [&'static str] {
    match rank.symbol() {
        'T' => &["10", "0"],
        'X' => &["小王", "小", "Y", "B", "BJ"],
        'D' => &["大王", "大", "Z", "R", "RJ"],
        _ => &[],
    }
}

const SUITS: [&str; 8] = ["♠", "♥", "♣", "♦", "♤", "♡", "♧", "♢"];

/// The text in full-width signs, as far as there are such.
fn wide(text: &str) -> String {
    let wide = |sign: char| match sign {
        '!'..='~' => char::from_u32(sign as u32 + 0xFEE0).expect("a full-width sign"),
        _ => sign,
    };
    text.chars().map(wide).collect()
}

#[test]
fn every_spelling_reads_and_is_listed_where_a_card_is_unknown() {
    let listed = parse_cards("?").expect_err("no card").to_string();
    assert_eq!(listed, format!("column 1: unknown card `?`: cards are {CARDS_READ}"));
    let words: Vec<&str> = listed.split(|sign: char| " ,;:()♠♥♣♦".contains(sign)).collect();
    for rank in Rank::all() {
        let symbol = rank.symbol().to_string();
        for spelling in [symbol.as_str()].iter().chain(spellings(rank)) {
            for text in [spelling.to_string(), spelling.to_lowercase(), wide(spelling), wide(&spelling.to_lowercase())]
            {
                assert_eq!(parse_cards(&text), Ok(Hand::of(rank, 1)), "{text}");
            }
            assert!(words.contains(spelling), "{spelling} is not listed");
        }
    }
    assert_eq!(parse_cards("王炸").map(|hand| hand.to_string()), Ok("XD".to_owned()));
    assert!(words.contains(&"王炸"));
}

#[test]
fn suits_are_ignored() {
    for suit in SUITS {
        for selector in ["", "\u{FE0F}", "\u{FE0E}"] {
            let text = format!("{suit}{selector}3{suit}{selector} 10{suit}{selector}{suit}J");
            assert_eq!(parse_cards(&text).map(|hand| hand.to_string()), Ok("3TJ".to_owned()), "{text}");
        }
    }
    assert_eq!(parse_cards("♠♥"), Ok(Hand::EMPTY));
    // A selector alone is none of the signs that may stand between cards.
    assert_eq!(parse_cards("♠\u{FE0F}3\u{FE0F}").expect_err("no card").column, 4);
}

#[test]
fn a_joker_and_a_jack_stand_apart() {
    let read = |text| parse_cards(text).map(|hand| hand.to_string());
    for text in ["BJ RJ", "BJRJ", "bjrj", "ＢＪ，ＲＪ", "B R", "BR", "rb"] {
        assert_eq!(read(text).as_deref(), Ok("XD"), "{text}");
    }
    for text in ["B J", "JB", "B,J", "B♠J", "小J"] {
        assert_eq!(read(text).as_deref(), Ok("JX"), "{text}");
    }
    assert_eq!(read("34BJQ").as_deref(), Ok("34QX"));
}

#[test]
fn what_two_conventions_read_differently_is_refused() {
    for (text, column, token, readings) in [
        ("03 04 05", 1, "03", ["T3", "3"]),
        ("3 ０４", 3, "04", ["T4", "4"]),
        ("3,♠09♥", 4, "09", ["T9", "9"]),
        ("K 020304", 3, "020304", ["T2T3T4", "234"]),
        ("3BJJ", 2, "BJJ", ["XJ", "XJJ"]),
        ("33 RBJ", 4, "RBJ", ["DX", "DXJ"]),
        ("brj", 1, "BRJ", ["XD", "XDJ"]),
    ] {
        let error = parse_cards(text).expect_err(text);
        let readings = Box::new(readings.map(str::to_owned));
        assert_eq!(error.kind, CardErrorKind::TwoReadings { token: token.into(), readings }, "{text}");
        assert_eq!(error.column, column, "{text}");
    }
    for (text, hand) in
        [("0", "T"), ("0 3", "3T"), ("30", "3T"), ("003", "3TT"), ("♠0♠3", "3T"), ("0J", "TJ"), ("010", "TT")]
    {
        assert_eq!(parse_cards(text).map(|hand| hand.to_string()).as_deref(), Ok(hand), "{text}");
    }
    let said = parse_cards("03 04").expect_err("two readings").to_string();
    assert_eq!(said, "column 1: `03` can be T3 or 3: write the one you mean");
}

#[test]
fn moves_are_typed_like_cards() {
    let rules = Ruleset::default();
    let read = |text| parse_move(text, &rules).map(|played| rules.notation(played));
    assert_eq!(read("ＰＡＳＳ").as_deref(), Ok("pass"));
    assert_eq!(read("王炸").as_deref(), Ok("XD"));
    assert_eq!(read("♠9♥9♣9♦️3").as_deref(), Ok("3999"));
    let full = read("777888999TTT：ｔｒｉｏ＿ｓｏｌｏ＿ｃｈａｉｎ＠８");
    assert_eq!(full.as_deref(), Ok("777888999TTT:trio_solo_chain@8"));
    assert_eq!(parse_move("3 04", &rules).expect_err("two readings").column(), 3);
}

prop_compose! {
    fn any_hand()(counts in prop::collection::vec(0..=4u8, Rank::COUNT)) -> Hand {
        let cards = |(rank, count): (Rank, u8)| std::iter::repeat_n(rank, count.min(rank.copies(1)).into());
        Rank::all().zip(counts).flat_map(cards).collect()
    }
}

proptest! {
    /// Each card in any of its spellings, in any width and case, with or without a suit, and apart from the next.
    #[test]
    fn a_hand_reads_back_in_any_spelling(hand in any_hand(), picks in prop::collection::vec(any::<Index>(), 4 * 54)) {
        let mut picks = picks.into_iter();
        let mut pick = |of: &[&str]| of[picks.next().expect("a pick").index(of.len())].to_owned();
        let mut text = String::new();
        for rank in hand.cards() {
            let symbol = rank.symbol().to_string();
            let spelling = pick(&[&[symbol.as_str()], spellings(rank)].concat());
            text += &pick(&["", "♠", "♥\u{FE0F}", "♧"]);
            text += &pick(&[&spelling, &spelling.to_lowercase(), &wide(&spelling)]);
            text += &pick(&[" ", ",", "，", "\u{3000}", "♦", "♣\u{FE0F}", ", "]);
        }
        prop_assert_eq!(parse_cards(&text), Ok(hand), "{}", text);
    }

    #[test]
    fn suits_between_printed_cards_change_nothing(hand in any_hand()) {
        let text: String = hand.to_string().chars().map(|card| format!("{card}♠\u{FE0F}")).collect();
        prop_assert_eq!(parse_cards(&text), Ok(hand));
    }

    #[test]
    fn full_width_signs_change_nothing(text in "[3-9TJQKAXDYZBR02 ,♠\u{FE0F}bj?1]{0,16}") {
        match (parse_cards(&text), parse_cards(&wide(&text))) {
            (Ok(plain), Ok(wide)) => prop_assert_eq!(plain, wide),
            (Err(plain), Err(wide)) => prop_assert_eq!(plain.column, wide.column),
            (plain, wide) => prop_assert!(false, "{:?} and {:?}", plain, wide),
        }
    }

    /// What is refused for its two readings can be typed as either of them.
    #[test]
    fn both_readings_can_be_typed(text in "[03-9BRJ ]{1,6}") {
        if let Err(canju_engine::rules::CardError { kind: CardErrorKind::TwoReadings { readings, .. }, .. }) = parse_cards(&text) {
            let [one, other] = readings.map(|reading| parse_cards_of_many_packs(&reading));
            prop_assert_ne!(one, other);
        }
    }
}

/// The cards of a text as counted signs: the readings of a long token may be more than a pack holds.
fn parse_cards_of_many_packs(text: &str) -> Vec<Hand> {
    let mut cards: Vec<Hand> =
        text.chars().map(|sign| parse_cards(&sign.to_string()).expect("a card that can be typed")).collect();
    cards.sort_by_key(Hand::to_string);
    cards
}
