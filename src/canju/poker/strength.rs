//! Ranks hands.
//!
//! Ranking by bits: each suit is a word with a bit for each rank. A few ANDs and ORs of the four words give the ranks of which
//! there are at least one, two, three and four; from there every kind is a question of which words are empty. So six and
//! seven cards are ranked as fast as five, without going through the five-card hands among them. The idea of a word for each suit,
//! of finding pairs and trios across them, and of finding straights by shifts, is that of poker-eval
//! (`include/inlines/eval.h`, by B. Goetz, K. Miyake and C. T. Matthews, 1993-99); this code is our own and needs no tables.
//!
//! # Why no crate
//!
//! `aya_poker` (0.1; with it come `aya_base`, `fastrand` and `quickdiv`) ranks five to seven cards exactly, from tables made at
//! build time. It takes as long as this file: both need 0.78 s of processor time for the kinds of all hands of seven cards,
//! measured on one machine. `rs_poker` (5.1) needs a newer compiler than this crate promises; without its features it brings
//! `rand` and `thiserror`. Both give a strength as one opaque number, from which the ranks in order of weight can't be read
//! back, and neither knows jokers and five of a kind. So all that is here would be needed beside either of them.
//!
//! # Jokers
//!
//! As in `best_wild_hand` of Norvig's unit 1, a joker stands for any card of its colour, **also for one that the hand holds
//! already**: that is how five of a kind arises, which beats everything (his `hand_rank` gives it 9, a straight flush 8). In a
//! flush a second ace is no gain. His `hand_rank` in its later form compares the different ranks, and so does this: a joker is
//! the highest rank that the flush lacks.

use super::card::{Card, HEIGHTS, Hand, Suit, rank_of_height};
use canju_engine::rules::Rank;
use serde::Serialize;
use std::fmt;

/// The kinds of hands, weakest first.
///
/// ```
/// use canju::poker::Kind;
/// assert!(Kind::FiveOfAKind > Kind::StraightFlush && Kind::Flush > Kind::Straight);
/// assert_eq!(Kind::FullHouse.to_string(), "full house");
/// assert_eq!(serde_json::to_string(&Kind::FullHouse)?, "\"full_house\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing of what follows.
    HighCard,
    /// Two cards of a rank.
    OnePair,
    /// Two cards of a rank and two of another.
    TwoPair,
    /// Three cards of a rank.
    ThreeOfAKind,
    /// Five ranks in a row; the ace is above the king or below the 2.
    Straight,
    /// Five cards of a suit.
    Flush,
    /// Three cards of a rank and two of another.
    FullHouse,
    /// Four cards of a rank.
    FourOfAKind,
    /// Five ranks in a row, all of a suit.
    StraightFlush,
    /// Five cards of a rank, which takes a joker.
    FiveOfAKind,
}

impl Kind {
    /// All kinds, weakest first.
    pub const ALL: [Kind; 10] = [
        Kind::HighCard,
        Kind::OnePair,
        Kind::TwoPair,
        Kind::ThreeOfAKind,
        Kind::Straight,
        Kind::Flush,
        Kind::FullHouse,
        Kind::FourOfAKind,
        Kind::StraightFlush,
        Kind::FiveOfAKind,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 10] = [
            "high card",
            "one pair",
            "two pair",
            "three of a kind",
            "straight",
            "flush",
            "full house",
            "four of a kind",
            "straight flush",
            "five of a kind",
        ];
        f.pad(NAMES[*self as usize])
    }
}

/// What a hand is worth: its kind, then its ranks in order of weight. The greater wins, equal ones share.
///
/// ```
/// use canju::poker::{Hand, Kind, Strength};
/// let of = |text: &str| Strength::of(&text.parse::<Hand>().unwrap());
/// assert_eq!(of("9D TC TD 5C JH").to_string(), "one pair T J 9 5");
/// assert_eq!(of("5C 2D AH 4S 3C").to_string(), "straight 5 4 3 2 A");
/// assert_eq!(of("TD TC 5H 5C 7C ?R ?B").to_string(), "four of a kind T 7");
/// assert_eq!(of("7C 7D 7H 7S ?B").kind(), Kind::FiveOfAKind);
/// assert!(of("2C 3D 4H 5S 6C") > of("5C 2D AH 4S 3C"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u32);

