//! Card ranks. Suits never matter in Dou Dizhu, so a card is its rank.
//!
//! A higher rank has a higher number, and a set of ranks is a bit mask by that number. So every question about runs ("which
//! chains of five?") takes a few shifts.

use std::fmt;

/// One of the fifteen ranks, weakest first: `3 4 5 6 7 8 9 T J Q K A 2`, small joker `X`, big joker `D`.
///
/// ```
/// use canju::rules::Rank;
/// assert!(Rank::THREE < Rank::TWO && Rank::TWO < Rank::BIG_JOKER);
/// assert_eq!((Rank::TWO.symbol(), Rank::TWO.is_joker()), ('2', false));
/// assert_eq!(Rank::all().count(), Rank::COUNT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The number of ranks.
    pub const COUNT: usize = 15;
    /// The weakest rank.
    pub const THREE: Rank = Rank(0);
    /// The highest rank that may stand in a chain.
    pub const ACE: Rank = Rank(11);
    /// The `2`: above the ace, in no chain.
    pub const TWO: Rank = Rank(12);
    /// The small joker (小王), `X`.
    pub const SMALL_JOKER: Rank = Rank(13);
    /// The big joker (大王), `D`.
    pub const BIG_JOKER: Rank = Rank(14);
    /// The symbols of all ranks, ascending.
    pub const SYMBOLS: [char; Rank::COUNT] =
        ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2', 'X', 'D'];

    /// The rank with number `index` (0 for the 3 … 14 for the big joker), `None` above 14.
    pub const fn new(index: u8) -> Option<Rank> {
        if index < Rank::COUNT as u8 { Some(Rank(index)) } else { None }
    }

    /// The rank with number `index`.
    ///
    /// # Panics
    /// If `index` is above 14.
    pub const fn from_index(index: usize) -> Rank {
        assert!(index < Rank::COUNT);
        Rank(index as u8)
    }

    /// The rank's number, 0 for the 3 … 14 for the big joker.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The symbol this program prints for the rank.
    pub const fn symbol(self) -> char {
        Rank::SYMBOLS[self.index()]
    }

    /// Is this one of the two jokers?
    pub const fn is_joker(self) -> bool {
        self.0 >= Rank::SMALL_JOKER.0
    }

    /// How many cards of this rank are in `packs` packs.
    pub const fn copies(self, packs: u8) -> u8 {
        if self.is_joker() { packs } else { 4 * packs }
    }

    /// All ranks, weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator {
        (0..Rank::COUNT as u8).map(Rank)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of ranks: bit `i` for the rank with number `i`.
///
/// ```
/// use canju::rules::{Rank, RankMask, parse_cards};
/// let ranks = parse_cards("345678KK")?.ranks();
/// assert_eq!((ranks.len(), ranks.has(Rank::ACE)), (7, false));
/// assert_eq!(ranks.run_starts(5).len(), 2); // 34567 and 45678
/// assert_eq!((ranks.lowest(), ranks.iter().last()), (Some(Rank::THREE), Rank::new(10)));
/// # Ok::<(), canju::rules::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RankMask(pub u16);

impl RankMask {
    /// No rank.
    pub const EMPTY: RankMask = RankMask(0);
    /// Every rank.
    pub const ALL: RankMask = RankMask((1 << Rank::COUNT) - 1);
    /// The ranks that may stand in a chain, 3 to A.
    pub const CHAIN: RankMask = RankMask((1 << 12) - 1);
    /// Both jokers.
    pub const JOKERS: RankMask = RankMask(0b11 << 13);

    /// The ranks of this set above `rank`.
    pub const fn above(self, rank: Rank) -> RankMask {
        RankMask(self.0 & !((2 << rank.index()) - 1))
    }

    /// The highest rank of this set and all ranks below it.
    #[must_use]
    pub const fn up_to_highest(self) -> RankMask {
        RankMask(((1u32 << (16 - self.0.leading_zeros())) - 1) as u16)
    }

    /// Is `rank` in the set?
    pub const fn has(self, rank: Rank) -> bool {
        self.0 >> rank.index() & 1 != 0
    }

    /// Is the set empty?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The weakest rank of the set.
    pub const fn lowest(self) -> Option<Rank> {
        if self.0 == 0 { None } else { Some(Rank(self.0.trailing_zeros() as u8)) }
    }

    /// The set without its weakest rank. The empty set stays empty.
    #[must_use]
    pub const fn without_lowest(self) -> RankMask {
        RankMask(self.0 & self.0.wrapping_sub(1))
    }

    /// The ranks of the set, weakest first.
    pub fn iter(self) -> Ranks {
        self.into_iter()
    }

