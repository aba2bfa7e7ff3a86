//! Depth-first proof-number search (df-pn) on canonical keys: the sequential core.
//!
//! A node is proven by one winning move and disproven by refuting all; the proof number `pn` of a node is the least of
//! its children's, the disproof number `dn` the sum, each from the mover's view. The search walks down to the move with
//! the least `pn` and stays in a subtree until its numbers pass the thresholds at which a sibling would be better.
//! The second-best threshold is loosened by a quarter (1+ε, Pawlewicz and Lew 2007), which saves re-expansions.
//!
//! Numbers come from the table, for new positions from the evaluation. What a child returned is used directly and
//! never re-read, so the search ends with any table.

use super::dominance::kicker_order;
use super::evaluate::evaluate;
use super::hands_needed::HandsNeeded;
use super::limits::Watch;
use super::successors::{Next, after};
use crate::key::{Key, Keys};
use crate::rules::{Move, Position, Ruleset, for_each_answer, for_each_lead};
use crate::table::{INFINITE, Numbers, Table};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search needs from outside.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// What all searches know.
    pub table: &'a Table,
    /// The limits of the solve.
    pub watch: &'a Watch,
}

/// One worker's search.
pub struct Searcher<'a, const SEATS: usize> {
    shared: Shared<'a>,
    keys: Keys,
    needed: &'a mut HandsNeeded,
    /// The children of all nodes on the current path.
    stack: Vec<Reply<SEATS>>,
    /// Nodes to visit before looking at the limits again.
    allowance: u64,
    /// Nodes visited since the watch was last told.
    uncounted: u64,
    /// Nodes this search may still visit, beyond the allowance.
    left: u64,
    stopped: bool,
}

/// A move and what it leads to, forced passes skipped.
#[derive(Clone, Copy)]
pub struct Reply<const SEATS: usize> {
    /// The move.
    pub played: Move,
    /// The position after it.
    pub position: Position<SEATS>,
    /// The position's numbers, for its side to move.
    pub numbers: Numbers,
    /// Does the same side move again?
    pub same_side: bool,
    key: Key,
}

/// Nodes between two looks at the limits: about a tenth of a millisecond.
const STRIDE: u64 = 64;

impl<'a, const SEATS: usize> Searcher<'a, SEATS> {
    /// A searcher with nothing remembered but what the table and the memo know.
    pub fn new(shared: Shared<'a>, needed: &'a mut HandsNeeded) -> Self {
        let keys = Keys::new(shared.rules);
        Searcher { shared, keys, needed, stack: Vec::new(), allowance: 0, uncounted: 0, left: 0, stopped: false }
    }

    /// Searches a position whose player to move can play, until it is solved, `nodes` are spent, `cancel` is raised or
    /// a limit is reached. Returns its numbers, for its side to move.
    pub fn search(&mut self, position: &Position<SEATS>, nodes: u64, cancel: &AtomicBool) -> Numbers {
        self.left = nodes;
        self.stopped = false;
        let key = self.keys.key(position);
        let numbers = self.visit(position, key, Numbers { pn: INFINITE, dn: INFINITE }, cancel);
        self.shared.watch.count(std::mem::take(&mut self.uncounted));
        self.allowance = 0;
        numbers
    }

    /// The replies that matter in a position, best first, or a move that wins at once.
    ///
    /// # Errors
    /// The winning move.
    pub fn replies(&mut self, position: &Position<SEATS>) -> Result<Vec<Reply<SEATS>>, Move> {
        let winning = self.expand(position);
        let children = self.stack.drain(..);
        let mut replies: Vec<_> = children.collect();
        if let ControlFlow::Break(winning) = winning {
            return Err(winning);
        }
        replies.sort_by_key(|reply| parent_view(reply.numbers, reply.same_side).pn);
        Ok(replies)
    }

    /// How hard a win looks for the other side: the proof number or, where it moves next, the disproof number.
    pub fn hardness(&mut self, position: &Position<SEATS>) -> u32 {
        evaluate(position, self.needed).pn
    }

