//! One search by many workers in an order that chance gives, and whether its result is right.

use canju_engine::rules::{AnyState, Ruleset, State};
use canju_engine::search::{Reason, Verdict};
use canju_engine::solver::{Costs, Director, Load, Order, Simulated};
use canju_engine::{Experiment, Limits, Options, Position, Solver, Task, Techniques, Tuning};
use canju_testing::oracle::Oracle;
use canju_testing::{configurations, deals, edge};
use rand::RngExt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A search and all that decides in which order its workers take their steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub position: Position,
    pub workers: usize,
    /// The most nodes of the search.
    pub nodes: u64,
    pub tuning: Tuning,
    pub techniques: Techniques,
    pub costs: Costs,
    /// Do workers come and go?
    pub traffic: bool,
}

/// Workers that come and go by chance.
struct Traffic {
    rng: rand::rngs::StdRng,
    here: Vec<bool>,
    joined: u64,
    left: u64,
}

impl Traffic {
    fn new(workers: usize, seed: u64) -> Traffic {
        Traffic { rng: deals::rng(seed), here: vec![false; workers], joined: 0, left: 0 }
    }
}

impl Director for Traffic {
    fn next(&mut self, at: u64, load: Load) -> Order {
        let here = self.here.iter().filter(|&&here| here).count();
        assert_eq!((load.workers, load.most_workers), (1 + here, self.here.len()));
        match (1..self.here.len()).find(|&worker| !self.here[worker]) {
            Some(worker) if self.rng.random_bool(0.3) => {
                self.here[worker] = true;
                self.joined += 1;
                Order::Join(worker, at)
            }
            _ => Order::Act,
        }
    }

    fn stays(&mut self, worker: usize, _at: u64) -> bool {
        assert!(self.here[worker]);
        let stays = self.rng.random_bool(0.7);
        self.left += !stays as u64;
        stays
    }

    fn patience(&self) -> Option<u64> {
        Some(1 << 15)
    }

    fn left(&mut self, worker: usize, _at: u64) {
        self.here[worker] = false;
    }
}

impl Schedule {
    /// A random schedule for this position.
    pub fn draw<const SEATS: usize>(rng: &mut rand::rngs::StdRng, position: State<SEATS>, rules: &Ruleset) -> Schedule {
        let Experiment { tuning, techniques, .. } = configurations::options(rng, Options::default()).1;
        Schedule {
            position: Position::of_state(position, rules),
            workers: rng.random_range(2..=16),
            // Sometimes the limit is reached in the middle of the search.
            nodes: if rng.random_bool(0.1) { (1 << rng.random_range(0..10)) - 1 } else { MOST_NODES },
            // Without static wins and with few small positions there is more to do for the tree.
            tuning: Tuning { depth_first_cards: 0, ..tuning },
            techniques: Techniques { static_wins: rng.random_bool(0.3), ..techniques },
            costs: Costs { seed: rng.random(), wake: 1 << rng.random_range(0..20), ..Costs::of(SEATS) },
            traffic: rng.random(),
        }
    }

    /// Decides the position on this schedule.
    ///
    /// # Errors
    /// What is wrong with the result. A panic is an error, too: workers that wait for ever are one.
    pub fn run(&self) -> Result<Simulated, String> {
        Ok(self.run_counted()?.0)
    }

    /// As [`Schedule::run`], with how often a worker has joined and has left before the end.
    pub fn run_counted(&self) -> Result<(Simulated, [u64; 2]), String> {
        let Schedule { position, workers, nodes, tuning, techniques, costs, traffic } = *self;
        let mut director = Traffic::new(workers, costs.seed);
        let limits = Limits { nodes: Some(nodes), time: None };
        let options = Options { threads: 1, memory: 8 << 20, ..Options::default() };
        let task = Task { limits, line: false, ..Task::default() };
        let experiment = Experiment { tuning, techniques, certify_one_in: None };
        let simulated = || {
            let mut solver = Solver::with_experiment(options, experiment);
            match traffic {
                true => solver.simulate_open(&position, &task, workers, Some(costs), &mut director),
                false => solver.simulate(&position, &task, workers, Some(costs)),
            }
        };
        let found = catch_unwind(AssertUnwindSafe(simulated)).map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            format!("panicked: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?"))
        })?;
        match position.state() {
            AnyState::Two(state) => check(state, &found)?,
            AnyState::Three(state) => check(state, &found)?,
        }
        if director.here.contains(&true) {
            return Err("somebody is still there".to_owned());
        }
        Ok((found, [director.joined, director.left]))
    }
}

/// Compares what was found with the oracle, under the default rules.
fn check<const SEATS: usize>(state: &State<SEATS>, found: &Simulated) -> Result<(), String> {
    let (mut oracle, state) = (Oracle::<SEATS>::new(edge::rules("huanle")), edge::state(state));
    match (found.verdict, found.best) {
        (Some(Verdict::Win), None) => Err("a win without a winning move".to_owned()),
        (Some(Verdict::Win), Some(best)) if !oracle.is_winning(&state, edge::played(best)) => {
            Err(format!("{best} does not win"))
        }
        (Some(Verdict::Loss), _) if oracle.wins(&state) => Err("a win that was taken for a loss".to_owned()),
        (None, _) if found.limit != Some(Reason::Nodes) => {
            Err(format!("undecided, and the limit reached is {:?}", found.limit))
        }
        (Some(_), _) if found.idle_leaves != 0 => {
            Err(format!("decided, and {} leaves still hold their branches", found.idle_leaves))
        }
        _ if found.cancelled_put_back != found.jobs_cancelled => {
            Err(format!("{} jobs were cancelled, {} came back so", found.jobs_cancelled, found.cancelled_put_back))
        }
        _ => Ok(()),
    }
}

/// The most nodes of most searches: with tables and arenas of some hundred bytes some never get anywhere.
pub const MOST_NODES: u64 = 50_000;
