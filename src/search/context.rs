//! What both searches of a worker share: the rules, the clock, facts about hands, the tables, and the counts.
//!
//! The proof-number search (`dfpn.rs`) leaves small positions to the depth-first search (`depth_first.rs`). Neither owns
//! the other's state: both are given this context. It is also the only place that asks the tables, so that a position is
//! looked up, compared and remembered in one way, and the only place that counts nodes.

use super::budget::Budget;
use super::dominance::{DroppedKickers, holds_for_mover, kicker_order};
use super::facts::{Facts, FactsMemo};
use super::statics::{StaticWin, static_win};
use super::statistics::Statistics;
use super::techniques::Techniques;
use crate::rules::{KickerOrder, Move, Position, Ruleset};
use crate::tables::strength::{self, Strength, Structure};
use crate::tables::{Entry, Key, Keys, Stored, Tables, ToBeat};
use crate::tuning::Tuning;
use parking_lot::Mutex;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search needs from outside.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// What all searches know.
    pub tables: &'a Tables,
    /// The limits of the solve.
    pub budget: &'a Budget,
    /// What to use.
    pub techniques: Techniques,
    /// How to divide the effort.
    pub tuning: &'a Tuning,
    /// The counts of the solve: each searcher adds its own when it is dropped.
    pub statistics: &'a Mutex<Statistics>,
}

/// Where a position stands among those of its structure (`tables/strength.rs`).
#[derive(Clone, Copy)]
pub(super) struct Standing {
    /// What it takes to beat the trick.
    pub to_beat: Option<ToBeat>,
    pub structure: Structure,
    pub strength: Strength,
}

/// Asks the tables and what can be seen without search, and counts what it finds.
pub(super) struct Lookup<'a> {
    pub shared: Shared<'a>,
    /// Those of the techniques that hold for this many hands.
    pub techniques: Techniques,
    pub keys: Keys,
    pub counts: Statistics,
}

/// See the module's head. The facts stand apart from the rest, so that they can be looked at while the tables are asked.
pub(super) struct Context<'a> {
    pub lookup: Lookup<'a>,
    pub facts: &'a mut FactsMemo,
    /// Nodes to visit before looking at the limits again.
    allowance: u64,
    /// Nodes visited since the budget was last told.
    uncounted: u64,
    /// Nodes visited in all.
    pub visited: u64,
    /// Nodes this search may still visit, beyond the allowance.
    left: u64,
    /// Is it time to end?
    pub stopped: bool,
}

impl Drop for Lookup<'_> {
    fn drop(&mut self) {
        *self.shared.statistics.lock() += self.counts;
    }
}

impl<'a> Context<'a> {
    pub fn new<const SEATS: usize>(shared: Shared<'a>, facts: &'a mut FactsMemo) -> Self {
        let lookup = Lookup {
            shared,
            techniques: shared.techniques.that_hold_for::<SEATS>(),
            keys: Keys::new(shared.rules),
            counts: Statistics::default(),
        };
        Context { lookup, facts, allowance: 0, uncounted: 0, visited: 0, left: 0, stopped: false }
    }

