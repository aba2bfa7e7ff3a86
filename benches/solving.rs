//! Solving: the composed puzzles that ship, and some full deals that one thread solves quickly.
//!
//! The whole set of deals takes too long to repeat. `canju bench --set all` times it once.

use canju::puzzle::{Puzzle, read};
use canju::rules::Ruleset;
use canju::{Options, Solver, Task};
use criterion::Criterion;
use std::path::Path;
use std::time::Duration;

/// The deals benched, by name.
const DEALS: [&str; 3] = ["14-14 deal 1", "14-14 deal 2", "14-14 deal 4"];

fn puzzles(path: &str) -> Vec<Puzzle> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).expect(path);
    read(text.as_bytes(), path, Ruleset::default()).collect::<Result<_, _>>().expect(path)
}

fn solve(solver: &mut Solver, puzzles: &[Puzzle]) {
    let task = Task { line: false, ..Task::default() };
    for puzzle in puzzles {
        assert_eq!(puzzle.position.hands().len(), 2, "{}", puzzle.id);
        let verdict = solver.solve(&puzzle.position, &task).verdict();
        assert!(verdict.is_decided(), "{}: {verdict:?}", puzzle.id);
        assert_eq!(Some(verdict), puzzle.expected.map(|expected| expected.verdict()), "{}", puzzle.id);
    }
}

pub fn benches(c: &mut Criterion) {
    let composed = ["circulated", "game-levels", "solver-tables", "unanswered"];
    let composed = composed.map(|name| puzzles(&format!("puzzles/published/{name}.ddz"))).concat();
    let mut deals = puzzles("src/cli/commands/bench/data/full.ddz");
    deals.retain(|puzzle| puzzle.name.as_deref().is_some_and(|name| DEALS.contains(&name)));
    assert_eq!(deals.len(), DEALS.len());

    let mut group = c.benchmark_group("solving");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for threads in [1, 2] {
        let mut solver = Solver::new(Options { threads, ..Options::default() });
        group.bench_function(format!("composed, {threads} threads"), |b| b.iter(|| solve(&mut solver, &composed)));
        group.bench_function(format!("deals, {threads} threads"), |b| b.iter(|| solve(&mut solver, &deals)));
    }
    group.finish();
}
