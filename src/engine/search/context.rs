//! The context that the two searches of a worker share: the rules, the budget, facts about hands, the tables, and the
//! counts.
//!
//! The proof-number search (`dfpn.rs`) leaves small positions to the depth-first search (`depth_first.rs`). Both get this
//! context, so neither owns the other's state. Only this file calls the tables, so every position is looked up and stored in
//! one way. Only this file counts nodes.

use super::budget::Budget;
use super::dominance::{DroppedKickers, holds_for_mover, kicker_order};
use super::evaluate::{Evaluator, Guess};
use super::facts::{Facts, FactsMemo};
use super::guess_errors;
use super::statics::{StaticWin, static_win, static_win_to_goal};
use super::statistics::Statistics;
use super::techniques::Techniques;
use crate::rules::{KickerOrder, Move, Ruleset, State};
use crate::tables::strength::{MOST_CARDS_OF_THREE, Outline, Strength, Structure};
use crate::tables::{Correcting, Entry, Key, Keys, OwnCorrections, ProofNumbers, Stored, Tables, ToBeat, Work};
use crate::tuning::Tuning;
use parking_lot::Mutex;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// What all searches of one solve share.
#[derive(Clone, Copy)]
pub struct SolveContext<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The tables that all searches share.
    pub tables: &'a Tables,
    /// The limits of the solve.
    pub budget: &'a Budget,
    /// Which techniques to use.
    pub techniques: Techniques,
    /// How to divide the effort.
    pub tuning: &'a Tuning,
    /// The counts of the solve. Each searcher adds its own when it is dropped.
    pub statistics: &'a Mutex<Statistics>,
}

/// The place of a position in the partition table (`tables/strength.rs`).
#[derive(Clone, Copy)]
pub(super) struct PartitionSlot {
    /// The lowest body that beats the trick.
    pub to_beat: Option<ToBeat>,
    pub structure: Structure,
}

/// Why a position is tried depth-first (`dfpn.rs`).
#[derive(Clone, Copy)]
pub(super) enum Try {
    /// It has few cards.
    Small,
    /// It has more, but looks easy.
    Easy,
}

/// Looks positions up in the tables and finds static wins, and counts both.
pub(super) struct Lookup<'a> {
    pub shared: SolveContext<'a>,
    pub keys: Keys,
    pub counts: Statistics,
    evaluator: Evaluator,
    /// What this worker alone has learned of the evaluation's errors.
    own: OwnCorrections,
    /// The most cards of a small position.
    small: u32,
    /// The most cards of a position that may look easy.
    easy: u32,
}

/// See the module's head. The facts are a field of their own, so that they can be borrowed during a look-up.
pub(super) struct Context<'a> {
    pub lookup: Lookup<'a>,
    pub facts: &'a mut FactsMemo,
    /// Nodes to visit before the next check of the budget.
    allowance: u64,
    /// Nodes visited and not yet charged to the budget.
    uncounted: u64,
    /// Nodes visited in all.
    pub visited: u64,
    /// Nodes that this search may visit after the allowance.
    left: u64,
    /// Must the search end?
    pub stopped: bool,
    alarm: Option<Alarm<'a>>,
}

/// What is done once a search has visited so many nodes, while it goes on.
pub struct Alarm<'a> {
    nodes: u64,
    ring: Box<dyn FnOnce() + 'a>,
}

impl<'a> Alarm<'a> {
    /// Rings after this many nodes.
    pub fn new(nodes: u64, ring: impl FnOnce() + 'a) -> Self {
        Alarm { nodes, ring: Box::new(ring) }
    }
}

impl Drop for Lookup<'_> {
    fn drop(&mut self) {
        *self.shared.statistics.lock() += self.counts;
    }
}

impl<'a> Context<'a> {
    #[inline(always)]
    pub fn new<const SEATS: usize>(shared: SolveContext<'a>, facts: &'a mut FactsMemo) -> Self {
        // The search rests on entries in the partition table, so all positions below must fit.
        let most = if SEATS == 2 { u32::MAX } else { MOST_CARDS_OF_THREE };
        let lookup = Lookup {
            shared,
            keys: Keys::new(shared.rules),
            counts: Statistics::default(),
            evaluator: Evaluator::default(),
            own: OwnCorrections::default(),
            small: shared.tuning.depth_first_cards.min(most),
            easy: if SEATS == 2 { 0 } else { shared.tuning.easy_cards.min(most) },
        };
        Context { lookup, facts, allowance: 0, uncounted: 0, visited: 0, left: 0, stopped: false, alarm: None }
    }

