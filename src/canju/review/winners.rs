//! Who wins at each position of a game: from the end backwards, with one solver whose tables keep what the later positions took.
//!
//! Most positions need no search:
//!
//! | what is known | what follows |
//! |---|---|
//! | the mover's side wins after the move that was played | it wins before it: one winning move is enough |
//! | there is one legal move | the winner is that after it |
//! | the mover's side has lost | it has lost after the move, whatever was played |
//!
//! The others are searched: the last one of a game that stops early, and those at which the mover's side loses by the move that was
//! played, or where a limit left that open. Of such a position every other move is a question of its own, but the move that was
//! played is answered, and the games after it share most of their positions with those after the other moves.

use super::options::ReviewOptions;
use canju_engine::rules::{Move, Position, Side};
use canju_engine::search::{Clock, Limits, Reason, Verdict};
use canju_engine::solver::{Consultation, LEAST_MEMORY, Solver, Task, Worth};
use std::time::Duration;

/// What is known about a position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// The side that wins, or the limit that left it open.
    pub winner: Result<Side, Reason>,
    /// A winning move of the player to move, if its side wins and the game is not over.
    pub winning: Option<Move>,
}

/// The positions of a game, and who asks about them.
pub(super) struct Asking<'a> {
    solver: &'a mut Solver,
    options: &'a ReviewOptions,
    clock: Clock,
    pub positions: Vec<Position>,
    pub moves: &'a [Move],
    /// What each position has taken of its limits.
    spent: Vec<(Duration, u64)>,
    /// Nodes of all questions.
    pub nodes: u64,
    /// Positions that were searched for their winner.
    pub searched: usize,
    /// The first limit that was reached.
    pub limit: Option<Reason>,
}

impl<'a> Asking<'a> {
    /// `positions` has one more than `moves`. What the solver's tables hold is forgotten.
    pub fn new(
        solver: &'a mut Solver,
        options: &'a ReviewOptions,
        positions: Vec<Position>,
        moves: &'a [Move],
    ) -> Asking<'a> {
        solver.forget();
        let spent = vec![(Duration::ZERO, 0); positions.len()];
        let clock = Clock::start(Limits::default());
        Asking { solver, options, clock, positions, moves, spent, nodes: 0, searched: 0, limit: None }
    }

    /// Time since the review began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Puts questions about the position of this number, within what is left of its limits.
    ///
    /// # Errors
    /// If nothing is left.
    pub fn ask<T>(&mut self, at: usize, question: impl FnOnce(&mut Consultation<'_>) -> T) -> Result<T, Reason> {
        let (time, nodes) = self.spent[at];
        let mut left = self.options.limits.less(time, nodes);
        if let Some(most) = self.options.time {
            let of_game = most.saturating_sub(self.elapsed());
            left.time = Some(left.time.map_or(of_game, |time| time.min(of_game)));
        }
        // Without a search: with two packs a position has tens of thousands of moves.
        let over = match left {
            _ if self.options.stop.is_stopped() => Some(Reason::Interrupted),
            _ if self.solver.options().memory < LEAST_MEMORY => Some(Reason::Memory),
            Limits { time: Some(Duration::ZERO), .. } => Some(Reason::Time),
            Limits { nodes: Some(0), .. } => Some(Reason::Nodes),
            _ => None,
        };
        if let Some(reason) = over {
            self.note(reason);
            return Err(reason);
        }
        let start = Clock::start(Limits::default());
        let task = Task { limits: left, stop: self.options.stop.clone(), ..Task::default() };
        let position = self.positions[at];
        let (answer, nodes) = self.solver.consult(&position, &task, |asked| (question(asked), asked.nodes()));
        self.nodes += nodes;
        self.spent[at] = (time + start.elapsed(), self.spent[at].1 + nodes);
        Ok(answer)
    }

    /// A limit was reached.
    pub fn note(&mut self, reason: Reason) {
        self.limit.get_or_insert(reason);
    }

    /// Who wins at each position.
    pub fn winners(&mut self) -> Vec<Known> {
        let unknown = Known { winner: Err(Reason::Interrupted), winning: None };
        let mut known = vec![unknown; self.positions.len()];
        for at in (0..self.positions.len()).rev() {
            known[at] = self.winner(at, known.get(at + 1).copied());
            self.go_forward(at, &mut known);
        }
        known
    }

    /// Who wins at this position, if that is known of the one after it.
    fn winner(&mut self, at: usize, after: Option<Known>) -> Known {
        let here = self.positions[at];
        if let Some(winner) = here.winner() {
            return Known { winner: Ok(winner), winning: None };
        }
        if let Some(after) = after {
            if after.winner == Ok(here.side_to_move()) {
                return Known { winner: after.winner, winning: Some(self.moves[at]) };
            }
            if !has_choice(&here) {
                return Known { winner: after.winner, winning: None };
            }
        }
        self.search(at)
    }

    /// Searches a position for its winner.
    pub fn search(&mut self, at: usize) -> Known {
        let here = self.positions[at];
        self.searched += 1;
        let (verdict, winning) = match self.ask(at, |asked| asked.decide(&here)) {
            Ok(decision) => decision,
            Err(reason) => (Verdict::Unknown(reason), None),
        };
        if let Verdict::Unknown(reason) = verdict {
            self.note(reason);
        }
        Known { winner: side_of(verdict, here.side_to_move()), winning }
    }

    /// What the first hand, or the landlord, gets from each position on, in points; `None` where a limit left it open. Empty if the game
    /// is not played for points. Later positions come first, for their answers are in the tables then.
    pub fn values(&mut self) -> Vec<Option<i64>> {
        if !self.positions[0].stakes().scoring.has_points() {
            return Vec::new();
        }
        let mut values: Vec<Option<i64>> = (0..self.positions.len()).rev().map(|at| self.value(at)).collect();
        values.reverse();
        values
    }

    fn value(&mut self, at: usize) -> Option<i64> {
        let here = self.positions[at];
        let (worth, limit) = self.ask(at, |asked| (asked.worth(&here), asked.limit())).ok()?;
        let value = worth.and_then(Worth::value);
        if let (None, Some(reason)) = (value, limit) {
            self.note(reason);
        }
        value.map(|value| here.points_for(0, value))
    }

    /// From a position that is lost for its mover: so is every later one, up to the first at which the other side moves.
    fn go_forward(&self, from: usize, known: &mut [Known]) {
        for at in from..self.moves.len() {
            let lost = known[at].winner == Ok(self.positions[at].side_to_move().opponent());
            if !lost || known[at + 1].winner.is_ok() {
                return;
            }
            known[at + 1].winner = known[at].winner;
        }
    }
}

