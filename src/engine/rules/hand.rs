//! A hand: fifteen 4-bit counts in a `u64`, the weakest rank in the lowest bits.
//!
//! Four bits hold the eight equal cards of two packs and leave room. So one addition answers "which ranks have at least n
//! cards?" for all ranks at once. Cards are added or removed by one `+` or `-`. Two hands are compared by one subtraction
//! for each half. A multiset of cards, a combination's cards and a whole pack are all `Hand`s.
//!
//! No count ever exceeds 8. Every public operation that makes a hand checks this, since further cards would overflow into
//! the next rank. Only move generation and the search use the `_unchecked` operations, and only on cards that come from a
//! hand: the cards taken away were found in the hand, and the cards put together are a part of it.

use super::card::{Rank, RankMask};
use std::fmt;

/// A multiset of cards: for each of the fifteen ranks how many cards, 0 to 8.
///
/// ```
/// use canju::rules::{Hand, Rank, parse_cards};
/// let hand = parse_cards("346999Q2")?;
/// assert_eq!((hand.len(), hand.count(Rank::TWO)), (8, 1));
/// let rest = hand.minus(parse_cards("3999")?);
/// assert_eq!(rest.to_string(), "46Q2");
/// assert_eq!(rest.checked_minus(parse_cards("9")?), None);
/// # Ok::<(), canju::rules::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hand(u64);

/// The lowest bit of every rank's four.
const ONES: u64 = 0x0111_1111_1111_1111;
/// The highest bit of every rank's four.
const HIGHS: u64 = 0x0888_8888_8888_8888;