    pub fn rules(&self) -> &'a Ruleset {
        self.lookup.shared.rules
    }

    /// Begins a search of at most `nodes` nodes.
    pub fn begin(&mut self, nodes: u64) {
        self.left = nodes;
        self.stopped = false;
    }

    /// Sets an alarm, counted from now.
    pub fn set_alarm(&mut self, alarm: Alarm<'a>) {
        self.alarm = Some(Alarm { nodes: self.visited + alarm.nodes, ..alarm });
    }

    /// Ends the search and charges its nodes to the budget.
    pub fn end(&mut self) {
        self.lookup.shared.budget.count(std::mem::take(&mut self.uncounted));
        self.allowance = 0;
    }

    /// Counts a node and checks the budget now and then.
    pub fn tick(&mut self, cancel: &AtomicBool) {
        if self.allowance == 0 {
            let SolveContext { budget, tuning, .. } = self.lookup.shared;
            budget.count(std::mem::take(&mut self.uncounted));
            self.allowance = budget.allowance(tuning.nodes_between_looks.min(self.left));
            self.left -= self.allowance;
            if self.allowance == 0 || cancel.load(Ordering::Relaxed) || budget.expired().is_some() {
                self.stopped = true;
                self.allowance = 1;
            }
            if let Some(alarm) = self.alarm.take_if(|alarm| alarm.nodes <= self.visited) {
                (alarm.ring)();
            }
        }
        self.allowance -= 1;
        self.uncounted += 1;
        self.visited += 1;
    }

    /// Visits each move that must be searched, until `visit` breaks; `dropped` says which kickers dominance may leave out.
    pub fn for_each_move<const SEATS: usize, B>(
        &mut self,
        position: &State<SEATS>,
        dropped: DroppedKickers,
        mut visit: impl FnMut(&mut Self, Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let rules = self.rules();
        let order = match self.lookup.shared.techniques.kicker_dominance && holds_for_mover(position) {
            true => kicker_order(position.hand(), dropped, rules),
            false => KickerOrder::default(),
        };
        self.lookup.counts.kickers_left_out += !order.is_empty() as u64;
        if position.can_pass() {
            visit(self, Move::Pass)?;
        }
        position.for_each_combo(rules, order, |combo| visit(self, Move::Play(combo)))
    }

    /// The facts about all hands, in seat order.
    pub fn facts_of<const SEATS: usize>(&mut self, position: &State<SEATS>) -> [Facts; SEATS] {
        // Not `map`, which copies each of them five times.
        let mut facts = [self.facts.of(position.hands()[0]); SEATS];
        for (facts, &hand) in facts.iter_mut().zip(position.hands()).skip(1) {
            *facts = self.facts.of(hand);
        }
        facts
    }
}

