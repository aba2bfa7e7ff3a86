//! Depth-first search of small subtrees, which finds out not only who wins but what the win rests on.
//!
//! With few cards left the order of moves is easy to guess, and a proof-number search spends more on evaluating children
//! than on visiting them. So a node with at most [`MOST_CARDS`] cards in both hands is solved depth-first.
//!
//! Each solved position comes with the facts its proof needs ([`Need`]): those of the winner's move, or of all the
//! loser's moves together. With them it goes to the frontier, where it decides all positions in which they hold. All moves
//! are looked up there before one is searched, and only those that are left are put in order (`order.rs`).
//!
//! Million instructions on the hardest published puzzle, on all of them, on 17 deals and on all forty of
//! `benches/data/full.ddz`, by the most cards:
//!
//! | cards | hardest | puzzles | deals | forty deals |
//! |---|---|---|---|---|
//! | 20 | 188 | 395 | 1,063 | 16,148 |
//! | 22 | 153 | 337 | 984 | 14,332 |
//! | 24 | 117 | 299 | 860 | 14,136 |
//! | 26 | 111 | 287 | 796 | 13,546 |
//! | 28 | 111 | 287 | 979 | 13,972 |
//! | 30 | 111 | 287 | 892 | 15,865 |

use super::dfpn::{Measured, Searcher};
use super::dominance::Ranks;
use super::facts::Facts;
use super::order;
use super::successors::{Next, after};
use crate::key::Threshold;
use crate::rules::{Move, Position};
use crate::strength::Need;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The most cards in both hands together of a node that is solved depth-first.
pub const MOST_CARDS: u32 = 26;

/// A position to try.
#[derive(Clone, Copy)]
pub(super) struct Candidate<const SEATS: usize> {
    position: Position<SEATS>,
    measured: Measured,
    played: Move,
    /// How good the move looks, [`TRIED`] if it is known to lose.
    score: i32,
    same_side: bool,
}

const TRIED: i32 = i32::MIN;

/// Who wins, and what the win rests on.
pub(super) struct Solved {
    /// Does the side to move win?
    pub wins: bool,
    /// The facts.
    pub need: Need,
    /// If the side to move wins: with what.
    pub best: Option<Move>,
}

