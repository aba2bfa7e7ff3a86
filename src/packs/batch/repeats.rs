//! Positions that are equal up to renaming ranks: solved once.
//!
//! Two puzzles whose positions have the same exact key under equal rules have the same verdict. Their moves differ in the
//! ranks, but for every move of one there is a move of the other after which the keys are equal again. So the moves of a
//! repeat are found without a search: at each step of the original's line, take the move that leads to the same key.
//! Nothing is taken on trust: a move is copied only if it leads to an equal key or ends the game.

use crate::puzzle::{AnyPosition, Puzzle};
use canju_engine::rules::{Move, Position, Ruleset, Side};
use canju_engine::search::{Statistics, Verdict};
use canju_engine::solver::Report;
use canju_engine::tables::{Key, Keys};
use dashmap::{DashMap, Entry};
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A puzzle with its key, and what was found if it is the first of that key.
pub(super) struct Original {
    /// Its number in the input.
    pub index: u64,
    /// Its name, for the repeats' records.
    pub id: String,
    met: Met,
    /// Its position.
    pub position: AnyPosition,
    /// What was found, once it is solved; `None` inside if the journal's record can't be read back.
    pub report: OnceLock<Option<Report>>,
}

impl Original {
    /// Nothing found yet.
    pub fn new(index: u64, puzzle: &Puzzle, position: &AnyPosition) -> Original {
        let met = (key(position, &puzzle.rules), puzzle.hands.as_slice().len(), puzzle.rules);
        Original { index, id: puzzle.id.clone(), met, position: *position, report: OnceLock::new() }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        &self.met.2
    }
}

/// What two puzzles must have in common to count as one: the key of the position, the number of hands (which the key does
/// not contain), and the rules.
type Met = (Key, usize, Ruleset);

/// What a batch remembers of the puzzles before: the first puzzle of each key.
///
/// Memory is bounded, so old positions are forgotten. Workers claim keys roughly in input order, but within a window the
/// largest puzzles go first, and threads differ from run to run. What is forgotten must not depend on that, or the records
/// of two runs would differ. So the rule uses input numbers alone: puzzle `n` no longer remembers puzzle `m` if at least
/// `most` new positions lie after `m` and up to `n - delay`. With the window's size as `delay` all of these have
/// been claimed when `n` asks.
pub(super) struct Repeats {
    known: DashMap<Met, Arc<Original>, FxBuildHasher>,
    /// The puzzles that were first of their keys, by their numbers.
    order: Mutex<VecDeque<(u64, Met)>>,
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
        match self.known.entry(own.met) {
            Entry::Occupied(found) if !self.is_forgotten(&order, found.get().index, own.index) => {
                return found.get().clone();
            }
            Entry::Occupied(mut forgotten) => drop(forgotten.insert(own.clone())),
            Entry::Vacant(vacant) => drop(vacant.insert(own.clone())),
        }
        let place = order.partition_point(|(index, _)| *index < own.index);
        order.insert(place, (own.index, own.met));
        // Drop what no later puzzle can remember.
        while let Some(&(index, met)) = order.front()
            && self.is_forgotten(&order, index, first_unclaimed)
        {
            order.pop_front();
            self.known.remove_if(&met, |_, found| found.index == index);
        }
        own.clone()
    }

    /// Has the puzzle `asking` no memory of the puzzle `first`?
    fn is_forgotten(&self, order: &VecDeque<(u64, Met)>, first: u64, asking: u64) -> bool {
        let up_to = |last: u64| order.partition_point(|(index, _)| *index <= last);
        up_to(asking.saturating_sub(self.delay)).saturating_sub(up_to(first)) >= self.most
    }
}

/// The key of a position in play.
pub(super) fn key(position: &AnyPosition, rules: &Ruleset) -> Key {
    match position {
        AnyPosition::Two(position) => Keys::new(rules).key(position),
        AnyPosition::Three(position) => Keys::new(rules).key(position),
    }
}

/// The original's report in the repeat's own moves; `None` if a move has no counterpart.
pub(super) fn translated(original: &Original, position: &AnyPosition, rules: &Ruleset) -> Option<Report> {
    let report = original.report.get()?.as_ref()?;
    match (&original.position, position) {
        (AnyPosition::Two(from), AnyPosition::Two(to)) => translate(report, from, to, rules),
        (AnyPosition::Three(from), AnyPosition::Three(to)) => translate(report, from, to, rules),
        _ => None,
    }
}

/// What two moves must have in common to be counterparts.
#[derive(PartialEq, Eq)]
enum Reached {
    Over(Side),
    Key(Key),
}

fn after<const SEATS: usize>(position: &Position<SEATS>, played: Move, keys: &Keys) -> Reached {
    let next = position.play(played);
    next.winner().map_or_else(|| Reached::Key(keys.key(&next)), Reached::Over)
}

fn translate<const SEATS: usize>(
    report: &Report,
    from: &Position<SEATS>,
    to: &Position<SEATS>,
    rules: &Ruleset,
) -> Option<Report> {
    let keys = Keys::new(rules);
    let counterpart = |from: &Position<SEATS>, played: Move, to: &Position<SEATS>| {
        let wanted = after(from, played, &keys);
        // Identical positions: the move is the same.
        if to == from { Some(played) } else { to.moves(rules).into_iter().find(|&own| after(to, own, &keys) == wanted) }
    };
    let best = match report.best {
        Some(best) => Some(counterpart(from, best, to)?),
        None => None,
    };
    let mut moves = Vec::new();
    if !report.moves.is_empty() {
        let known: Vec<(Reached, Verdict)> =
            report.moves.iter().map(|&(played, verdict)| (after(from, played, &keys), verdict)).collect();
        for own in to.moves(rules) {
            let wanted = after(to, own, &keys);
            moves.push((own, known.iter().find(|(found, _)| *found == wanted)?.1));
        }
    }
    let winning_moves = match moves.is_empty() {
        true => best.into_iter().collect(),
        false => moves.iter().filter(|(_, verdict)| *verdict == Verdict::Win).map(|&(played, _)| played).collect(),
    };
    let mut line = Vec::new();
    let (mut there, mut here) = (*from, *to);
    for &played in &report.line {
        let own = counterpart(&there, played, &here)?;
        line.push(own);
        (there, here) = (there.play(played), here.play(own));
    }
    Some(Report {
        position: (*to).into(),
        rules: *rules,
        statistics: Statistics::default(),
        verdict: report.verdict,
        best,
        plies: report.plies,
        plies_limit: report.plies_limit,
        winning_moves,
        moves,
        line,
        nodes: 0,
        elapsed: Duration::ZERO,
        memory_bytes: 0,
        threads: report.threads.min(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claims the puzzles with these hands in the order `claims`; returns the number of each one's original.
    fn originals(hands: &[&str], claims: &[usize], most: usize, delay: usize) -> Vec<u64> {
        let repeats = Repeats::new(most, delay);
        let own = |index: usize| {
            let puzzle = Puzzle::parse(&[hands[index], "4"], None, Ruleset::default()).expect("a puzzle");
            let position = puzzle.position().expect("a position");
            Arc::new(Original::new(index as u64, &puzzle, &position))
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
