//! The groups of equal cards of one hand, numbered so that hands of one form can be compared group by group
//! (`strength.rs`): first the unlinked groups by size, then the blocks of linked ranks, groups of one form by rank.

use super::lanes::{LANES, Lanes};
use crate::rules::{Hand, Rank, RankMask};

/// The groups of one hand, numbered in the order of the structure.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Four bits for each group, the first group lowest: one for a link to the next rank, three for the count less one. The
    /// highest four bits are the number of groups.
    pub(super) form: u64,
    /// The form in 49 bits, for hands of one pack: three bits for each group, then the number of groups.
    pub(super) narrow_form: u64,
    /// The rank of each group, by its number.
    ranks: [u8; Rank::COUNT],
    /// The rank of each group as a mask of one bit.
    bits: [u16; LANES],
    /// For each rank: the groups below it, a bit for each number.
    pub(super) below: [u16; 16],
    pub(super) rocket: bool,
}

impl Layout {
    /// The groups of `hand`. `links` are the links of this hand alone.
    pub fn new(hand: Hand, links: u16) -> Layout {
        let held = hand.ranks().0;
        let linked = links | links << 1;
        let mut layout = Layout {
            form: 0,
            narrow_form: 0,
            ranks: [0; Rank::COUNT],
            bits: [0; LANES],
            below: [0; 16],
            rocket: links >> Rank::SMALL_JOKER.index() & 1 != 0,
        };
        let mut len = 0;
        let mut numbers = [0u8; Rank::COUNT];
        let mut push = |rank: u32, code: u64| {
            layout.form |= code << (4 * len);
            layout.narrow_form |= code << (3 * len);
            layout.ranks[len] = rank as u8;
            layout.bits[len] = 1 << rank;
            numbers[rank as usize] = len as u8;
            len += 1;
        };
        let code = |rank: u32| ((hand.bits() >> (4 * rank) & 15) - 1) << 1 | (links >> rank & 1) as u64;
        let mut loose = held & !linked;
        for count in 1..=Hand::MAX_COUNT {
            if loose == 0 {
                break;
            }
            let more = if count == Hand::MAX_COUNT { RankMask::EMPTY } else { hand.at_least(count + 1) };
            let these = loose & !more.0;
            loose &= !these;
            RankMask(these).iter().for_each(|rank| push(rank.index() as u32, code(rank.index() as u32)));
        }
        // Blocks by length, form and rank. There are at most seven, mostly one or none.
        let (mut blocks, mut count) = ([(0u64, 0u32, 0u32); 7], 0);
        let mut left = held & linked;
        while left != 0 {
            let first = left.trailing_zeros();
            let mut last = first;
            while links >> last & 1 != 0 {
                last += 1;
            }
            left &= !(((2u32 << last) - (1 << first)) as u16);
            blocks[count] = ((first..=last).fold(0, |form, rank| form << 4 | code(rank)), first, last);
            count += 1;
        }
        blocks[..count].sort_unstable_by_key(|&(form, first, last)| (last - first, form, first));
        for &(_, first, last) in &blocks[..count] {
            (first..=last).for_each(|rank| push(rank, code(rank)));
        }
        layout.form |= (len as u64) << 60;
        layout.narrow_form |= (len as u64) << (3 * Rank::COUNT);
        for (rank, number) in numbers.into_iter().enumerate() {
            let this = ((held >> rank & 1) as u32) << number;
            layout.below[rank + 1] = layout.below[rank] | this as u16;
        }
        layout
    }

    /// The number of groups.
    pub(super) fn len(&self) -> usize {
        (self.form >> 60) as usize
    }

    /// The rank of each group, by its number.
    pub(super) fn ranks(&self) -> &[u8] {
        &self.ranks[..self.len()]
    }

    /// All groups, a bit for each number.
    pub(super) fn all(&self) -> u16 {
        self.below[Rank::COUNT]
    }

    /// The ranks of the groups, a bit for each, by their numbers.
    pub(super) fn lanes(&self) -> Lanes {
        Lanes::new(&self.bits)
    }

    /// The groups at these ranks, a bit for each number.
    pub(super) fn numbers_of(&self, ranks: u16) -> u16 {
        self.lanes().meeting(ranks)
    }

    /// The ranks of these groups; the inverse of [`Layout::numbers_of`].
    pub(super) fn ranks_of(&self, numbers: u16) -> u16 {
        self.lanes().union(numbers)
    }
}
