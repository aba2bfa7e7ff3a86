//! The positions a walk through a certificate remembers as proved: a table of fixed size.
//!
//! Writer and checker keep the same memory, so the writer knows what the checker remembers and leaves that out. A row holds
//! whole structures and ranks, not hashes. So a position that is found has been proved, and the strategy that proves it works
//! for the position that was asked for (`relative.rs`). See the format's page.

use super::proved::{Miscounted, Proved};
use super::relative::{Relative, WORDS};
use crate::rules::{Ruleset, Side, State};

/// An odd number that spreads bits: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Positions in a row.
const ROW: usize = 8;

/// Bytes of a row.
pub const ROW_BYTES: u64 = (8 * WORDS * ROW) as u64;

/// Proved positions.
pub struct Memory {
    rules: Ruleset,
    winner: Side,
    /// The rows one after another. A place whose first word is 0 is empty, and so are all after it in its row.
    places: Vec<[u64; WORDS]>,
    shift: u32,
    comparisons: u64,
    /// Has anything been remembered?
    is_used: bool,
}

impl Memory {
    /// An empty memory of 2^`log2_rows` rows, 1 to 32, for positions that `winner` wins.
    pub fn new(log2_rows: u32, winner: Side, rules: &Ruleset) -> Self {
        let places = vec![[0; WORDS]; ROW << log2_rows];
        Memory { rules: *rules, winner, places, shift: 64 - log2_rows, comparisons: 0, is_used: false }
    }

    /// A settled position in the form in which it is compared.
    pub fn relative<const SEATS: usize>(&self, position: &State<SEATS>) -> Relative {
        Relative::of(position, self.winner, &self.rules)
    }

    /// The index at which the row of this structure starts.
    fn row(&self, relative: &Relative) -> usize {
        let hash = relative.structure.iter().fold(0, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(SPREAD);
            mixed ^ mixed >> 29
        });
        (hash.wrapping_mul(SPREAD) >> self.shift) as usize * ROW
    }

    /// Is this position at least as good as a remembered one?
    pub fn holds(&mut self, relative: &Relative) -> bool {
        let row = self.row(relative);
        let filled = self.places[row..row + ROW].iter().take_while(|words| words[0] != 0);
        filled.map(|&words| Relative::from_words(words)).any(|proved| {
            self.comparisons += 1;
            relative.is_at_least(&proved, self.winner)
        })
    }

    /// Remembers a position, as the first in its row. Positions at least as good as this one are no longer needed and are
    /// removed; if there are none and the row is full, the last one is dropped.
    pub fn remember(&mut self, relative: &Relative) {
        let (row, winner) = (self.row(relative), self.winner);
        let row = &mut self.places[row..row + ROW];
        let (mut kept, mut len) = ([[0; WORDS]; ROW], 1);
        kept[0] = relative.words();
        for &words in row.iter().take_while(|words| words[0] != 0) {
            if len < ROW {
                self.comparisons += 1;
                if !Relative::from_words(words).is_at_least(relative, winner) {
                    kept[len] = words;
                    len += 1;
                }
            }
        }
        row.copy_from_slice(&kept);
        self.is_used = true;
    }
}

impl<const SEATS: usize> Proved<SEATS> for Memory {
    type Mark = Relative;

    fn begin(&mut self, winner: Side) {
        self.winner = winner;
        if std::mem::take(&mut self.is_used) {
            // Fresh pages of zeros from the system come sooner than these are cleared.
            let places = std::mem::take(&mut self.places).len();
            self.places = vec![[0; WORDS]; places];
        }
    }

    fn mark(&self, position: &State<SEATS>) -> Relative {
        self.relative(position)
    }

    fn holds(&mut self, mark: &Relative) -> bool {
        self.holds(mark)
    }

    fn remember(&mut self, mark: &Relative) -> Result<(), Miscounted> {
        self.remember(mark);
        Ok(())
    }

    fn comparisons(&self) -> u64 {
        self.comparisons
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_that_the_format_says() {
        assert_eq!((size_of::<[u64; WORDS]>(), ROW_BYTES), (64, 512));
    }

    /// What one walk has proved is nothing to the next, in which the other side may win.
    #[test]
    fn each_walk_begins_with_nothing() {
        let rules = Ruleset::default();
        let position = State::<3>::parse(["47", "3", "5"], None, &rules).expect("a position");
        let mut memory = Memory::new(4, Side::First, &rules);
        for winner in [Side::First, Side::First, Side::Second] {
            Proved::<3>::begin(&mut memory, winner);
            let mark = memory.relative(&position);
            assert!(!memory.holds(&mark));
            memory.remember(&mark);
            assert!(memory.holds(&mark));
        }
        assert_eq!((memory.winner, memory.places.len()), (Side::Second, ROW << 4));
    }

    /// As `scripts/check/verify.py` computes it by the format's formula.
    #[test]
    fn the_row_of_a_structure() {
        for ([a, b, c, d], rows) in [
            ([1, 0, 0, 0], [14, 3_828, 15_682_176]),
            ([2 << 60, 1 << 60 | 2, 0, 0], [8, 2_217, 9_082_834]),
            ([0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 7, 9], [4, 1_036, 4_244_021]),
        ] {
            // What is not a part of the structure does not count.
            let relative = Relative::from_words([a, b, c, d, 5, 6, 7, 1]);
            for (log2_rows, row) in [4, 12, 24].into_iter().zip(rows) {
                let memory = Memory {
                    rules: Ruleset::default(),
                    winner: Side::First,
                    places: Vec::new(),
                    shift: 64 - log2_rows,
                    comparisons: 0,
                    is_used: false,
                };
                assert_eq!(memory.row(&relative), ROW * row, "{a:x} {b:x} {c:x} {d:x} {log2_rows}");
            }
        }
    }
}
