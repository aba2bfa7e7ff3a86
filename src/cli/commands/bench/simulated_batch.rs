//! `canju bench --simulate N,… --batch`: all positions as one batch, as `canju batch` would solve them, on workstations that one thread
//! simulates (see `simulate.rs` in the crate of packs).

use super::args::BenchFormat;
use super::sets::Set;
use super::simulate::percent;
use super::tables::Table;
use crate::cli::language::text;
use canju_engine::solver::{Experiment, Options};
use canju_packs::batch::{BatchSimulation, Pacing, SimulatedBatch, Summary};
use canju_packs::puzzle::Puzzle;
use canju_packs::report::{milliseconds, thousands};
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

/// One workstation. Times are virtual; shares are of the time of all workers.
#[derive(Serialize)]
struct Row {
    workers: usize,
    decided: usize,
    wrong: usize,
    /// Hard positions, and how often a worker has joined the search of one.
    hard: usize,
    joined: u64,
    nodes: u64,
    elapsed_ms: f64,
    /// Nodes, divided by those of the first row.
    node_inflation: f64,
    /// The first row's time, multiplied by its workers and divided by this time.
    speed_up: f64,
    /// Speed-up for each worker.
    efficiency: f64,
    idle_share: f64,
    lock_share: f64,
    /// How long fewer than half of the workers have something to do at the end.
    tail_ms: f64,
}

/// Simulates each number of workers on all positions together.
pub(super) fn simulate(sets: &[Set], workers: &[u16], options: &Options) -> BatchFigures {
    let puzzles: Vec<Puzzle> = sets.iter().flat_map(|(_, puzzles)| puzzles.iter().cloned()).collect();
    let mut simulation = BatchSimulation::new(&puzzles, options.clone(), Pacing::default(), Experiment::default());
    let mut workstations: Vec<Row> = Vec::new();
    for &workers in workers.iter().take_while(|_| !options.stop.is_stopped()) {
        let found = simulation.run(workers.into());
        workstations.push(Row::new(&found, workstations.first()));
    }
    let (version, memory_limit_bytes) = (env!("CARGO_PKG_VERSION"), options.memory as u64);
    BatchFigures { schema: SCHEMA, version, memory_limit_bytes, positions: puzzles.len(), workstations }
}

impl Row {
    fn new(found: &SimulatedBatch, first: Option<&Row>) -> Row {
        let SimulatedBatch { workers, decided, wrong, hard, joined, nodes, elapsed, idle, locked, tail } = *found;
        let all = (elapsed * workers as u64).max(1) as f64;
        let [elapsed_ms, tail_ms] = [elapsed, tail].map(|time| time as f64 / 1e6);
        let of_first = (nodes, elapsed_ms * workers as f64);
        let (first_nodes, work) =
            first.map_or(of_first, |first| (first.nodes, first.elapsed_ms * first.workers as f64));
        let speed_up = work / elapsed_ms.max(f64::MIN_POSITIVE);
        Row {
            workers,
            decided,
            wrong,
            hard,
            joined,
            nodes,
            elapsed_ms,
            node_inflation: nodes as f64 / first_nodes.max(1) as f64,
            speed_up,
            efficiency: speed_up / workers as f64,
            idle_share: idle as f64 / all,
            lock_share: locked as f64 / all,
            tail_ms,
        }
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
        let mut column = |name, cell: fn(&Row) -> String| table.column(name, rows.iter().map(|row| Some(cell(row))));
        column(text!("bench-workers"), |row| thousands(row.workers as u64));
        column(text!("bench-decided"), |row| thousands(row.decided as u64));
        column(text!("bench-hard"), |row| thousands(row.hard as u64));
        column(text!("bench-joined"), |row| thousands(row.joined));
        column(text!("bench-nodes"), |row| thousands(row.nodes));
        column(text!("bench-inflation"), |row| format!("{:.2}", row.node_inflation));
        column(text!("bench-virtual-time"), |row| milliseconds(row.elapsed_ms));
        column(text!("bench-speed-up"), |row| format!("{:.2}", row.speed_up));
        column(text!("bench-efficiency"), |row| format!("{:.2}", row.efficiency));
        column(text!("bench-idle"), |row| percent(row.idle_share));
        column(text!("bench-lock"), |row| percent(row.lock_share));
        column(text!("bench-tail"), |row| milliseconds(row.tail_ms));
        table
    }
}