/// Are there two legal moves?
pub(super) fn has_choice(position: &Position) -> bool {
    let (moves, are_all) = position.some_moves(1);
    !moves.is_empty() && !are_all
}

/// The side that wins, by the verdict for the side to move.
pub(super) fn side_of(verdict: Verdict, mover: Side) -> Result<Side, Reason> {
    match verdict {
        Verdict::Win => Ok(mover),
        Verdict::Loss => Ok(mover.opponent()),
        Verdict::Unknown(reason) => Err(reason),
    }
}

/// The verdict for a side, by the side that wins.
pub(super) fn verdict_for(side: Side, winner: Result<Side, Reason>) -> Verdict {
    match winner {
        Ok(winner) if winner == side => Verdict::Win,
        Ok(_) => Verdict::Loss,
        Err(reason) => Verdict::Unknown(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_engine::rules::{Hand, Turn, parse_cards};
    use canju_engine::solver::Options;

    /// What the landlord wins on a farmer's turn it wins on its partner's and on its own after it, whatever they play. Then it
    /// can give the win away.
    #[test]
    fn a_lost_position_decides_those_after_it_until_the_other_side_has_moved() {
        let hands: Vec<Hand> = ["345", "67", "89"].map(|text| parse_cards(text).expect("cards")).to_vec();
        let start = Position::new(&hands, Turn { to_move: 0, last: None }, Default::default()).expect("a position");
        let play = |rank: &str| start.parse_move(rank).expect("a move");
        let moves = [play("3"), Move::Pass, Move::Pass, play("4"), Move::Pass];
        let mut positions = vec![start];
        moves.iter().for_each(|&played| positions.push(positions[positions.len() - 1].after(played)));
        let mut solver = Solver::new(Options { threads: 1, memory: 4 << 20, ..Options::default() });
        let options = ReviewOptions::default();
        let asking = Asking::new(&mut solver, &options, positions, &moves);
        let open = Known { winner: Err(Reason::Nodes), winning: None };
        let carried = |from: usize, winner: Side| {
            let mut known = vec![open; 6];
            known[from].winner = Ok(winner);
            asking.go_forward(from, &mut known);
            known.iter().map(|known| known.winner.ok()).collect::<Vec<_>>()
        };
        let first = Some(Side::First);
        assert_eq!(carried(1, Side::First), [None, first, first, first, None, None]);
        assert_eq!(carried(2, Side::First), [None, None, first, first, None, None]);
        // Who moves has won: the move that follows may be a mistake.
        assert_eq!(carried(0, Side::First), [first, None, None, None, None, None]);
        let second = Some(Side::Second);
        assert_eq!(carried(0, Side::Second), [second, second, None, None, None, None]);
    }
}
