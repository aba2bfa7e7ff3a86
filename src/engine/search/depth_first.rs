//! Depth-first search of small subtrees. It finds the verdict and the facts that the verdict rests on.
//!
//! With few cards left the order of moves is easy to guess, and a proof-number search spends more on evaluating children
//! than on visiting them. So a node with at most [`Tuning::depth_first_cards`](crate::Tuning::depth_first_cards) cards in
//! all hands is first tried depth-first. With three hands a larger one that looks easy is tried, too (`dfpn.rs`).
//!
//! Each solved position comes with the facts that its proof needs ([`Need`]). A win needs those of the winning move. A loss
//! needs those of all moves together. The position is stored in the partition table with these facts, and decides all
//! positions that have them. All moves are looked up there before the first one is searched. Only the others are put in
//! order (`order.rs`).
//!
//! The limit of cards was chosen by measurement (`benches/history.md`, "Depth-first search").

use super::context::{Context, Lookup, PartitionSlot, outline};
use super::dominance::DROPPED_IN_STORED_PROOFS;
use super::facts::Facts;
use super::order::MoveScores;
use super::successors::{Made, Open, for_each_successor, make};
use crate::rules::{Move, State};
use crate::tables::strength::Strength;
use crate::tables::{Answers, Need, Step, ToBeat};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// A move to search, and the position after it.
#[derive(Clone, Copy)]
struct Candidate<const SEATS: usize> {
    position: State<SEATS>,
    slot: PartitionSlot,
    played: Move,
    /// How good the move looks; [`TRIED`] once it has been searched.
    score: i32,
    same_side: bool,
}

const TRIED: i32 = i32::MIN;

/// The search's own state: the candidates of all nodes on the current path.
#[derive(Default)]
pub(super) struct DepthFirst<const SEATS: usize> {
    candidates: Vec<Candidate<SEATS>>,
    scores: MoveScores,
    /// The number of all nodes at which the search is given up.
    end: u64,
}

impl<const SEATS: usize> DepthFirst<SEATS> {
    /// Solves a position that the partition table does not decide: a winning move, or nothing if there is none. `None` after
    /// `nodes` nodes, or if a limit is result.
    pub fn solve(
        &mut self,
        context: &mut Context<'_>,
        position: &State<SEATS>,
        nodes: u64,
        cancel: &AtomicBool,
    ) -> Option<Option<Move>> {
        self.end = context.visited.saturating_add(nodes);
        let facts = context.facts_of(position);
        let hands = facts.each_ref();
        let slot = context.lookup.partition_slot(position, &hands);
        self.visit(context, position, &hands, &slot, &mut Need::default(), cancel)
    }

    /// As [`DepthFirst::solve`], for a caller that has the facts about all hands. Fills the empty `need` with the facts
    /// that the proof rests on.
    fn visit(
        &mut self,
        context: &mut Context<'_>,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
        slot: &PartitionSlot,
        need: &mut Need<SEATS>,
        cancel: &AtomicBool,
    ) -> Option<Option<Move>> {
        context.tick(cancel);
        context.lookup.counts.depth_first_nodes += 1;
        let base = self.candidates.len();
        let before = context.visited;
        let me = position.to_move();
        let step = StepsFrom { position, hands, to_beat: slot.to_beat };
        let mut best = self.look_up_moves(context, &step, need);
        if best.is_none() && self.candidates.len() > base + 1 {
            self.put_in_order(context, base, me, hands);
        }
        while best.is_none()
            && let Some(candidate) = self.next_candidate(base)
        {
            let reprobe = context.visited != before;
            let mut below = Need::default();
            let Some(wins) = self.try_move(context, &candidate, hands, me, reprobe, &mut below, cancel) else {
                self.candidates.truncate(base);
                return None;
            };
            let answers = below.take_answers();
            if wins == candidate.same_side {
                *need = below;
                best = Some(candidate.played);
            } else {
                need.join(&below);
            }
            step.back(need, answers, candidate.played, candidate.slot.to_beat, best.is_some());
        }
        self.candidates.truncate(base);
        let loser_answers = best.is_none_or(|best| best == Move::Pass);
        let entry = outline(position, hands, slot.to_beat).entry(need, best.is_some(), loser_answers);
        context.lookup.remember(&slot.structure, &entry, best.is_some());
        Some(best)
    }

    /// Looks up what follows on each move: a move that is known to win, with what this needs, or else what the known moves need
    /// to lose. Moves of which nothing is known become candidates.
    fn look_up_moves(
        &mut self,
        context: &mut Context<'_>,
        step: &StepsFrom<'_, SEATS>,
        need: &mut Need<SEATS>,
    ) -> Option<Move> {
        let found = |context: &mut Context<'_>, played, made| self.note(context, step, need, played, made);
        let (places, dropped) = (Lookup::partition_slot, DROPPED_IN_STORED_PROOFS);
        for_each_successor(context, step.position, step.hands, dropped, places, found).break_value()
    }