impl Lookup<'_> {
    /// The key of a position with this lowest body that beats the trick.
    pub fn key<const SEATS: usize>(
        &self,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
        to_beat: Option<ToBeat>,
    ) -> Key {
        self.keys.key_with(position, hands.iter().fold(0, |links, facts| links | facts.links), to_beat)
    }

    /// The lowest body that beats the trick.
    pub fn to_beat<const SEATS: usize>(&self, position: &State<SEATS>, hands: &[&Facts; SEATS]) -> Option<ToBeat> {
        self.keys.to_beat_with(position, |seat, n| match n {
            1..=4 => hands[seat].groups.at_least[n as usize - 1],
            _ => hands[seat].hand.at_least(n),
        })
    }

    /// The win of the side to move, if one is seen without search.
    #[inline(always)]
    pub fn static_win<const SEATS: usize>(
        &mut self,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
    ) -> Option<StaticWin> {
        self.counted(|rules| static_win(position, hands, rules))
    }

    /// The same for a position with a goal.
    #[cold]
    #[inline(never)]
    pub fn static_win_to_goal<const SEATS: usize>(
        &mut self,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
    ) -> Option<StaticWin> {
        self.counted(|rules| static_win_to_goal(position, hands, rules))
    }

    /// Looks for a static win, if the technique is on, and counts it.
    #[inline(always)]
    fn counted(&mut self, find: impl FnOnce(&Ruleset) -> Option<StaticWin>) -> Option<StaticWin> {
        if !self.shared.techniques.static_wins {
            return None;
        }
        let win = find(self.shared.rules);
        self.counts.static_wins += win.is_some() as u64;
        win
    }

    /// Looks a position up in the transposition table.
    pub fn probe(&mut self, key: Key) -> Option<Entry> {
        let found = self.shared.tables.transposition.probe(key);
        self.counts.table_probes += 1;
        self.counts.table_hits += found.is_some() as u64;
        found
    }

    /// Stores a position in the transposition table.
    pub fn store(&mut self, key: Key, entry: Entry) {
        let stored = self.shared.tables.transposition.store(key, entry);
        self.counts.table_stores += (stored != Stored::Dropped) as u64;
        self.counts.table_replacements += (stored == Stored::Replaced) as u64;
    }

    /// The numbers that a position starts with.
    pub fn evaluate<const SEATS: usize>(&mut self, position: &State<SEATS>, hands: &[&Facts; SEATS]) -> ProofNumbers {
        let Techniques { evaluation, corrections, .. } = self.shared.techniques;
        if !evaluation {
            return ProofNumbers { pn: 1, dn: 1 };
        }
        let known = if corrections { guess_errors::of(position, self.correcting()) } else { [0; 2] };
        self.guess(position, hands).numbers(known)
    }

    /// What the network guesses about a position.
    pub fn guess<const SEATS: usize>(&mut self, position: &State<SEATS>, hands: &[&Facts; SEATS]) -> Guess {
        let guess = self.evaluator.guess(position, hands);
        let goal = position.goal();
        match goal.is_win() {
            true => guess,
            false => guess.with_goal(goal.doublings(), goal.side() == position.side_to_move()),
        }
    }

    fn correcting(&self) -> Correcting<'_> {
        Correcting { shared: &self.shared.tables.corrections, own: &self.own }
    }

    /// Takes note of how far the evaluation was off about a position that has been visited: its numbers now, after this work.
    pub fn learn<const SEATS: usize>(
        &mut self,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
        numbers: ProofNumbers,
        work: Work,
    ) {
        let guess = self.guess(position, hands);
        guess_errors::learn(position, &guess, numbers, work, self.correcting());
        self.counts.corrections += 1;
    }

    /// The position as the partition table sees it. The processor begins to load what the table knows about it.
    pub fn partition_slot<const SEATS: usize>(
        &self,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
    ) -> PartitionSlot {
        self.partition_slot_with(position, hands, self.to_beat(position, hands))
    }

    /// As [`Lookup::partition_slot`], for a caller that knows the lowest body that beats the trick.
    pub fn partition_slot_with<const SEATS: usize>(
        &self,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
        to_beat: Option<ToBeat>,
    ) -> PartitionSlot {
        let structure = outline(position, hands, to_beat).structure(position.goal());
        self.shared.tables.partition.prefetch(&structure);
        PartitionSlot { to_beat, structure }
    }

    /// Looks a position up in the partition table: whether the side to move wins, and in `entry` what decides it.
    /// Half of the positions are the first ones of their structure. So their strength is worked out only if it is compared with
    /// another.
    pub fn recall<const SEATS: usize>(
        &mut self,
        structure: &Structure,
        outline: &Outline<'_, SEATS>,
        entry: &mut Strength,
    ) -> Option<bool> {
        let found = self.shared.tables.partition.probe(structure, |strength| outline.write_strength(strength), entry);
        self.counts.partition_probes += 1;
        self.counts.partition_hits += found.is_some() as u64;
        found
    }

    /// As [`Lookup::recall`], for a caller that does not ask why.
    pub fn recall_verdict<const SEATS: usize>(
        &mut self,
        structure: &Structure,
        outline: &Outline<'_, SEATS>,
    ) -> Option<bool> {
        let mut entry = Strength::NONE;
        self.recall(structure, outline, &mut entry)
    }

    /// Stores an entry in the partition table.
    pub fn remember(&mut self, structure: &Structure, strength: &Strength, wins: bool) {
        let stored = self.shared.tables.partition.store(structure, strength, wins);
        self.counts.partition_stores += (stored != Stored::Dropped) as u64;
        self.counts.partition_replacements += (stored == Stored::Replaced) as u64;
    }

    /// Has a position few cards?
    pub fn is_small<const SEATS: usize>(&self, position: &State<SEATS>) -> bool {
        self.is_depth_first() && position.cards() <= self.small
    }

    /// Is a new position with these numbers tried depth-first, and why?
    pub fn reason_to_try<const SEATS: usize>(&self, position: &State<SEATS>, numbers: ProofNumbers) -> Option<Try> {
        if self.is_small(position) {
            return Some(Try::Small);
        }
        let looks_easy = self.is_depth_first()
            && self.shared.techniques.evaluation
            && position.cards() <= self.easy
            && numbers.pn.min(numbers.dn) <= self.shared.tuning.easy_number;
        looks_easy.then_some(Try::Easy)
    }

    fn is_depth_first(&self) -> bool {
        self.shared.techniques.depth_first && self.shared.techniques.partition
    }
}

/// A position by groups.
pub(super) fn outline<'a, const SEATS: usize>(
    position: &State<SEATS>,
    hands: &[&'a Facts; SEATS],
    to_beat: Option<ToBeat>,
) -> Outline<'a, SEATS> {
    Outline::new(position, hands.map(|facts| &facts.layout), to_beat)
}
