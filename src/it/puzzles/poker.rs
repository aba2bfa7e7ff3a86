//! Poker: every hand of five cards and samples of the others against the naive ranking, published counts, and what must hold
//! of any hand, deal and sample.

use canju::poker::{Card, CardErrorKind, Frequencies, Hand, HandError, Kind, Strength, Suit, deal};
use canju_testing::budget::{full, share};
use canju_testing::deals::rng;
use canju_testing::poker_naive::{Worth, worth};
use proptest::prelude::*;
use proptest::sample::subsequence;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::{BTreeMap, BTreeSet};

/// The nine kinds without jokers, the best first.
const KINDS: [Kind; 9] = [
    Kind::StraightFlush,
    Kind::FourOfAKind,
    Kind::FullHouse,
    Kind::Flush,
    Kind::Straight,
    Kind::ThreeOfAKind,
    Kind::TwoPair,
    Kind::OnePair,
    Kind::HighCard,
];

/// Published counts in this order, such as in Wikipedia's *Poker probability*; a royal flush is a straight flush.
const OF_FIVE: [u64; 9] = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540];
const OF_SEVEN: [u64; 9] =
    [41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460];

fn hand(cards: impl IntoIterator<Item = Card>) -> Hand {
    Hand::new(cards.into_iter().collect()).expect("five to seven cards")
}