/// Why there is no such hand.
const TOO_MANY: &str = "a hand counts at most 8 cards of a rank";

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);
    /// The most cards of one rank a hand can count: the eight of two packs.
    pub const MAX_COUNT: u8 = 8;

    /// All cards of `packs` packs.
    ///
    /// # Panics
    /// Unless `packs` is 1 or 2.
    pub const fn deck(packs: u8) -> Hand {
        assert!(packs == 1 || packs == 2, "a hand counts the cards of one pack or two");
        Hand(0x0114_4444_4444_4444 * packs as u64)
    }

    /// `n` cards of one rank.
    ///
    /// # Panics
    /// If `n` is above [`Hand::MAX_COUNT`].
    pub const fn of(rank: Rank, n: u8) -> Hand {
        assert!(n <= Hand::MAX_COUNT, "{}", TOO_MANY);
        Hand::of_unchecked(rank, n)
    }

    /// [`Hand::of`] without the check, for a number that was counted in a hand.
    #[doc(hidden)]
    pub const fn of_unchecked(rank: Rank, n: u8) -> Hand {
        debug_assert!(n <= Hand::MAX_COUNT);
        Hand((n as u64) << (4 * rank.index()))
    }

    /// `n` cards of each rank in the set.
    ///
    /// # Panics
    /// If `n` is above [`Hand::MAX_COUNT`].
    pub fn of_each(ranks: RankMask, n: u8) -> Hand {
        assert!(n <= Hand::MAX_COUNT, "{}", TOO_MANY);
        Hand(ranks.iter().fold(0, |bits, rank| bits | (n as u64) << (4 * rank.index())))
    }

    /// `n` cards of each of `len` consecutive ranks from `start`.
    ///
    /// # Panics
    /// If `n` is above [`Hand::MAX_COUNT`] or the run goes beyond the big joker.
    pub const fn run(start: Rank, len: u8, n: u8) -> Hand {
        assert!(n <= Hand::MAX_COUNT, "{}", TOO_MANY);
        assert!(start.index() + len as usize <= Rank::COUNT, "a run ends at the big joker at the latest");
        Hand::run_unchecked(start, len, n)
    }

    /// [`Hand::run`] without the checks, for a run that is known to end in time.
    #[doc(hidden)]
    pub const fn run_unchecked(start: Rank, len: u8, n: u8) -> Hand {
        debug_assert!(n <= Hand::MAX_COUNT && start.index() + len as usize <= Rank::COUNT);
        let ones = ONES & ((1u64 << (4 * len)) - 1);
        Hand((ones * n as u64) << (4 * start.index()))
    }

    /// The packed counts: four bits for each rank, the lowest for the 3.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards of this rank.
    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank.index()) & 15) as u8
    }

    /// How many cards in all.
    pub const fn len(self) -> u32 {
        // Sums of two neighbouring nibbles in bytes (each at most 16), then the sum of all bytes in the top one (at most
        // 120).
        let pairs = (self.0 & 0x0f0f_0f0f_0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Is there no card?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks with at least `n` cards, packed like the counts: the lowest of a rank's four bits is set.
    ///
    /// # Panics
    /// Unless `n` is from 1 to 8.
    #[doc(hidden)]
    pub const fn spread(self, n: u8) -> u64 {
        assert!(n >= 1 && n <= 8, "`n` is from 1 to 8");
        // Adding 8 - n lifts a count of n or more to 8 or more, and no count of 8 or less beyond 15.
        ((self.0 + ONES * (8 - n) as u64) & HIGHS) >> 3
    }

    /// The ranks with at least `n` cards.
    ///
    /// # Panics
    /// Unless `n` is from 1 to 8.
    pub const fn at_least(self, n: u8) -> RankMask {
        let mut x = self.spread(n);
        // Gather every fourth bit.
        x = (x | x >> 3) & 0x0303_0303_0303_0303;
        x = (x | x >> 6) & 0x000f_000f_000f_000f;
        x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
        RankMask((x | x >> 24) as u16)
    }

    /// The ranks with exactly `n` cards.
    ///
    /// # Panics
    /// Unless `n` is from 1 to 7.
    ///
    /// ```
    /// use canju::rules::{RankMask, parse_cards};
    /// let hand = parse_cards("3344455556")?;
    /// let symbols = |ranks: RankMask| ranks.iter().map(|rank| rank.symbol()).collect::<String>();
    /// assert_eq!((symbols(hand.at_least(3)), symbols(hand.exactly(3))), ("45".to_owned(), "4".to_owned()));
    /// # Ok::<(), canju::rules::CardError>(())
    /// ```
    pub const fn exactly(self, n: u8) -> RankMask {
        RankMask(self.at_least(n).0 & !self.at_least(n + 1).0)
    }

    /// The ranks held.
    pub const fn ranks(self) -> RankMask {
        self.at_least(1)
    }

    /// Are all cards of `part` here?
    pub const fn contains(self, part: Hand) -> bool {
        // Subtracts with a guard bit of 16 for each rank. Even and odd ranks are apart, so that a borrow stays in its byte.
        const EVEN: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const GUARD: u64 = 0x1010_1010_1010_1010;
        let even = (self.0 & EVEN | GUARD) - (part.0 & EVEN);
        let odd = (self.0 >> 4 & EVEN | GUARD) - (part.0 >> 4 & EVEN);
        even & odd & GUARD == GUARD
    }

    /// These cards and those of `other`.
    ///
    /// # Panics
    /// If there would be more than [`Hand::MAX_COUNT`] cards of a rank; see [`Hand::checked_plus`].
    #[must_use]
    pub const fn plus(self, other: Hand) -> Hand {
        self.checked_plus(other).expect(TOO_MANY)
    }

    /// These cards and those of `other`, `None` if there would be more than [`Hand::MAX_COUNT`] of a rank.
    pub const fn checked_plus(self, other: Hand) -> Option<Hand> {
        // Each rank has room for 8 less its count. The subtraction has no borrows, since no count is above 8.
        if Hand(HIGHS - other.0).contains(self) { Some(self.plus_unchecked(other)) } else { None }
    }

    /// [`Hand::plus`] without the check, for cards that are known to be part of one hand.
    #[must_use]
    #[doc(hidden)]
    pub const fn plus_unchecked(self, other: Hand) -> Hand {
        debug_assert!(Hand(HIGHS - other.0).contains(self));
        Hand(self.0 + other.0)
    }

    /// These cards without those of `part`.
    ///
    /// # Panics
    /// If not all cards of `part` are here; see [`Hand::checked_minus`].
    #[must_use]
    pub const fn minus(self, part: Hand) -> Hand {
        self.checked_minus(part).expect("only cards that are in the hand can be taken from it")
    }

    /// These cards without those of `part`, `None` if some are not here.
    pub const fn checked_minus(self, part: Hand) -> Option<Hand> {
        if self.contains(part) { Some(self.minus_unchecked(part)) } else { None }
    }

    /// [`Hand::minus`] without the check, for cards that are known to be in the hand.
    #[must_use]
    #[doc(hidden)]
    pub const fn minus_unchecked(self, part: Hand) -> Hand {
        debug_assert!(self.contains(part));
        Hand(self.0 - part.0)
    }

    /// Are both jokers here?
    pub const fn has_rocket(self) -> bool {
        self.count(Rank::SMALL_JOKER) > 0 && self.count(Rank::BIG_JOKER) > 0
    }

    /// The cards one by one, ascending.
    pub fn cards(self) -> impl Iterator<Item = Rank> {
        self.ranks().iter().flat_map(move |rank| std::iter::repeat_n(rank, self.count(rank) as usize))
    }
}

impl FromIterator<Rank> for Hand {
    /// The cards one by one.
    ///
    /// # Panics
    /// If there are more than [`Hand::MAX_COUNT`] of a rank.
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

    proptest! {
        /// Sums and differences are right or refused, never a card of another rank.
        #[test]
        fn sums_and_differences_agree_with_loops(a in hand(), b in hand()) {
            let counts = |f: &dyn Fn(u8, u8) -> Option<u8>| -> Option<Vec<u8>> {
                Rank::all().map(|rank| f(a.count(rank), b.count(rank))).collect()
            };
            let of = |hand: Hand| -> Vec<u8> { Rank::all().map(|rank| hand.count(rank)).collect() };
            let sum = counts(&|a, b| Some(a + b).filter(|&n| n <= Hand::MAX_COUNT));
            prop_assert_eq!(a.checked_plus(b).map(of), sum);
            prop_assert_eq!(a.checked_minus(b).map(of), counts(&|a, b| a.checked_sub(b)));
        }
    }

    #[test]
    fn a_full_rank_takes_no_further_card() {
        for rank in Rank::all() {
            let full = Hand::of(rank, 8);
            for n in 1..=8 {
                assert_eq!(full.checked_plus(Hand::of(rank, n)), None, "{rank} {n}");
                assert_eq!(Hand::of(rank, 8 - n).checked_plus(Hand::of(rank, n)), Some(full), "{rank} {n}");
                assert_eq!(Hand::of(rank, n - 1).checked_minus(Hand::of(rank, n)), None, "{rank} {n}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "at most 8 cards of a rank")]
    fn plus_refuses_a_ninth_card() {
        let _ = Hand::of(Rank::THREE, 8).plus(Hand::of(Rank::THREE, 1));
    }

    #[test]
    #[should_panic(expected = "cards that are in the hand")]
    fn minus_refuses_cards_that_are_not_there() {
        let _ = Hand::of(Rank::TWO, 1).minus(Hand::of(Rank::THREE, 1));
    }

    #[test]
    #[should_panic(expected = "at most 8 cards of a rank")]
    fn collecting_refuses_a_ninth_card() {
        let _: Hand = std::iter::repeat_n(Rank::ACE, 9).collect();
    }

    #[test]
    #[should_panic(expected = "at most 8 cards of a rank")]
    fn of_refuses_nine_cards() {
        let _ = Hand::of(Rank::BIG_JOKER, 9);
    }

    #[test]
    #[should_panic(expected = "at most 8 cards of a rank")]
    fn of_each_refuses_nine_cards() {
        let _ = Hand::of_each(RankMask::JOKERS, 9);
    }

    #[test]
    #[should_panic(expected = "big joker at the latest")]
    fn run_refuses_ranks_above_the_big_joker() {
        let _ = Hand::run(Rank::TWO, 4, 1);
    }

    #[test]
    #[should_panic(expected = "one pack or two")]
    fn deck_refuses_three_packs() {
        let _ = Hand::deck(3);
    }

    #[test]
    #[should_panic(expected = "from 1 to 8")]
    fn at_least_refuses_nine() {
        let _ = Hand::EMPTY.at_least(9);
    }

    #[test]
    fn a_deck_has_54_cards() {
        assert_eq!(Hand::deck(1).len(), 54);
        assert_eq!(Hand::deck(2).len(), 108);
    }
}