/// Bits of one rank in a [`Strength`]: 2 … 14 for the 2 … the ace, 1 for an ace below the 2, 0 for none.
const RANK_BITS: u32 = 4;
/// The most ranks of a hand. The kind is above them.
const RANKS: u32 = 5;

impl Strength {
    /// The worth of the best five cards of a hand, whatever its jokers stand for.
    pub fn of(hand: &Hand) -> Strength {
        let natural = hand.cards().iter().fold(0, |cards, card| cards | card.bit());
        let mut best = Strength(0);
        for (black, black_cards) in stand_ins(hand, Card::BLACK_JOKER) {
            for (red, red_cards) in stand_ins(hand, Card::RED_JOKER) {
                let copies = Copies::of(natural).with(black).with(red);
                best = best.max(copies.strength()).max(flush(natural | black_cards | red_cards));
            }
        }
        best
    }

    /// The kind.
    pub fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> (RANK_BITS * RANKS)) as usize]
    }

    /// The different ranks in order of weight: more cards of a rank before fewer, then higher ones before lower ones. Those that
    /// do not count, beyond the best five cards, are left out.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        let values = (0..RANKS).rev().map(move |place| (self.0 >> (RANK_BITS * place)) as u8 & 0xF);
        // An ace is 14, or 1 if it is below the 2.
        values.take_while(|&value| value > 0).map(|value| rank_of_height((value + HEIGHTS - 2) % HEIGHTS))
    }

    /// A kind and its ranks: the highest of each of `groups`, then the highest `kickers` others of `all`.
    fn new(kind: Kind, groups: &[u16], all: u16, kickers: usize) -> Strength {
        let (mut left, mut value, mut places) = (all, kind as u32, RANKS);
        for set in groups.iter().copied().map(Some).chain(std::iter::repeat_n(None, kickers)) {
            let rank = highest(set.unwrap_or(left));
            left &= !rank;
            value = value << RANK_BITS | (rank.ilog2() + 2);
            places -= 1;
        }
        Strength(value << (RANK_BITS * places))
    }

    /// The highest five ranks in a row of ranks that have such a row.
    fn row(kind: Kind, ranks: u16) -> Strength {
        Strength((kind as u32) << (RANK_BITS * RANKS) | (0x54321 + rows(ranks).ilog2() * 0x11111))
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind())?;
        self.ranks().try_for_each(|rank| write!(f, " {rank}"))
    }
}

/// What a joker can stand for: ranks, each with its cards. Nothing if the hand does not have this joker.
///
/// The cards are those of both suits of its colour at once. Of seven cards at most one suit can have five, so they count for a
/// flush in one suit only.
fn stand_ins(hand: &Hand, joker: Card) -> Vec<(u16, u64)> {
    if !hand.cards().contains(&joker) {
        return vec![(0, 0)];
    }
    let suits = Suit::ALL.into_iter().filter(|suit| suit.is_black() == (joker == Card::BLACK_JOKER));
    let lowest_of_each = suits.fold(0, |cards, suit| cards | Card::new(Rank::TWO, suit).bit());
    (0..HEIGHTS).map(|height| (1 << height, lowest_of_each << height)).collect()
}

/// Ranks by how often they are there: set `n` has those of which there are more than `n` cards. Suits don't matter.
#[derive(Clone, Copy)]
struct Copies([u16; 5]);

impl Copies {
    #[inline]
    fn of(cards: u64) -> Copies {
        let [clubs, diamonds, hearts, spades] = suits(cards);
        // One or both of two suits, for each two; then the same of the two results.
        let (one, both) = (clubs | diamonds, clubs & diamonds);
        let (other_one, other_both) = (hearts | spades, hearts & spades);
        Copies([
            one | other_one,
            both | other_both | one & other_one,
            both & other_one | one & other_both,
            both & other_both,
            0,
        ])
    }

