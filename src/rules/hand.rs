//! A hand: fifteen 4-bit counts in a `u64`, the weakest rank in the lowest bits.
//!
//! Four bits hold the eight equal cards of two packs and leave a spare bit at either end, so that "which ranks
//! have at least n cards" is one addition for all ranks at once, adding and removing cards is one `+` or `-`,
//! and "is a part of" is one subtraction. A multiset of cards, a combination's cards and a whole pack are all `Hand`s.

use super::card::{Rank, RankMask};
use std::fmt;

/// A multiset of cards: for each of the fifteen ranks how many cards, 0 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u64);

/// The lowest bit of every rank's four.
const ONES: u64 = 0x0111_1111_1111_1111;
/// The highest bit of every rank's four.
const HIGHS: u64 = 0x0888_8888_8888_8888;

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);
    /// The most cards of one rank a hand can count: the eight of two packs.
    pub const MAX_COUNT: u8 = 8;

    /// All cards of `packs` packs (1 or 2).
    pub const fn deck(packs: u8) -> Hand {
        Hand(0x0114_4444_4444_4444 * packs as u64)
    }

    /// `n` cards of one rank.
    pub const fn of(rank: Rank, n: u8) -> Hand {
        Hand((n as u64) << (4 * rank.index()))
    }

    /// `n` cards of each rank in the set.
    pub fn of_each(ranks: RankMask, n: u8) -> Hand {
        Hand(ranks.fold(0, |bits, rank| bits | (n as u64) << (4 * rank.index())))
    }

    /// `n` cards of each of `len` consecutive ranks from `start`.
    pub const fn run(start: Rank, len: u8, n: u8) -> Hand {
        let ones = ONES & ((1u64 << (4 * len)) - 1);
        Hand((ones * n as u64) << (4 * start.index()))
    }

    /// The packed counts: four bits a rank, the 3 lowest.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The hand with these packed counts, `None` if a count is above [`Hand::MAX_COUNT`] or bits 60 to 63 are set.
    pub const fn from_bits(bits: u64) -> Option<Hand> {
        // A count above 8 has its high bit set and some lower bit too.
        let low = (bits & !HIGHS) | ((bits & !HIGHS) >> 1) | ((bits & !HIGHS) >> 2);
        if bits >> 60 != 0 || ((bits & HIGHS) >> 3) & low & ONES != 0 { None } else { Some(Hand(bits)) }
    }

    /// How many cards of this rank.
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank.index()) & 15) as u8
    }

    /// How many cards in all.
    pub const fn len(self) -> u32 {
        // Adjacent fours into eights (each at most 16), then all eights into the top one (at most 120).
        let pairs = (self.0 & 0x0f0f_0f0f_0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Is there no card?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks with at least `n` cards, `n` from 1 to 8, packed as the counts are: a one in the lowest of each rank's four
    /// bits.
    pub const fn spread(self, n: u8) -> u64 {
        debug_assert!(n >= 1 && n <= 8);
        // Adding 8 - n lifts a count of n or more to 8 or more, and no count of 8 or less beyond 15.
        ((self.0 + ONES * (8 - n) as u64) & HIGHS) >> 3
    }

    /// The ranks with at least `n` cards, `n` from 1 to 8.
    pub const fn at_least(self, n: u8) -> RankMask {
        let mut x = self.spread(n);
        // Gather every fourth bit.
        x = (x | x >> 3) & 0x0303_0303_0303_0303;
        x = (x | x >> 6) & 0x000f_000f_000f_000f;
        x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
        RankMask((x | x >> 24) as u16)
    }

    /// The ranks with exactly `n` cards, `n` from 1 to 7.
    pub const fn exactly(self, n: u8) -> RankMask {
        RankMask(self.at_least(n).0 & !self.at_least(n + 1).0)
    }

    /// The ranks held.
    pub const fn ranks(self) -> RankMask {
        self.at_least(1)
    }

    /// Are all cards of `part` here?
    pub const fn contains(self, part: Hand) -> bool {
        // Subtract with a guard of 16 per rank, in two halves of alternating ranks so that a borrow stays in its byte.
        const EVEN: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const GUARD: u64 = 0x1010_1010_1010_1010;
        let even = (self.0 & EVEN | GUARD) - (part.0 & EVEN);
        let odd = (self.0 >> 4 & EVEN | GUARD) - (part.0 >> 4 & EVEN);
        even & odd & GUARD == GUARD
    }

    /// These cards and those of `other`. The sum of no rank may exceed [`Hand::MAX_COUNT`].
    #[must_use]
    pub const fn plus(self, other: Hand) -> Hand {
        Hand(self.0 + other.0)
    }

    /// These cards without those of `part`, all of which must be here.
    #[must_use]
    pub const fn minus(self, part: Hand) -> Hand {
        debug_assert!(self.contains(part));
        Hand(self.0 - part.0)
    }

    /// These cards without those of `part`, `None` if some are not here.
    pub const fn checked_minus(self, part: Hand) -> Option<Hand> {
        if self.contains(part) { Some(Hand(self.0 - part.0)) } else { None }
    }

    /// These cards less all cards of the ranks in the set.
    #[must_use]
    pub fn without(self, ranks: RankMask) -> Hand {
        Hand(ranks.fold(self.0, |bits, rank| bits & !(15 << (4 * rank.index()))))
    }

    /// Are both jokers here?
    pub const fn has_rocket(self) -> bool {
        self.count(Rank::SMALL_JOKER) > 0 && self.count(Rank::BIG_JOKER) > 0
    }

    /// The cards one by one, ascending.
    pub fn cards(self) -> impl Iterator<Item = Rank> {
        self.ranks().flat_map(move |rank| std::iter::repeat_n(rank, self.count(rank) as usize))
    }
}

impl FromIterator<Rank> for Hand {
    fn from_iter<I: IntoIterator<Item = Rank>>(cards: I) -> Hand {
        cards.into_iter().fold(Hand::EMPTY, |hand, rank| hand.plus(Hand::of(rank, 1)))
    }
}

impl fmt::Display for Hand {
    /// Ascending, one symbol a card: `346999Q2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.cards().map(Rank::symbol).collect::<String>())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hand() -> impl Strategy<Value = Hand> {
        prop::array::uniform15(0u8..=8).prop_map(|counts| {
            Rank::all().zip(counts).fold(Hand::EMPTY, |hand, (rank, n)| hand.plus(Hand::of(rank, n)))
        })
    }

    proptest! {
        #[test]
        fn masks_and_sizes_agree_with_loops(hand in hand()) {
            prop_assert_eq!(hand.len(), Rank::all().map(|r| hand.count(r) as u32).sum::<u32>());
            prop_assert_eq!(hand.cards().collect::<Hand>(), hand);
            prop_assert_eq!(Hand::from_bits(hand.bits()), Some(hand));
            for n in 1..=8 {
                let slow = Rank::all().filter(|&r| hand.count(r) >= n).fold(0, |m, r| m | 1 << r.index());
                prop_assert_eq!(hand.at_least(n).0, slow);
            }
        }

        #[test]
        fn contains_agrees_with_a_loop(a in hand(), b in hand()) {
            let slow = Rank::all().all(|r| b.count(r) <= a.count(r));
            prop_assert_eq!(a.contains(b), slow);
            let common: Hand = Rank::all().flat_map(|r| std::iter::repeat_n(r, a.count(r).min(b.count(r)) as usize)).collect();
            prop_assert!(a.contains(common) && b.contains(common));
        }
    }

    #[test]
    fn bits_with_a_count_above_eight_are_no_hand() {
        assert_eq!(Hand::from_bits(9), None);
        assert_eq!(Hand::from_bits(15 << 56), None);
        assert_eq!(Hand::from_bits(1 << 60), None);
        assert_eq!(Hand::from_bits(8), Some(Hand::of(Rank::THREE, 8)));
    }

    #[test]
    fn a_deck_has_54_cards() {
        assert_eq!(Hand::deck(1).len(), 54);
        assert_eq!(Hand::deck(2).len(), 108);
    }
}
