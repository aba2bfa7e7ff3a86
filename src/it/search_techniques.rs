//! Each technique of the search can be switched off, and no verdict changes, whatever the configuration is.

use crate::configurations::{self, Reached};
use crate::deals;
use canju::rules::{Position, Ruleset};
use canju::{Options, Solver, Techniques};

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
    ]
}

/// Positions after which the solvers get another drawn configuration.
const LIFE: usize = 16;

fn compare(positions: usize, sizes: std::ops::RangeInclusive<usize>, seed: u64) {
    let (mut rng, mut reached) = (deals::rng(seed), Reached::default());
    let options = |techniques| Options { techniques, threads: 1, line: false, all_moves: true, ..Options::default() };
    let mut usual = Solver::new(options(Techniques::ALL));
    let mut solvers: Vec<Solver> = Vec::new();
    let rule_strings: Vec<&str> =
        deals::PRESETS.into_iter().chain(deals::RULE_STRINGS).chain(deals::TWO_PACKS).collect();
    for n in 0..positions {
        if n % LIFE == 0 {
            let mut drawn =
                |techniques| Options { techniques, ..configurations::options(&mut rng, options(techniques)) };
            solvers = settings().into_iter().map(|techniques| Solver::new(drawn(techniques))).collect();
        }
        let rules: Ruleset = deals::ruleset(rule_strings[n % rule_strings.len()]);
        let position: Position<2> = deals::deal(&mut rng, sizes.clone(), &rules);
        let expected = usual.solve(&position, &rules).moves;
        for solver in &mut solvers {
            let report = solver.solve(&position, &rules);
            if reached.add(&report) {
                let Options { techniques, tuning, threads, .. } = solver.options();
                assert_eq!(report.moves, expected, "{position:?} {rules} {techniques:?} {tuning:?} {threads}");
            }
        }
    }
    reached.assert_two_hands();
}

#[test]
fn sample_without_each_technique() {
    compare(160, 3..=8, 1);
}

#[test]
#[ignore = "takes minutes; run scripts/check_against_oracle.sh"]
fn full_without_each_technique() {
    compare(6_400, 3..=9, 2);
}
