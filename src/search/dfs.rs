//! Depth-first search of small subtrees.

use super::dfpn::{Searcher, parent_view};
use super::dominance::kicker_order;
use super::evaluate::{P, odds};
use super::statics;
use super::successors::{Next, after};
use crate::key::Key;
use crate::rules::{Move, Position, for_each_answer, for_each_lead};
use crate::table::{Known, Numbers, Work};
use std::ops::ControlFlow;

/// A position to try, in the order of trying.
#[derive(Clone, Copy)]
pub struct Candidate<const SEATS: usize> {
    position: Position<SEATS>,
    score: f32,
    same_side: bool,
}

impl<const SEATS: usize> Searcher<'_, SEATS> {
    /// Does the side to move win? `None` when the budget of nodes is spent.
    pub(super) fn depth_first(&mut self, position: &Position<SEATS>, key: Key, budget: &mut u32) -> Option<bool> {
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        let before = *budget;
        let base = self.candidates.len();
        let rules = self.shared.rules;
        let order = kicker_order(position.hand(), rules);
        let mut push = |played: Move| {
            let Next::Position(next) = after(position, played, rules) else { return ControlFlow::Break(()) };
            let same_side = next.side_to_move() == position.side_to_move();
            let mine = self.facts.of(next.hand());
            let theirs = self.facts.of(next.hands()[1 - next.to_move()]);
            let trick = next.trick().map(|trick| trick.shape);
            if statics::wins(&mine, &theirs, trick, rules) {
                return if same_side { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            let z = if P[3] < 0.0 { odds(&mine, &theirs, trick) } else { theirs.needed as f32 - mine.needed as f32 + if trick.is_none() { 0.8 } else { 0.0 } };
            let cards = played.combo().map_or(0, |combo| combo.cards.len()) as f32;
            let score = if same_side { z } else { -z } + P[6] * cards;
            self.candidates.push(Candidate { position: next, score, same_side });
            ControlFlow::Continue(())
        };
        let won = match position.trick() {
            None => for_each_lead(position.hand(), rules, order, |combo| push(Move::Play(combo))),
            Some(trick) => {
                let mut flow = for_each_answer(position.hand(), trick.shape, rules, order, |combo| push(Move::Play(combo)));
                if flow.is_continue() {
                    flow = push(Move::Pass);
                }
                flow
            }
        };
        let mut result = Some(won.is_break());
        if won.is_continue() {
            self.candidates[base..].sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
            for index in base..self.candidates.len() {
                let Candidate { position: next, same_side, .. } = self.candidates[index];
                let key = self.keys.key(&next);
                let known = self.shared.table.probe(key).filter(|known| known.numbers.is_solved());
                let child = match known {
                    Some(known) => Some(known.numbers.pn == 0),
                    None => self.depth_first(&next, key, budget),
                };
                match child {
                    None => {
                        result = None;
                        break;
                    }
                    Some(win) if win == same_side => {
                        result = Some(true);
                        break;
                    }
                    Some(_) => {}
                }
            }
        }
        self.candidates.truncate(base);
        if let Some(win) = result {
            let numbers = if win { Numbers::WIN } else { Numbers::LOSS };
            self.shared.table.store(key, Known { numbers, work: Work::of((before - *budget) as u64) });
        }
        let _ = parent_view;
        result
    }
}