fn read(text: &str) -> Hand {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn naive(hand: &Hand) -> Worth {
    worth(&hand.cards().iter().map(Card::to_string).collect::<Vec<_>>())
}

/// A strength as the naive ranking writes it. Only the order of the kinds is shared.
fn as_worth(strength: Strength) -> Worth {
    let mut ranks = [0; 5];
    for (place, rank) in strength.ranks().enumerate() {
        ranks[place] = "--23456789TJQKA".find(rank.symbol()).expect("a rank") as u8;
    }
    if ranks == [5, 4, 3, 2, 14] {
        ranks[4] = 1;
    }
    (Kind::ALL.iter().position(|&kind| kind == strength.kind()).expect("a kind"), ranks)
}

fn assert_as_naive(hand: &Hand) {
    assert_eq!(as_worth(Strength::of(hand)), naive(hand), "{hand}");
}

/// A random hand with these jokers, `size` cards in all.
fn random_hand(rng: &mut StdRng, size: usize, jokers: &[Card]) -> Hand {
    let mut pack = Card::PACK;
    let (drawn, _) = pack.partial_shuffle(rng, size - jokers.len());
    hand(drawn.iter().chain(jokers).copied())
}

/// A hand of five and those that have the next suits instead of its own are worth the same. Of such four the sums of the suits differ,
/// so one sum in four is divisible by four: without `CANJU_TESTS=full` that hand stands for all four.
#[test]
fn every_hand_of_five_against_the_naive_ranking() {
    type Classes = BTreeMap<Worth, (Strength, u64)>;
    fn add(classes: &mut Classes, worth: Worth, (strength, count): (Strength, u64)) {
        let class = classes.entry(worth).or_insert((strength, 0));
        assert_eq!(class.0, strength, "{worth:?} is two strengths");
        class.1 += count;
    }
    let pairs: Vec<_> = (0..52).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let suits = Card::PACK.map(|card| card.suit().expect("no joker") as usize);
    let full = full();
    let classes = pairs.into_par_iter().map(|(a, b)| {
        let mut classes = Classes::new();
        for c in 0..b {
            for d in 0..c {
                for e in 0..d {
                    let stands_for = match [a, b, c, d, e].map(|card| suits[card]).iter().sum::<usize>() % 4 {
                        _ if full => 1,
                        0 => 4,
                        _ => continue,
                    };
                    let hand = hand([a, b, c, d, e].map(|card| Card::PACK[card]));
                    let (worth, strength) = (naive(&hand), Strength::of(&hand));
                    assert_eq!(as_worth(strength), worth, "{hand}");
                    add(&mut classes, worth, (strength, stands_for));
                }
            }
        }
        classes
    });
    let classes = classes.reduce(Classes::new, |mut all, more| {
        more.into_iter().for_each(|(worth, class)| add(&mut all, worth, class));
        all
    });
    assert_eq!(classes.values().map(|(_, count)| count).sum::<u64>(), 2_598_960);
    // In the order of the naive ranking the strengths rise: no two classes are one, and none is in another place.
    assert_eq!(classes.len(), 7_462);
    assert!(classes.values().map(|(strength, _)| strength).is_sorted_by(|weaker, stronger| weaker < stronger));
    // The naive ranking has the published counts, too.
    let naive_count =
        |kind: usize| classes.iter().filter(|(worth, _)| worth.0 == kind).map(|(_, (_, n))| n).sum::<u64>();
    assert_eq!((0..9).rev().map(naive_count).collect::<Vec<_>>(), OF_FIVE);
}

/// The counts of seven cards take some seconds: they are counted only with `CANJU_TESTS=full`.
#[test]
fn published_counts() {
    let all = [(5, OF_FIVE), (7, OF_SEVEN)];
    for (cards, counts) in all.into_iter().take(share(2, 2)) {
        let found = Frequencies::exact(cards);
        assert_eq!(KINDS.map(|kind| found.count(kind)), counts, "{cards} cards");
        assert_eq!((found.total(), found.count(Kind::FiveOfAKind)), (counts.iter().sum(), 0));
    }
    // 52 over 6.
    assert_eq!(Frequencies::exact(6).total(), 20_358_520);
}

#[test]
fn six_and_seven_cards_are_their_best_five() {
    let mut rng = rng(1);
    for _ in 0..20_000 {
        let size = rng.random_range(6..=7);
        assert_as_naive(&random_hand(&mut rng, size, &[]));
    }
}

#[test]
fn jokers_against_all_that_they_can_be() {
    let mut rng = rng(2);
    let (black, red) = (Card::BLACK_JOKER, Card::RED_JOKER);
    for (size, jokers, hands) in [
        (5, &[black][..], 20_000),
        (5, &[red], 20_000),
        (5, &[red, black], 2_000),
        (6, &[black], 2_000),
        (6, &[black, red], 300),
        (7, &[red], 1_000),
        (7, &[black, red], 100),
    ] {
        for _ in 0..share(hands, 5) {
            assert_as_naive(&random_hand(&mut rng, size, jokers));
        }
    }
    // Every way to three of a kind with both jokers, and flushes of each suit with one: rare in random hands.
    for text in [
        "7C 7D 7H ?B ?R",
        "7C 7D 7H 7S ?B",
        "7C 7D 7H 7S ?B ?R",
        "AC KC 9C 4C ?B",
        "AH KH 9H 4H ?R",
        "AD KD 9D 4D ?B",
        "AS KS QS JS ?B",
        "AS KS QS JS ?R",
        "2D 3D 4D 5D ?R",
        "AS 2S 3S 4S ?B",
        "AS 2S 3S 4S ?R",
        "5C 6C 8C 9C ?B 7D",
        "6C 7C 8C 9C TC 5C ?B",
        "TD TC 5H 5C 7C ?R ?B",
        "AC AS KC KS 2D ?B ?R",
        "2C 4C 6C 8C TD QD ?B",
    ] {
        assert_as_naive(&read(text));
    }
}

/// Examples of Norvig's lesson, ties, and the edges of straights.
#[test]
fn hands_in_order() {
    let groups: [&[&str]; 17] = [
        &["2C 3D 4H 5S 7C", "2H 3H 4S 5C 7D"],
        &["AC KD QH JS 9C"],
        &["2C 2D 3H 4S 5C"],
        &["AC AD KH QS JC", "AH AS KC QD JH"],
        &["5S 5D 9H 9C 6S"],
        &["5S 5D 9H 9C 7S"],
        &["5S 5D 5H 9C 6S"],
        &["AC 2D 3H 4S 5C", "5H 4D 3S 2C AD"],
        &["2D 3H 4S 5C 6D"],
        &["TC JD QH KS AC"],
        &["2C 3C 4C 5C 7C", "2S 3S 4S 5S 7S"],
        &["2C 2D 2H AS AC"],
        &["TD TC TH 7C 7D", "TD TC TH 7C 7D 2S 3S"],
        &["9D 9H 9S 9C 7D"],
        &["AS 2S 3S 4S 5S", "AS 2S 3S 4S ?B KD QD"],
        &["6C 7C 8C 9C TC", "6D 7D 8D 9D TD"],
        &["2C 2D 2H 2S ?R", "2C 2D 2H ?B ?R"],
    ];
    let groups = groups.map(|group| group.iter().map(|text| Strength::of(&read(text))).collect::<BTreeSet<_>>());
    assert!(groups.iter().all(|group| group.len() == 1), "{groups:?}");
    assert!(groups.is_sorted_by(|weaker, stronger| weaker.last() < stronger.first()), "{groups:?}");
}

/// Hands of five to seven cards, jokers among them: of the whole pack, of one suit, or of a few ranks.
fn hands() -> impl Strategy<Value = Hand> {
    let pack = [&Card::PACK[..], &[Card::BLACK_JOKER, Card::RED_JOKER]].concat();
    let of = |keeps: fn(&Card) -> bool| -> Vec<Card> { pack.iter().copied().filter(keeps).collect() };
    let all = subsequence(of(|_| true), 5..=7);
    let suit = subsequence(of(|card| card.suit().is_none_or(|suit| suit == Suit::Hearts)), 5..=7);
    let ranks = subsequence(of(|card| card.rank().is_none_or(|rank| "A234".contains(rank.symbol()))), 5..=7);
    prop_oneof![all, suit, ranks].prop_shuffle().prop_map(hand)
}

/// The hand with its suits exchanged; the jokers change their colour with their suits.
fn with_suits(of: &Hand, suits: [Suit; 4]) -> Hand {
    let exchanged = |&card: &Card| match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => Card::new(rank, suits[suit as usize]),
        _ if suits[Suit::Clubs as usize].is_black() => card,
        _ if card == Card::BLACK_JOKER => Card::RED_JOKER,
        _ => Card::BLACK_JOKER,
    };
    hand(of.cards().iter().map(exchanged))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// A total order, and one with the naive ranking's: equal if and only if kind and ranks are.
    #[test]
    fn strengths_are_in_order(hands in prop::collection::vec(hands(), 3)) {
        let strengths: Vec<Strength> = hands.iter().map(Strength::of).collect();
        for a in &strengths {
            for b in &strengths {
                prop_assert_eq!(a.cmp(b), as_worth(*a).cmp(&as_worth(*b)));
                prop_assert_eq!(a.cmp(b), b.cmp(a).reverse());
                for c in &strengths {
                    prop_assert!(!(a <= b && b <= c) || a <= c);
                }
            }
        }
    }

    #[test]
    fn suits_and_the_order_of_cards_do_not_matter(dealt in hands(), exchange in 0..8usize, turn in 0..7usize) {
        // All that keep the colours together.
        let [c, d, h, s] = Suit::ALL;
        let suits = [
            [c, d, h, s], [s, d, h, c], [c, h, d, s], [s, h, d, c], [d, c, s, h], [d, s, c, h], [h, c, s, d], [h, s, c, d],
        ][exchange];
        prop_assert_eq!(Strength::of(&with_suits(&dealt, suits)), Strength::of(&dealt));
        let mut turned = dealt.cards().to_vec();
        turned.rotate_left(turn % dealt.cards().len());
        turned.swap(0, 4);
        prop_assert_eq!(Strength::of(&hand(turned)), Strength::of(&dealt));
    }

    /// Without jokers any suits may be exchanged.
    #[test]
    fn any_permutation_of_suits_keeps_the_rank(
        cards in subsequence(Card::PACK.to_vec(), 5..=7),
        suits in Just(Suit::ALL).prop_shuffle(),
    ) {
        let dealt = hand(cards);
        prop_assert_eq!(Strength::of(&with_suits(&dealt, suits)), Strength::of(&dealt));
    }

    #[test]
    fn more_cards_are_never_worse(dealt in hands()) {
        let fewer = dealt.cards()[1..].to_vec();
        if let Ok(fewer) = Hand::new(fewer) {
            prop_assert!(Strength::of(&fewer) <= Strength::of(&dealt));
        }
    }

    /// A joker is at least as good as any card of its colour that the hand does not have.
    #[test]
    fn a_joker_is_as_good_as_any_card(dealt in hands(), number in 0..52usize, black: bool) {
        let joker = if black { Card::BLACK_JOKER } else { Card::RED_JOKER };
        let card = Card::PACK[number];
        let others: Vec<Card> = dealt.cards().iter().copied().filter(|&held| held != joker).take(6).collect();
        if card.suit().is_some_and(|suit| suit.is_black() == black) && !others.contains(&card) && others.len() >= 4 {
            let with = |card| Strength::of(&hand(others.iter().copied().chain([card])));
            prop_assert!(with(card) <= with(joker));
        }
    }

    #[test]
    fn hands_are_read_as_they_are_written(dealt in hands(), lower: bool, separator in prop::sample::select(vec!["", " ", ", "])) {
        let mut text = dealt.cards().iter().map(Card::to_string).collect::<Vec<_>>().join(separator);
        if lower {
            text = text.to_lowercase().replace('t', "10");
        }
        prop_assert_eq!(read(&text), dealt.clone());
        prop_assert_eq!(read(&dealt.to_string()), dealt);
    }

    /// Whatever is typed, the answer is a hand or an error at one of its columns.
    #[test]
    fn any_text_is_a_hand_or_an_error(text in "[2-9TJQKA10?BRCDHSX♣♥️ ,残\u{1b}]{0,16}") {
        match text.parse::<Hand>() {
            Ok(hand) => prop_assert_eq!(&read(&hand.to_string()), &hand),
            Err(HandError::Card(error)) => {
                let at = text.chars().nth(error.column - 1);
                prop_assert!(at.is_some_and(|sign| !sign.is_whitespace() && sign != ','), "{}", error);
                prop_assert_eq!(error.to_string().chars().any(char::is_control), false);
            }
            Err(error) => prop_assert!(matches!(error, HandError::Size(size) if !(5..=7).contains(&size))),
        }
    }
}

