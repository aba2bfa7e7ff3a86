//! Depth-first search of small subtrees, which finds out not only who wins but what the win rests on.
//!
//! With few cards left the order of moves is easy to guess, and a proof-number search spends more on evaluating children
//! than on visiting them. So a node with at most [`MOST_CARDS`] cards in both hands is solved depth-first.
//!
//! Each solved position comes with the facts its proof needs ([`Need`]): those of the winner's move, or of all the
//! loser's moves together. With them it goes to the frontier, where it decides all positions in which they hold. All moves
//! are looked up there before one is searched, and only those that are left are put in order: by the trained evaluation
//! and, weighing three times as much as a unit of log odds, by the cards they shed. That order is nearly always right: of
//! 29,000 wins that needed a search 27,200 were found with the first move searched: what is left of the tree is about
//! the proof itself.
//!
//! Nodes and million instructions on 17 deals and on the published puzzles, by the most cards:
//!
//! | cards | deals | puzzles |
//! |---|---|---|
//! | 20 | 96,693, 1,470 | 36,987, 525 |
//! | 22 | 95,120, 1,468 | 33,861, 488 |
//! | 24 | 87,390, 1,390 | 31,004, 448 |
//! | 26 | 91,589, 1,486 | 30,697, 442 |
//! | 28 | 120,447, 1,935 | 30,697, 442 |

use super::dfpn::{Measured, Searcher};
use super::dominance::Ranks;
use super::evaluate::logit;
use super::facts::Facts;
use super::statics;
use super::successors::{Next, after};
use crate::key::Threshold;
use crate::rules::{Move, Position};
use crate::strength::{Need, Strength};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The most cards in both hands together of a node that is solved depth-first.
pub const MOST_CARDS: u32 = 24;

/// The most cards of a position that is not worth more than one thread, nor a proof-number search at its root.
const MOST_CARDS_ALONE: u32 = 16;

/// A position to try.
#[derive(Clone, Copy)]
pub(super) struct Candidate<const SEATS: usize> {
    position: Position<SEATS>,
    played: Move,
    /// How good the move looks.
    score: i32,
    same_side: bool,
}

/// The score of a move that is known to lose: it comes last.
const KNOWN: i32 = i32::MIN;

/// The score of any other before it is looked at.
const OPEN: i32 = 0;

/// Who wins, and what the win rests on.
pub(super) struct Solved {
    /// Does the side to move win?
    pub wins: bool,
    /// The facts.
    pub need: Need,
    /// If the side to move wins: with what.
    pub best: Option<Move>,
}

/// What is known without search, and from where.
struct Known {
    wins: bool,
    source: Source,
}

enum Source {
    Sight(statics::Win),
    Frontier(Strength),
}

impl Known {
    /// The facts it rests on.
    fn need(&self, mover: &Facts, other: &Facts) -> Need {
        match &self.source {
            Source::Sight(win) => win.need(other),
            Source::Frontier(entry) if self.wins => Need::from_win(entry, &mover.layout, &other.layout),
            Source::Frontier(entry) => Need::from_loss(entry, &mover.layout, &other.layout),
        }
    }
}

