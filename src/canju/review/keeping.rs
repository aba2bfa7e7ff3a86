//! Which moves keep a win, whether there was but one, and what refutes a move that gave the win away.
//!
//! For a player a move is the cards on the table. So two combinations that one set of cards can be are one answer to the question
//! whether there was a choice, and two in the list of all moves.

use super::winners::{Asking, Known};
use canju_engine::rules::{Hand, Move, Position};
use canju_engine::search::{Reason, Verdict};
use canju_engine::solver::Consultation;
use std::ops::ControlFlow;

/// The nodes for each move, round by round, while a second one that wins is looked for.
const NODES: [u64; 4] = [30, 500, 8_000, MOST_NODES];

/// The most nodes for that question. To show that no other move wins can take far longer than the winner.
const MOST_NODES: u64 = 50_000;

/// The most moves of a position that are looked at. Two packs can have more than fit in memory.
const MOST_MOVES: usize = 10_000;

/// The moves of a player that keep its side's win.
#[derive(Clone, Debug, Default)]
pub(super) struct Keeping {
    /// If every move was decided, in the order of [`Position::moves`].
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
    let (moves, are_all) = here.some_moves(MOST_MOVES);
    if all { every(asked, here, &moves, are_all) } else { second(asked, here, known, moves, are_all) }
}

/// Decides every move.
fn every(asked: &mut Consultation<'_>, here: &Position, moves: &[Move], are_all: bool) -> Keeping {
    let mut found = Keeping { are_all, ..Keeping::default() };
    for &played in moves {
        match asked.decide_move(here, played, u64::MAX) {
            Verdict::Win => found.moves.push(played),
            Verdict::Loss => {}
            Verdict::Unknown(reason) => {
                (found.limit, found.are_all) = (Some(reason), false);
                break;
            }
        }
    }
    let is_one = found.moves.windows(2).all(|pair| cards_of(pair[0]) == cards_of(pair[1]));
    found.only = (!is_one || found.are_all).then_some(is_one);
    found
}

/// Looks for a second set of cards that wins. Most moves either win soon or lose after a long search, and one that wins is enough. So
/// each is searched a little, those first after which the win looks easiest, before any is searched for long. What a search has found
/// is in the tables when it goes on.
fn second(asked: &mut Consultation<'_>, here: &Position, known: Move, mut moves: Vec<Move>, are_all: bool) -> Keeping {
    let of_known = cards_of(known);
    let has_other_readings = moves.iter().filter(|&&played| cards_of(played) == of_known).count() > 1;
    moves.retain(|&played| cards_of(played) != of_known);
    asked.sort_easiest_first(here, &mut moves);
    let mut found = Keeping { moves: vec![known], ..Keeping::default() };
    let mut left = MOST_NODES;
    for nodes in NODES {
        let mut open = Vec::new();
        for played in moves {
            let before = asked.nodes();
            let verdict = asked.decide_move(here, played, nodes.min(left));
            left = left.saturating_sub(asked.nodes() - before);
            match verdict {
                Verdict::Win => {
                    found.moves.push(played);
                    found.only = Some(false);
                    return found;
                }
                Verdict::Loss => {}
                Verdict::Unknown(Reason::Nodes) if asked.limit().is_none() && left > 0 => open.push(played),
                Verdict::Unknown(Reason::Nodes) if asked.limit().is_none() => return found,
                Verdict::Unknown(reason) => {
                    found.limit = Some(asked.limit().unwrap_or(reason));
                    return found;
                }
            }
        }
        moves = open;
    }
    found.only = are_all.then_some(true);
    found.are_all = are_all && !has_other_readings;
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
