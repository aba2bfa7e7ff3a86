//! The answer to a position that is equal to a solved one up to renaming ranks.
//!
//! Two positions of one [`Canonical`] have the same verdict. Their moves differ in the ranks, but for every move of one there
//! is a move of the other after which the positions are equal in the same way again. So the moves of a repeat are found
//! without a search: at each step of the original's line, take the move that leads to the same canonical position. Nothing is
//! taken on trust: a move is copied only if it leads to an equal position or ends the game.

use super::Report;
use crate::rules::{Move, Position};
use crate::search::{Statistics, Verdict};
use crate::tables::{Canonical, Keys};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// What two moves must have in common to be counterparts.
fn leads_to(position: &Position, played: Move, keys: &Keys) -> Canonical {
    position.after(played).canonical_by(keys)
}

/// The move in `to` after which it is equal to `from` after `played`.
fn counterpart(from: &Position, played: Move, to: &Position, keys: &Keys) -> Option<Move> {
    if to.state() == from.state() {
        return Some(played);
    }
    let wanted = leads_to(from, played, keys);
    // Mostly it is one of the same kind, so these are tried first.
    let shape = |played: Move| played.combo().map(|combo| (combo.shape.kind, combo.cards.len()));
    let (alike, others): (Vec<Move>, Vec<Move>) = to.moves().into_iter().partition(|&own| shape(own) == shape(played));
    alike.into_iter().chain(others).find(|&own| leads_to(to, own, keys) == wanted)
}

impl Report {
    /// This report for a position of the same [`Canonical`], with that one's moves. It took no search. `None` if the position
    /// has another canonical one.
    ///
    /// ```
    /// use canju::{Position, Solver, Task};
    /// let (first, second): (Position, Position) = ("3466 | 5".parse()?, "3499 | 7".parse()?);
    /// let report = Solver::default().solve(&first, &Task::default());
    /// let repeat = report.for_equal(&second).unwrap();
    /// assert_eq!((repeat.verdict(), repeat.nodes()), (report.verdict(), 0));
    /// assert_eq!(repeat.line().len(), report.line().len());
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn for_equal(&self, to: &Position) -> Option<Report> {
        let from = &self.position;
        if to.rules() != from.rules() {
            return None;
        }
        let repeat = |best, winning_moves, moves, worths, line| Report {
            position: *to,
            verdict: self.verdict,
            best,
            plies: self.plies,
            plies_limit: self.plies_limit,
            winning_moves,
            moves,
            worth: self.worth,
            worths,
            line,
            nodes: 0,
            elapsed: Duration::ZERO,
            memory_bytes: 0,
            threads: self.threads.min(1),
            statistics: Statistics::default(),
        };
        // Of identical positions the moves are the same.
        if to.state() == from.state() {
            let (winning, moves, worths) = (self.winning_moves.clone(), self.moves.clone(), self.worths.clone());
            return Some(repeat(self.best, winning, moves, worths, self.line.clone()));
        }
        let keys = Keys::new(from.rules());
        if to.canonical_by(&keys) != from.canonical_by(&keys) {
            return None;
        }
        let best = match self.best {
            Some(best) => Some(counterpart(from, best, to, &keys)?),
            None => None,
        };
        let (mut moves, mut worths) = (Vec::new(), Vec::new());
        if !self.moves.is_empty() {
            let number = |(number, &(played, _)): (usize, &(Move, Verdict))| (leads_to(from, played, &keys), number);
            let known: FxHashMap<Canonical, usize> = self.moves.iter().enumerate().map(number).collect();
            for own in to.moves() {
                let number = *known.get(&leads_to(to, own, &keys))?;
                moves.push((own, self.moves[number].1));
                worths.extend(self.worths.get(number));
            }
        }
        let winning_moves = match moves.is_empty() {
            true => best.into_iter().filter(|_| self.verdict == Verdict::Win).collect(),
            false => moves.iter().filter(|(_, verdict)| *verdict == Verdict::Win).map(|&(played, _)| played).collect(),
        };
        let mut line = Vec::new();
        let (mut there, mut here) = (*from, *to);
        for &played in &self.line {
            let own = counterpart(&there, played, &here, &keys)?;
            line.push(own);
            (there, here) = (there.after(played), here.after(own));
        }
        Some(repeat(best, winning_moves, moves, worths, line))
    }
}
