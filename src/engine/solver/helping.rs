//! Solvers that help with each other's searches (`workers/lobby.rs`) and have memory in common (`tables/reserve.rs`), and how much work
//! a position looks like.

use super::memory::MemoryPlan;
use super::workers::{Joining, Lobby};
use super::{Experiment, Options, Solver};
use crate::rules::{AnyState, Move, Position, Ruleset, State};
use crate::search::{Budget, FactsMemo, Guess, Limits, StopFlag, estimate_of_guess};
use crate::tables::{Reserve, Tables};
use parking_lot::Mutex;
use std::sync::Arc;

/// How the searches of a solver are opened to others.
pub(super) struct Opening {
    pub lobby: Lobby,
    /// Nodes of a solve before that.
    pub after: u64,
}

impl Solver {
    /// A solver with one thread. Once a solve has visited so many nodes, threads of other solvers may join its searches.
    #[doc(hidden)]
    pub fn with_lobby(options: Options, experiment: Experiment, lobby: Lobby, after: u64) -> Solver {
        let solver = Solver::with_experiment(Options { threads: 1, ..options }, experiment);
        Solver { opening: Some(Opening { lobby, after }), ..solver }
    }

    /// The memory that the tables of `count` solvers with these options have in common. `None` if each needs its share for itself.
    #[doc(hidden)]
    pub fn reserve(count: usize, options: &Options, experiment: &Experiment) -> Option<Arc<Reserve>> {
        let plan = MemoryPlan::new(options.memory, 1, experiment.tuning.clamped());
        Tables::reserve(count, plan.tables(), &plan.tuning)
    }

    /// From now on this solver's tables take most of their memory from this reserve, which [`Solver::reserve`] has made, and forget
    /// what they hold.
    #[doc(hidden)]
    pub fn share(&mut self, reserve: &Arc<Reserve>) {
        self.clear_tables();
        Arc::get_mut(&mut self.tables).expect("all helpers have left").share(reserve);
    }

    /// Gives the memory of its tables back to the reserve, if they have any of it, and with it what they hold.
    #[doc(hidden)]
    pub fn give_back(&mut self) {
        if self.tables.have_borrowed() {
            self.clear_tables();
        }
    }

    /// Joins the search of the lobby in which a helper is worth most, and works there with this solver's memory of hands until the
    /// search is over or `stays`, which is asked every few milliseconds, says no. False if there is none to join.
    #[doc(hidden)]
    pub fn help(&mut self, lobby: &Lobby, joining: Joining, stays: &mut dyn FnMut() -> bool) -> bool {
        let Some(visit) = lobby.join(joining) else { return false };
        self.set_rules(visit.rules());
        let Solver { memos, rules, plan, .. } = self;
        memos[0].get_or_insert_with(|| FactsMemo::new(rules, &plan.tuning));
        visit.work(&mut memos[0], stays);
        true
    }

    /// The nodes that the network expects a search of the position to take: a guess, often wrong by several times.
    #[doc(hidden)]
    pub fn expected_nodes(&mut self, position: &Position) -> u64 {
        self.network(position).map_or(0, |guess| guess.nodes())
    }

    /// How likely a legal move wins for the side that makes it, as the network guesses it; without the network 1/2, and 0 or 1 if it
    /// ends the game.
    #[doc(hidden)]
    pub fn outlook(&mut self, position: &Position, played: Move) -> f64 {
        let (next, side) = (position.after(played), position.side_to_move());
        if let Some(winner) = next.winner() {
            return f64::from(u8::from(winner == side));
        }
        let likelihood = self.network(&next).map_or(0.5, |guess| estimate_of_guess(&guess));
        if next.side_to_move() == side { likelihood } else { 1.0 - likelihood }
    }

    /// What the network guesses about a position. `None` without the network.
    fn network(&mut self, position: &Position) -> Option<Guess> {
        match position.state() {
            AnyState::Two(state) => self.network_of(state, position.rules()),
            AnyState::Three(state) => self.network_of(state, position.rules()),
        }
    }

    fn network_of<const SEATS: usize>(&mut self, state: &State<SEATS>, rules: &Ruleset) -> Option<Guess> {
        self.prepare::<SEATS>(rules);
        let (budget, statistics) = (Arc::new(Budget::start(Limits::default(), StopFlag::default())), Mutex::default());
        let resources = self.resources::<SEATS>(rules, &budget, &statistics, 0);
        resources.shared.searcher(&mut resources.memos[0]).guess(state)
    }
}
