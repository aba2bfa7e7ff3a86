//! Counts of wins, losses and so on: for the closing lines of a batch and its exit code.
//!
//! They are kept by rules and by pack as well. An endless stream may name ever new ones, so only the first are told apart.

use super::record::{Record, SolvedRecord};
use canju_engine::search::Verdict;
use std::collections::BTreeMap;

/// How many rule sets, and how many packs, are told apart.
const MOST_NAMES: usize = 64;

/// Counts over the records of a batch.
///
/// ```
/// use canju::batch::{Record, Summary};
/// let mut summary = Summary::default();
/// summary.add(&Record::failed("my.ddz:3", "no puzzle"));
/// assert_eq!((summary.records(), summary.puzzles(), summary.counts.errors), (1, 0, 1));
/// assert_eq!(summary.by_pack.rows().next().unwrap().0, "my.ddz");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// All of them.
    pub counts: Counts,
    /// The puzzles by their rules.
    pub by_rules: Breakdown,
    /// The records by the part of their id before the line; those with an id of their own are the others.
    pub by_pack: Breakdown,
    /// Answers that differ from the expected one.
    pub differing: u64,
    /// Answers that are the expected one.
    pub as_expected: u64,
    /// Wins of which the verdict of every first move is known.
    pub wins_with_all_moves: u64,
    /// Those of them in which a single first move wins.
    pub unique_wins: u64,
    /// Puzzles whose answer is taken from an earlier one with the same position, up to renaming ranks.
    pub repeats: u64,
}

/// Records by their results.
///
/// ```
/// use canju::batch::Counts;
/// let counts = Counts { wins: 2, losses: 1, ..Counts::default() };
/// assert_eq!((counts.decided(), counts.puzzles(), counts.records()), (3, 3, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Decided for the side to move.
    pub wins: u64,
    /// Decided against it.
    pub losses: u64,
    /// Undecided.
    pub unknown: u64,
    /// Lines and paths that are not puzzles.
    pub errors: u64,
}

/// Counts by name.
///
/// ```
/// use canju::batch::Summary;
/// assert_eq!(Summary::default().by_rules.rows().count(), 0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Breakdown {
    named: BTreeMap<String, Counts>,
    others: Counts,
}

impl Counts {
    fn add(&mut self, record: &Record) {
        let count = match record {
            Record::Failed(_) => &mut self.errors,
            Record::Solved(record) => match record.verdict() {
                Verdict::Win => &mut self.wins,
                Verdict::Loss => &mut self.losses,
                Verdict::Unknown(_) => &mut self.unknown,
            },
        };
        *count += 1;
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

impl Breakdown {
    /// The names with their counts in the names' order. `others` comes last: what has no name, or one too many.
    pub fn rows(&self) -> impl Iterator<Item = (&str, Counts)> {
        let others = (self.others.records() > 0).then_some(("others", self.others));
        self.named.iter().map(|(name, counts)| (name.as_str(), *counts)).chain(others)
    }

    fn counts(&mut self, name: Option<&str>) -> &mut Counts {
        let Some(name) = name else { return &mut self.others };
        if !self.named.contains_key(name) {
            if self.named.len() == MOST_NAMES {
                return &mut self.others;
            }
            self.named.insert(name.to_owned(), Counts::default());
        }
        self.named.get_mut(name).unwrap_or(&mut self.others)
    }
}

impl Summary {
    /// Counts one more record.
    pub fn add(&mut self, record: &Record) {
        self.counts.add(record);
        self.by_pack.counts(record.id().and_then(pack)).add(record);
        let Record::Solved(solved) = record else { return };
        self.by_rules.counts(Some(&solved.rules)).add(record);
        self.repeats += solved.same_as.is_some() as u64;
        match solved.ok {
            Some(true) => self.as_expected += 1,
            Some(false) => self.differing += 1,
            None => {}
        }
        if solved.verdict() == Verdict::Win && knows_all_moves(solved) {
            self.wins_with_all_moves += 1;
            self.unique_wins += (solved.winning_moves.len() == 1) as u64;
        }
    }

    /// Puzzles with a verdict.
    pub fn decided(&self) -> u64 {
        self.counts.decided()
    }

    /// Puzzles, decided or not.
    pub fn puzzles(&self) -> u64 {
        self.counts.puzzles()
    }

    /// Records.
    pub fn records(&self) -> u64 {
        self.counts.records()
    }
}

/// The pack of an id `pack:line`.
fn pack(id: &str) -> Option<&str> {
    let (pack, line) = id.rsplit_once(':')?;
    line.parse::<u64>().ok().map(|_| pack)
}

fn knows_all_moves(record: &SolvedRecord) -> bool {
    !record.moves.is_empty() && record.moves.iter().all(|found| found.verdict != "unknown")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_with_ever_new_names_takes_no_more_memory() {
        let mut summary = Summary::default();
        for number in 0..1000 {
            summary.add(&Record::failed(format!("pack{number:04}:1"), "no puzzle"));
        }
        summary.add(&Record::failed("a1", "no puzzle"));
        let rows: Vec<_> = summary.by_pack.rows().collect();
        assert_eq!(rows.len(), MOST_NAMES + 1);
        assert_eq!((rows[0].0, rows[0].1.errors), ("pack0000", 1));
        assert_eq!((rows[MOST_NAMES].0, rows[MOST_NAMES].1.errors), ("others", 1001 - MOST_NAMES as u64));
        assert_eq!(summary.counts.errors, 1001);
    }

    #[test]
    fn an_id_of_its_own_names_no_pack() {
        let packs = ["a.ddz:12", "C:/b.ddz:1", "a1", "a:b", "-:3"].map(pack);
        assert_eq!(packs, [Some("a.ddz"), Some("C:/b.ddz"), None, None, Some("-")]);
    }
}
