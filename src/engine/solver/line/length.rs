//! Measures how many plies a decided game lasts if the winner ends it as soon and the loser as late as possible.
//!
//! Every pass is a ply. The file asks "can the winner end the game within `plies` plies?" for more and more plies, and answers
//! each question by a depth-first search. The number of positions grows with the length much faster than for a verdict, for
//! which one winning move is enough. Hence the budget. These rules save work and change no length:
//!
//! | rule | why it holds |
//! |---|---|
//! | positions with one key last equally long | they are the same game under other names (`tables/key.rs`) |
//! | the winner's moves that give the win away are left out | after them the winner can't end the game at all |
//! | no game ends sooner than `least.rs` says | argued there |
//! | kicker dominance (`search/dominance.rs`) | see below |
//! | with two hands every second number of plies is asked for | they move in turn, so the winner's last move has one parity |
//!
//! **Kicker dominance.** The argument in `dominance.rs` lets a player copy a strategy, with the kept card y in the place of
//! x. It copies move by move: each ply of one game is a ply of the other, passes included. So the player's last card goes at
//! the same ply, and the opponents have no answer that they would not have in the game copied. The winner therefore ends the
//! game at least as soon, and the loser holds out at least as long. As for verdicts, this is so only if all who may answer are
//! opponents.
//!
//! Whether a move of the winner keeps the win is decided by the search proper, whose tables mostly have the answer.

use super::bounds::KnownBounds;
use super::least::least_plies;
use crate::rules::{KickerOrder, Move, Ruleset, Side, State, finishing_move};
use crate::search::{
    Budget, DroppedKickers, Node, PagePool, Searcher, SolveContext, Statistics, Successor, holds_for_mover,
    kicker_order, successor,
};
use crate::solver::ranking::sort_greatest_first;
use crate::solver::workers::{LazyReaper, Resources};
use crate::tables::{Key, Keys};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The budget is spent, or a limit reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent;

/// Decides positions and measures games, by one worker, within the nodes of its budget.
pub struct Lengths<'a, const SEATS: usize> {
    shared: SolveContext<'a>,
    searcher: Searcher<'a, SEATS>,
    pages: Arc<PagePool<Node<SEATS>>>,
    keys: Keys,
    winner: Side,
    /// Is kicker dominance used?
    dominance: bool,
    known: KnownBounds,
    /// Frees what is known; `None` if there is one worker only.
    reaper: Option<&'a LazyReaper>,
    counts: Statistics,
}

/// The result of a move, with its length in plies.
#[derive(Clone, Copy)]
pub enum CountedSuccessor<const SEATS: usize> {
    /// The mover has shed its last card.
    Won,
    /// The player to move leads or can beat the trick.
    State {
        position: State<SEATS>,
        key: Key,
        /// The plies of the move and of the passes forced after it.
        plies: u16,
    },
}

/// A position after a move, its key, and the plies that are left for it.
type Open<const SEATS: usize> = (State<SEATS>, Key, u16);

impl<const SEATS: usize> Drop for Lengths<'_, SEATS> {
    fn drop(&mut self) {
        *self.shared.statistics.lock() += self.counts;
        let bytes = self.known.bytes();
        if let Some(reaper) = self.reaper.filter(|_| bytes >= self.shared.tuning.least_reaped_bytes) {
            let known = std::mem::take(&mut self.known);
            // Without room it is freed here.
            if let Some(counted) = self.pages.count(bytes) {
                reaper.free((known, counted));
            }
        }
    }
}

