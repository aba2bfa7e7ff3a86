//! `canju bench --simulate`: the sets on workstations that one thread simulates (see the engine's `simulate.rs`).

use super::args::BenchFormat;
use super::sets::Set;
use super::tables::Table;
use super::virtual_time::{Counted, VirtualTime};
use crate::cli::language::text;
use canju::batch::Summary;
use canju::report::thousands;
use canju_engine::solver::{Options, Simulated, Solver, Task};
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

/// The sums over a set.
#[derive(Serialize)]
struct Row {
    workers: usize,
    decided: usize,
    wrong: usize,
    #[serde(flatten)]
    time: VirtualTime,
    longest_lock_ns: u64,
    jobs: u64,
    jobs_cancelled: u64,
    branches_split: u64,
}

/// Simulates each number of workers on each set.
pub(super) fn simulate(sets: &[Set], workers: &[u16], options: &Options, task: &Task) -> Simulation {
    let mut solver = Solver::new(Options { threads: 1, ..options.clone() });
    let sets = sets.iter().map(|(name, puzzles)| {
        let mut workstations: Vec<Row> = Vec::new();
        for &workers in workers {
            let (mut sum, mut decided, mut wrong) = (None::<Simulated>, 0, 0);
            for puzzle in puzzles.iter().take_while(|_| !task.stop.is_stopped()) {
                let found = solver.simulate(&puzzle.position, task, workers.into(), None);
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
        let &Simulated { workers, nodes, elapsed, idle, blocked, locked, .. } = sum;
        let counted = Counted { workers, nodes, elapsed, idle, locked: blocked + locked };
        Row {
            workers,
            decided,
            wrong,
            time: VirtualTime::new(&counted, first.map(|first| (&first.time, first.workers))),
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
            let cells = |cell: fn(&Row) -> String| rows.iter().map(move |row| Some(cell(row)));
            table.column(text!("bench-workers"), cells(|row| thousands(row.workers as u64)));
            table.column(text!("bench-decided"), cells(|row| thousands(row.decided as u64)));
            VirtualTime::add_columns(&mut table, rows.iter().map(|row| &row.time));
            let longest = cells(|row| format!("{:.1} µs", row.longest_lock_ns as f64 / 1e3));
            table.column(text!("bench-longest-lock"), longest);
            write!(output, "{}{}", if number > 0 { "\n" } else { "" }, form(&table))?;
        }
        Ok(())
    }
}
