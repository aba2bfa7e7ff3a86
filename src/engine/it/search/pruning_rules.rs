//! Every pruning rule against the oracle, on positions drawn for it: the verdict, every winning move, and the line of play.
//!
//! `src/engine/search/PRUNING.md` lists the rules with their conditions and arguments. `scripts/check/plant_faults.py`
//! removes the conditions one by one and shows which test fails. `cargo test` runs a sample of each recipe (`drawn.rs`).
//! `scripts/check/check_against_oracle.sh` runs 20,000 positions of each for two and for three hands.

use canju_engine::Position;
use canju_engine::proof::verify_within;
use canju_engine::rules::{KindSet, Ruleset, State, parse_move};
use canju_engine::{Options, Solver, Task, Verdict};
use canju_testing::budget::share;
use canju_testing::configurations::Coverage;
use canju_testing::deals::{self, PRESETS, TWO_PACKS, WITH_QUAD_CHAINS, rule_strings, ruleset};
use canju_testing::drawn::{QUADS_IN_A_ROW, RECIPES, Recipe, TWO_PACK_RECIPES};
use canju_testing::solvers::Solvers;
use std::time::Instant;

/// What a run met.
#[derive(Default, Debug)]
struct Met {
    positions: usize,
    wins: usize,
    answers: usize,
    /// Quads in a row to be answered.
    quad_chains: usize,
    /// With three hands: by the seat to move.
    seats: [usize; 3],
}

/// Checks `each` positions of a recipe, the rules taken from these in turn.
fn check<const SEATS: usize>(recipe: &Recipe, each: usize, rules: &[&str], seed: u64) -> (Met, Coverage) {
    let (mut rng, mut solvers) = (deals::rng(seed), Solvers::new(seed));
    let (mut met, start) = (Met::default(), Instant::now());
    for text in rules.iter().cycle().take(each) {
        let position = recipe.draw::<SEATS>(&mut rng, &ruleset(text));
        met.wins += solvers.check(&position, text) as usize;
        met.positions += 1;
        met.answers += position.trick().is_some() as usize;
        let kind = position.trick().map(|trick| trick.shape.kind);
        met.quad_chains += kind.is_some_and(|kind| KindSet::QUAD_CHAINS.has(kind)) as usize;
        met.seats[position.to_move()] += 1;
    }
    println!("{SEATS} hands, {}: {met:?} in {:.1} s", recipe.name, start.elapsed().as_secs_f32());
    assert!(met.wins > each / 20 && met.wins < each - each / 20, "{}: {met:?}", recipe.name);
    assert!(met.answers > each / 20 && met.seats[1] > each / 20, "{}: {met:?}", recipe.name);
    (met, solvers.coverage)
}

fn check_quad_chains<const SEATS: usize>(each: usize, seed: u64) {
    let (met, _) = check::<SEATS>(&QUADS_IN_A_ROW, each, &WITH_QUAD_CHAINS, seed);
    assert!(met.quad_chains > each / 30, "{met:?}");
}

/// The presets in turn, every fourth time a ban or a switch.
fn one_pack() -> Vec<&'static str> {
    let others = rule_strings().iter().enumerate();
    others.flat_map(|(n, other)| (0..3).map(move |k| PRESETS[(3 * n + k) % PRESETS.len()]).chain([*other])).collect()
}

/// Checks `each` positions of every recipe.
fn run<const SEATS: usize>(each: usize, seed: u64) {
    let mut coverage = Coverage::default();
    for (number, recipe) in RECIPES.iter().enumerate() {
        coverage.join(&check::<SEATS>(recipe, each, &one_pack(), seed + number as u64).1);
    }
    check_quad_chains::<SEATS>(each, seed + 50);
    coverage.assert_all();
    coverage.assert_both_searches();
    if SEATS == 3 {
        coverage.assert_certified();
        coverage.assert_easy_tries();
    }
}

/// Once said to be won by the landlord: a farmer has to keep its 7, so that its partner can shed the 8 on it.
#[test]
fn a_farmer_keeps_a_low_card_for_its_partner() {
    let rules = Ruleset::default();
    let position = State::<3>::parse(["35556J", "66679T", "8"], None, &rules).expect("a position");
    let (mut solver, task) = (Solver::new(Options { threads: 1, ..Options::default() }), Task::default());
    let report = solver.solve(&Position::of_state(position, &rules), &task);
    assert_eq!(report.verdict(), Verdict::Loss);
    let mut certificate = Vec::new();
    solver.certify(&report, &task, &mut certificate).expect("a certificate");
    let verified = verify_within(&certificate[..], 8 << 20).expect("a certificate that holds");
    assert_eq!(verified.claim.wins(), Some(false));
    // What refutes the move with which the landlord was said to win.
    let after = position.play(parse_move("5556", &rules).expect("a move"));
    let answer = solver.solve(&Position::of_state(after, &rules), &Task { all_moves: true, ..task });
    let winning: Vec<String> = answer.winning_moves().iter().map(ToString::to_string).collect();
    assert_eq!(winning, ["6669", "666T"]);
}

#[test]
fn sample_of_two_hands() {
    run::<2>(share(300, 4), 301);
}

#[test]
fn sample_of_three_hands() {
    run::<3>(share(300, 4), 401);
}

#[test]
fn sample_of_two_packs() {
    for (number, recipe) in TWO_PACK_RECIPES.iter().enumerate() {
        check::<2>(recipe, 300, &TWO_PACKS, 351 + number as u64);
    }
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_two_packs() {
    for (number, recipe) in TWO_PACK_RECIPES.iter().enumerate() {
        check::<2>(recipe, 20_000, &TWO_PACKS, 551 + number as u64);
    }
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_two_hands() {
    run::<2>(20_000, 501);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_three_hands() {
    run::<3>(20_000, 601);
}
