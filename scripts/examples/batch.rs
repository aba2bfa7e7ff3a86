//! Many positions on all cores, in order. `cargo run --release --example batch`
//!
//! `solve_many` reads its positions as they are needed, so there may be any number. A program that wants records, repeats
//! solved once or a journal uses `canju::batch::Batch` instead.

use canju::puzzle::{self, Puzzle};
use canju::rules::Ruleset;
use canju::{Solver, Task};

const PACK: &str = "\
# three puzzles
346999Q2 | 34JAAD | name=\"a level of a phone game\"
35577TTQQ2 | 9AA
345 | 678 | 9TJ
";

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzles: Vec<Puzzle> = puzzle::read(PACK.as_bytes(), "my.ddz", Ruleset::default()).collect::<Result<_, _>>()?;
    let task = Task { line: false, ..Task::default() };
    let reports = Solver::default().solve_many(puzzles.iter().map(|puzzle| puzzle.position), &task);
    for (puzzle, report) in puzzles.iter().zip(reports) {
        let best = report.best().map(|best| puzzle.position.notation(best)).unwrap_or_default();
        println!("{}: {} {best}", puzzle.id, report.verdict());
    }
    Ok(())
}
