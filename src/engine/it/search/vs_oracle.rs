//! The search against the oracle on random positions: the verdict, every winning move, and the line.
//!
//! `cargo test` checks a sample in some seconds, `scripts/check/check_against_oracle.sh` runs all `full_` tests. Each has a
//! seed, so a failure can be repeated. The message has the position in the form that `canju solve` reads.

use canju_engine::rules::{Ruleset, State};
use canju_testing::deals::{self, PRESETS, TWO_PACKS, rule_strings, ruleset};
use canju_testing::solvers::Solvers;
use rand::RngExt;
use rand::rngs::StdRng;
use std::ops::RangeInclusive;

/// What kind of positions to draw.
type Draw<const SEATS: usize> = fn(&mut StdRng, RangeInclusive<usize>, &Ruleset) -> State<SEATS>;

/// Checks `n` positions, the rules taken in turn.
fn run<const SEATS: usize>(n: usize, sizes: RangeInclusive<usize>, texts: &[&str], draw: Draw<SEATS>, seed: u64) {
    let (mut rng, mut solvers) = (deals::rng(seed), Solvers::new(seed));
    for text in texts.iter().cycle().take(n) {
        let position = draw(&mut rng, sizes.clone(), &ruleset(text));
        solvers.check(&position, text);
    }
    solvers.coverage.assert_all();
    solvers.coverage.assert_both_searches();
    if SEATS == 3 {
        solvers.coverage.assert_certified();
        solvers.coverage.assert_easy_tries();
    }
}

/// Leads and positions in mid-trick, half and half.
fn either<const SEATS: usize>(rng: &mut StdRng, sizes: RangeInclusive<usize>, rules: &Ruleset) -> State<SEATS> {
    let draw = if rng.random() { deals::deal } else { deals::mid_trick };
    draw(rng, sizes, rules)
}

fn everything() -> Vec<&'static str> {
    [&PRESETS[..], rule_strings()].concat()
}

#[test]
fn sample_of_the_default_rules() {
    run::<2>(600, 2..=8, &PRESETS[..1], deals::deal, 1);
}

#[test]
fn sample_of_the_other_presets() {
    run::<2>(40 * 5, 2..=8, &PRESETS[1..], deals::deal, 2);
}

#[test]
fn sample_of_positions_in_mid_trick() {
    run::<2>(150, 3..=8, &everything(), deals::mid_trick, 33);
}

#[test]
fn sample_of_bans_and_switches() {
    run::<2>(5 * rule_strings().len(), 2..=8, rule_strings(), deals::deal, 4);
}

#[test]
fn sample_of_three_hands() {
    run::<3>(400, 2..=5, &everything(), either, 5);
}

#[test]
fn sample_of_two_packs() {
    run::<2>(200, 2..=8, &TWO_PACKS, either, 6);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_default_rules() {
    run::<2>(20_000, 2..=8, &PRESETS[..1], deals::deal, 11);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_other_presets() {
    run::<2>(1000 * 5, 2..=8, &PRESETS[1..], deals::deal, 12);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_positions_in_mid_trick() {
    run::<2>(2000, 3..=8, &everything(), deals::mid_trick, 13);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_bans_and_switches() {
    run::<2>(1000, 2..=8, rule_strings(), deals::deal, 14);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_three_hands() {
    run::<3>(50_000, 1..=8, &everything(), either, 15);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_two_packs() {
    run::<2>(6000, 2..=8, &TWO_PACKS, either, 16);
}