    /// Adds what a move needs of which the outcome is known, or else makes it a candidate. Breaks if it wins; then this is all that is
    /// needed.
    #[inline]
    fn note(
        &mut self,
        context: &mut Context<'_>,
        step: &StepsFrom<'_, SEATS>,
        need: &mut Need<SEATS>,
        played: Move,
        made: Made<PartitionSlot, SEATS>,
    ) -> ControlFlow<Move> {
        let me = step.position.to_move();
        let (answers, to_beat, is_best) = match made {
            Made::Won => {
                *need = Need::default();
                need.add_answer(&step.over(played, None));
                return ControlFlow::Break(played);
            }
            // What is left of the game decides that, and no card that beats another.
            Made::Missed => return ControlFlow::Continue(()),
            Made::StaticWin(next, win, is_best) => {
                let hands = context.facts.after_move(step.hands, me, next.hands()[me]);
                if is_best {
                    *need = Need::default();
                }
                (win.add_need(&next, &hands, need), context.lookup.to_beat(&next, &hands), is_best)
            }
            Made::Open(Open { position: next, same_side, places: slot }) => {
                let hands = context.facts.after_move(step.hands, me, next.hands()[me]);
                let outline = outline(&next, &hands, slot.to_beat);
                let mut entry = Strength::NONE;
                let Some(wins) = context.lookup.recall(&slot.structure, &outline, &mut entry) else {
                    self.candidates.push(Candidate { position: next, slot, played, score: 0, same_side });
                    return ControlFlow::Continue(());
                };
                if wins == same_side {
                    *need = Need::default();
                }
                (outline.add_need(&entry, wins, need), slot.to_beat, wins == same_side)
            }
        };
        step.back(need, answers, played, to_beat, is_best);
        if is_best { ControlFlow::Break(played) } else { ControlFlow::Continue(()) }
    }

    /// Stores a solved position that is too large for this search. What its proof needs follows from what is known about the
    /// positions after its moves. If too little is known, the entry has all facts of the position.
    ///
    /// `winning` is a move that wins, if it is known. Then the other moves are not looked up.
    pub fn remember(&mut self, context: &mut Context<'_>, position: &State<SEATS>, wins: bool, winning: Option<Move>) {
        let facts = context.facts_of(position);
        let hands = facts.each_ref();
        let slot = context.lookup.partition_slot(position, &hands);
        if !slot.structure.fits() {
            return;
        }
        let base = self.candidates.len();
        let step = StepsFrom { position, hands: &hands, to_beat: slot.to_beat };
        let mut need = Need::default();
        let best = winning.and_then(|winning| {
            let made = make(context, position, &hands, winning, Lookup::partition_slot);
            self.note(context, &step, &mut need, winning, made).break_value()
        });
        self.candidates.truncate(base);
        let best = best.or_else(|| self.look_up_moves(context, &step, &mut need));
        let all_known = self.candidates.len() == base;
        self.candidates.truncate(base);
        let outline = outline(position, &hands, slot.to_beat);
        let entry = match (wins, best) {
            (true, Some(best)) => outline.entry(&need, true, best == Move::Pass),
            (false, None) if all_known => outline.entry(&need, false, true),
            _ => outline.strength(),
        };
        context.lookup.remember(&slot.structure, &entry, wins);
    }

    /// Scores the candidates from `base` on. They are moves of seat `me`, which holds one of these hands.
    fn put_in_order(&mut self, context: &mut Context<'_>, base: usize, me: usize, hands: &[&Facts; SEATS]) {
        let is_trained = context.lookup.shared.techniques.trained_order;
        for candidate in &mut self.candidates[base..] {
            let hands = context.facts.after_move(hands, me, candidate.position.hands()[me]);
            let shed = candidate.played.combo().map_or(0, |combo| combo.cards.len());
            candidate.score = match is_trained {
                true => self.scores.of(&candidate.position, &hands, candidate.same_side, shed),
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

    /// Solves the position after a move of seat `me`, which holds one of these hands before it: whether the side to move
    /// there wins, and in `need`, which is empty before, what the proof rests on. With `reprobe` it first looks the
    /// position up again: something was searched since the move was generated.
    #[expect(clippy::too_many_arguments, reason = "one call; a struct of them would only rename them")]
    fn try_move(
        &mut self,
        context: &mut Context<'_>,
        candidate: &Candidate<SEATS>,
        hands: &[&Facts; SEATS],
        me: usize,
        reprobe: bool,
        need: &mut Need<SEATS>,
        cancel: &AtomicBool,
    ) -> Option<bool> {
        let Candidate { position: next, slot, .. } = candidate;
        let mine = context.facts.of(next.hands()[me]);
        let mut hands = *hands;
        hands[me] = &mine;
        if reprobe {
            let outline = outline(next, &hands, slot.to_beat);
            let mut entry = Strength::NONE;
            if let Some(wins) = context.lookup.recall(&slot.structure, &outline, &mut entry) {
                *need = outline.need(&entry, wins);
                return Some(wins);
            }
        }
        if context.stopped || context.visited >= self.end {
            return None;
        }
        self.visit(context, next, &hands, slot, need, cancel).map(|best| best.is_some())
    }
}

/// The moves from a position, over which needs are carried back.
struct StepsFrom<'a, const SEATS: usize> {
    position: &'a State<SEATS>,
    hands: &'a [&'a Facts; SEATS],
    /// The lowest body that beats the trick.
    to_beat: Option<ToBeat>,
}

impl<const SEATS: usize> StepsFrom<'_, SEATS> {
    /// Carries a need back over a move, after which `to_beat` beats the trick. `wins` says whether the move wins.
    fn back(&self, need: &mut Need<SEATS>, answers: Answers<SEATS>, played: Move, to_beat: Option<ToBeat>, wins: bool) {
        let (side, step) = (self.position.side_to_move(), self.over(played, to_beat));
        if wins {
            need.step_back(answers, &step, side);
            need.add_answer(&step);
        } else {
            need.step_back(answers, &step, side.opponent());
        }
    }

    fn over(&self, played: Move, to_beat: Option<ToBeat>) -> Step<'_, SEATS> {
        Step {
            mover: self.position.to_move(),
            played: played.combo().map(|combo| combo.shape),
            to_beat: [self.to_beat, to_beat],
            at_least: self.hands.map(|facts| &facts.groups.at_least),
        }
    }
}
