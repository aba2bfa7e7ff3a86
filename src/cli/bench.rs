//! `canju bench`: the fixed benchmark set, the same on every machine.
//!
//! The positions are embedded, so anyone with the program alone can report figures that compare with everyone's. The
//! default memory is fixed, because what the table forgets is a part of the fingerprint.

use super::args::{BenchArgs, BenchSet, SingleFormat};
use super::exit::ExitCode;
use super::interrupt;
use super::memory;
use super::plan::OutputPlan;
use super::progress::Progress;
use crate::batch::{self, CANT_WRITE, Record, Summary};
use crate::puzzle::{self, Puzzle};
use crate::report::{counted, milliseconds, thousands};
use crate::rules::Ruleset;
use crate::search::{Limits, Statistics, StopFlag};
use crate::solver::{Options, Solver};
use anyhow::Context;
use bytesize::ByteSize;
use serde::Serialize;
use std::io::{self, Write};

/// A name and the packs it stands for.
type Set = (&'static str, &'static [(&'static str, &'static str)]);

const COMPOSED: Set = (
    "composed",
    &[
        ("circulated", include_str!("../../puzzles/published/circulated.ddz")),
        ("game-levels", include_str!("../../puzzles/published/game-levels.ddz")),
        ("solver-tables", include_str!("../../puzzles/published/solver-tables.ddz")),
        ("unanswered", include_str!("../../puzzles/published/unanswered.ddz")),
    ],
);

const DEALS: Set = ("deals", &[("full", include_str!("../../benches/data/full.ddz"))]);

/// The answer for programs, `canju.bench/1`.
#[derive(Serialize)]
struct BenchRecord {
    schema: &'static str,
    version: &'static str,
    threads: usize,
    /// The budget.
    memory_limit_bytes: usize,
    sets: Vec<Figures>,
    total: Figures,
    /// Of the whole program, if the system reports it.
    peak_memory_bytes: Option<u64>,
}

/// The results of one set.
#[derive(Serialize, Clone, Debug, Default)]
struct Figures {
    set: &'static str,
    positions: u64,
    decided: u64,
    /// Answers that are not the expected one.
    wrong: u64,
    nodes: u64,
    elapsed_ms: f64,
    nodes_per_second: u64,
    /// The position that took longest.
    slowest: Option<String>,
    slowest_ms: f64,
    /// What the searches did, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Statistics>,
    #[serde(skip)]
    summary: Summary,
}

impl Figures {
    fn new(set: &'static str) -> Figures {
        Figures { set, ..Figures::default() }
    }

    fn add(&mut self, record: &Record) {
        self.summary.add(record);
        let Record::Solved(record) = record else { return };
        self.nodes += record.nodes;
        self.elapsed_ms += record.elapsed_ms;
        *self.statistics.get_or_insert_default() += record.statistics.unwrap_or_default();
        if self.slowest.is_none() || record.elapsed_ms > self.slowest_ms {
            (self.slowest, self.slowest_ms) = (record.id.clone(), record.elapsed_ms);
        }
    }

