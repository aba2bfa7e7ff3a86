//! Depth-first search of small subtrees. It finds the verdict and the facts that the verdict rests on.
//!
//! With few cards left the order of moves is easy to guess, and a proof-number search spends more on evaluating children
//! than on visiting them. So a node with at most [`Tuning::depth_first_cards`](crate::Tuning::depth_first_cards) cards in
//! all hands is solved depth-first.
//!
//! Each solved position comes with the facts that its proof needs ([`Need`]). A win needs those of the winning move. A loss
//! needs those of all moves together. The position is stored in the partition table with these facts, and decides all
//! positions that have them. All moves are looked up there before the first one is searched. Only the others are put in
//! order (`order.rs`).
//!
//! Million instructions on the hardest published puzzle, on all of them, on 17 deals and on all forty of
//! `benches/data/full.ddz`, by the most cards that are searched depth-first:
//!
//! | cards | hardest | puzzles | deals | forty deals |
//! |---|---|---|---|---|
//! | 20 | 188 | 395 | 1,063 | 16,148 |
//! | 22 | 153 | 337 | 984 | 14,332 |
//! | 24 | 117 | 299 | 860 | 14,136 |
//! | 26 | 111 | 287 | 796 | 13,546 |
//! | 28 | 111 | 287 | 979 | 13,972 |
//! | 30 | 111 | 287 | 892 | 15,865 |

use super::context::{Context, Lookup, Standing};
use super::dominance::DROPPED_IN_STORED_PROOFS;
use super::facts::Facts;
use super::order;
use super::successors::{Successor, after};
use crate::rules::{Move, Position};
use crate::tables::ToBeat;
use crate::tables::strength::Need;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// A move to search, and the position after it.
#[derive(Clone, Copy)]
struct Candidate<const SEATS: usize> {
    position: Position<SEATS>,
    standing: Standing,
    played: Move,
    /// How good the move looks; [`TRIED`] once it has been searched.
    score: i32,
    same_side: bool,
}

const TRIED: i32 = i32::MIN;

/// The verdict of a position and the facts that it rests on.
pub(super) struct Solved {
    /// Does the side to move win?
    pub wins: bool,
    /// The facts that the verdict rests on.
    pub need: Need,
    /// A winning move, if the side to move wins.
    pub best: Option<Move>,
}

/// The search's own state: the candidates of all nodes on the current path.
#[derive(Default)]
pub(super) struct DepthFirst<const SEATS: usize> {
    candidates: Vec<Candidate<SEATS>>,
}

impl<const SEATS: usize> DepthFirst<SEATS> {
    /// Solves a small position that the partition table does not decide. `None` if a limit is reached.
    pub fn solve(
        &mut self,
        context: &mut Context<'_>,
        position: &Position<SEATS>,
        cancel: &AtomicBool,
    ) -> Option<Solved> {
        let (me, them) = context.facts_of(position);
        let standing = context.lookup.standing(position, &me, &them);
        self.visit(context, position, &me, &them, &standing, cancel)
    }

    /// The same, for a caller that has the facts about both hands.
    fn visit(
        &mut self,
        context: &mut Context<'_>,
        position: &Position<SEATS>,
        me: &Facts,
        them: &Facts,
        standing: &Standing,
        cancel: &AtomicBool,
    ) -> Option<Solved> {
        context.tick(cancel);
        context.lookup.counts.depth_first_nodes += 1;
        let base = self.candidates.len();
        let before = context.visited;
        let to_beat = standing.to_beat;
        let (mut won, mut lost) = (None, Need::default());
        let _ = context.for_each_move(position, DROPPED_IN_STORED_PROOFS, |context, played| {
            let Successor::Position(next, passes) = after(position, played, context.rules()) else {
                won = Some((need_of_win(Need::default(), played, to_beat, them), played));
                return ControlFlow::Break(());
            };
            context.lookup.counts.forced_passes += passes as u64;
            let same_side = next.side_to_move() == position.side_to_move();
            let slot = context.facts.slot(next.hands()[position.to_move()]);
            let mine = context.facts.at(slot);
            let (mover, other) = if same_side { (mine, them) } else { (them, mine) };
            match known(&mut context.lookup, &next, mover, other) {
                Ok((wins, need, _)) if wins == same_side => {
                    won = Some((need_of_win(need, played, to_beat, them), played));
                    return ControlFlow::Break(());
                }
                Ok((_, need, answered_by)) => lost.join(&need_of_loss(need, played, answered_by)),
                Err(standing) => {
                    self.candidates.push(Candidate { position: next, standing, played, score: 0, same_side });
                }
            }
            ControlFlow::Continue(())
        });
        if won.is_none() && self.candidates.len() > base + 1 {
            self.put_in_order(context, base, position.to_move(), them);
        }
        while won.is_none()
            && let Some(candidate) = self.next_candidate(base)
        {
            let is_news = context.visited != before;
            let Some((wins, need)) = self.try_move(context, &candidate, them, position.to_move(), is_news, cancel)
            else {
                self.candidates.truncate(base);
                return None;
            };
            if wins == candidate.same_side {
                won = Some((need_of_win(need, candidate.played, to_beat, them), candidate.played));
            } else {
                lost.join(&need_of_loss(need, candidate.played, candidate.standing.to_beat));
            }
        }
        self.candidates.truncate(base);
        let wins = won.is_some();
        let (need, best) = won.map_or((lost, None), |(need, best)| (need, Some(best)));
        let entry = match wins {
            true => need.of_win(&me.layout, &them.layout),
            false => need.of_loss(&me.layout, &them.layout, &standing.strength),
        };
        context.lookup.remember(&standing.structure, &entry, wins);
        Some(Solved { wins, need, best })
    }

