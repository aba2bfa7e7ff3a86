//! Many workers in every order that chance gives: the real split tree with its jobs, splits, cancellations and full arenas, driven by
//! one thread in virtual time, in which a job takes between an eighth and sixteen times its usual time. In every other schedule all
//! workers but one come and go by chance. The verdict and the winning move are compared with the oracle.
//!
//! A schedule that fails is shrunk (`shrinking.rs`) and printed as an expression that repeats it.

use super::schedule::{MOST_NODES, Schedule};
use super::shrinking::shrunk;
use canju_engine::rules::{Ruleset, State};
use canju_engine::solver::Simulated;
use canju_engine::{Options, Position, Solver, Task};
use canju_testing::budget::share;
use canju_testing::deals;
use rand::RngExt;
use std::ops::RangeInclusive;

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
