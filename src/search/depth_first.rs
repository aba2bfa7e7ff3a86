//! Depth-first search of small subtrees.
//!
//! With few cards left the order of moves is easy to guess, and a proof-number search spends more on evaluating children
//! than on visiting them. So a node with at most [`MOST_CARDS`] cards in both hands is solved depth-first, with a cheap
//! order: the move after which the mover is furthest ahead in hands needed, with a little for cards shed.
//!
//! Nodes and million instructions on 17 deals and on the published puzzles:
//!
//! | cards | deals | puzzles |
//! |---|---|---|
//! | never | 216,784, 2,732 | 263,596, 2,549 |
//! | 12, ordered by the trained evaluation | 196,063 | 220,560 |
//! | 12 | 196,262, 2,467 | 222,604, 2,095 |
//! | 14 | 184,597, 2,300 | 213,991, 1,912 |
//! | 16 | 182,218, 2,191 | 241,800, 2,029 |
//! | 20 | 221,176 | 318,384 |
//! | always, ordered by the trained evaluation | 6,532,982 | 175,289 |
//! | any, at most 100 nodes a try | 355,656 | 341,202 |

use super::dfpn::Searcher;
use super::successors::{Next, after};
use crate::key::Key;
use crate::rules::{Move, Position};
use crate::table::{Known, Numbers, Work};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The most cards in both hands together of a node that is solved depth-first.
pub const MOST_CARDS: u32 = 14;

/// A position to try.
#[derive(Clone, Copy)]
pub(super) struct Candidate<const SEATS: usize> {
    position: Position<SEATS>,
    /// Of both hands, for its key, which is made when its turn comes.
    links: u16,
    score: i32,
    same_side: bool,
}

impl<const SEATS: usize> Searcher<'_, SEATS> {
    /// Is this position small enough?
    pub(super) fn is_small(&self, position: &Position<SEATS>) -> bool {
        let cards: u32 = position.hands().iter().map(|hand| hand.len()).sum();
        SEATS == 2 && self.techniques().depth_first && cards <= MOST_CARDS
    }

    /// Does the side to move win? `None` if a limit is reached.
    pub(super) fn depth_first(&mut self, position: &Position<SEATS>, key: Key, cancel: &AtomicBool) -> Option<bool> {
        self.tick(cancel);
        let before = self.visited();
        let base = self.candidates.len();
        let flow = self.for_each_move(position, |searcher, played| searcher.add_candidate(position, played));
        let mut result = Some(flow.is_break());
        if flow.is_continue() {
            self.candidates[base..].sort_unstable_by_key(|candidate| -candidate.score);
            for index in base..self.candidates.len() {
                let Candidate { position, links, same_side, .. } = self.candidates[index];
                let key = self.key_with(&position, links);
                let known = self.probe(key).filter(|known| known.numbers.is_solved());
                let child = match known {
                    Some(known) => Some(known.numbers.pn == 0),
                    None if self.is_stopped() => None,
                    None => self.depth_first(&position, key, cancel),
                };
                result = child.map(|wins| wins == same_side);
                if result != Some(false) {
                    break;
                }
            }
        }
        self.candidates.truncate(base);
        if let Some(wins) = result {
            let numbers = if wins { Numbers::WIN } else { Numbers::LOSS };
            self.store(key, Known { numbers, work: Work::of(self.visited() - before) });
        }
        result
    }

    /// Adds the position after a move unless it is known to be lost; breaks if it wins.
    fn add_candidate(&mut self, position: &Position<SEATS>, played: Move) -> ControlFlow<Move> {
        let Next::Position(next) = after(position, played, self.rules()) else { return ControlFlow::Break(played) };
        let same_side = next.side_to_move() == position.side_to_move();
        let (mine, theirs) = self.facts_of(&next);
        if self.wins_at_sight(&next, &mine, &theirs) {
            return if same_side { ControlFlow::Break(played) } else { ControlFlow::Continue(()) };
        }
        let lead = if next.trick().is_none() { 4 } else { 0 };
        let ahead = 5 * (theirs.needed as i32 - mine.needed as i32) + lead;
        let shed = played.combo().map_or(0, |combo| combo.cards.len() as i32);
        let score = 2 * if same_side { ahead } else { -ahead } + 5 * shed;
        let links = mine.links | theirs.links;
        self.candidates.push(Candidate { position: next, links, score, same_side });
        ControlFlow::Continue(())
    }
}
