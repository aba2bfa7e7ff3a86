//! Moves and lists of moves by number, so that a page holds each once: the same cards against the same trick have the same
//! replies, wherever they come up.

use canju_engine::rules::Move;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Bytes that a reply and a move not named before take; measured on full deals, rounded up.
const REPLY_BYTES: usize = 1;
const MOVE_BYTES: usize = 20;

/// Moves and lists of moves by number, and the size of the page so far.
#[derive(Default)]
pub struct Numbers {
    /// Every move, by number.
    pub moves: Vec<Move>,
    /// Every list of moves, by number.
    pub lists: Vec<Vec<u32>>,
    /// The estimated size of the page in bytes.
    pub bytes: usize,
    of_moves: FxHashMap<Move, u32>,
    of_lists: FxHashMap<Vec<u32>, u32>,
}

impl Numbers {
    /// The number of a move.
    pub fn of_move(&mut self, played: Move) -> u32 {
        match self.of_moves.entry(played) {
            Entry::Occupied(number) => *number.get(),
            Entry::Vacant(free) => {
                let number = self.moves.len() as u32;
                self.moves.push(played);
                self.bytes += MOVE_BYTES;
                *free.insert(number)
            }
        }
    }

    /// The number of a list of moves, for a node that names where each of them leads.
    pub fn of_list(&mut self, moves: &[Move]) -> u32 {
        self.bytes += REPLY_BYTES * moves.len();
        let list: Vec<u32> = moves.iter().map(|&played| self.of_move(played)).collect();
        match self.of_lists.entry(list) {
            Entry::Occupied(number) => *number.get(),
            Entry::Vacant(free) => {
                let number = self.lists.len() as u32;
                self.bytes += REPLY_BYTES * (1 + free.key().len());
                self.lists.push(free.key().clone());
                *free.insert(number)
            }
        }
    }
}
