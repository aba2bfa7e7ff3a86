//! Positions that are others relabelled: solved once.
//!
//! Two puzzles whose positions have the same exact key under equal rules have the same verdict. Their moves differ in the
//! ranks, but for every move of the one there is a move of the other after which the keys are the same again. So
//! the moves of a repeat are found without a search: at each step of the original's line, the move that leads to
//! the same key. Nothing is taken on trust: a move is only taken over to an equal key, or to the end of the game.

use crate::puzzle::{AnyPosition, Puzzle};
use crate::rules::{Move, Position, Ruleset, Side};
use crate::search::{Statistics, Verdict};
use crate::solver::Report;
use crate::tables::{Key, Keys};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The first puzzle of its key.
pub(super) struct Original {
    /// Its number in the input.
    pub index: u64,
    /// Its name, for the repeats' records.
    pub id: String,
    position: AnyPosition,
    /// What was found, once it is solved; nothing where that is lost.
    pub report: OnceLock<Option<Report>>,
}

/// What two puzzles must have in common to be one: the key of the position, the number of hands, which keys don't tell, and the
/// rules.
type Met = (Key, usize, Ruleset);

/// A bounded set of positions that are solved or being solved, each with a value: what a batch remembers of the puzzles
/// before. The position met longest ago is forgotten first, so what is found depends on the order of insertions only.
struct SolvedPositions<V> {
    known: dashmap::DashMap<Met, V, rustc_hash::FxBuildHasher>,
    order: parking_lot::Mutex<std::collections::VecDeque<Met>>,
    most: usize,
}

impl<V: Clone> SolvedPositions<V> {
    /// An empty set of at most `most` positions.
    fn new(most: usize) -> SolvedPositions<V> {
        SolvedPositions { known: Default::default(), order: Default::default(), most }
    }

    /// A copy of the value of this position; if it is new, it is put in with `value` and there is none.
    fn find_or_insert(&self, met: Met, value: V) -> Option<V> {
        match self.known.entry(met) {
            dashmap::Entry::Occupied(found) => return Some(found.get().clone()),
            dashmap::Entry::Vacant(vacant) => drop(vacant.insert(value)),
        }
        let mut order = self.order.lock();
        order.push_back(met);
        let oldest = if order.len() > self.most { order.pop_front() } else { None };
        drop(order);
        if let Some(oldest) = oldest {
            self.known.remove(&oldest);
        }
        None
    }
}

/// The puzzles a batch remembers.
pub(super) struct Repeats(SolvedPositions<Arc<Original>>);

impl Repeats {
    /// Remembers the last `most` positions; a repeat of one forgotten is solved again.
    pub fn new(most: usize) -> Repeats {
        Repeats(SolvedPositions::new(most))
    }

    /// The first puzzle of this one's key: itself, or one before it.
    pub fn original(&self, index: u64, puzzle: &Puzzle, position: &AnyPosition) -> Arc<Original> {
        let own = Original { index, id: puzzle.id.clone(), position: *position, report: OnceLock::new() };
        let own = Arc::new(own);
        let met = (key(position, &puzzle.rules), puzzle.hands.as_slice().len(), puzzle.rules);
        self.0.find_or_insert(met, own.clone()).unwrap_or(own)
    }
}

/// The key of a position in play.
pub(super) fn key(position: &AnyPosition, rules: &Ruleset) -> Key {
    match position {
        AnyPosition::Two(position) => Keys::new(rules).key(position),
        AnyPosition::Three(position) => Keys::new(rules).key(position),
    }
}

/// The original's report in the repeat's own moves; `None` where a move has no counterpart.
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
enum After {
    Over(Side),
    Key(Key),
}

fn after<const SEATS: usize>(position: &Position<SEATS>, played: Move, keys: &Keys) -> After {
    let next = position.play(played);
    next.winner().map_or_else(|| After::Key(keys.key(&next)), After::Over)
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
        // As it is, if it will do: the moves of a puzzle that is there twice are the same.
        let same = to.hands() == from.hands() && to.trick() == from.trick();
        if same { Some(played) } else { to.moves(rules).into_iter().find(|&own| after(to, own, &keys) == wanted) }
    };
    let best = match report.best {
        Some(best) => Some(counterpart(from, best, to)?),
        None => None,
    };
    let mut moves = Vec::new();
    if !report.moves.is_empty() {
        let known: Vec<(After, Verdict)> =
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
        statistics: Statistics::default(),
        verdict: report.verdict,
        best,
        winning_moves,
        moves,
        line,
        nodes: 0,
        elapsed: Duration::ZERO,
        memory_bytes: 0,
        threads: report.threads.min(1),
    })
}
