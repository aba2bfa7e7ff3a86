//! Which moves keep a win, whether there was but one, and what refutes a move that gave the win away.
//!
//! For a player a move is the cards on the table. So two combinations that one set of cards can be are one answer to the question
//! whether there was a choice, and two in the list of all moves.

use super::winners::{Asking, Known, side_of};
use canju_engine::rules::{Hand, Move, Position};
use canju_engine::search::{Reason, Verdict};
use canju_engine::solver::Consultation;
use std::ops::ControlFlow;

/// The most moves of a position that are looked at. Two packs can have more than fit in memory.
const MOST_MOVES: usize = 10_000;

/// The moves of a player that keep its side's win.
#[derive(Clone, Debug, Default)]
pub(super) struct Keeping {
    /// In the order of [`Position::moves`].
    pub moves: Vec<Move>,
    /// Are these all?
    pub are_all: bool,
    /// Is it one set of cards? `None` if that was not found.
    pub only: Option<bool>,
    /// The limit that was reached.
    pub limit: Option<Reason>,
}

/// The moves that keep the win, of which one is known. Without `all` the second set of cards that wins is enough.
pub(super) fn keeping(asked: &mut Consultation<'_>, here: &Position, known: Move, all: bool) -> Keeping {
    let side = here.side_to_move();
    let mut found = Keeping { are_all: true, ..Keeping::default() };
    let mut looked_at = 0;
    let _ = here.for_each_move(|played| {
        looked_at += 1;
        if looked_at > MOST_MOVES {
            found.are_all = false;
            return ControlFlow::Break(());
        }
        if played == known {
            found.moves.push(played);
            return ControlFlow::Continue(());
        }
        if !all && cards_of(played) == cards_of(known) {
            found.are_all = false;
            return ControlFlow::Continue(());
        }
        let next = here.after(played);
        match side_of(asked.decide(&next).0, next.side_to_move()) {
            Ok(winner) if winner != side => return ControlFlow::Continue(()),
            Ok(_) => found.moves.push(played),
            Err(reason) => {
                found.limit = Some(reason);
                found.are_all = false;
                return ControlFlow::Break(());
            }
        }
        if all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !found.moves.contains(&known) {
        found.moves.push(known);
    }
    let is_one = found.moves.iter().all(|&played| cards_of(played) == cards_of(known));
    let is_whole = found.limit.is_none() && looked_at <= MOST_MOVES;
    found.are_all &= is_one || all;
    found.only = (!is_one || is_whole).then_some(is_one);
    found
}

/// The moves after a mistake up to the first winning one of the other side: as the game went where the mistaken side plays,
/// since all it can do loses. Empty if a limit is reached.
pub(super) fn refutation(asking: &mut Asking<'_>, known: &[Known], mistake: usize) -> Vec<Move> {
    let side = asking.positions[mistake].side_to_move();
    let (mut at, mut here) = (mistake + 1, asking.positions[mistake + 1]);
    let mut moves = Vec::new();
    while here.winner().is_none() {
        // Beyond the end of the game the positions have no numbers.
        let known = known.get(at);
        if here.side_to_move() != side {
            let winning = known.and_then(|known| known.winning).or_else(|| searched(asking, mistake, &here));
            return winning.map_or_else(Vec::new, |winning| [moves, vec![winning]].concat());
        }
        let went = asking.moves.get(at).copied();
        let Some(played) = went.or_else(|| any_move(&here)) else { return Vec::new() };
        moves.push(played);
        (at, here) = (at + 1, here.after(played));
    }
    moves
}

/// A winning move of the player to move, found within what the limits of the mistake's position leave.
fn searched(asking: &mut Asking<'_>, mistake: usize, here: &Position) -> Option<Move> {
    match asking.ask(mistake, |asked| asked.decide(here)) {
        Ok((Verdict::Unknown(reason), _)) => {
            asking.note(reason);
            None
        }
        Ok((_, winning)) => winning,
        Err(_) => None,
    }
}

/// A pass if it is legal, else the first move.
fn any_move(here: &Position) -> Option<Move> {
    if here.can_pass() { Some(Move::Pass) } else { here.for_each_move(ControlFlow::Break).break_value() }
}

/// The cards of a move; none for a pass.
fn cards_of(played: Move) -> Hand {
    played.combo().map_or(Hand::EMPTY, |combo| combo.cards)
}
