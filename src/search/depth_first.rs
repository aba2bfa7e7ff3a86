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

use super::context::{Context, Lookup, Standing, outline};
use super::dominance::DROPPED_IN_STORED_PROOFS;
use super::facts::Facts;
use super::order;
use super::successors::{Successor, after};
use crate::rules::{Move, Position};
use crate::tables::{Need, Step, ToBeat};
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
pub(super) struct Solved<const SEATS: usize> {
    /// Does the side to move win?
    pub wins: bool,
    /// The facts that the verdict rests on.
    pub need: Need<SEATS>,
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
    ) -> Option<Solved<SEATS>> {
        let facts = context.facts_of(position);
        let hands = facts.each_ref();
        let standing = context.lookup.standing(position, &hands);
        self.visit(context, position, &hands, &standing, cancel)
    }

    /// The same, for a caller that has the facts about all hands.
    fn visit(
        &mut self,
        context: &mut Context<'_>,
        position: &Position<SEATS>,
        hands: &[&Facts; SEATS],
        standing: &Standing,
        cancel: &AtomicBool,
    ) -> Option<Solved<SEATS>> {
        context.tick(cancel);
        context.lookup.counts.depth_first_nodes += 1;
        let base = self.candidates.len();
        let before = context.visited;
        let me = position.to_move();
        let step = StepsFrom { position, hands, to_beat: standing.to_beat };
        let (mut won, mut lost) = self.look_up_moves(context, &step);
        if won.is_none() && self.candidates.len() > base + 1 {
            self.put_in_order(context, base, me, hands);
        }
        while won.is_none()
            && let Some(candidate) = self.next_candidate(base)
        {
            let is_news = context.visited != before;
            let Some((wins, need)) = self.try_move(context, &candidate, hands, me, is_news, cancel) else {
                self.candidates.truncate(base);
                return None;
            };
            let Candidate { played, standing: Standing { to_beat, .. }, same_side, .. } = candidate;
            if wins == same_side {
                won = Some((step.back_over_win(need, played, to_beat), played));
            } else {
                lost.join(&step.back_over_loss(need, played, to_beat));
            }
        }
        self.candidates.truncate(base);
        let wins = won.is_some();
        let (need, best) = won.map_or((lost, None), |(need, best)| (need, Some(best)));
        let loser_answers = best.is_none_or(|best| best == Move::Pass);
        let entry = outline(position, hands, standing.to_beat).entry(&need, wins, loser_answers);
        context.lookup.remember(&standing.structure, &entry, wins);
        Some(Solved { wins, need, best })
    }

    /// Looks up what follows on each move: a move that is known to win with what this needs, or else what the known moves need
    /// to lose. Moves of which nothing is known become candidates.
    fn look_up_moves(
        &mut self,
        context: &mut Context<'_>,
        step: &StepsFrom<'_, SEATS>,
    ) -> (Option<(Need<SEATS>, Move)>, Need<SEATS>) {
        let (position, me) = (step.position, step.position.to_move());
        let (mut won, mut lost) = (None, Need::default());
        let _ = context.for_each_move(position, DROPPED_IN_STORED_PROOFS, |context, played| {
            let Successor::Position(next, passes) = after(position, played, context.rules()) else {
                won = Some((step.of_last_move(played), played));
                return ControlFlow::Break(());
            };
            context.lookup.counts.forced_passes += passes as u64;
            let same_side = next.side_to_move() == position.side_to_move();
            let slot = context.facts.slot(next.hands()[me]);
            let mut hands = *step.hands;
            hands[me] = context.facts.at(slot);
            match known(&mut context.lookup, &next, &hands) {
                Ok((wins, need, to_beat)) if wins == same_side => {
                    won = Some((step.back_over_win(need, played, to_beat), played));
                    return ControlFlow::Break(());
                }
                Ok((_, need, to_beat)) => lost.join(&step.back_over_loss(need, played, to_beat)),
                Err(standing) => {
                    self.candidates.push(Candidate { position: next, standing, played, score: 0, same_side });
                }
            }
            ControlFlow::Continue(())
        });
        (won, lost)
    }

    /// Stores a solved position that is too large for this search. What its proof needs follows from what is known about the
    /// positions after its moves. If too little is known, the entry has all facts of the position.
    pub fn remember(&mut self, context: &mut Context<'_>, position: &Position<SEATS>, wins: bool) {
        let facts = context.facts_of(position);
        let hands = facts.each_ref();
        let standing = context.lookup.standing(position, &hands);
        if !standing.structure.fits() {
            return;
        }
        let base = self.candidates.len();
        let step = StepsFrom { position, hands: &hands, to_beat: standing.to_beat };
        let (won, lost) = self.look_up_moves(context, &step);
        let all_known = self.candidates.len() == base;
        self.candidates.truncate(base);
        let outline = outline(position, &hands, standing.to_beat);
        let entry = match (wins, won) {
            (true, Some((need, best))) => outline.entry(&need, true, best == Move::Pass),
            (false, None) if all_known => outline.entry(&lost, false, true),
            _ => standing.strength,
        };
        context.lookup.remember(&standing.structure, &entry, wins);
    }

    /// Scores the candidates from `base` on. They are moves of seat `me`, which holds one of these hands.
    fn put_in_order(&mut self, context: &mut Context<'_>, base: usize, me: usize, hands: &[&Facts; SEATS]) {
        let is_trained = context.lookup.techniques.trained_order;
        for candidate in &mut self.candidates[base..] {
            let slot = context.facts.slot(candidate.position.hands()[me]);
            let mut hands = *hands;
            hands[me] = context.facts.at(slot);
            let shed = candidate.played.combo().map_or(0, |combo| combo.cards.len());
            candidate.score = match is_trained {
                true => order::score(&candidate.position, &hands, candidate.same_side, shed),
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

    /// Solves the position after a move of seat `me`, which holds one of these hands before it. With `is_news` something was
    /// searched since the move was generated, so the position is looked up once more.
    fn try_move(
        &mut self,
        context: &mut Context<'_>,
        candidate: &Candidate<SEATS>,
        hands: &[&Facts; SEATS],
        me: usize,
        is_news: bool,
        cancel: &AtomicBool,
    ) -> Option<(bool, Need<SEATS>)> {
        let Candidate { position: next, standing, .. } = candidate;
        let mine = context.facts.of(next.hands()[me]);
        let mut hands = *hands;
        hands[me] = &mine;
        if is_news && let Some(known) = recalled(&mut context.lookup, next, standing, &hands) {
            return Some(known);
        }
        if context.stopped {
            return None;
        }
        self.visit(context, next, &hands, standing, cancel).map(|solved| (solved.wins, solved.need))
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
    hands: &[&Facts; SEATS],
) -> Result<(bool, Need<SEATS>, Option<ToBeat>), Standing> {
    if let Some(win) = lookup.static_win(position, hands) {
        return Ok((true, win.need(position, hands), lookup.to_beat(position)));
    }
    let standing = lookup.standing(position, hands);
    let recalled = recalled(lookup, position, &standing, hands);
    recalled.map(|(wins, need)| (wins, need, standing.to_beat)).ok_or(standing)
}

/// What the partition table knows: whether the side to move wins, and the facts that this rests on.
fn recalled<const SEATS: usize>(
    lookup: &mut Lookup<'_>,
    position: &Position<SEATS>,
    standing: &Standing,
    hands: &[&Facts; SEATS],
) -> Option<(bool, Need<SEATS>)> {
    let (wins, entry) = lookup.recall(standing)?;
    Some((wins, outline(position, hands, standing.to_beat).need(&entry, wins)))
}

/// The moves from a position, over which needs are carried back.
struct StepsFrom<'a, const SEATS: usize> {
    position: &'a Position<SEATS>,
    hands: &'a [&'a Facts; SEATS],
    /// The lowest body that beats the trick.
    to_beat: Option<ToBeat>,
}

impl<const SEATS: usize> StepsFrom<'_, SEATS> {
    /// The need of a win by this move, which sheds the last card: nobody can answer it.
    fn of_last_move(&self, played: Move) -> Need<SEATS> {
        let mut need = Need::default();
        need.add_answer(&self.step(played, None));
        need
    }

    /// The need of a win by this move. `need` is that of the win after it, where `to_beat` beats the trick.
    fn back_over_win(&self, need: Need<SEATS>, played: Move, to_beat: Option<ToBeat>) -> Need<SEATS> {
        let side = self.position.side_to_move();
        let (mut need, step) = (need, self.step(played, to_beat));
        need.step_back(&step, side);
        need.add_answer(&step);
        need
    }

    /// What a loss needs of this move, after which `need` proves it.
    fn back_over_loss(&self, mut need: Need<SEATS>, played: Move, to_beat: Option<ToBeat>) -> Need<SEATS> {
        need.step_back(&self.step(played, to_beat), self.position.side_to_move().opponent());
        need
    }

    fn step(&self, played: Move, to_beat: Option<ToBeat>) -> Step<'_, SEATS> {
        Step {
            mover: self.position.to_move(),
            played: played.combo().map(|combo| combo.shape),
            to_beat: [self.to_beat, to_beat],
            at_least: self.hands.map(|facts| &facts.groups.at_least),
        }
    }
}
