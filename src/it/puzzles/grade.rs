//! The measures of `canju grade`, against the naive solver and against what `canju solve` says.

use crate::commands::program::{canju, directory, program, run};
use canju::grade::{Grade, Grader};
use canju::puzzle::{Puzzle, read};
use canju::rules::{Hand, Ruleset};
use canju::{Limits, Options, Position, Solver, StopFlag, Task, Verdict};
use canju_engine::rules::{AnyState, State};
use canju_testing::budget::full;
use canju_testing::edge;
use canju_testing::oracle::{self, Oracle};
use serde_json::Value;
use std::collections::BTreeSet;

const PACK: &str = include_str!("../../../puzzles/published/solver-tables.ddz");

fn grader() -> Grader {
    Grader::new(Limits::default(), StopFlag::default())
}

fn grade(puzzle: &Puzzle) -> Grade {
    grader().grade(&puzzle.position).expect("a grade")
}

fn two(position: &Position) -> &State<2> {
    match position.state() {
        AnyState::Two(state) => state,
        other => panic!("{other:?}"),
    }
}

/// Puzzles that the naive solver can decide, with some that have several winning moves, cards that don't matter and bombs.
fn small_puzzles() -> Vec<Puzzle> {
    let own =
        "335 | 4A\n3335 | 446\n33334 | 55XD\n45678 | 99TT\n3 4 | 55\n44455 | 33366\nTT5 | 8896 | last=7\n3399 | 4455\n";
    let published = PACK.lines().filter(|line| !line.starts_with('#'));
    let lines = published.chain(own.lines()).collect::<Vec<_>>().join("\n");
    let puzzles = read(lines.as_bytes(), "small", Ruleset::default()).map(|puzzle| puzzle.expect("a puzzle"));
    let small: Vec<Puzzle> = puzzles.filter(|puzzle| puzzle.position.cards() <= 10).collect();
    assert!(small.len() >= 12);
    small
}

/// The sets of cards that win, by the naive solver; none for a pass.
fn winning_sets(position: &Position) -> BTreeSet<Hand> {
    let mut oracle = Oracle::new(edge::rules(&position.rules().to_string()));
    let won = oracle.winning_moves(&edge::state(two(position)));
    won.iter().map(|played| played.as_ref().map_or(Hand::EMPTY, |reading| edge::hand(&reading.cards))).collect()
}

fn found_sets(grade: &Grade) -> BTreeSet<Hand> {
    grade.winning.iter().map(|played| played.combo().map_or(Hand::EMPTY, |combo| combo.cards)).collect()
}

#[test]
fn verdicts_winning_moves_and_traps_are_those_of_the_naive_solver() {
    let (mut traps, mut choices) = (0, 0);
    for puzzle in small_puzzles() {
        let (position, found) = (two(&puzzle.position), grade(&puzzle));
        let won = winning_sets(&puzzle.position);
        assert_eq!(found_sets(&found), won, "{puzzle}");
        assert_eq!(found.winning.len(), won.len(), "{puzzle}: a set of cards twice");
        assert_eq!(found.verdict, if won.is_empty() { Verdict::Loss } else { Verdict::Win });
        let mut oracle = Oracle::new(edge::rules(&puzzle.position.rules().to_string()));
        let all = oracle.moves(&edge::state(position));
        let sets: BTreeSet<_> = all.iter().map(|played| played.as_ref().map(|reading| reading.cards)).collect();
        assert_eq!(found.choices, sets.len(), "{puzzle}");
        for trap in &found.traps {
            assert!(!oracle.is_winning(&edge::state(position), edge::played(trap.played)), "{puzzle} {trap:?}");
            let plies = trap.plies.expect("a small position");
            assert_eq!(u32::from(plies), longest(&mut oracle, &edge::state(&position.play(trap.played))), "{puzzle}");
        }
        traps += found.traps.len();
        choices += found.choices;
    }
    assert!(traps >= 10 && choices > 60, "{traps} of {choices}");
}

