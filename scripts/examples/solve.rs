//! Who wins, by which move, and in how many plies? `cargo run --release --example solve`
//!
//! Most programs need no more than this of the library.

use canju::rules::{Position, Ruleset};
use canju::{Options, Solver, Verdict};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules: Ruleset = "huanle,-trio_pair".parse()?;
    let position = Position::<2>::parse(["346999Q2", "34JAAD"], None, &rules)?;
    let report = Solver::new(Options { shortest: true, ..Options::default() }).solve(&position, &rules);
    match (report.verdict, report.best, report.plies) {
        (Verdict::Win, Some(best), Some(plies)) => println!("won in {plies} plies by {best}"),
        (verdict, ..) => println!("{verdict}"),
    }
    let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
    println!("{}", line.join(" "));
    Ok(())
}
