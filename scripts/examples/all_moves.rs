//! The verdict of every first move, here of the landlord's. `cargo run --release --example all_moves`
//!
//! Moves are printed in the rules' notation, which names the combination where the cards leave it open.

use canju::rules::{Position, Ruleset};
use canju::{Options, Solver};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Ruleset::default();
    let position = Position::<3>::parse(["3466999Q", "34JA", "57KA"], None, &rules)?;
    let report = Solver::new(Options { all_moves: true, line: false, ..Options::default() }).solve(&position, &rules);
    for &(played, verdict) in &report.moves {
        println!("{verdict:7} {}", rules.notation(played));
    }
    Ok(())
}
