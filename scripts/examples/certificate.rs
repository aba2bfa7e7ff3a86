//! A verdict with its proof, which the checker accepts without trusting the solver. `cargo run --release --example certificate`
//!
//! Whoever gets the certificate needs the checker and the rules alone. It states its position itself, so compare that with the
//! position in question.

use canju::proof::verify;
use canju::{Position, Solver, Task};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position: Position = "346999Q2 | 34JAAD".parse()?;
    let (mut solver, task) = (Solver::default(), Task::default());
    let report = solver.solve(&position, &task);
    let mut certificate = Vec::new();
    solver.certify(&report, &task, &mut certificate)?;

    let verified = verify(&certificate[..])?;
    assert_eq!(verified.claim.position, position);
    let verdict = if verified.claim.wins() == Some(true) { "win" } else { "loss" };
    println!("{verdict}, proved in {} bytes over {} positions", certificate.len(), verified.positions);
    Ok(())
}
