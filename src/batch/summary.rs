//! Counts of wins, losses and so on: for the closing line of a batch and its exit code.

use super::record::{Answer, Record};

/// Counts over the records of a batch.
///
/// ```
/// use canju::batch::{Record, Summary};
/// let mut summary = Summary::default();
/// summary.add(&Record::failed("my.ddz:3", "no puzzle"));
/// assert_eq!((summary.records(), summary.puzzles(), summary.errors), (1, 0, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// Decided for the side to move.
    pub wins: u64,
    /// Decided against it.
    pub losses: u64,
    /// Undecided.
    pub unknown: u64,
    /// Lines and paths that are not puzzles.
    pub errors: u64,
    /// Answers that differ from the expected one.
    pub differing: u64,
    /// Answers that are the expected one.
    pub as_expected: u64,
}

impl Summary {
    /// Counts one more record.
    pub fn add(&mut self, record: &Record) {
        match record {
            Record::Failed(_) => self.errors += 1,
            Record::Solved(record) => {
                match record.verdict {
                    Answer::Win => self.wins += 1,
                    Answer::Loss => self.losses += 1,
                    Answer::Unknown => self.unknown += 1,
                }
                match record.ok {
                    Some(true) => self.as_expected += 1,
                    Some(false) => self.differing += 1,
                    None => {}
                }
            }
        }
    }

    /// Puzzles with a verdict.
    pub fn decided(&self) -> u64 {
        self.wins + self.losses
    }

    /// Puzzles, decided or not.
    pub fn puzzles(&self) -> u64 {
        self.decided() + self.unknown
    }

    /// Records.
    pub fn records(&self) -> u64 {
        self.puzzles() + self.errors
    }
}
