//! Bounds on the moves of a position: with two packs there can be more than fit in memory.

use crate::puzzle::Puzzle;
use crate::requests::asked::Asked;
use crate::requests::refusal::Refusal;
use canju_engine::rules::{Hand, Ruleset, visit_combos};
use canju_engine::solver::Task;
use std::ops::ControlFlow;

/// The most first moves that are listed. Two packs can have more than fit in memory.
pub const MOST_MOVES: usize = 10_000;

/// The most moves of a hand with which a line of play is made: far more than any hand of a game has.
const MOST_LEADS: usize = 20_000;

/// Has the position more than [`MOST_MOVES`] first moves?
pub fn has_too_many_moves(puzzle: &Puzzle) -> bool {
    !puzzle.position.some_moves(MOST_MOVES).1
}

/// Has a hand more moves than a line of play can go through in time and memory?
pub fn is_giant(puzzle: &Puzzle) -> bool {
    puzzle.position.hands().iter().any(|&hand| has_many_leads(hand, puzzle.position.rules()))
}

fn has_many_leads(hand: Hand, rules: &Ruleset) -> bool {
    let mut count = 0;
    let counted = visit_combos(hand, None, rules, |_| {
        count += 1;
        if count > MOST_LEADS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    counted.is_break()
}

impl Asked {
    /// The same without a line of play if a hand has more moves than one can go through.
    #[must_use]
    pub fn without_giant_line(self) -> Asked {
        let line = self.task.line && !is_giant(&self.puzzle);
        Asked { task: Task { line, ..self.task }, ..self }
    }

    /// Can it be solved, with every first move if that is asked for?
    ///
    /// # Errors
    /// If there are too many moves.
    pub fn check_solvable(&self) -> Result<(), Refusal> {
        if self.task.all_moves && has_too_many_moves(&self.puzzle) {
            let detail = format!("more than {MOST_MOVES} first moves: too many for `all_moves`");
            return Err(Refusal::puzzle(detail).of("all_moves"));
        }
        Ok(())
    }

    /// Can it be graded?
    ///
    /// # Errors
    /// If there are too many moves.
    pub fn check_gradable(&self) -> Result<(), Refusal> {
        if has_too_many_moves(&self.puzzle) || is_giant(&self.puzzle) {
            return Err(Refusal::puzzle("too many moves to grade it").of("hands"));
        }
        Ok(())
    }
}
