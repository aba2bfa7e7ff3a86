//! Who wins, by which move, and in how many plies? `cargo run --release --example solve`
//!
//! Most programs need no more than this of the library.

use canju::{Position, Solver, Task, Verdict};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "346999Q2 | 34JAAD | rules=huanle,-trio_pair".parse()?;
    let report = Solver::default().solve(&position, &Task { shortest: true, ..Task::default() });
    match (report.verdict(), report.best(), report.plies()) {
        (Verdict::Win, Some(best), Some(plies)) => println!("won in {plies} plies by {best}"),
        (verdict, ..) => println!("{verdict}"),
    }
    let line: Vec<String> = report.line().iter().map(ToString::to_string).collect();
    println!("{}", line.join(" "));
    Ok(())
}
