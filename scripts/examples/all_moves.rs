//! The verdict of every first move, here of the landlord's. `cargo run --release --example all_moves`
//!
//! Moves are printed in the rules' notation, which names the combination where the cards leave it open.

use canju::{Position, Solver, Task};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "3466999Q | 34JA | 57KA".parse()?;
    for (played, verdict) in Solver::default().moves(&position, &Task::default()) {
        println!("{verdict:7} {}", position.notation(played));
    }
    Ok(())
}
