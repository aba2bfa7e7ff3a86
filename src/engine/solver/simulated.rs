//! Solves with workers that one thread simulates in virtual time: for measurements and tests (`workers/simulate.rs`).

use super::workers::{Costs, Director, Simulated, simulate};
use super::{Solver, Task};
use crate::rules::{AnyState, Position, Ruleset, State};
use crate::search::FactsMemo;
use parking_lot::Mutex;
use std::sync::Arc;

impl Solver {
    /// Decides a position with so many workers that one thread simulates in virtual time. It takes as long as the jobs of all of them
    /// take one after the other.
    #[doc(hidden)]
    pub fn simulate(&mut self, position: &Position, task: &Task, workers: usize, costs: Option<Costs>) -> Simulated {
        self.simulate_any(position, task, workers, costs, None)
    }

    /// Decides a position in virtual time with one worker, and with so many others at most as the director sends.
    #[doc(hidden)]
    pub fn simulate_open(
        &mut self,
        position: &Position,
        task: &Task,
        workers: usize,
        costs: Option<Costs>,
        director: &mut dyn Director,
    ) -> Simulated {
        self.simulate_any(position, task, workers, costs, Some(director))
    }

    fn simulate_any(
        &mut self,
        position: &Position,
        task: &Task,
        workers: usize,
        costs: Option<Costs>,
        director: Option<&mut dyn Director>,
    ) -> Simulated {
        match position.state() {
            AnyState::Two(state) => self.simulate_state(position.rules(), state, task, workers, costs, director),
            AnyState::Three(state) => self.simulate_state(position.rules(), state, task, workers, costs, director),
        }
    }

    fn simulate_state<const SEATS: usize>(
        &mut self,
        rules: &Ruleset,
        state: &State<SEATS>,
        task: &Task,
        workers: usize,
        costs: Option<Costs>,
        director: Option<&mut dyn Director>,
    ) -> Simulated {
        self.size_for(task);
        self.prepare::<SEATS>(rules);
        self.clear_tables();
        let (budget, statistics) = (Arc::new(task.budget()), Mutex::default());
        let mut memos: Vec<Option<FactsMemo>> = (0..workers.max(1)).map(|_| None).collect();
        let arenas = self.plan.arenas(false);
        let mut resources = self.resources::<SEATS>(rules, &budget, &statistics, arenas);
        resources.memos = &mut memos;
        simulate(state, costs.unwrap_or(Costs::of(SEATS)), &mut resources, director)
    }
}
