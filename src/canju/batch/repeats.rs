//! Positions that are equal up to renaming ranks: solved once ([`Report::for_equal`] has the argument).
//!
//! The reader alone asks which puzzle is the first of its position, in input order. So nothing is locked, and the answer
//! depends on the input, not on threads or on what a journal has. The answer itself hangs on the first puzzle, which its
//! repeats hold: a worker reads it there without asking a map.

use crate::puzzle::Puzzle;
use canju_engine::rules::{Move, Position};
use canju_engine::search::Verdict;
use canju_engine::solver::Report;
use canju_engine::tables::Canonical;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// A puzzle, and what was found if it is the first of its position.
pub(super) struct Original {
    /// Its number in the input.
    pub index: u64,
    /// Its name, for the repeats' records.
    pub id: String,
    /// Its position.
    pub position: Position,
    /// What was found, once it is finished; `None` inside if it is undecided or the journal's record can't be read back.
    report: OnceLock<Option<Report>>,
}

impl Original {
    /// Nothing found yet.
    pub fn new(index: u64, puzzle: &Puzzle) -> Original {
        Original { index, id: puzzle.id.clone(), position: puzzle.position, report: OnceLock::new() }
    }

    /// Is it finished, decided or not?
    pub fn is_finished(&self) -> bool {
        self.report.get().is_some()
    }

    /// It is finished, perhaps without a report. Only a decided one is kept: another search may get further.
    pub fn finish(&self, report: Option<Report>) {
        let _ = self.report.set(report.filter(|report| report.verdict().is_decided()));
    }

    /// The report in the moves of a repeat; `None` if there is none.
    pub fn for_repeat(&self, position: &Position) -> Option<Report> {
        self.report.get()?.as_ref()?.for_equal(position)
    }
}

/// The most bytes of all reports that are remembered, by the estimate of [`Repeats::bytes`].
const MOST_BYTES: usize = 64 << 20;

/// Bytes of a remembered puzzle without the verdicts of its moves: the report, its line of play and the places in the map.
const BYTES: usize = 2 << 10;

/// The most first moves of a position that is remembered with a verdict for each.
const MOST_MOVES: usize = 1 << 14;

/// The first puzzle of each of the last positions.
pub(super) struct Repeats {
    known: FxHashMap<Canonical, Arc<Original>>,
    /// The positions in the order in which they came, each with its bytes.
    order: VecDeque<(Canonical, usize)>,
    bytes: usize,
    most: usize,
    most_bytes: usize,
    /// Has a report the verdict of every first move?
    all_moves: bool,
}

impl Repeats {
    /// Remembers at most `most` positions. A repeat of one forgotten is solved again.
    pub fn new(most: usize, all_moves: bool) -> Repeats {
        let (known, order) = (FxHashMap::default(), VecDeque::new());
        Repeats { known, order, bytes: 0, most, most_bytes: MOST_BYTES, all_moves }
    }

    /// The first puzzle with the position of this one: itself, or one before it.
    pub fn first(&mut self, own: Original) -> Arc<Original> {
        let canonical = own.position.canonical();
        if let Some(first) = self.known.get(&canonical) {
            return first.clone();
        }
        let own = Arc::new(own);
        if let Some(bytes) = self.bytes(&own.position) {
            self.known.insert(canonical, own.clone());
            self.order.push_back((canonical, bytes));
            self.bytes += bytes;
        }
        while self.order.len() > self.most || self.bytes > self.most_bytes {
            let Some((canonical, bytes)) = self.order.pop_front() else { break };
            self.known.remove(&canonical);
            self.bytes -= bytes;
        }
        own
    }

    /// About how many bytes the report of a position will take; `None` if that is too much to remember it. It is known
    /// before the position is solved, so that what is forgotten depends on the input alone.
    fn bytes(&self, position: &Position) -> Option<usize> {
        if !self.all_moves {
            return Some(BYTES);
        }
        let (moves, are_all) = position.some_moves(MOST_MOVES);
        are_all.then_some(BYTES + moves.len() * (size_of::<(Move, Verdict)>() + size_of::<Move>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzle of these hands, the first one of number 0.
    fn puzzle(index: usize, hand: &str) -> Original {
        let puzzle: Puzzle = format!("{hand} | 4").parse().expect("a puzzle");
        Original::new(index as u64, &puzzle)
    }

    /// The number of the first puzzle of each.
    fn firsts(hands: &[&str], mut repeats: Repeats) -> Vec<u64> {
        let mut firsts = Vec::new();
        for (index, hand) in hands.iter().enumerate() {
            firsts.push(repeats.first(puzzle(index, hand)).index);
            assert!(repeats.known.len() <= repeats.most && repeats.bytes <= repeats.most_bytes);
            assert_eq!(repeats.known.len(), repeats.order.len());
        }
        firsts
    }

    /// `5`, `55` and `555` recur after six puzzles; all other positions differ.
    const HANDS: [&str; 11] = ["5", "55", "555", "3", "33", "333", "5", "55", "555", "3335", "5"];

    #[test]
    fn the_oldest_positions_are_forgotten_first() {
        let within = |most| firsts(&HANDS, Repeats::new(most, false));
        assert_eq!(within(100), [0, 1, 2, 3, 4, 5, 0, 1, 2, 9, 0]);
        assert_eq!(within(6), [0, 1, 2, 3, 4, 5, 0, 1, 2, 9, 10]);
        assert_eq!(within(5), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 6]);
        assert_eq!(within(0), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }

    #[test]
    fn bytes_are_bounded_too() {
        let within = |most_bytes, all_moves| firsts(&HANDS, Repeats { most_bytes, ..Repeats::new(100, all_moves) });
        assert_eq!(within(6 * BYTES, false), [0, 1, 2, 3, 4, 5, 0, 1, 2, 9, 10]);
        // With the verdicts of all moves fewer have room.
        assert_eq!(within(6 * BYTES, true), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 6]);
    }

    #[test]
    fn an_answer_that_is_none_is_not_passed_on() {
        let undecided = puzzle(0, "5");
        assert!(!undecided.is_finished());
        let verdict = Verdict::Unknown(canju_engine::search::Reason::Nodes);
        let report = Report::restored(undecided.position, verdict, Default::default());
        undecided.finish(Some(report));
        assert!(undecided.is_finished() && undecided.for_repeat(&undecided.position).is_none());
    }
}
