//! Each technique of the search can be switched off, and no verdict changes, whatever the configuration is.

use canju_engine::Experiment;
use canju_engine::Position;
use canju_engine::Techniques;
use canju_engine::rules::{Ruleset, State};
use canju_engine::{Limits, Options, Solver, Task, Verdict};
use canju_testing::budget::share;
use canju_testing::configurations::{self, Coverage};
use canju_testing::deals;
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// All on, all off, and each one alone off or on.
fn settings() -> Vec<Techniques> {
    let (all, none) = (Techniques::ALL, Techniques::NONE);
    vec![
        all,
        none,
        Techniques { static_wins: false, ..all },
        Techniques { kicker_dominance: false, ..all },
        Techniques { evaluation: false, ..all },
        Techniques { partition: false, ..all },
        Techniques { depth_first: false, ..all },
        Techniques { trained_order: false, ..all },
        Techniques { arenas: false, ..all },
        Techniques { static_wins: true, ..none },
        Techniques { kicker_dominance: true, ..none },
        Techniques { evaluation: true, ..none },
        Techniques { partition: true, ..none },
        Techniques { depth_first: true, partition: true, ..none },
        Techniques { arenas: true, ..none },
        Techniques { corrections: false, ..all },
    ]
}

/// Positions after which the solvers get another drawn configuration.
const LIFE: usize = 16;

fn compare<const SEATS: usize>(positions: usize, sizes: std::ops::RangeInclusive<usize>, seed: u64) {
    let (mut rng, mut coverage) = (deals::rng(seed), Coverage::default());
    let mut usual = Solver::new(Options { threads: 1, ..Options::default() });
    let [endless, task] =
        [Task::default(), configurations::task()].map(|task| Task { all_moves: true, line: false, ..task });
    let mut solvers: Vec<Solver> = Vec::new();
    let two_packs = deals::TWO_PACKS.into_iter().filter(|_| SEATS == 2);
    let rule_strings: Vec<&str> =
        deals::PRESETS.into_iter().chain(deals::rule_strings().iter().copied()).chain(two_packs).collect();
    for n in 0..positions {
        if n % LIFE == 0 {
            let mut drawn = |techniques| {
                let (options, experiment) = configurations::options(&mut rng, Options::default());
                Solver::with_experiment(options, Experiment { techniques, ..experiment })
            };
            solvers = settings().into_iter().map(&mut drawn).collect();
        }
        let rules: Ruleset = deals::ruleset(rule_strings[n % rule_strings.len()]);
        let position: State<SEATS> = deals::deal(&mut rng, sizes.clone(), &rules);
        let expected = usual.moves(&Position::of_state(position, &rules), &endless);
        for solver in &mut solvers {
            let report = solver.solve(&Position::of_state(position, &rules), &task);
            if coverage.add(&report) {
                let (experiment, threads) = (solver.experiment(), solver.threads());
                assert_eq!(report.moves(), expected, "{position:?} {rules} {experiment:?} {threads}");
            }
        }
    }
    coverage.assert_all();
}

#[test]
fn sample_without_each_technique() {
    compare::<2>(share(160, 3), 3..=8, 1);
}

#[test]
fn sample_without_each_technique_with_three_hands() {
    compare::<3>(160, 2..=5, 3);
}

#[test]
#[ignore = "takes minutes; run scripts/check/check_against_oracle.sh"]
fn full_without_each_technique() {
    compare::<2>(6_400, 3..=9, 2);
    compare::<3>(3_200, 3..=6, 4);
}

/// Deals of three hands that are too large for the oracle, against a search without what rests on relative strength,
/// dominance and static wins. On all processors. That search does not finish some of them; 2,000 are compared. A line of counts
/// for every 200 deals says how far a run that was stopped has come.
#[test]
#[ignore = "takes an hour; run scripts/check/check_against_oracle.sh"]
fn full_large_deals_of_three_hands() {
    let mut rng = deals::rng(5);
    let positions: Vec<(State<3>, Ruleset)> = (0..2_030)
        .map(|n| {
            let rules = deals::ruleset(deals::PRESETS[n % deals::PRESETS.len()]);
            (deals::deal(&mut rng, 9..=12, &rules), rules)
        })
        .collect();
    let options = || Options { threads: 1, ..Options::default() };
    let task = Task { line: false, ..Task::default() };
    let plain = Techniques {
        static_wins: false,
        kicker_dominance: false,
        partition: false,
        depth_first: false,
        ..Techniques::ALL
    };
    let limited = task.within(Limits { nodes: Some(3_000_000), time: None });
    let [seen, compared, wins] = [(); 3].map(|()| AtomicUsize::new(0));
    positions.par_chunks(10).for_each(|chunk| {
        let mut usual = Solver::new(options());
        let plain = Experiment { techniques: plain, ..Experiment::default() };
        let mut other = Solver::with_experiment(options(), plain);
        for (position, rules) in chunk {
            let verdict = usual.solve(&Position::of_state(*position, rules), &task).verdict();
            let expected = other.solve(&Position::of_state(*position, rules), &limited).verdict();
            if expected.is_decided() {
                assert_eq!(verdict, expected, "{position} {rules}");
                compared.fetch_add(1, Relaxed);
                wins.fetch_add((verdict == Verdict::Win) as usize, Relaxed);
            }
            let seen = seen.fetch_add(1, Relaxed) + 1;
            if seen.is_multiple_of(200) {
                println!(
                    "{seen} deals: {} compared, {} won by the landlord",
                    compared.load(Relaxed),
                    wins.load(Relaxed)
                );
            }
        }
    });
    let [compared, wins] = [compared, wins].map(AtomicUsize::into_inner);
    assert!(compared >= 2_000 && wins > 300, "{compared} {wins}");
}