/// How many plies a game lasts if its winner hurries and its loser does not, by looking at every move.
fn longest(oracle: &mut Oracle<2>, state: &oracle::State<2>) -> u32 {
    if state.finished().is_some() {
        return 0;
    }
    let wins = oracle.wins(state);
    let moves = if wins { oracle.winning_moves(state) } else { oracle.moves(state) };
    let lengths = moves.into_iter().map(|played| longest(oracle, &state.after(played)));
    let lengths = lengths.collect::<Vec<_>>().into_iter();
    1 + if wins { lengths.min() } else { lengths.max() }.expect("a move")
}

#[test]
fn lines_are_as_long_as_the_game_and_their_only_moves_are_only_ones() {
    for puzzle in small_puzzles() {
        let (mut here, found) = (*two(&puzzle.position), grade(&puzzle));
        let mut oracle = Oracle::new(edge::rules(&puzzle.position.rules().to_string()));
        assert!(found.line.is_exact);
        assert_eq!(found.line.moves.len() as u32, longest(&mut oracle, &edge::state(&here)), "{puzzle}");
        let wins = found.verdict == Verdict::Win;
        let (mut decisions, mut only) = (0, 0);
        for (ply, &played) in found.line.moves.iter().enumerate() {
            if (ply % 2 == 0) == wins {
                let sets = |moves: Vec<oracle::Move>| {
                    moves.into_iter().map(|played| played.map(|reading| reading.cards)).collect::<BTreeSet<_>>().len()
                };
                let (all, won) = (oracle.moves(&edge::state(&here)), oracle.winning_moves(&edge::state(&here)));
                decisions += (sets(all.clone()) > 1) as usize;
                only += (sets(all) > 1 && sets(won) == 1) as usize;
            }
            here = here.play(played);
        }
        assert!(here.winner().is_some());
        assert_eq!((found.line.decisions, found.line.only_moves), (decisions, only), "{puzzle}");
    }
}

#[test]
fn idle_cards_are_those_without_which_nothing_changes() {
    let mut idle = 0;
    for puzzle in small_puzzles().into_iter().filter(|puzzle| puzzle.position.last().is_none()) {
        let (position, found) = (&puzzle.position, grade(&puzzle));
        let won = winning_sets(position);
        for seat in 0..2 {
            for rank in position.hands()[seat].ranks() {
                let mut hands = position.hands().to_vec();
                hands[seat] = hands[seat].minus(Hand::of(rank, 1));
                let less = Position::new(&hands, position.turn(), *position.rules());
                let is_idle = less.is_ok_and(|less| winning_sets(&less) == won);
                let says = found.idle.iter().any(|card| (card.seat, card.rank) == (seat, rank));
                assert_eq!(says, is_idle, "{puzzle}: {rank} of hand {}", seat + 1);
                idle += is_idle as usize;
            }
        }
    }
    assert!(idle > 0);
}

/// A simple player that is said to win wins against every defence, and one that is said to lose does not; nobody who
/// sees to the end of the game fails.
#[test]
fn players_that_see_enough_win() {
    let (mut easy, mut hard) = (0, 0);
    for puzzle in small_puzzles() {
        let found = grader().with_lookahead(20).grade(&puzzle.position).expect("a grade");
        if found.verdict == Verdict::Loss {
            assert!(found.lookahead.is_none() && found.simple_players.is_empty());
            continue;
        }
        let plies = found.lookahead.expect("within the length of the game");
        // Every position of the game lasts at most as long.
        assert!(usize::from(plies) <= found.line.moves.len(), "{puzzle}: {plies}");
        let careful = found.simple_players.iter().find(|player| player.habit.name() == "careful").expect("all three");
        assert_eq!(careful.wins, plies == 0, "{puzzle}");
        assert!(found.simple_players.iter().all(|player| player.starts_right || !player.wins));
        assert!(found.difficulty.tenths() < 20 || !found.is_easy());
        if found.is_easy() { easy += 1 } else { hard += 1 }
    }
    assert!(easy >= 3 && hard >= 3, "{easy} {hard}");
}

