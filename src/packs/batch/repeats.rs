//! Positions that are equal up to renaming ranks: solved once ([`Report::for_equal`] has the argument).

use crate::puzzle::Puzzle;
use canju_engine::rules::Position;
use canju_engine::solver::Report;
use canju_engine::tables::Canonical;
use dashmap::{DashMap, Entry};
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// A puzzle with its canonical position, and what was found if it is the first of that one.
pub(super) struct Original {
    /// Its number in the input.
    pub index: u64,
    /// Its name, for the repeats' records.
    pub id: String,
    canonical: Canonical,
    /// Its position.
    pub position: Position,
    /// What was found, once it is solved; `None` inside if the journal's record can't be read back.
    pub report: OnceLock<Option<Report>>,
}

impl Original {
    /// Nothing found yet.
    pub fn new(index: u64, puzzle: &Puzzle) -> Original {
        let (id, position) = (puzzle.id.clone(), puzzle.position);
        Original { index, id, canonical: position.canonical(), position, report: OnceLock::new() }
    }

    /// The report in the moves of a repeat; `None` if there is none.
    pub fn for_repeat(&self, position: &Position) -> Option<Report> {
        self.report.get()?.as_ref()?.for_equal(position)
    }
}

/// The memory of a batch: the first puzzle of each key.
///
/// Memory is bounded, so old positions are forgotten. Workers claim keys roughly in input order, but within a window the
/// largest puzzles go first, and threads differ from run to run. Forgetting must not depend on that, or the records of two
/// runs would differ. So the rule uses input numbers alone: puzzle `n` no longer remembers puzzle `m` if at least `most`
/// new positions lie after `m` and up to `n - delay`. With the window's size as `delay` all of these have been claimed when
/// `n` asks.
pub(super) struct Repeats {
    known: DashMap<Canonical, Arc<Original>, FxBuildHasher>,
    /// The puzzles that were first of their keys, by their numbers.
    order: Mutex<VecDeque<(u64, Canonical)>>,
    most: usize,
    delay: u64,
}

impl Repeats {
    /// Remembers `most` positions and those of the last `delay` puzzles; a repeat of one forgotten is solved again.
    pub fn new(most: usize, delay: usize) -> Repeats {
        Repeats { known: DashMap::default(), order: Mutex::default(), most, delay: delay as u64 }
    }

    /// The first puzzle of this one's key: itself, or one before it.
    ///
    /// Puzzles of one key must claim it in input order. `first_unclaimed` is a number such that all puzzles before it have
    /// claimed theirs; this one's number must be less than `delay` above it.
    pub fn claim(&self, own: &Arc<Original>, first_unclaimed: u64) -> Arc<Original> {
        let mut order = self.order.lock();
        match self.known.entry(own.canonical) {
            Entry::Occupied(found) if !self.is_forgotten(&order, found.get().index, own.index) => {
                return found.get().clone();
            }
            Entry::Occupied(mut forgotten) => drop(forgotten.insert(own.clone())),
            Entry::Vacant(vacant) => drop(vacant.insert(own.clone())),
        }
        let place = order.partition_point(|(index, _)| *index < own.index);
        order.insert(place, (own.index, own.canonical));
        // Drop what no later puzzle can remember.
        while let Some(&(index, canonical)) = order.front()
            && self.is_forgotten(&order, index, first_unclaimed)
        {
            order.pop_front();
            self.known.remove_if(&canonical, |_, found| found.index == index);
        }
        own.clone()
    }

    /// Is the puzzle `first` forgotten when the puzzle `asking` asks?
    fn is_forgotten(&self, order: &VecDeque<(u64, Canonical)>, first: u64, asking: u64) -> bool {
        let up_to = |last: u64| order.partition_point(|(index, _)| *index <= last);
        up_to(asking.saturating_sub(self.delay)).saturating_sub(up_to(first)) >= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claims the puzzles with these hands in the order `claims`; returns the number of each one's original.
    fn originals(hands: &[&str], claims: &[usize], most: usize, delay: usize) -> Vec<u64> {
        let repeats = Repeats::new(most, delay);
        let own = |index: usize| {
            let puzzle: Puzzle = format!("{} | 4", hands[index]).parse().expect("a puzzle");
            Arc::new(Original::new(index as u64, &puzzle))
        };
        let mut unclaimed: std::collections::BTreeSet<usize> = (0..hands.len()).collect();
        let mut found = vec![0; hands.len()];
        for &index in claims {
            unclaimed.remove(&index);
            let first = unclaimed.first().map_or(hands.len() as u64, |&first| first as u64);
            found[index] = repeats.claim(&own(index), first).index;
        }
        assert!(repeats.known.len() <= most + 2 * delay, "{} positions in memory", repeats.known.len());
        found
    }

    #[test]
    fn what_is_remembered_does_not_depend_on_the_order_of_claims() {
        // `5`, `55` and `555` recur after 6 puzzles each; all other positions differ.
        let hands = ["5", "55", "555", "3", "33", "333", "5", "55", "555", "3335", "5"];
        let forwards: Vec<usize> = (0..hands.len()).collect();
        let by_cards = [2, 1, 0, 3, 5, 4, 8, 7, 6, 9, 10];
        // `by_cards` is never more than 2 ahead, so a delay of 3 will do.
        let all = originals(&hands, &forwards, 100, 3);
        assert_eq!(all, [0, 1, 2, 3, 4, 5, 0, 1, 2, 9, 0]);
        // After puzzle 0, puzzle 6 counts the new positions 1 to 3, and puzzle 10 counts 1 to 5.
        assert_eq!(originals(&hands, &forwards, 4, 3), [0, 1, 2, 3, 4, 5, 0, 1, 2, 9, 10]);
        assert_eq!(originals(&hands, &forwards, 3, 3), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 6]);
        assert_eq!(originals(&hands, &forwards, 0, 3), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        for most in [0, 1, 2, 3, 4, 5, 6, 100] {
            assert_eq!(originals(&hands, &by_cards, most, 3), originals(&hands, &forwards, most, 3), "{most}");
        }
    }
}