    /// Scores the candidates from `base` on. They are moves of seat `me` against `them`.
    fn put_in_order(&mut self, context: &mut Context<'_>, base: usize, me: usize, them: &Facts) {
        let is_trained = context.lookup.techniques.trained_order;
        for candidate in &mut self.candidates[base..] {
            let slot = context.facts.slot(candidate.position.hands()[me]);
            let mine = context.facts.at(slot);
            let (mover, other) = if candidate.same_side { (mine, them) } else { (them, mine) };
            let trick = candidate.position.trick().map(|trick| trick.shape);
            let shed = candidate.played.combo().map_or(0, |combo| combo.cards.len());
            candidate.score = match is_trained {
                true => order::score(mover, other, trick, candidate.same_side, shed),
                false => shed as i32,
            };
        }
    }

    /// The best-looking candidate from `base` on that has not been tried; it counts as tried then.
    fn next_candidate(&mut self, base: usize) -> Option<Candidate<SEATS>> {
        let open = self.candidates[base..].iter_mut().filter(|candidate| candidate.score != TRIED);
        let best = open.reduce(|best, candidate| if candidate.score > best.score { candidate } else { best })?;
        let taken = *best;
        best.score = TRIED;
        Some(taken)
    }

    /// Solves the position after a move of seat `me` against `them`. With `is_news` something was searched since the move
    /// was generated, so the position is looked up once more.
    fn try_move(
        &mut self,
        context: &mut Context<'_>,
        candidate: &Candidate<SEATS>,
        them: &Facts,
        me: usize,
        is_news: bool,
        cancel: &AtomicBool,
    ) -> Option<(bool, Need)> {
        let Candidate { position: next, standing, same_side, .. } = candidate;
        let mine = &context.facts.of(next.hands()[me]);
        let (mover, other) = if *same_side { (mine, them) } else { (them, mine) };
        if is_news && let Some(known) = recalled(&mut context.lookup, standing, mover, other) {
            return Some(known);
        }
        if context.stopped {
            return None;
        }
        self.visit(context, next, mover, other, standing, cancel).map(|solved| (solved.wins, solved.need))
    }
}

/// What is known about a position without search: whether the side to move wins, the facts that this rests on, and the
/// lowest body that beats the trick.
///
/// # Errors
/// The position as the partition table sees it, if nothing is known.
fn known<const SEATS: usize>(
    lookup: &mut Lookup<'_>,
    position: &Position<SEATS>,
    mover: &Facts,
    other: &Facts,
) -> Result<(bool, Need, Option<ToBeat>), Standing> {
    if let Some(win) = lookup.static_win(position, mover, other) {
        return Ok((true, win.need(other), lookup.to_beat(position)));
    }
    let standing = lookup.standing(position, mover, other);
    recalled(lookup, &standing, mover, other).map(|(wins, need)| (wins, need, standing.to_beat)).ok_or(standing)
}

/// What the partition table knows: whether the side to move wins, and the facts that this rests on.
fn recalled(lookup: &mut Lookup<'_>, standing: &Standing, mover: &Facts, other: &Facts) -> Option<(bool, Need)> {
    let (wins, entry) = lookup.recall(standing)?;
    let from = if wins { Need::from_win } else { Need::from_loss };
    Some((wins, from(&entry, &mover.layout, &other.layout)))
}

/// The need of a win by this move. `need` is that of the win after it.
fn need_of_win(mut need: Need, played: Move, to_beat: Option<ToBeat>, them: &Facts) -> Need {
    let shape = played.combo().map(|combo| combo.shape);
    need.before_winner(shape, &them.groups.at_least);
    if let (Some(shape), Some(to_beat)) = (shape, to_beat)
        && (shape.kind, shape.len) == (to_beat.kind, to_beat.len)
    {
        need.answer(shape.rank);
    }
    need
}

/// Carries `need` back over the loser's move. `answered_by` is the lowest body of the winner that beats the move.
fn need_of_loss(mut need: Need, played: Move, answered_by: Option<ToBeat>) -> Need {
    need.before_loser(played.combo().map(|combo| combo.shape), answered_by);
    need
}
