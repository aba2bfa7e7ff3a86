//! Each technique of the search can be switched off, and no verdict changes.

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

fn compare(positions: usize, sizes: std::ops::RangeInclusive<usize>, seed: u64) {
    let mut rng = deals::rng(seed);
    let options = |techniques| Options { techniques, threads: 1, line: false, all_moves: true, ..Options::default() };
    let mut solvers: Vec<Solver> = settings().into_iter().map(|t| Solver::new(options(t))).collect();
    let rule_strings: Vec<&str> =
        deals::PRESETS.into_iter().chain(deals::RULE_STRINGS).chain(deals::TWO_PACKS).collect();
    for n in 0..positions {
        let rules: Ruleset = deals::ruleset(rule_strings[n % rule_strings.len()]);
        let position: Position<2> = deals::deal(&mut rng, sizes.clone(), &rules);
        let expected = solvers[0].solve(&position, &rules).moves;
        for solver in &mut solvers[1..] {
            let techniques = solver.options().techniques;
            assert_eq!(solver.solve(&position, &rules).moves, expected, "{position:?} {rules} {techniques:?}");
        }
    }
}

#[test]
fn sample_without_each_technique() {
    compare(320, 3..=8, 1);
}

#[test]
#[ignore = "takes minutes; run scripts/check_against_oracle.sh"]
fn full_without_each_technique() {
    compare(6_400, 3..=9, 2);
}
