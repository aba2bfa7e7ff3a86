//! Printed at the end of a batch, beside its counts: the slowest puzzles and the peak memory.

use super::language::text;
use crate::cli::memory;
use bytesize::ByteSize;
use canju::batch::Record;
use canju::report::milliseconds;
use canju_engine::rules::shown;
use std::fmt;

/// The slowest puzzles of a batch.
#[derive(Default)]
pub(super) struct Slowest(Vec<(f64, String)>);

const SHOWN: usize = 5;

impl Slowest {
    /// Takes note of a record.
    pub fn add(&mut self, record: &Record) {
        let Record::Solved(solved) = record else { return };
        if self.0.len() == SHOWN && self.0.last().is_some_and(|(least, _)| *least >= solved.elapsed_ms) {
            return;
        }
        let place = self.0.partition_point(|(elapsed, _)| *elapsed >= solved.elapsed_ms);
        self.0.insert(place, (solved.elapsed_ms, solved.id.clone().unwrap_or_default()));
        self.0.truncate(SHOWN);
    }
}

impl fmt::Display for Slowest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_empty() {
            let shown = self.0.iter().map(|(elapsed, id)| format!("{} {}", shown(id), milliseconds(*elapsed)));
            writeln!(f, "{}", text!("slowest", puzzles = shown.collect::<Vec<_>>().join(&text!("comma"))))?;
        }
        match memory::peak() {
            Some(bytes) => writeln!(f, "{}", text!("peak-memory", size = ByteSize(bytes).to_string())),
            None => Ok(()),
        }
    }
}
