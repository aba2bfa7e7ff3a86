//! Workstations with many cores, simulated by one thread in virtual time: `cargo run --release --example simulate -- 1,16,64 PACK...`, and
//! with `--batch` all positions together, as `canju batch` solves them. `--memory 64GiB` is that of the whole workstation, which
//! may have more than this machine, as long as the searches don't use more; without it 256 MiB.
//!
//! The search, its jobs and its tables are the real ones; each simulated worker has a clock of its own. So the result is the same on every
//! machine. What cores share beside the tree's lock, such as caches and memory, is not simulated. It prints the record
//! `canju.simulation/1` or `canju.simulated_batch/1` as JSON, which `scripts/measure/scaling.py` draws. Exit code: 0 every answer right and
//! decided, 1 otherwise, 2 bad usage.

use bytesize::ByteSize;
use canju::batch::{BatchSimulation, Pacing};
use canju::puzzle::{self, Puzzle};
use canju::rules::Ruleset;
use canju::{Options, Solver, Task};
use canju_engine::solver::{Experiment, Simulated};
use serde_json::{Value, json};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

/// What is typed.
struct Arguments {
    workers: Vec<usize>,
    packs: Vec<(String, Vec<Puzzle>)>,
    memory: usize,
    batch: bool,
}

impl Arguments {
    fn read(mut typed: impl Iterator<Item = String>) -> Result<Arguments, Box<dyn Error>> {
        let mut arguments = Arguments { workers: Vec::new(), packs: Vec::new(), memory: 256 << 20, batch: false };
        while let Some(word) = typed.next() {
            match &*word {
                "--batch" => arguments.batch = true,
                "--memory" => {
                    let size: ByteSize = typed.next().ok_or("--memory: how much?")?.parse()?;
                    arguments.memory = usize::try_from(size.as_u64())?;
                }
                numbers if arguments.workers.is_empty() => {
                    let numbers = numbers.split(',').map(|number| number.parse::<usize>().map(|number| number.max(1)));
                    arguments.workers =
                        numbers.collect::<Result<_, _>>().map_err(|_| "expected workers, such as 1,16,64")?;
                }
                path => {
                    let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    let read = puzzle::read(BufReader::new(File::open(path)?), name.clone(), Ruleset::default());
                    arguments.packs.push((name, read.collect::<Result<_, _>>()?));
                }
            }
        }
        match arguments.packs.is_empty() {
            true => Err("usage: simulate [--batch] [--memory SIZE] WORKERS,… PACK...".into()),
            false => Ok(arguments),
        }
    }
}

/// What a workstation has taken, with what it is beside the first one. Times are nanoseconds; those of idle and locked workers are sums.
struct Taken {
    workers: usize,
    nodes: u64,
    elapsed: u64,
    idle: u64,
    locked: u64,
}

impl Taken {
    fn row(&self, first: &Taken, more: Value) -> Value {
        let Taken { workers, nodes, elapsed, idle, locked } = *self;
        let all = (elapsed * workers as u64).max(1) as f64;
        let speed_up = (first.elapsed * first.workers as u64) as f64 / elapsed.max(1) as f64;
        let row = json!({
            "workers": workers,
            "nodes": nodes,
            "elapsed_ms": elapsed as f64 / 1e6,
            "node_inflation": nodes as f64 / first.nodes.max(1) as f64,
            "speed_up": speed_up,
            "efficiency": speed_up / workers as f64,
            "idle_share": idle as f64 / all,
            "lock_share": locked as f64 / all,
        });
        merged(row, more)
    }
}

/// Two objects as one.
fn merged(one: Value, other: Value) -> Value {
    let fields = [one, other].into_iter().filter_map(|value| match value {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    fields.flatten().collect()
}

/// Each position on workstations of so many cores, one after another.
fn one_by_one(arguments: &Arguments, puzzles: &[Puzzle]) -> Vec<Value> {
    let task = Task { line: false, ..Task::default() };
    let mut solver = Solver::new(Options { threads: 1, memory: arguments.memory, ..Options::default() });
    let (mut rows, mut first) = (Vec::new(), None);
    for &workers in &arguments.workers {
        let (mut sum, mut decided, mut wrong) = (None::<Simulated>, 0, 0);
        for puzzle in puzzles {
            let found = solver.simulate(&puzzle.position, &task, workers, None);
            decided += found.verdict.is_some() as usize;
            let expected = puzzle.expected.map(|expected| expected.verdict());
            wrong += (found.verdict.is_some() && expected.is_some() && expected != found.verdict) as usize;
            sum = Some(sum.map_or(found, |sum| sum.plus(&found)));
        }
        let Some(sum) = sum else { continue };
        let taken =
            Taken { workers, nodes: sum.nodes, elapsed: sum.elapsed, idle: sum.idle, locked: sum.blocked + sum.locked };
        let more = json!({
            "decided": decided,
            "wrong": wrong,
            "longest_lock_ns": sum.longest_lock,
            "jobs": sum.jobs,
            "jobs_cancelled": sum.jobs_cancelled,
            "branches_split": sum.branches_split,
        });
        rows.push(taken.row(first.as_ref().unwrap_or(&taken), more));
        first.get_or_insert(taken);
    }
    rows
}

/// All positions as one batch.
fn as_a_batch(arguments: &Arguments, puzzles: &[Puzzle]) -> Vec<Value> {
    let options = Options { memory: arguments.memory, ..Options::default() };
    let (pacing, experiment) = (Pacing::default(), Experiment::default());
    let mut simulation = BatchSimulation::new(puzzles, options, &Task::default(), pacing, experiment);
    let (mut rows, mut first) = (Vec::new(), None);
    for &workers in &arguments.workers {
        let found = simulation.run(workers);
        let taken = Taken {
            workers: found.workers,
            nodes: found.nodes,
            elapsed: found.elapsed,
            idle: found.idle,
            locked: found.locked,
        };
        // `tail_ms`: how long fewer than half of the workers have something to do at the end.
        let more = json!({
            "decided": found.decided,
            "wrong": found.wrong,
            "hard": found.hard,
            "joined": found.joined,
            "tail_ms": found.tail as f64 / 1e6,
        });
        rows.push(taken.row(first.as_ref().unwrap_or(&taken), more));
        first.get_or_insert(taken);
    }
    rows
}

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let head = json!({"version": env!("CARGO_PKG_VERSION"), "memory_limit_bytes": arguments.memory});
    // Each with its positions and a row for each workstation.
    let (record, sets) = if arguments.batch {
        let puzzles: Vec<Puzzle> = arguments.packs.iter().flat_map(|(_, puzzles)| puzzles.iter().cloned()).collect();
        let batch = json!({"positions": puzzles.len(), "workstations": as_a_batch(&arguments, &puzzles)});
        (merged(json!({"schema": "canju.simulated_batch/1"}), batch.clone()), vec![batch])
    } else {
        let set = |(name, puzzles): &(String, Vec<Puzzle>)| json!({"set": name, "positions": puzzles.len(), "workstations": one_by_one(&arguments, puzzles)});
        let sets: Vec<Value> = arguments.packs.iter().map(set).collect();
        (json!({"schema": "canju.simulation/1", "sets": &sets}), sets)
    };
    println!("{}", merged(record, head));
    let is_right = |set: &Value| {
        let rows = set["workstations"].as_array().expect("rows");
        rows.iter().all(|row| row["wrong"] == 0 && row["decided"] == set["positions"])
    };
    ExitCode::from(!sets.iter().all(is_right) as u8)
}
