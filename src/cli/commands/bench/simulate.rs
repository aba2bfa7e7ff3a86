//! `canju bench --simulate`: the sets on workstations that one thread simulates (see the engine's `simulate.rs`).

use super::args::BenchFormat;
use super::sets::Set;
use super::tables::Table;
use crate::cli::language::text;
use canju_engine::solver::{Options, Simulated, Solver};
use canju_packs::batch::Summary;
use canju_packs::report::{milliseconds, thousands};
use serde::Serialize;
use std::io::{self, Write};

/// The name and version of the record.
const SCHEMA: &str = "canju.simulation/1";

/// All figures.
#[derive(Serialize)]
pub(super) struct Simulation {
    schema: &'static str,
    version: &'static str,
    memory_limit_bytes: u64,
    sets: Vec<SimulatedSet>,
}

/// A set with a row for each number of workers.
#[derive(Serialize)]
struct SimulatedSet {
    set: String,
    positions: usize,
    workstations: Vec<Row>,
}

/// The sums over a set. Times are virtual; shares are of the time of all workers.
#[derive(Serialize)]
struct Row {
    workers: usize,
    decided: usize,
    wrong: usize,
    nodes: u64,
    elapsed_ms: f64,
    /// Nodes, divided by those of the first row.
    node_inflation: f64,
    /// The first row's time, multiplied by its workers and divided by this time.
    speed_up: f64,
    /// Speed-up for each worker.
    efficiency: f64,
    idle_share: f64,
    /// Waiting for the tree's lock, and holding it.
    lock_share: f64,
    longest_lock_ns: u64,
    jobs: u64,
    jobs_cancelled: u64,
    branches_split: u64,
}

/// Simulates each number of workers on each set.
pub(super) fn simulate(sets: &[Set], workers: &[u16], options: &Options) -> Simulation {
    let mut solver = Solver::new(Options { threads: 1, ..options.clone() });
    let sets = sets.iter().map(|(name, puzzles)| {
        let mut workstations: Vec<Row> = Vec::new();
        for &workers in workers {
            let (mut sum, mut decided, mut wrong) = (None::<Simulated>, 0, 0);
            for puzzle in puzzles.iter().take_while(|_| !options.stop.is_stopped()) {
                let found = solver.simulate(&puzzle.position, workers.into(), None);
                decided += found.verdict.is_some() as usize;
                let expected = puzzle.expected.map(|expected| expected.verdict());
                wrong += (found.verdict.is_some() && expected.is_some_and(|expected| Some(expected) != found.verdict))
                    as usize;
                sum = Some(sum.map_or(found, |sum| sum.plus(&found)));
            }
            if let Some(sum) = sum {
                workstations.push(Row::new(&sum, decided, wrong, workstations.first()));
            }
        }
        SimulatedSet { set: name.clone(), positions: puzzles.len(), workstations }
    });
    let sets = sets.collect();
    Simulation { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), memory_limit_bytes: options.memory as u64, sets }
}

impl Row {
    fn new(sum: &Simulated, decided: usize, wrong: usize, first: Option<&Row>) -> Row {
        let all = (sum.elapsed * sum.workers as u64).max(1) as f64;
        let elapsed_ms = sum.elapsed as f64 / 1e6;
        let (nodes, work) = first.map_or((sum.nodes, elapsed_ms * sum.workers as f64), |first| {
            (first.nodes, first.elapsed_ms * first.workers as f64)
        });
        let speed_up = work / elapsed_ms.max(f64::MIN_POSITIVE);
        Row {
            workers: sum.workers,
            decided,
            wrong,
            nodes: sum.nodes,
            elapsed_ms,
            node_inflation: sum.nodes as f64 / nodes.max(1) as f64,
            speed_up,
            efficiency: speed_up / sum.workers as f64,
            idle_share: sum.idle as f64 / all,
            lock_share: (sum.blocked + sum.locked) as f64 / all,
            longest_lock_ns: sum.longest_lock,
            jobs: sum.jobs,
            jobs_cancelled: sum.jobs_cancelled,
            branches_split: sum.branches_split,
        }
    }
}

impl Simulation {
    /// The answers of all rows, for the exit code.
    pub fn summary(&self) -> Summary {
        let mut all = Summary::default();
        for set in &self.sets {
            for row in &set.workstations {
                all.differing += row.wrong as u64;
                all.counts.unknown += (set.positions - row.decided) as u64;
            }
        }
        all
    }

    /// Writes the record in this form.
    pub fn write(&self, format: BenchFormat, output: &mut dyn Write) -> io::Result<()> {
        match format {
            BenchFormat::Json => writeln!(output, "{}", serde_json::to_string(self)?)?,
            BenchFormat::Text => self.write_tables(Table::text, output)?,
            BenchFormat::Markdown => self.write_tables(Table::markdown, output)?,
        }
        output.flush()
    }

    fn write_tables(&self, form: fn(&Table) -> String, output: &mut dyn Write) -> io::Result<()> {
        for (number, set) in self.sets.iter().enumerate() {
            let positions = text!("positions", count = set.positions);
            let mut table = Table::new(text!("simulated-set", set = &set.set, positions = positions));
            let rows = &set.workstations;
            let mut column =
                |name, cell: fn(&Row) -> String| table.column(name, rows.iter().map(|row| Some(cell(row))));
            column(text!("bench-workers"), |row| thousands(row.workers as u64));
            column(text!("bench-decided"), |row| thousands(row.decided as u64));
            column(text!("bench-nodes"), |row| thousands(row.nodes));
            column(text!("bench-inflation"), |row| format!("{:.2}", row.node_inflation));
            column(text!("bench-virtual-time"), |row| milliseconds(row.elapsed_ms));
            column(text!("bench-speed-up"), |row| format!("{:.2}", row.speed_up));
            column(text!("bench-efficiency"), |row| format!("{:.2}", row.efficiency));
            column(text!("bench-idle"), |row| percent(row.idle_share));
            column(text!("bench-lock"), |row| percent(row.lock_share));
            column(text!("bench-longest-lock"), |row| format!("{:.1} µs", row.longest_lock_ns as f64 / 1e3));
            write!(output, "{}{}", if number > 0 { "\n" } else { "" }, form(&table))?;
        }
        Ok(())
    }
}

/// A share as text.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