impl<const SEATS: usize> Searcher<'_, SEATS> {
    /// Is this position small enough?
    pub(super) fn is_small(&self, position: &Position<SEATS>) -> bool {
        self.is_within(position, MOST_CARDS)
    }

    fn is_within(&self, position: &Position<SEATS>, most: u32) -> bool {
        self.uses_frontier() && self.techniques().depth_first && position.cards() <= most
    }

    /// Decides a position that is too small for anything else, with a winning move if there is one. `None` for a larger
    /// one, and if a limit is reached.
    pub fn decide_small(&mut self, position: &Position<SEATS>) -> Option<Option<Move>> {
        if !self.is_within(position, MOST_CARDS_ALONE) {
            return None;
        }
        let (me, them) = self.facts_of(position);
        self.begin(u64::MAX);
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
        let mut won = None;
        let _ = self.for_each_move(position, Ranks::Loose, |searcher, played| {
            let Next::Position(next) = after(position, played, searcher.rules()) else {
                won = Some((need_of_win(Need::default(), played, threshold, them), played));
                return ControlFlow::Break(played);
            };
            let same_side = next.side_to_move() == position.side_to_move();
            let slot = searcher.facts.slot(next.hands()[position.to_move()]);
            let mine = searcher.facts.at(slot);
            let (mover, other) = if same_side { (mine, them) } else { (them, mine) };
            let known = searcher.known(&next, mover, other);
            if let Some(solved) = &known
                && solved.wins == same_side
            {
                won = Some((need_of_win(solved.need(mover, other), played, threshold, them), played));
                return ControlFlow::Break(played);
            }
            let score = if known.is_some() { KNOWN } else { OPEN };
            searcher.candidates.push(Candidate { position: next, played, score, same_side });
            ControlFlow::Continue(())
        });
        let open = |candidate: &&mut Candidate<SEATS>| candidate.score == OPEN;
        if won.is_none() && self.candidates[base..].iter_mut().filter(open).nth(1).is_some() {
            let mut candidates = std::mem::take(&mut self.candidates);
            for candidate in candidates[base..].iter_mut().filter(open) {
                let slot = self.facts.slot(candidate.position.hands()[position.to_move()]);
                let mine = self.facts.at(slot);
                let (mover, other) = if candidate.same_side { (mine, them) } else { (them, mine) };
                candidate.score = score(candidate, mover, other);
            }
            self.candidates = candidates;
        }
        if won.is_none() {
            self.candidates[base..].sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.score));
        }
        let mut lost = Need::default();
        for index in base..self.candidates.len() {
            if won.is_some() {
                break;
            }
            let candidate = self.candidates[index];
            let is_news = self.visited() != before;
            let Some((Solved { wins, mut need, .. }, answered_by)) =
                self.solve(&candidate, them, position.to_move(), is_news, cancel)
            else {
                self.candidates.truncate(base);
                return None;
            };
            if wins == candidate.same_side {
                won = Some((need_of_win(need, candidate.played, threshold, them), candidate.played));
            } else {
                need.before_loser(candidate.played.combo().map(|combo| combo.shape), answered_by);
                lost.join(&need);
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

    /// Solves the position after a move of seat `me` against `them`, and tells what beats its trick. What is known of it
    /// has to be asked for only if there `is_news` since its move was generated.
    fn solve(
        &mut self,
        candidate: &Candidate<SEATS>,
        them: &Facts,
        me: usize,
        is_news: bool,
        cancel: &AtomicBool,
    ) -> Option<(Solved, Option<Threshold>)> {
        let next = &candidate.position;
        let mine = &self.facts.of(next.hands()[me]);
        let (mover, other) = if candidate.same_side { (mine, them) } else { (them, mine) };
        let measured = self.measured(next, mover, other);
        let known = match candidate.score {
            KNOWN => self.known(next, mover, other),
            // A win at sight would have been seen before.
            _ if is_news => self.known_to_frontier(&measured),
            _ => None,
        };
        let solved = match known {
            Some(known) => Some(Solved { wins: known.wins, need: known.need(mover, other), best: None }),
            None if self.is_stopped() => None,
            None => self.depth_first(next, mover, other, &measured, cancel),
        };
        solved.map(|solved| (solved, measured.threshold))
    }

    /// What is known of a position without search.
    fn known(&self, position: &Position<SEATS>, mover: &Facts, other: &Facts) -> Option<Known> {
        if let Some(win) = self.wins_at_sight(position, mover, other) {
            return Some(Known { wins: true, source: Source::Sight(win) });
        }
        self.known_to_frontier(&self.measured(position, mover, other))
    }

    fn known_to_frontier(&self, measured: &Measured) -> Option<Known> {
        let (wins, entry) = self.recall(measured)?;
        Some(Known { wins, source: Source::Frontier(entry) })
    }
}

/// How good a move looks to its player.
fn score<const SEATS: usize>(candidate: &Candidate<SEATS>, mover: &Facts, other: &Facts) -> i32 {
    let shed = candidate.played.combo().map_or(0, |combo| combo.cards.len() as i32);
    let odds = logit(mover, other, candidate.position.trick().map(|trick| trick.shape));
    (100.0 * if candidate.same_side { odds } else { -odds }) as i32 + 300 * shed
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
