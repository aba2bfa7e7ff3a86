//! One puzzle to its record.

use super::record::Record;
use crate::parallel::{Report, Solver};
use crate::puzzle::{AnyPosition, Expectation, Outcome, Puzzle};
use crate::rules::Ruleset;
use crate::search::Verdict;

/// The record of one puzzle.
pub fn solve(solver: &mut Solver, puzzle: &Puzzle) -> Record {
    let position = match puzzle.position() {
        Ok(position) => position,
        Err(error) => return Record::failed(puzzle.id.clone(), error.to_string()),
    };
    let report = decide(solver, &position, &puzzle.rules);
    let ok = puzzle.expected.and_then(|expected| judge(solver, puzzle, &position, &report, expected));
    Record::solved(puzzle, &report, ok)
}

pub(super) fn decide(solver: &mut Solver, position: &AnyPosition, rules: &Ruleset) -> Report {
    match position {
        AnyPosition::Two(position) => solver.solve(position, rules),
        AnyPosition::Three(position) => solver.solve(position, rules),
    }
}

/// Is the answer the expected one? `None` while that is undecided.
pub(super) fn judge(
    solver: &mut Solver,
    puzzle: &Puzzle,
    position: &AnyPosition,
    report: &Report,
    expected: Expectation,
) -> Option<bool> {
    let outcome = match report.verdict {
        Verdict::Win => Outcome::Win,
        Verdict::Loss => Outcome::Loss,
        Verdict::Unknown(_) => return None,
    };
    match expected.best {
        _ if outcome != expected.outcome => Some(false),
        None => Some(true),
        Some(best) if report.winning_moves.contains(&best) => Some(true),
        // All winning moves are known, and it is not among them.
        Some(_) if !report.moves.is_empty() => Some(false),
        // Another move was found first; the expected one may win as well. See what follows it.
        Some(best) => {
            let Ok(next) = position.try_play(best, &puzzle.rules) else { return Some(false) };
            if next.winner().is_some() {
                return Some(true);
            }
            let ours = next.side_to_move() == position.side_to_move();
            match decide(solver, &next, &puzzle.rules).verdict {
                Verdict::Win => Some(ours),
                Verdict::Loss => Some(!ours),
                Verdict::Unknown(_) => None,
            }
        }
    }
}