#[test]
fn errors_name_the_token() {
    let error = |text: &str| text.parse::<Hand>().expect_err(text);
    let card = |text: &str| match error(text) {
        HandError::Card(error) => (error.column, error.kind),
        other => panic!("{text}: {other}"),
    };
    let unknown = |token: &str| CardErrorKind::Unknown(token.to_owned());
    assert_eq!(card("TC 1D"), (4, unknown("1D")));
    assert_eq!(card("TC 10"), (4, unknown("10")));
    assert_eq!(card("TC 10 D"), (4, unknown("10")));
    assert_eq!(card("T 9D"), (1, unknown("T")));
    assert_eq!(card("TC?D"), (3, unknown("?D")));
    assert_eq!(card("TCX"), (3, unknown("X")));
    assert_eq!(card("tc,td,１０Ｃ"), (7, CardErrorKind::Twice("TC 2C 3C 4C 5C".parse::<Hand>().unwrap().cards()[0])));
    assert_eq!(card("?B ?R ?b"), (7, CardErrorKind::Twice(Card::BLACK_JOKER)));
    for size in [0, 1, 4, 8] {
        let text: String = Card::PACK[..size].iter().map(Card::to_string).collect();
        assert_eq!(error(&text), HandError::Size(size));
    }
}

#[test]
fn deals() {
    let pack = deal(1, 52, 7).unwrap().concat();
    let mut sorted: Vec<String> = pack.iter().map(Card::to_string).collect();
    sorted.sort();
    let mut all = Card::PACK.map(|card| card.to_string());
    all.sort();
    assert_eq!(sorted, all);
    // The same shuffle whoever gets the cards, and each hand gets one in turn.
    for (hands, cards) in [(1, 5), (6, 5), (10, 5), (4, 13), (52, 1)] {
        let dealt = deal(hands, cards, 7).unwrap();
        assert_eq!((dealt.len(), dealt.concat().len()), (hands, hands * cards));
        for (place, card) in pack[..hands * cards].iter().enumerate() {
            assert_eq!(dealt[place % hands][place / hands], *card);
        }
    }
    for (hands, cards) in [(11, 5), (53, 1), (1, 53), (usize::MAX, 2)] {
        assert!(deal(hands, cards, 7).is_err());
    }
    // Every card is the first of about one deal in 52: 5.2 standard deviations are allowed.
    let mut firsts = BTreeMap::new();
    for seed in 0..5_200 {
        *firsts.entry(deal(1, 1, seed).unwrap()[0][0].to_string()).or_insert(0) += 1;
    }
    assert!(firsts.len() == 52 && firsts.values().all(|count| (48..=152).contains(count)), "{firsts:?}");
}

#[test]
fn samples() {
    let threads = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads");
    let sample = |n: usize, seed| threads(n).install(|| Frequencies::sampled(7, 200_000, seed));
    assert_eq!(sample(1, 1), sample(3, 1));
    assert_ne!(sample(1, 1), sample(1, 2));
    assert_eq!(sample(1, 1).total(), 200_000);
    // Intervals hold the true share about 19 times in 20.
    let exact = Frequencies::exact(5);
    let mut held = 0;
    for seed in 0..200 {
        let sample = Frequencies::sampled(5, 5_000, seed);
        for kind in &KINDS[2..] {
            let (low, high) = sample.interval(*kind);
            held += usize::from((low..=high).contains(&exact.share(*kind)));
        }
    }
    assert!((1_295..=1_360).contains(&held), "{held} of 1,400");
}
