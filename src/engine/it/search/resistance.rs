//! The losing side's resistance: the longest game is compared with brute force, the fewest winning replies with the solver.

use canju_engine::Position;
use canju_engine::rules::{Ruleset, State};
use canju_engine::{Options, Resistance, Solver, Task, Verdict};
use canju_testing::deals::{self, PRESETS, TWO_PACKS, ruleset};
use canju_testing::edge;
use canju_testing::oracle::{self, Oracle};
use std::collections::HashMap;

fn solver() -> Solver {
    Solver::new(Options { threads: 1, memory: 16 << 20, ..Options::default() })
}

/// The plies of the game when the side that can win ends it as soon, and the other as late as possible, by the rules'
/// naive reading alone.
pub fn length<const SEATS: usize>(
    state: &oracle::State<SEATS>,
    oracle: &mut Oracle<SEATS>,
    known: &mut HashMap<oracle::State<SEATS>, usize>,
) -> usize {
    if state.finished().is_some() {
        return 0;
    }
    if let Some(&plies) = known.get(state) {
        return plies;
    }
    let wins = oracle.wins(state);
    let moves = if wins { oracle.winning_moves(state) } else { oracle.moves(state) };
    let plies = moves.into_iter().map(|played| 1 + length(&state.after(played), oracle, known));
    let plies = if wins { plies.min() } else { plies.max() }.expect("a game that goes on has moves");
    known.insert(*state, plies);
    plies
}

fn check_lengths<const SEATS: usize>(n: usize, cards: std::ops::RangeInclusive<usize>, texts: &[&str], seed: u64) {
    let (mut rng, mut solver) = (deals::rng(seed), solver());
    for (number, text) in texts.iter().cycle().take(n).enumerate() {
        let rules = ruleset(text);
        let draw = if number % 3 == 2 { deals::mid_trick::<SEATS> } else { deals::deal };
        let position = draw(&mut rng, cards.clone(), &rules);
        let report = solver.solve(&Position::of_state(position, &rules), &Task::default());
        let mut oracle = Oracle::new(edge::rules(text));
        let state = edge::state(&position);
        // The winning move found need not be the quickest; from there on the line is exact.
        let (state, line) = match report.best() {
            Some(best) => (state.after(edge::played(best)), &report.line()[1..]),
            None => (state, report.line()),
        };
        let expected = length(&state, &mut oracle, &mut HashMap::new());
        assert_eq!(line.len(), expected, "{:?} {text} {:?}", position.hands(), report.line());
    }
}

#[test]
fn the_game_lasts_as_long_as_by_brute_force() {
    check_lengths::<2>(150, 2..=6, &PRESETS, 1);
}

#[test]
fn and_with_two_packs() {
    check_lengths::<2>(30, 2..=6, &TWO_PACKS, 2);
}

#[test]
fn and_with_three_hands() {
    check_lengths::<3>(60, 1..=3, &PRESETS, 3);
}

/// The winner's winning replies to each move of a lost position.
fn replies(position: &State<2>, rules: &Ruleset, solver: &mut Solver) -> Vec<(canju_engine::rules::Move, usize)> {
    let task = Task { all_moves: true, line: false, ..Task::default() };
    let mut winning =
        |played| solver.solve(&Position::of_state(position.play(played), rules), &task).winning_moves().len();
    position.moves(rules).into_iter().map(|played| (played, winning(played))).collect()
}

#[test]
fn where_the_length_is_too_dear_the_winner_has_the_fewest_winning_replies() {
    let rules = Ruleset::default();
    let (mut rng, mut resisting, mut judging) = (deals::rng(4), solver(), solver());
    let mut checked = 0;
    while checked < 10 {
        let position = deals::deal::<2>(&mut rng, 9..=10, &rules);
        let report = resisting.solve(&Position::of_state(position, &rules), &Task::default());
        if report.verdict() != Verdict::Loss {
            continue;
        }
        checked += 1;
        let replies = replies(&position, &rules, &mut judging);
        let fewest = replies.iter().map(|&(_, winning)| winning).min();
        let chosen = replies.iter().find(|(played, _)| *played == report.line()[0]).map(|&(_, winning)| winning);
        assert_eq!(chosen, fewest, "{:?}: {:?} of {replies:?}", position.hands(), report.line()[0]);
    }
}

/// What is left in the table does not change the choice, nor does a second look.
#[test]
fn the_choice_is_the_same_every_time() {
    let rules = Ruleset::default();
    let mut rng = deals::rng(5);
    for _ in 0..20 {
        let position = deals::deal::<2>(&mut rng, 7..=10, &rules);
        let asked = Position::of_state(position, &rules);
        let line = |solver: &mut Solver| solver.solve(&asked, &Task::default()).line().to_vec();
        let mut one = solver();
        let first = line(&mut one);
        assert_eq!(first, line(&mut one), "{:?}", position.hands());
        assert_eq!(first, line(&mut solver()), "{:?}", position.hands());
    }
}

/// The cheap tier of batches.
#[test]
fn the_quick_line_is_a_won_game_too() {
    let rules = Ruleset::default();
    let (mut rng, mut solver) = (deals::rng(6), solver());
    let quick = Task { resistance: Resistance::Quick, ..Task::default() };
    for _ in 0..100 {
        let position = deals::deal::<2>(&mut rng, 2..=8, &rules);
        let report = solver.solve(&Position::of_state(position, &rules), &quick);
        let (mut here, mut oracle) = (position, Oracle::new(edge::rules("huanle")));
        for &played in report.line() {
            let wins = (here.to_move() == 0) == (report.verdict() == Verdict::Win);
            assert_eq!(oracle.is_winning(&edge::state(&here), edge::played(played)), wins);
            here = here.try_play(played, &rules).expect("a legal move");
        }
        assert_eq!(here.winner() == Some(canju_engine::rules::Side::First), report.verdict() == Verdict::Win);
    }
}
