//! Many workers in every order that chance gives: the real split tree with its jobs, splits, cancellations and full arenas, driven by
//! one thread in virtual time, in which a job takes between an eighth and sixteen times its usual time. The verdict and the
//! winning move are compared with the oracle.
//!
//! A schedule that fails is shrunk (`shrinking.rs`) and printed as an expression that repeats it.

use super::shrinking::shrunk;
use canju_engine::rules::{AnyState, Ruleset, State};
use canju_engine::search::{Reason, Verdict};
use canju_engine::solver::{Costs, Simulated};
use canju_engine::{Experiment, Limits, Options, Position, Solver, Techniques, Tuning};
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
        }
    }

    /// Decides the position on this schedule.
    ///
    /// # Errors
    /// What is wrong with the result. A panic is an error, too: workers that wait for ever are one.
    pub fn run(&self) -> Result<Simulated, String> {
        let Schedule { position, workers, nodes, tuning, techniques, costs } = *self;
        let limits = Limits { nodes: Some(nodes), time: None };
        let options = Options { threads: 1, memory: 8 << 20, limits, line: false, ..Options::default() };
        let experiment = Experiment { tuning, techniques, certify_one_in: None };
        let simulated = || Solver::with_experiment(options, experiment).simulate(&position, workers, Some(costs));
        let found = catch_unwind(AssertUnwindSafe(simulated)).map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            format!("panicked: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?"))
        })?;
        match position.state() {
            AnyState::Two(state) => check(state, &found)?,
            AnyState::Three(state) => check(state, &found)?,
        }
        Ok(found)
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
    /// What was counted in all searches.
    all: Simulated,
}

impl Reached {
    fn add(&mut self, schedule: &Schedule, found: &Simulated) {
        let is_open = found.verdict.is_none();
        self.searches += 1;
        self.given_up += (is_open && schedule.nodes == MOST_NODES) as u64;
        self.limited += (is_open && schedule.nodes != MOST_NODES) as u64;
        self.waited += (found.idle > 0) as u64;
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
        match schedule.run() {
            Ok(found) => reached.add(&schedule, &found),
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
    run::<2>(2_000, 3..=8, 1);
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
        let mut solver = Solver::new(Options { threads: 1, line: false, ..Options::default() });
        solver.simulate(&position, workers, None)
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