impl<'a, const SEATS: usize> Lengths<'a, SEATS> {
    /// Measures games that `winner` wins, within this budget.
    pub fn new(resources: &'a mut Resources<SEATS>, budget: &'a Budget, winner: Side) -> Self {
        let shared = SolveContext { budget, ..resources.shared };
        let reaper = (resources.memos.len() > 1).then_some(resources.reaper);
        Lengths {
            shared,
            searcher: shared.searcher(&mut resources.memos[0]),
            pages: resources.pages.clone(),
            keys: Keys::new(shared.rules),
            winner,
            dominance: shared.techniques.kicker_dominance,
            known: KnownBounds::new(resources.length_bytes),
            reaper,
            counts: Statistics::default(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &'a Ruleset {
        self.shared.rules
    }

    /// The result of a move, with its length in plies.
    pub fn counted_successor(&self, position: &State<SEATS>, played: Move) -> CountedSuccessor<SEATS> {
        match successor(position, played, self.shared.rules) {
            // A length is asked of the game itself, where nobody sheds its last card and loses.
            Successor::Won | Successor::Missed => CountedSuccessor::Won,
            Successor::State(next, passes) => {
                CountedSuccessor::State { position: next, key: self.keys.key(&next), plies: 1 + passes as u16 }
            }
        }
    }

    /// Does the winner still win here?
    pub fn is_won(&mut self, position: &State<SEATS>) -> Result<bool, Spent> {
        let wins = self.searcher.decide_alone(position, &self.pages).ok_or(Spent)?;
        Ok(wins == (position.side_to_move() == self.winner))
    }

    /// How hard it looks to show that the winner wins after a move.
    pub fn hardness(&mut self, position: &State<SEATS>, played: Move) -> u32 {
        self.searcher.hardness(&position.play_unchecked(played), self.winner)
    }

    /// The winner's moves that must be tried. Those that shed the most cards come first.
    pub fn hurried(&self, position: &State<SEATS>) -> Vec<Move> {
        let mut moves = self.moves(position);
        sort_greatest_first(&mut moves, |played| played.combo().map_or(0, |combo| combo.cards.len()));
        moves
    }

    /// How many plies the game lasts from a position that is won and in which the player to move can play.
    pub fn length(&mut self, position: &State<SEATS>) -> Result<u16, Spent> {
        let key = self.keys.key(position);
        let step = if SEATS == 2 { 2 } else { 1 };
        let mut plies = least_plies(position, self.winner, self.shared.rules);
        while !self.within(position, key, plies)? {
            plies += step;
        }
        Ok(plies)
    }

    /// Can the winner end the game within `plies` plies from this position, which it wins?
    pub fn within(&mut self, position: &State<SEATS>, key: Key, plies: u16) -> Result<bool, Spent> {
        if let Some(known) = self.known_within(position, key, plies) {
            return Ok(known);
        }
        self.counts.length_nodes += 1;
        self.shared.budget.count(1);
        if self.shared.budget.expired().is_some() {
            return Err(Spent);
        }
        let hurries = position.side_to_move() == self.winner;
        let found = if hurries { self.finds_end(position, plies)? } else { !self.holds_out(position, plies)? };
        self.known.note(key, plies, found);
        Ok(found)
    }

    /// Whether it ends in time, if that is known without search.
    fn known_within(&mut self, position: &State<SEATS>, key: Key, plies: u16) -> Option<bool> {
        if plies < least_plies(position, self.winner, self.shared.rules) {
            return Some(false);
        }
        let (more_than, at_most) = self.known.get(key);
        if plies <= more_than { Some(false) } else { (plies >= at_most).then_some(true) }
    }

    /// The moves that must be tried.
    fn moves(&self, position: &State<SEATS>) -> Vec<Move> {
        let order = match self.dominance && holds_for_mover(position) {
            true => kicker_order(position.hand(), DroppedKickers::All, self.shared.rules),
            false => KickerOrder::default(),
        };
        let mut moves = Vec::new();
        let _ = position.for_each_combo(self.shared.rules, order, |combo| {
            moves.push(Move::Play(combo));
            ControlFlow::<()>::Continue(())
        });
        moves.extend(position.can_pass().then_some(Move::Pass));
        moves
    }

    /// Has the winner, which is to move, a move after which the game ends in time?
    fn finds_end(&mut self, position: &State<SEATS>, plies: u16) -> Result<bool, Spent> {
        if finishing_move(position, self.shared.rules).is_some() {
            return Ok(true);
        }
        let mut open: Vec<Open<SEATS>> = Vec::new();
        for played in self.hurried(position) {
            if let CountedSuccessor::State { position, key, plies: taken } = self.counted_successor(position, played)
                && let Some(left) = plies.checked_sub(taken)
            {
                match self.known_within(&position, key, left) {
                    Some(true) => return Ok(true),
                    Some(false) => {}
                    None => open.push((position, key, left)),
                }
            }
        }
        for (position, key, left) in open {
            if self.known_within(&position, key, left) != Some(false)
                && self.is_won(&position)?
                && self.within(&position, key, left)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Has the loser, which is to move, a move after which the game does not end in time?
    fn holds_out(&mut self, position: &State<SEATS>, plies: u16) -> Result<bool, Spent> {
        let mut open: Vec<Open<SEATS>> = Vec::new();
        for played in self.moves(position) {
            let CountedSuccessor::State { position, key, plies: taken } = self.counted_successor(position, played)
            else {
                // It would shed the last card, which can't be where the other side wins.
                return Ok(true);
            };
            let Some(left) = plies.checked_sub(taken) else { return Ok(true) };
            match self.known_within(&position, key, left) {
                Some(false) => return Ok(true),
                Some(true) => {}
                None => open.push((position, key, left)),
            }
        }
        for (position, key, left) in open {
            if !self.within(&position, key, left)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