    /// How many ranks are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The ranks at which a run of `len` consecutive chain ranks of this set starts.
    pub const fn run_starts(self, len: u8) -> RankMask {
        let mut starts = self.0 & RankMask::CHAIN.0;
        let mut done = 1;
        // `starts` marks the runs of `done` ranks. Two neighbouring runs make one of twice the length.
        while done < len {
            let step = if done < len - done { done } else { len - done };
            starts &= starts >> step;
            done += step;
        }
        RankMask(starts)
    }

    /// The chain ranks of this set that lie in a run of at least `len` such ranks.
    ///
    /// ```
    /// use canju::rules::parse_cards;
    /// let ranks = parse_cards("345679TJ")?.ranks();
    /// let in_runs = ranks.in_runs(5).iter().map(|rank| rank.symbol()).collect::<String>();
    /// assert_eq!(in_runs, "34567"); // 9TJ is too short
    /// # Ok::<(), canju::rules::CardError>(())
    /// ```
    pub const fn in_runs(self, len: u8) -> RankMask {
        let starts = self.run_starts(len).0;
        let (mut ranks, mut step) = (starts, 1);
        while starts != 0 && step < len {
            ranks |= starts << step;
            step += 1;
        }
        RankMask(ranks)
    }

    /// The `len` consecutive ranks from `start`.
    pub const fn run(start: Rank, len: u8) -> RankMask {
        RankMask((((1u32 << len) - 1) << start.index()) as u16)
    }
}

impl FromIterator<Rank> for RankMask {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> RankMask {
        RankMask(ranks.into_iter().fold(0, |mask, rank| mask | 1 << rank.index()))
    }
}

impl IntoIterator for RankMask {
    type Item = Rank;
    type IntoIter = Ranks;

    fn into_iter(self) -> Ranks {
        Ranks(self)
    }
}

/// The ranks of a set, weakest first; see [`RankMask::iter`].
///
/// ```
/// use canju::rules::{Rank, parse_cards};
/// let ranks: Vec<Rank> = parse_cards("5578J").unwrap().ranks().iter().collect();
/// assert_eq!(ranks.iter().map(|rank| rank.symbol()).collect::<String>(), "578J");
/// ```
#[derive(Clone, Debug)]
pub struct Ranks(RankMask);

impl Iterator for Ranks {
    type Item = Rank;

    fn next(&mut self) -> Option<Rank> {
        let lowest = self.0.lowest()?;
        self.0 = self.0.without_lowest();
        Some(lowest)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Ranks {}

impl std::ops::BitAnd for RankMask {
    type Output = RankMask;
    fn bitand(self, other: RankMask) -> RankMask {
        RankMask(self.0 & other.0)
    }
}

impl std::ops::BitOr for RankMask {
    type Output = RankMask;
    fn bitor(self, other: RankMask) -> RankMask {
        RankMask(self.0 | other.0)
    }
}

impl std::ops::Not for RankMask {
    type Output = RankMask;
    fn not(self) -> RankMask {
        RankMask(!self.0 & RankMask::ALL.0)
    }
}

impl fmt::Debug for RankMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|rank| write!(f, "{rank}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_ranks_is_known_before_they_are_visited() {
        let mut ranks = RankMask(0b1011).iter();
        for left in (0..=3).rev() {
            assert_eq!(ranks.len(), left);
            ranks.next();
        }
    }

    #[test]
    fn a_set_is_collected_from_its_ranks() {
        let ranks = [Rank::TWO, Rank::THREE, Rank::TWO, Rank::SMALL_JOKER];
        assert_eq!(ranks.into_iter().collect::<RankMask>(), RankMask(1 << 13 | 1 << 12 | 1));
        for mask in [RankMask::EMPTY, RankMask::ALL, RankMask::JOKERS] {
            assert_eq!(mask.iter().collect::<RankMask>(), mask);
        }
    }

    #[test]
    fn a_rank_has_four_cards_in_a_pack_and_a_joker_one() {
        let copies = |rank: Rank| [1, 2].map(|packs| rank.copies(packs));
        assert_eq!(copies(Rank::TWO), [4, 8]);
        assert_eq!(copies(Rank::SMALL_JOKER), [1, 2]);
    }

    #[test]
    fn run_starts_agrees_with_a_loop() {
        for bits in 0..1u16 << 15 {
            let mask = RankMask(bits);
            for len in 1..=12u8 {
                let slow =
                    (0..=12 - len).filter(|&s| (s..s + len).all(|r| bits >> r & 1 != 0)).fold(0, |m, s| m | 1 << s);
                assert_eq!(mask.run_starts(len).0, slow, "{mask:?} {len}");
                let covered = (0..len).fold(0, |m, step| m | slow << step);
                assert_eq!(mask.in_runs(len).0, covered, "{mask:?} {len}");
            }
        }
    }
}
