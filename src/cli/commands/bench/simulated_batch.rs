//! `canju bench --simulate N,… --batch`: all positions as one batch, as `canju batch` would solve them, on workstations that one thread
//! simulates (see `simulate.rs` in the crate of packs).

use super::args::BenchFormat;
use super::sets::Set;
use super::tables::Table;
use super::virtual_time::{Counted, VirtualTime};
use crate::cli::language::text;
use canju::batch::{BatchSimulation, Pacing, SimulatedBatch, Summary};
use canju::puzzle::Puzzle;
use canju::report::{milliseconds, thousands};
use canju_engine::solver::{Experiment, Options, Task};
use serde::Serialize;
use std::io::{self, Write};

/// The name and version of the record.
const SCHEMA: &str = "canju.simulated_batch/1";

/// All figures.
#[derive(Serialize)]
pub(super) struct BatchFigures {
    schema: &'static str,
    version: &'static str,
    memory_limit_bytes: u64,
    positions: usize,
    workstations: Vec<Row>,
}

/// One workstation.
#[derive(Serialize)]
struct Row {
    workers: usize,
    decided: usize,
    wrong: usize,
    /// Hard positions, and how often a worker has joined the search of one.
    hard: usize,
    joined: u64,
    #[serde(flatten)]
    time: VirtualTime,
    /// How long fewer than half of the workers have something to do at the end.
    tail_ms: f64,
}

/// Simulates each number of workers on all positions together.
pub(super) fn simulate(sets: &[Set], workers: &[u16], options: &Options, task: &Task) -> BatchFigures {
    let puzzles: Vec<Puzzle> = sets.iter().flat_map(|(_, puzzles)| puzzles.iter().cloned()).collect();
    let mut simulation =
        BatchSimulation::new(&puzzles, options.clone(), task, Pacing::default(), Experiment::default());
    let mut workstations: Vec<Row> = Vec::new();
    for &workers in workers.iter().take_while(|_| !task.stop.is_stopped()) {
        let found = simulation.run(workers.into());
        workstations.push(Row::new(&found, workstations.first()));
    }
    let (version, memory_limit_bytes) = (env!("CARGO_PKG_VERSION"), options.memory as u64);
    BatchFigures { schema: SCHEMA, version, memory_limit_bytes, positions: puzzles.len(), workstations }
}

impl Row {
    fn new(found: &SimulatedBatch, first: Option<&Row>) -> Row {
        let SimulatedBatch { workers, decided, wrong, hard, joined, nodes, elapsed, idle, locked, tail } = *found;
        let counted = Counted { workers, nodes, elapsed, idle, locked };
        let time = VirtualTime::new(&counted, first.map(|first| (&first.time, first.workers)));
        Row { workers, decided, wrong, hard, joined, time, tail_ms: tail as f64 / 1e6 }
    }
}

impl BatchFigures {
    /// The answers of all rows, for the exit code.
    pub fn summary(&self) -> Summary {
        let mut all = Summary::default();
        for row in &self.workstations {
            all.differing += row.wrong as u64;
            all.counts.unknown += (self.positions - row.decided) as u64;
        }
        all
    }

    /// Writes the record in this form.
    pub fn write(&self, format: BenchFormat, output: &mut dyn Write) -> io::Result<()> {
        match format {
            BenchFormat::Json => writeln!(output, "{}", serde_json::to_string(self)?)?,
            BenchFormat::Text => write!(output, "{}", self.table().text())?,
            BenchFormat::Markdown => write!(output, "{}", self.table().markdown())?,
        }
        output.flush()
    }

    fn table(&self) -> Table {
        let positions = text!("positions", count = self.positions);
        let mut table = Table::new(text!("simulated-batch", positions = positions));
        let rows = &self.workstations;
        let cells = |cell: fn(&Row) -> String| rows.iter().map(move |row| Some(cell(row)));
        table.column(text!("bench-workers"), cells(|row| thousands(row.workers as u64)));
        table.column(text!("bench-decided"), cells(|row| thousands(row.decided as u64)));
        table.column(text!("bench-hard"), cells(|row| thousands(row.hard as u64)));
        table.column(text!("bench-joined"), cells(|row| thousands(row.joined)));
        VirtualTime::add_columns(&mut table, rows.iter().map(|row| &row.time));
        table.column(text!("bench-tail"), cells(|row| milliseconds(row.tail_ms)));
        table
    }
}
