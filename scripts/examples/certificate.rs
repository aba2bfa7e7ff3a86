//! A verdict with its proof, which the checker accepts without trusting the solver. `cargo run --release --example certificate`
//!
//! Whoever gets the certificate needs the checker and the rules alone. It states its position itself, so compare that with the
//! position in question.

use canju::proof::verify;
use canju::rules::{Ruleset, Setup, parse_cards};
use canju::{Options, Solver};

pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Ruleset::default();
    let setup = Setup::new([parse_cards("346999Q2")?, parse_cards("34JAAD")?], None);
    let mut solver = Solver::new(Options::default());
    let report = solver.solve(&setup.validate(&rules)?, &rules);
    let mut certificate = Vec::new();
    solver.certify(&setup, &report, &mut certificate)?;

    let verified = verify(&certificate[..])?;
    assert_eq!((verified.claim.hands.as_slice(), verified.claim.rules), (&setup.hands[..], rules));
    let verdict = if verified.claim.wins { "win" } else { "loss" };
    println!("{verdict}, proved in {} bytes over {} positions", certificate.len(), verified.positions);
    Ok(())
}
