//! How many plies a decided game lasts if the winner ends it as soon and the loser as late as possible.
//!
//! Every pass is a ply. The file asks "can the winner end the game within `plies` plies?" for 1, 2, 3 and so on, and answers
//! each question by a depth-first search. Answers are kept by key: positions with one key last equally long. Whether a move
//! of the winner keeps the win is decided by the search proper, whose tables mostly have the answer. The number of positions
//! grows with the length much faster than for a verdict, for which one winning move is enough. Hence the budget.

use crate::rules::{Move, Position, Ruleset, Side};
use crate::search::{Budget, Node, Pool, Searcher, Shared, Successor, after};
use crate::solver::workers::Resources;
use crate::tables::{Key, Keys};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The budget is spent, or a limit reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent;

/// Decides positions and measures games, by one worker, within the nodes of its budget.
pub struct Lengths<'a, const SEATS: usize> {
    shared: Shared<'a>,
    searcher: Searcher<'a, SEATS>,
    pages: Arc<Pool<Node<SEATS>>>,
    keys: Keys,
    winner: Side,
    /// Length bounds by key: (more than, at most).
    known: FxHashMap<Key, (u16, u16)>,
}

/// The result of a move.
#[derive(Clone, Copy)]
pub enum After<const SEATS: usize> {
    /// The mover has shed its last card.
    Over,
    /// The player to move leads or can beat the trick.
    Goes {
        position: Position<SEATS>,
        key: Key,
        /// The plies of the move and of the passes forced after it.
        plies: u16,
    },
}

impl<'a, const SEATS: usize> Lengths<'a, SEATS> {
    /// For games that `winner` wins, within this budget.
    pub fn new(resources: &'a mut Resources<SEATS>, budget: &'a Budget, winner: Side) -> Self {
        let shared = Shared { budget, ..resources.shared };
        let (searcher, pages) = (Searcher::new(shared, &mut resources.memos[0]), resources.pages.clone());
        Lengths { shared, searcher, pages, keys: Keys::new(shared.rules), winner, known: FxHashMap::default() }
    }

    /// The rules.
    pub fn rules(&self) -> &'a Ruleset {
        self.shared.rules
    }

    /// The result of a move.
    pub fn after(&self, position: &Position<SEATS>, played: Move) -> After<SEATS> {
        match after(position, played, self.shared.rules) {
            Successor::Won => After::Over,
            Successor::Position(next, passes) => {
                After::Goes { position: next, key: self.keys.key(&next), plies: 1 + passes as u16 }
            }
        }
    }

    /// Does the winner still win here?
    pub fn is_won(&mut self, position: &Position<SEATS>) -> Result<bool, Spent> {
        let wins = self.searcher.decide_alone(position, &self.pages).ok_or(Spent)?;
        Ok(wins == (position.side_to_move() == self.winner))
    }

    /// How much work a proof of the winner's win after a move seems to take.
    pub fn guessed_proof_number(&mut self, position: &Position<SEATS>, played: Move) -> u32 {
        self.searcher.guessed_proof_number(&position.play_unchecked(played), self.winner)
    }

    /// How many plies the game lasts from a position that is won and in which the player to move can play.
    pub fn length(&mut self, position: &Position<SEATS>) -> Result<u16, Spent> {
        let key = self.keys.key(position);
        let mut plies = 1;
        while !self.within(position, key, plies)? {
            plies += 1;
        }
        Ok(plies)
    }

    /// Can the winner end the game within `plies` plies from this position, which it wins?
    pub fn within(&mut self, position: &Position<SEATS>, key: Key, plies: u16) -> Result<bool, Spent> {
        if let Some(known) = self.known_within(key, plies) {
            return Ok(known);
        }
        self.shared.budget.count(1);
        if self.shared.budget.expired().is_some() {
            return Err(Spent);
        }
        let hurries = position.side_to_move() == self.winner;
        let found = if hurries { self.finds_end(position, plies)? } else { !self.holds_out(position, plies)? };
        let (more_than, at_most) = self.known.entry(key).or_insert((0, u16::MAX));
        if found {
            *at_most = plies
        } else {
            *more_than = plies
        }
        Ok(found)
    }

    fn known_within(&self, key: Key, plies: u16) -> Option<bool> {
        let &(more_than, at_most) = self.known.get(&key)?;
        if plies <= more_than { Some(false) } else { (plies >= at_most).then_some(true) }
    }

    /// Has the winner, which is to move, a move after which the game ends in time?
    fn finds_end(&mut self, position: &Position<SEATS>, plies: u16) -> Result<bool, Spent> {
        let mut open = Vec::new();
        for played in position.moves(self.shared.rules) {
            match self.after(position, played) {
                After::Over => return Ok(true),
                After::Goes { position, key, plies: taken } if taken < plies => {
                    match self.known_within(key, plies - taken) {
                        Some(true) => return Ok(true),
                        Some(false) => {}
                        None => open.push((position, key, plies - taken)),
                    }
                }
                After::Goes { .. } => {}
            }
        }
        let mover = position.to_move();
        open.sort_by_key(|(position, ..)| position.hands()[mover].len());
        for (position, key, left) in open {
            if self.known_within(key, left) != Some(false)
                && self.is_won(&position)?
                && self.within(&position, key, left)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Has the loser, which is to move, a move after which the game does not end in time?
    fn holds_out(&mut self, position: &Position<SEATS>, plies: u16) -> Result<bool, Spent> {
        let mut open = Vec::new();
        for played in position.moves(self.shared.rules) {
            if let After::Goes { position, key, plies: taken } = self.after(position, played) {
                match plies.checked_sub(taken).map(|left| (left, self.known_within(key, left))) {
                    None | Some((0, _) | (_, Some(false))) => return Ok(true),
                    Some((_, Some(true))) => {}
                    Some((left, None)) => open.push((position, key, left)),
                }
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