    pub fn rules(&self) -> &'a Ruleset {
        self.lookup.shared.rules
    }

    /// A search of at most `nodes` nodes begins.
    pub fn begin(&mut self, nodes: u64) {
        self.left = nodes;
        self.stopped = false;
    }

    /// It has ended: what it has visited is counted.
    pub fn end(&mut self) {
        self.lookup.shared.budget.count(std::mem::take(&mut self.uncounted));
        self.allowance = 0;
    }

    /// Counts a node and now and then looks at the limits.
    pub fn tick(&mut self, cancel: &AtomicBool) {
        if self.allowance == 0 {
            let Shared { budget, tuning, .. } = self.lookup.shared;
            budget.count(std::mem::take(&mut self.uncounted));
            self.allowance = budget.allowance(tuning.nodes_between_looks.min(self.left));
            self.left -= self.allowance;
            if self.allowance == 0 || cancel.load(Ordering::Relaxed) || budget.expired().is_some() {
                self.stopped = true;
                self.allowance = 1;
            }
        }
        self.allowance -= 1;
        self.uncounted += 1;
        self.visited += 1;
    }

    /// Visits each move that must be searched, until `visit` breaks; `dropped` says which kickers dominance may leave out.
    pub fn for_each_move<const SEATS: usize, B>(
        &mut self,
        position: &Position<SEATS>,
        dropped: DroppedKickers,
        mut visit: impl FnMut(&mut Self, Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let rules = self.rules();
        let order = match self.lookup.techniques.kicker_dominance && holds_for_mover(position) {
            true => kicker_order(position.hand(), dropped, rules),
            false => KickerOrder::default(),
        };
        self.lookup.counts.kickers_left_out += !order.is_empty() as u64;
        if position.can_pass() {
            visit(self, Move::Pass)?;
        }
        position.for_each_combo(rules, order, |combo| visit(self, Move::Play(combo)))
    }

    /// The facts about the hand to move and the other side's; with three hands the stronger-looking of that side.
    pub fn facts_of<const SEATS: usize>(&mut self, position: &Position<SEATS>) -> (Facts, Facts) {
        let mine = self.facts.of(position.hand());
        let side = position.side_to_move();
        let seats = (0..SEATS).filter(|&seat| Position::<SEATS>::side(seat) != side);
        let theirs = seats.map(|seat| self.facts.of(position.hands()[seat])).min_by_key(|facts| facts.needed);
        (mine, theirs.unwrap_or(mine))
    }
}

impl Lookup<'_> {
    /// The key of a position; for two hands the links of both are known.
    pub fn key<const SEATS: usize>(&self, position: &Position<SEATS>, mine: &Facts, theirs: &Facts) -> Key {
        if SEATS == 2 { self.keys.key_with(position, mine.links | theirs.links) } else { self.keys.key(position) }
    }

    /// What it takes to beat the trick.
    pub fn to_beat<const SEATS: usize>(&self, position: &Position<SEATS>) -> Option<ToBeat> {
        position.trick().map(|trick| self.keys.to_beat(position, trick.shape, trick.owner()))
    }

    pub fn static_win<const SEATS: usize>(
        &mut self,
        position: &Position<SEATS>,
        mine: &Facts,
        theirs: &Facts,
    ) -> Option<StaticWin> {
        if !self.techniques.static_wins {
            return None;
        }
        let win = static_win(mine, theirs, position.trick().map(|trick| trick.shape), self.shared.rules);
        self.counts.static_wins += win.is_some() as u64;
        win
    }

    /// What the transposition table knows.
    pub fn probe(&mut self, key: Key) -> Option<Entry> {
        let found = self.shared.tables.transposition.probe(key);
        self.counts.table_probes += 1;
        self.counts.table_hits += found.is_some() as u64;
        found
    }

    /// Tells the transposition table.
    pub fn store(&mut self, key: Key, entry: Entry) {
        let stored = self.shared.tables.transposition.store(key, entry);
        self.counts.table_stores += (stored != Stored::Dropped) as u64;
        self.counts.table_replacements += (stored == Stored::Replaced) as u64;
    }

    pub fn standing<const SEATS: usize>(&self, position: &Position<SEATS>, mover: &Facts, other: &Facts) -> Standing {
        let to_beat = self.to_beat(position);
        let (structure, strength) = strength::of(&mover.layout, &other.layout, to_beat);
        Standing { to_beat, structure, strength }
    }

    /// Whether the partition table says that the side to move wins, and by which entry.
    pub fn recall(&mut self, standing: &Standing) -> Option<(bool, Strength)> {
        let found = self.shared.tables.partition.probe(&standing.structure, &standing.strength);
        self.counts.partition_probes += 1;
        self.counts.partition_hits += found.is_some() as u64;
        found
    }

    /// Tells the partition table.
    pub fn remember(&mut self, structure: &Structure, strength: &Strength, wins: bool) {
        let stored = self.shared.tables.partition.store(structure, strength, wins);
        self.counts.partition_stores += (stored != Stored::Dropped) as u64;
        self.counts.partition_replacements += (stored == Stored::Replaced) as u64;
    }

    /// Is a position small enough for the depth-first search?
    pub fn is_small<const SEATS: usize>(&self, position: &Position<SEATS>) -> bool {
        self.techniques.depth_first
            && self.techniques.partition
            && position.cards() <= self.shared.tuning.depth_first_cards
    }
}