    /// Fills in what follows from the sums.
    fn finish(mut self) -> Figures {
        self.positions = self.summary.records();
        self.decided = self.summary.decided();
        self.wrong = self.summary.differing;
        self.nodes_per_second =
            if self.elapsed_ms > 0.0 { (self.nodes as f64 / self.elapsed_ms * 1e3) as u64 } else { 0 };
        self.elapsed_ms = (self.elapsed_ms * 1e3).round() / 1e3;
        self
    }

    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        write!(
            output,
            "{:<9}  {:>4} positions  {:>15} nodes  {:>13}  {:>11} nodes/s  slowest {}",
            self.set,
            thousands(self.positions),
            thousands(self.nodes),
            milliseconds(self.elapsed_ms),
            thousands(self.nodes_per_second),
            milliseconds(self.slowest_ms),
        )?;
        if let Some(id) = &self.slowest {
            write!(output, " ({id})")?;
        }
        for (count, what) in [(self.positions - self.decided, "undecided"), (self.wrong, "WRONG")] {
            if count > 0 {
                write!(output, ", {} {what}", thousands(count))?;
            }
        }
        writeln!(output)
    }
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let budget = memory::budget(Some(args.memory))?;
    let stop = StopFlag::default();
    let options = Options {
        threads: args.threads.into(),
        memory: budget,
        limits: Limits { time: args.time_limit, nodes: args.node_limit },
        all_moves: false,
        line: false,
        stop: stop.clone(),
        ..Options::default()
    };
    let sets: &[Set] = match args.set {
        BenchSet::Composed => &[COMPOSED],
        BenchSet::Deals => &[DEALS],
        BenchSet::All => &[COMPOSED, DEALS],
    };
    let sets = sets.iter().map(|&set| Ok((set.0, puzzles(set)?))).collect::<anyhow::Result<Vec<_>>>()?;
    let mut file = output.open()?;
    output.explain(&Ruleset::default(), &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let progress = Progress::new(&output, Some(sets.iter().map(|(_, puzzles)| puzzles.len() as u64).sum()));
    let mut solver = Solver::new(options.clone());
    output.note_threads(&options, options.threads_that_fit(), solver.threads());
    let (mut total, mut figures, mut threads) = (Figures::new("total"), Vec::new(), 0);
    for (name, puzzles) in sets {
        let mut set = Figures::new(name);
        for puzzle in puzzles.iter().take_while(|_| !stop.is_stopped()) {
            progress.begin(0, &puzzle.id);
            let record = batch::solve(&mut solver, puzzle);
            progress.end(0);
            progress.count(false);
            [&mut set, &mut total].into_iter().for_each(|figures| figures.add(&record));
            if let Record::Solved(record) = &record {
                threads = record.threads;
            }
        }
        figures.push(set.finish());
    }
    progress.finish();
    for figures in &figures {
        output.show_statistics(&format!("the set {}", figures.set), figures.statistics.as_ref());
    }

    let mut record = BenchRecord {
        schema: "canju.bench/1",
        version: env!("CARGO_PKG_VERSION"),
        threads,
        memory_limit_bytes: budget,
        sets: figures,
        total: total.finish(),
        peak_memory_bytes: memory::peak(),
    };
    if !args.statistics {
        record.sets.iter_mut().chain([&mut record.total]).for_each(|figures| figures.statistics = None);
    }
    write(&record, args.format, &mut file).and_then(|()| file.commit()).context(CANT_WRITE)?;
    Ok(ExitCode::of(&record.total.summary, stop.is_stopped()))
}

/// The positions of a set.
fn puzzles((name, packs): Set) -> anyhow::Result<Vec<Puzzle>> {
    let read = |&(pack, text): &(&str, &'static str)| {
        let puzzles = puzzle::read(text.as_bytes(), pack, Ruleset::default());
        puzzles.collect::<Result<Vec<_>, _>>().with_context(|| format!("benchmark set {name}"))
    };
    Ok(packs.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?.concat())
}

fn write(record: &BenchRecord, format: SingleFormat, output: &mut dyn Write) -> io::Result<()> {
    match format {
        SingleFormat::Json => writeln!(output, "{}", serde_json::to_string(record)?)?,
        SingleFormat::Text => {
            for figures in &record.sets {
                figures.write(output)?;
            }
            if record.sets.len() > 1 {
                record.total.write(output)?;
            }
            let threads = counted(record.threads as u64, "thread", "threads");
            write!(output, "{threads}, memory limit {}", ByteSize(record.memory_limit_bytes as u64))?;
            match record.peak_memory_bytes {
                Some(bytes) => writeln!(output, ", peak memory {}", ByteSize(bytes))?,
                None => writeln!(output)?,
            }
        }
    }
    output.flush()
}