/// What was graded before has no part in a grade.
#[test]
fn a_grade_depends_on_the_position_alone() {
    let puzzles = small_puzzles();
    let mut one = grader();
    for puzzle in puzzles.iter().chain(puzzles.iter().rev()) {
        let again = one.grade(&puzzle.position).expect("a grade");
        assert_eq!(again, grade(puzzle), "{puzzle}");
    }
    let (packs, count) = if full() { ("puzzles/published", 35) } else { ("puzzles/published/solver-tables.ddz", 18) };
    let lines = |threads| canju(["grade", packs, "--format", "jsonl", "--quiet", "--threads", threads]).stdout;
    let single = lines("1");
    assert_eq!(single, lines("3"));
    assert_eq!(single.lines().count(), count);
}

#[test]
fn three_hands_and_two_packs_are_graded() {
    for line in ["3459 | 667 | 88T", "346999Q2 | 34JAAD | turn=2", "33333456 | 44777 | rules=huanle,packs=2"] {
        let puzzle: Puzzle = line.parse().expect("a puzzle");
        let found = grade(&puzzle);
        let solver = &mut Solver::new(Options { threads: 1, ..Options::default() });
        let report = solver.solve(&puzzle.position, &Task { all_moves: true, ..Task::default() });
        assert_eq!(found.verdict == Verdict::Win, report.verdict() == Verdict::Win, "{line}");
        let sets = report.winning_moves().iter().map(|played| played.combo().map_or(Hand::EMPTY, |combo| combo.cards));
        assert_eq!(found_sets(&found), sets.collect(), "{line}");
        assert_eq!(found.needed.len(), puzzle.position.hands().len());
    }
}

#[test]
fn the_table() {
    insta::assert_snapshot!("grade_table", canju(["grade", "puzzles/published"]).transcript());
    let sorted =
        canju(["grade", "puzzles/published/game-levels.ddz", "--sort", "difficulty", "--lookahead", "4", "-q"]);
    insta::assert_snapshot!("grade_sorted", sorted.transcript());
}

/// A record is an object whose grade can be read, and a puzzle that can be graded again.
#[test]
fn records() {
    let found = canju(["grade", "puzzles/published/game-levels.ddz", "--format", "jsonl"]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    insta::assert_snapshot!("grade_record", found.stdout.lines().nth(4).expect("the fifth"));
    let again = run(program().args(["grade", "-", "--format", "jsonl", "-q"]).write_stdin(found.stdout.clone()));
    assert_eq!(again.stdout, found.stdout);
    let levels: Vec<Value> = found.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(levels.iter().all(|record| record["level"].is_string() && record["ok"] == Value::Bool(true)));
}

#[test]
fn a_position_that_comes_again_is_graded_once() {
    // The third has other ranks: it may look different, so it is graded.
    let root = directory(&[("pack.ddz", b"346999Q2 | 34JAAD\n346999Q2 | 34JAAD\n456TTTQ2 | 45JAAD\n")]);
    let grade = ["grade", "pack.ddz", "--threads", "1", "--format", "jsonl"];
    let found = run(program().current_dir(root.path()).args(grade));
    assert!(found.stderr.ends_with("; 1 remembered\n"), "{}", found.stderr);
    let mut records: Vec<Value> = found.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (record, line) in records.iter_mut().zip(1..) {
        let id = record.as_object_mut().and_then(|record| record.remove("id"));
        assert_eq!(id, Some(Value::String(format!("pack.ddz:{line}"))));
    }
    assert_eq!((records.len(), &records[0]), (3, &records[1]));
    assert_ne!(records[0]["hands"], records[2]["hands"]);
}

#[test]
fn what_is_no_puzzle_or_takes_too_long_is_said() {
    let root = directory(&[("bad.ddz", b"345 | 678\n33333 | 4\n3 | 4 | difficulty=5.1\n335 | 4A | expect=loss\n")]);
    let found = run(program().current_dir(root.path()).args(["grade", "bad.ddz", "missing.ddz"]));
    insta::assert_snapshot!("grade_bad_lines", found.transcript());
    let limited = canju(["grade", "puzzles/published/game-levels.ddz", "--node-limit", "3"]);
    assert_eq!(limited.code, Some(1), "{}", limited.transcript());
    assert!(
        limited.stdout.contains("limit: nodes") && limited.stderr.contains("6 unknown"),
        "{}",
        limited.transcript()
    );
    assert_eq!(canju(["grade"]).code, Some(2));
    assert_eq!(canju(["grade", "puzzles", "--sort", "beauty"]).code, Some(2));
}
