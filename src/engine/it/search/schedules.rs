//! Many workers in every order that chance gives: the real split tree with its jobs, splits and cancellations, driven by one thread in
//! virtual time, in which a job takes between an eighth and sixteen times its usual time. The verdict and the winning move are
//! compared with the oracle. A failure prints the seed that repeats it.

use canju_engine::rules::{Ruleset, State};
use canju_engine::search::Verdict;
use canju_engine::solver::{Costs, Simulated};
use canju_engine::{Experiment, Options, Position, Solver};
use canju_testing::oracle::Oracle;
use canju_testing::{configurations, deals, edge};
use rand::RngExt;
use std::ops::RangeInclusive;

/// What the schedules of a test have reached, all added.
#[derive(Default, Debug)]
struct Reached {
    decided: u64,
    jobs: u64,
    jobs_cancelled: u64,
    branches_split: u64,
    /// Searches in which a worker had to wait for a job.
    waited: u64,
    nodes: u64,
}

impl Reached {
    fn add(&mut self, found: &Simulated) {
        self.decided += found.verdict.is_some() as u64;
        self.jobs += found.jobs;
        self.jobs_cancelled += found.jobs_cancelled;
        self.branches_split += found.branches_split;
        self.waited += (found.idle > 0) as u64;
        self.nodes += found.nodes;
    }
}

/// Decides `count` positions, each with 2 to 16 workers on a schedule of its own.
fn run<const SEATS: usize>(count: u64, sizes: RangeInclusive<usize>, first_seed: u64) -> Reached {
    let (rules, mut reached) = (Ruleset::default(), Reached::default());
    for seed in first_seed..first_seed + count {
        let mut rng = deals::rng(seed);
        let draw = if rng.random() { deals::deal } else { deals::mid_trick };
        let position: State<SEATS> = draw(&mut rng, sizes.clone(), &rules);
        let workers = rng.random_range(2..=16);
        let mut experiment: Experiment = configurations::options(&mut rng, Options::default()).1;
        // Without static wins and with few small positions there is more to do for the tree.
        (experiment.techniques.static_wins, experiment.tuning.depth_first_cards) = (rng.random_bool(0.3), 0);
        let costs = Costs { seed: rng.random(), wake: 1 << rng.random_range(0..20), ..Costs::of(SEATS) };
        let mut options = Options { threads: 1, memory: 8 << 20, line: false, ..Options::default() };
        options.limits.nodes = Some(50_000);
        let mut solver = Solver::with_experiment(options, experiment);
        let found = solver.simulate(&Position::of_state(position, &rules), workers, Some(costs));
        reached.add(&found);
        let (mut oracle, state) = (Oracle::<SEATS>::new(edge::rules("huanle")), edge::state(&position));
        let case = || format!("seed {seed}: {position:?} {workers} workers {experiment:?}");
        match found.verdict {
            Some(Verdict::Win) => {
                let best = edge::played(found.best.unwrap_or_else(|| panic!("no winning move, {}", case())));
                assert!(oracle.is_winning(&state, best), "{}", case());
            }
            Some(_) => assert!(!oracle.wins(&state), "{}", case()),
            None => {}
        }
    }
    println!("{reached:?}");
    reached
}

#[test]
fn sample_of_two_hands() {
    let reached = run::<2>(2_000, 3..=8, 1);
    assert!(reached.decided >= 1_900 && reached.jobs > 20_000 && reached.waited > 500, "{reached:?}");
    assert!(reached.jobs_cancelled > 1_000 && reached.branches_split > 1_000, "{reached:?}");
}

#[test]
fn sample_of_three_hands() {
    let reached = run::<3>(600, 2..=5, 1);
    assert!(reached.decided >= 550 && reached.jobs > 3_000 && reached.waited > 100, "{reached:?}");
    assert!(reached.jobs_cancelled > 300 && reached.branches_split > 300, "{reached:?}");
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
