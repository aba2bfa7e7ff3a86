//! `--seed`: what was typed, or a new one, which is printed.

use super::language::text;
use super::plan::OutputPlan;
use canju::generate::read_seed;
use std::io::{self, Write};

/// Reads a seed and, if there is one, the number of the first candidate.
pub(super) fn parse_seed(text: &str) -> Result<(u64, u64), String> {
    read_seed(text).ok_or_else(|| text!("expected-seed"))
}

/// A seed for which none was typed. It is short, because it is shown and may be typed again.
pub(super) fn new_seed() -> u64 {
    rand::random::<u32>().into()
}

/// Says which seed was taken if none was typed.
pub(super) fn note_seed(typed: Option<u64>, seed: u64, output: &OutputPlan) {
    if typed.is_none() && !output.quiet {
        let _ = writeln!(io::stderr(), "canju: {}", text!("seed-repeats", seed = seed.to_string()));
    }
}