    fn visit(&mut self, position: &Position<SEATS>, key: Key, bounds: Numbers, cancel: &AtomicBool) -> Numbers {
        self.tick(cancel);
        let nodes_before = self.uncounted + self.shared.watch.nodes();
        let base = self.stack.len();
        let mut numbers = Numbers::WIN;
        if self.expand(position).is_continue() {
            loop {
                let (summary, best, second) = self.summary(base);
                numbers = summary;
                if numbers.is_solved() || numbers.pn >= bounds.pn || numbers.dn >= bounds.dn || self.stopped {
                    break;
                }
                let child = self.stack[best];
                let loosened = (second as u64 + second as u64 / 4 + 1).min(INFINITE as u64) as u32;
                let room = if bounds.dn == INFINITE { INFINITE } else { bounds.dn - (numbers.dn - child.seen().dn) };
                let limits = Numbers { pn: bounds.pn.min(loosened), dn: room };
                let limits = parent_view(limits, child.same_side);
                self.stack[best].numbers = self.visit(&child.position, child.key, limits, cancel);
            }
        }
        self.stack.truncate(base);
        let work = (self.uncounted + self.shared.watch.nodes()).saturating_sub(nodes_before);
        self.shared.table.store(key, numbers, work.min(u32::MAX as u64) as u32);
        numbers
    }

    /// The numbers of the node whose children start at `base`, its best child and the second-best proof number.
    fn summary(&self, base: usize) -> (Numbers, usize, u32) {
        let (mut best, mut least, mut second, mut sum) = (base, INFINITE, INFINITE, 0u64);
        for (index, child) in self.stack.iter().enumerate().skip(base) {
            let Numbers { pn, dn } = child.seen();
            sum += dn as u64;
            if pn < least {
                (best, least, second) = (index, pn, least);
            } else if pn < second {
                second = pn;
            }
        }
        let dn = if least == 0 { INFINITE } else { sum.min(INFINITE as u64 - 1) as u32 };
        (Numbers { pn: least, dn }, best, second)
    }

    /// Pushes the children of a node; breaks with a move that wins at once.
    fn expand(&mut self, position: &Position<SEATS>) -> ControlFlow<Move> {
        let base = self.stack.len();
        let rules = self.shared.rules;
        let order = kicker_order(position.hand(), rules);
        let mut push = |played| self.push(position, played, base);
        match position.trick() {
            None => for_each_lead(position.hand(), rules, order, |combo| push(Move::Play(combo))),
            Some(trick) => {
                for_each_answer(position.hand(), trick.shape, rules, order, |combo| push(Move::Play(combo)))?;
                push(Move::Pass)
            }
        }
    }

    fn push(&mut self, position: &Position<SEATS>, played: Move, base: usize) -> ControlFlow<Move> {
        let Next::Position(next) = after(position, played, self.shared.rules) else {
            return ControlFlow::Break(played);
        };
        let key = self.keys.key(&next);
        if self.stack[base..].iter().any(|child| child.key == key) {
            return ControlFlow::Continue(());
        }
        let same_side = next.side_to_move() == position.side_to_move();
        let known = self.shared.table.probe(key);
        let numbers = known.unwrap_or_else(|| evaluate(&next, self.needed));
        if parent_view(numbers, same_side).pn == 0 {
            return ControlFlow::Break(played);
        }
        self.stack.push(Reply { played, position: next, numbers, same_side, key });
        ControlFlow::Continue(())
    }

    /// Counts a node and now and then looks at the limits.
    fn tick(&mut self, cancel: &AtomicBool) {
        if self.allowance == 0 {
            self.shared.watch.count(std::mem::take(&mut self.uncounted));
            self.allowance = self.shared.watch.allowance(STRIDE.min(self.left));
            self.left -= self.allowance;
            if self.allowance == 0 || cancel.load(Ordering::Relaxed) || self.shared.watch.expired().is_some() {
                self.stopped = true;
                self.allowance = 1;
            }
        }
        self.allowance -= 1;
        self.uncounted += 1;
    }
}

impl<const SEATS: usize> Reply<SEATS> {
    fn seen(&self) -> Numbers {
        parent_view(self.numbers, self.same_side)
    }
}

/// Numbers of a child from its parent's view, and the other way round.
pub fn parent_view(numbers: Numbers, same_side: bool) -> Numbers {
    if same_side { numbers } else { numbers.flipped() }
}
