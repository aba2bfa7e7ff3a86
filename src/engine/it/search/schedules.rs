//! Many workers in every order that chance gives: the real split tree with its jobs, splits, cancellations and full arenas, driven by
//! one thread in virtual time, in which a job takes between an eighth and sixteen times its usual time. In every other schedule all
//! workers but one come and go by chance. The verdict and the winning move are compared with the oracle.
//!
//! A schedule that fails is shrunk (`shrinking.rs`) and printed as an expression that repeats it.

use super::shrinking::shrunk;
use canju_engine::rules::{AnyState, Ruleset, State};
use canju_engine::search::{Reason, Verdict};
use canju_engine::solver::{Costs, Director, Load, Order, Simulated};
use canju_engine::{Experiment, Limits, Options, Position, Solver, Task, Techniques, Tuning};
use canju_testing::budget::share;
use canju_testing::oracle::Oracle;
use canju_testing::{configurations, deals, edge};
use rand::RngExt;
use std::ops::RangeInclusive;
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
    fn draw<const SEATS: usize>(rng: &mut rand::rngs::StdRng, position: State<SEATS>, rules: &Ruleset) -> Schedule {
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
    fn run_counted(&self) -> Result<(Simulated, [u64; 2]), String> {
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

/// What the schedules of a test have reached, all added.
#[derive(Default, Debug)]
struct Reached {
    searches: u64,
    /// Searches that reached the limit of most searches, and those that reached a lower one.
    given_up: u64,
    limited: u64,
    /// Searches in which a worker had to wait for a job.
    waited: u64,
    /// Searches in which workers come and go; how often one has joined, and has left before the end.
    traffic: u64,
    joined: u64,
    left: u64,
    /// What was counted in all searches.
    all: Simulated,
}

impl Reached {
    fn add(&mut self, schedule: &Schedule, found: &Simulated, [joined, left]: [u64; 2]) {
        let is_open = found.verdict.is_none();
        self.searches += 1;
        self.given_up += (is_open && schedule.nodes == MOST_NODES) as u64;
        self.limited += (is_open && schedule.nodes != MOST_NODES) as u64;
        self.waited += (found.idle > 0) as u64;
        self.traffic += schedule.traffic as u64;
        (self.joined, self.left) = (self.joined + joined, self.left + left);
        self.all = self.all.plus(found);
    }

    /// Every step was taken often, and hardly a search was given up.
    fn assert_all(&self) {
        println!("{self:?}");
        let often = [
            self.waited,
            self.all.jobs / 10,
            self.all.branches_split,
            self.all.cancelled_put_back,
            self.all.cancelled_solved,
            self.all.cancelled_split,
            self.all.arenas_dropped,
            self.all.arenas_compacted,
            10 * self.limited,
            self.traffic,
            self.joined / 10,
            self.left / 10,
        ];
        assert!(often.iter().all(|&count| 10 * count > self.searches), "{self:?}");
        assert!(100 * self.given_up < self.searches, "{self:?}");
    }
}

/// Decides `count` positions, each with 2 to 16 workers on a schedule of its own.
fn run<const SEATS: usize>(count: u64, sizes: RangeInclusive<usize>, first_seed: u64) {
    let (rules, mut reached) = (Ruleset::default(), Reached::default());
    for seed in first_seed..first_seed + count {
        let mut rng = deals::rng(seed);
        let draw = if rng.random() { deals::deal } else { deals::mid_trick };
        let position: State<SEATS> = draw(&mut rng, sizes.clone(), &rules);
        let schedule = Schedule::draw(&mut rng, position, &rules);
        match schedule.run_counted() {
            Ok((found, traffic)) => reached.add(&schedule, &found, traffic),
            Err(why) => {
                let small = shrunk(schedule, |schedule| schedule.run().err());
                panic!("seed {seed} of {SEATS} hands: {why}:\n{schedule}\n\n{small}");
            }
        }
    }
    reached.assert_all();
}

#[test]
fn sample_of_two_hands() {
    run::<2>(share(2_000, 3) as u64, 3..=8, 1);
}

#[test]
fn sample_of_three_hands() {
    run::<3>(600, 2..=5, 1);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_schedules() {
    run::<2>(50_000, 3..=8, 1_000_000);
    run::<3>(20_000, 2..=6, 2_000_000);
}

/// The same figures on every machine, whatever else it does.
#[test]
fn a_simulation_is_the_same_each_time() {
    let position: Position = "4455678899TTJKD | 345668TTQKKAA2".parse().unwrap();
    let simulated = |workers| {
        let mut solver = Solver::new(Options { threads: 1, ..Options::default() });
        solver.simulate(&position, &Task { line: false, ..Task::default() }, workers, None)
    };
    let all = [1, 3, 64].map(|workers| [simulated(workers), simulated(workers)]);
    assert!(all.iter().all(|[one, other]| one == other), "{all:?}");
    let [[one, _], [three, _], [many, _]] = all;
    assert!(one.verdict.is_some() && one.verdict == three.verdict && one.verdict == many.verdict);
    // One core is always busy, but for the lock that nobody else wants; the time of several is what they were at.
    assert_eq!((one.idle, one.blocked, one.elapsed), (0, 0, one.busy + one.locked));
    assert!(three.elapsed < one.elapsed && many.elapsed < one.elapsed);
    for found in [three, many] {
        let all = found.busy + found.idle + found.blocked + found.locked;
        assert!(all <= found.elapsed * found.workers as u64, "{found:?}");
    }
}
