//! Every legal move of a position with its verdict, and where it leads, for stepping through a game.
//!
//! A losing move comes with its refutation. One search answers for all moves, with tables that last from move to move, so
//! this takes little more than the verdicts.

use crate::answers::is_whole;
use crate::requests::bounds::MOST_MOVES;
use crate::requests::moves_record::{LeadsTo, Replies, Reply, SCHEMA};
use canju_engine::rules::{Move, Position, Side};
use canju_engine::search::{Clock, Reason, Verdict};
use canju_engine::solver::{Consultation, Report, Solver, Task, Worth};
use canju_engine::text::Fields;
use std::ops::ControlFlow;

/// The moves of a position, and whether no limit has cut them short.
pub fn replies(solver: &mut Solver, position: &Position, task: &Task) -> (Replies, bool) {
    let notation = |&played: &Move| position.notation(played);
    let clock = Clock::start(task.limits);
    let (moves, complete) = position.some_moves(MOST_MOVES);
    let report: Report = solver.solve(position, task);
    let (stop, count) = (&task.stop, moves.len());
    let (moves, limit) = solver.consult(position, &task.within(clock.left()), |consulted| {
        let mut judge = Judge { position, consulted, clock: &clock };
        // If nobody waits for the answer, not even the list is wanted.
        let replies: Vec<Reply> =
            moves.iter().take_while(|_| !stop.is_stopped()).map(|&played| judge.reply(played)).collect();
        (replies, judge.consulted.limit())
    });
    let complete = complete && moves.len() == count;
    let is_whole = complete && limit.is_none() && is_whole(&report, task);
    let Fields { hands, turn, last, rules, scoring, stake, moves_made, .. } = position.fields();
    let replies = Replies {
        schema: SCHEMA,
        hands,
        turn,
        last,
        last_by: position.last().map(|last| last.by + 1),
        rules,
        scoring,
        stake,
        moves_made,
        value: report.worth().and_then(Worth::value),
        verdict: report.verdict().name(),
        reason: report.verdict().reason().map(|reason| reason.name()),
        best: report.best().as_ref().map(notation),
        line: report.line().iter().map(notation).collect(),
        total: complete.then_some(moves.len()),
        complete,
        moves,
        nodes: report.nodes(),
        elapsed_ms: clock.elapsed().as_micros() as f64 / 1000.0,
    };
    (replies, is_whole)
}

/// Judges the moves of a position.
struct Judge<'a, 'b> {
    position: &'a Position,
    consulted: &'a mut Consultation<'b>,
    clock: &'a Clock,
}

impl Judge<'_, '_> {
    fn reply(&mut self, played: Move) -> Reply {
        let (next, mover) = (self.position.after(played), self.position.side_to_move());
        // Without a search: each would take a while to find out that there is no time.
        let is_late = self.clock.limits().time.is_some_and(|most| self.clock.elapsed() >= most);
        let verdict = if is_late { Verdict::Unknown(Reason::Time) } else { self.consulted.decide(&next).0 };
        let verdict = match verdict {
            Verdict::Unknown(reason) => Verdict::Unknown(reason),
            verdict if (verdict == Verdict::Win) == (next.side_to_move() == mover) => Verdict::Win,
            _ => Verdict::Loss,
        };
        let worth = if is_late { None } else { self.consulted.worth(&next) };
        let value = worth.and_then(Worth::value).map(|value| next.points_for(self.position.to_move(), value));
        let refutation = if verdict == Verdict::Loss { self.refutation(next, mover) } else { None };
        let position = self.position;
        let combo = played.combo();
        Reply {
            played: position.notation(played),
            cards: combo.map(|combo| combo.cards.to_string()).unwrap_or_default(),
            kind: combo.map_or("pass", |combo| combo.shape.kind.name()),
            verdict: verdict.name(),
            value,
            refutation: refutation.map(|moves| moves.into_iter().map(|played| position.notation(played)).collect()),
            leads_to: leads_to(&next),
        }
    }

    /// The moves up to the first winning one of the mover's opponents. A partner in between can't help it; it passes if it may.
    fn refutation(&mut self, mut here: Position, mover: Side) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        while here.winner().is_none() {
            if here.side_to_move() != mover {
                moves.push(self.consulted.decide(&here).1?);
                return Some(moves);
            }
            let first = || here.for_each_move(ControlFlow::Break).break_value();
            let played = if here.can_pass() { Move::Pass } else { first()? };
            moves.push(played);
            here = here.after(played);
        }
        None
    }
}

fn leads_to(next: &Position) -> LeadsTo {
    let Fields { hands, turn, last, stake, moves_made, .. } = next.fields();
    match next.winner() {
        Some(winner) => LeadsTo::End { hands, winner: if winner == Side::First { 1 } else { 2 } },
        None => {
            let last_by = next.last().map(|last| last.by + 1);
            LeadsTo::Position { hands, turn, last, last_by, stake, moves_made }
        }
    }
}