    /// With one more card of this rank, or with none if the set is empty.
    fn with(self, rank: u16) -> Copies {
        let Copies([one, two, three, four, five]) = self;
        Copies([one | rank, two | one & rank, three | two & rank, four | three & rank, five | four & rank])
    }

    /// The kind of the best hand that needs no suit.
    #[inline]
    fn kind(self) -> Kind {
        let Copies([all, pairs, trios, quads, fives]) = self;
        // Without the lowest pair.
        let other_pairs = pairs & pairs.wrapping_sub(1);
        // The last that holds is the best. No branches: whether hands in random order have a pair can't be predicted.
        let mut best = Kind::HighCard;
        for (holds, kind) in [
            (pairs != 0, Kind::OnePair),
            (other_pairs != 0, Kind::TwoPair),
            (trios != 0, Kind::ThreeOfAKind),
            (rows(all) != 0, Kind::Straight),
            (trios != 0 && other_pairs != 0, Kind::FullHouse),
            (quads != 0, Kind::FourOfAKind),
            (fives != 0, Kind::FiveOfAKind),
        ] {
            best = if holds { kind } else { best };
        }
        best
    }

    /// The worth of the best hand that needs no suit.
    fn strength(self) -> Strength {
        let Copies([all, pairs, trios, quads, fives]) = self;
        let kind = self.kind();
        match kind {
            Kind::FiveOfAKind => Strength::new(kind, &[fives], all, 0),
            Kind::FourOfAKind => Strength::new(kind, &[quads], all, 1),
            Kind::FullHouse => Strength::new(kind, &[trios, pairs & !highest(trios)], all, 0),
            Kind::Straight => Strength::row(kind, all),
            Kind::ThreeOfAKind => Strength::new(kind, &[trios], all, 2),
            Kind::TwoPair => Strength::new(kind, &[pairs, pairs & !highest(pairs)], all, 1),
            Kind::OnePair => Strength::new(kind, &[pairs], all, 3),
            _ => Strength::new(kind, &[], all, 5),
        }
    }
}

/// The kind of five to seven cards without jokers, as a set of [`Card::bit`]s.
#[inline]
pub(super) fn kind(cards: u64) -> Kind {
    let by_rank = Copies::of(cards).kind();
    if has_flush(cards) { by_rank.max(flush(cards).kind()) } else { by_rank }
}

/// Are there five cards of a suit?
#[inline]
fn has_flush(mut cards: u64) -> bool {
    const LOWEST: u64 = 0x0001_0001_0001_0001;
    // Take the lowest card of each suit away, four times. A bit above the thirteen keeps the subtraction within its suit.
    for _ in 0..4 {
        cards &= (cards | LOWEST << 15) - LOWEST;
    }
    cards != 0
}

/// The worth of the best flush, straight or not; less than every hand if there is none.
fn flush(cards: u64) -> Strength {
    let of_suit = |suit: u16| match (suit.count_ones(), rows(suit)) {
        (..5, _) => Strength(0),
        (_, 0) => Strength::new(Kind::Flush, &[], suit, 5),
        _ => Strength::row(Kind::StraightFlush, suit),
    };
    suits(cards).map(of_suit).into_iter().max().unwrap_or(Strength(0))
}

/// The top ranks of five in a row: bit 0 for the 5, whose row begins with the ace, … bit 9 for the ace.
#[inline]
fn rows(ranks: u16) -> u16 {
    // With the ace below the 2 as well.
    let ranks = u32::from(ranks) << 1 | u32::from(ranks) >> (HEIGHTS - 1);
    (ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4) as u16
}

/// The highest rank of a set that is not empty.
fn highest(ranks: u16) -> u16 {
    1 << ranks.ilog2()
}

/// The ranks of each suit.
#[inline]
fn suits(cards: u64) -> [u16; 4] {
    [0, 16, 32, 48].map(|shift| (cards >> shift) as u16)
}
