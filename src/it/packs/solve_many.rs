//! Many positions in parallel: in order, lazily, and stopped when nobody wants them any more.

use crate::commands::program::HARD;
use canju::rules::Ruleset;
use canju::{Options, Position, Reason, Solver, Task, Verdict};
use canju_testing::deals;
use std::cell::Cell;

fn solver(threads: usize) -> Solver {
    Solver::new(Options { threads, memory: 64 << 20, ..Options::default() })
}

#[test]
fn reports_come_in_order_and_are_those_of_single_solves() {
    let (mut rng, rules) = (deals::rng(1), Ruleset::default());
    let positions: Vec<Position> = (0..300)
        .map(|number| match number % 3 {
            0 => Position::of_state(deals::deal::<3>(&mut rng, 2..=3, &rules), &rules),
            // Large ones between small ones: they are done later.
            1 => Position::of_state(deals::deal::<2>(&mut rng, 9..=10, &rules), &rules),
            _ => Position::of_state(deals::deal::<2>(&mut rng, 1..=4, &rules), &rules),
        })
        .collect();
    let (mut single, many, task) = (solver(1), solver(3), Task::default());
    let mut count = 0;
    for (report, position) in many.solve_many(positions.iter().copied(), &task).zip(&positions) {
        let expected = single.solve(position, &task);
        assert_eq!((report.position(), report.position().rules()), (position, &rules));
        let found = (report.verdict(), report.best(), report.line());
        assert_eq!(found, (expected.verdict(), expected.best(), expected.line()));
        count += 1;
    }
    assert_eq!(count, positions.len());
}

#[test]
fn the_input_is_read_a_little_ahead_only() {
    let position: Position = "K5 | 44Q".parse().expect("a position");
    let read = Cell::new(0);
    let endless = std::iter::repeat_with(|| {
        read.set(read.get() + 1);
        position
    });
    let (many, task) = (solver(2), Task::default());
    let reports = many.solve_many(endless, &task).take(1000);
    assert_eq!(reports.filter(|report| report.verdict() == Verdict::Win).count(), 1000);
    assert!((1000..1200).contains(&read.get()), "{}", read.get());
    assert_eq!(many.solve_many(std::iter::empty::<Position>(), &task).count(), 0);
}

#[test]
fn the_tasks_stop_flag_stops_all_and_dropping_stops_only_its_own() {
    let rules: Ruleset = "huanle,packs=2".parse().expect("rules");
    let hard = Position::of_hands(&HARD, None, None, None, rules).expect("a position");
    let (solver, task) = (solver(2), Task::default());
    let mut reports = solver.solve_many([hard; 4], &task);
    // Dropped while it is at work: the flag of the task stays down.
    drop(solver.solve_many([hard; 4], &task));
    assert!(!task.stop.is_stopped());
    task.stop.stop();
    assert_eq!(reports.next().map(|report| report.verdict()), Some(Verdict::Unknown(Reason::Interrupted)));
    assert_eq!(reports.count(), 3);
}