impl<const SEATS: usize> Searcher<'_, SEATS> {
    /// Is this position small enough?
    pub(super) fn is_small(&self, position: &Position<SEATS>) -> bool {
        self.uses_frontier() && self.techniques().depth_first && position.cards() <= MOST_CARDS
    }

    /// Decides a small position by this worker alone, with a winning move if there is one. `None` for a larger one, after so
    /// many nodes, and if a limit is reached.
    pub fn decide_small(&mut self, position: &Position<SEATS>, nodes: u64) -> Option<Option<Move>> {
        if !self.is_small(position) {
            return None;
        }
        let (me, them) = self.facts_of(position);
        self.begin(nodes);
        let measured = self.measured(position, &me, &them);
        let solved = self.depth_first(position, &me, &them, &measured, &AtomicBool::new(false));
        self.end();
        solved.map(|solved| solved.best)
    }

    /// Solves a position that the frontier does not know. `None` if a limit is reached.
    pub(super) fn solve_small(&mut self, position: &Position<SEATS>, cancel: &AtomicBool) -> Option<bool> {
        let (me, them) = self.facts_of(position);
        let measured = self.measured(position, &me, &them);
        self.depth_first(position, &me, &them, &measured, cancel).map(|solved| solved.wins)
    }

    /// The same, `me` to move against `them`.
    fn depth_first(
        &mut self,
        position: &Position<SEATS>,
        me: &Facts,
        them: &Facts,
        measured: &Measured,
        cancel: &AtomicBool,
    ) -> Option<Solved> {
        self.tick(cancel);
        let base = self.candidates.len();
        let before = self.visited();
        let threshold = measured.threshold;
        let (mut won, mut lost) = (None, Need::default());
        let _ = self.for_each_move(position, Ranks::Loose, |searcher, played| {
            let Next::Position(next) = after(position, played, searcher.rules()) else {
                won = Some((need_of_win(Need::default(), played, threshold, them), played));
                return ControlFlow::Break(());
            };
            let same_side = next.side_to_move() == position.side_to_move();
            let slot = searcher.facts.slot(next.hands()[position.to_move()]);
            let mine = searcher.facts.at(slot);
            let (mover, other) = if same_side { (mine, them) } else { (them, mine) };
            match searcher.known(&next, mover, other) {
                Ok((wins, need, _)) if wins == same_side => {
                    won = Some((need_of_win(need, played, threshold, them), played));
                    return ControlFlow::Break(());
                }
                Ok((_, need, answered_by)) => lost.join(&need_of_loss(need, played, answered_by)),
                Err(measured) => {
                    searcher.candidates.push(Candidate { position: next, measured, played, score: 0, same_side });
                }
            }
            ControlFlow::Continue(())
        });
        if won.is_none() && self.candidates.len() > base + 1 {
            let is_trained = self.techniques().trained_order;
            for candidate in &mut self.candidates[base..] {
                let slot = self.facts.slot(candidate.position.hands()[position.to_move()]);
                let mine = self.facts.at(slot);
                let (mover, other) = if candidate.same_side { (mine, them) } else { (them, mine) };
                let trick = candidate.position.trick().map(|trick| trick.shape);
                let shed = candidate.played.combo().map_or(0, |combo| combo.cards.len());
                candidate.score = match is_trained {
                    true => order::score(mover, other, trick, candidate.same_side, shed),
                    false => shed as i32,
                };
            }
        }
        while won.is_none()
            && let Some(candidate) = self.next_candidate(base)
        {
            let is_news = self.visited() != before;
            let Some((wins, need)) = self.solve(&candidate, them, position.to_move(), is_news, cancel) else {
                self.candidates.truncate(base);
                return None;
            };
            if wins == candidate.same_side {
                won = Some((need_of_win(need, candidate.played, threshold, them), candidate.played));
            } else {
                lost.join(&need_of_loss(need, candidate.played, candidate.measured.threshold));
            }
        }
        self.candidates.truncate(base);
        let wins = won.is_some();
        let (need, best) = won.map_or((lost, None), |(need, best)| (need, Some(best)));
        let entry = match wins {
            true => need.of_win(&me.layout, &them.layout),
            false => need.of_loss(&me.layout, &them.layout, &measured.strength),
        };
        self.remember(&measured.structure, &entry, wins);
        Some(Solved { wins, need, best })
    }

    /// The best-looking candidate from `base` on that has not been tried; it counts as tried then.
    fn next_candidate(&mut self, base: usize) -> Option<Candidate<SEATS>> {
        let open = self.candidates[base..].iter_mut().filter(|candidate| candidate.score != TRIED);
        let best = open.reduce(|best, candidate| if candidate.score > best.score { candidate } else { best })?;
        let taken = *best;
        best.score = TRIED;
        Some(taken)
    }

    /// Solves the position after a move of seat `me` against `them`. What the frontier knows of it has to be asked for only if
    /// there `is_news` since its move was generated.
    fn solve(
        &mut self,
        candidate: &Candidate<SEATS>,
        them: &Facts,
        me: usize,
        is_news: bool,
        cancel: &AtomicBool,
    ) -> Option<(bool, Need)> {
        let Candidate { position: next, measured, same_side, .. } = candidate;
        let mine = &self.facts.of(next.hands()[me]);
        let (mover, other) = if *same_side { (mine, them) } else { (them, mine) };
        if is_news && let Some(known) = self.known_to_frontier(measured, mover, other) {
            return Some(known);
        }
        if self.is_stopped() {
            return None;
        }
        self.depth_first(next, mover, other, measured, cancel).map(|solved| (solved.wins, solved.need))
    }

    /// What is known of a position without search: whether the side to move wins, what that rests on, and what beats the
    /// trick.
    ///
    /// # Errors
    /// Its measures, if nothing is known.
    fn known(
        &self,
        position: &Position<SEATS>,
        mover: &Facts,
        other: &Facts,
    ) -> Result<(bool, Need, Option<Threshold>), Measured> {
        if let Some(win) = self.wins_at_sight(position, mover, other) {
            return Ok((true, win.need(other), self.threshold(position)));
        }
        let measured = self.measured(position, mover, other);
        let known = self.known_to_frontier(&measured, mover, other);
        known.map(|(wins, need)| (wins, need, measured.threshold)).ok_or(measured)
    }

    fn known_to_frontier(&self, measured: &Measured, mover: &Facts, other: &Facts) -> Option<(bool, Need)> {
        let (wins, entry) = self.recall(measured)?;
        let from = if wins { Need::from_win } else { Need::from_loss };
        Some((wins, from(&entry, &mover.layout, &other.layout)))
    }
}

/// What a win by this move rests on, the win after it resting on `need`.
fn need_of_win(mut need: Need, played: Move, threshold: Option<Threshold>, them: &Facts) -> Need {
    let shape = played.combo().map(|combo| combo.shape);
    need.before_winner(shape, &them.groups.at_least);
    if let (Some(shape), Some(threshold)) = (shape, threshold)
        && (shape.kind, shape.len) == (threshold.kind, threshold.len)
    {
        need.answer(shape.rank);
    }
    need
}

/// What the other side's win after this move of the loser, resting on `need`, rests on before it.
fn need_of_loss(mut need: Need, played: Move, answered_by: Option<Threshold>) -> Need {
    need.before_loser(played.combo().map(|combo| combo.shape), answered_by);
    need
}
