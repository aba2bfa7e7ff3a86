//! `canju bench`: the fixed benchmark sets, the same on every machine.
//!
//! Anyone with the program alone can report figures that compare with everyone's. The default memory is fixed, because what
//! the table forgets is a part of the fingerprint. Every answer is compared with that of its set.
//!
//! A call measures one number of threads, once: what the allocator has taken it does not always give back, so a second run would
//! have at least the peak memory of the first. `scripts/measure/scaling.py` calls it many times.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | what may be typed, and the help |
//! | `sets.rs` | the positions |
//! | `figures.rs` | what is measured, ratios |
//! | `record.rs` | the record for programs, and comparing with a saved one |
//! | `machine.rs` | the machine's name and what it has |
//! | `tables.rs` | the figures for people |

mod args;
mod figures;
mod machine;
mod record;
mod sets;
mod tables;

use crate::cli::exit::ExitCode;
use crate::cli::interrupt;
use crate::cli::language::text;
use crate::cli::memory;
use crate::cli::places;
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use anyhow::Context;
pub use args::BenchArgs;
use args::BenchFormat;
use canju::batch::{self, Record};
use canju_engine::rules::Ruleset;
use canju_engine::search::Limits;
use canju_engine::solver::{Options, Solver, Task};
use figures::{Figures, Run, TOTAL};
use record::{BenchRecord, Saved};
use sets::Set;
use std::path::PathBuf;

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let outputs = [("--output", args.output.output.as_deref()), ("--save", args.save.as_deref())];
    places::check(&outputs, args.packs.iter().map(PathBuf::as_path).chain(args.against.as_deref()))?;
    let budget = memory::budget(Some(args.memory))?;
    let options = Options { threads: args.threads.into(), memory: budget, ..Options::default() };
    let limits = Limits { time: args.time_limit, nodes: args.node_limit };
    let task = Task { limits, line: false, ..Task::default() };
    let stop = &task.stop;
    let sets = sets::chosen(args)?;
    let saved = args.against.as_deref().map(|path| Ok::<_, anyhow::Error>((path, Saved::read(path)?))).transpose()?;
    if let Some((path, saved)) = &saved {
        let names: Vec<&str> = sets.iter().map(|(name, _)| name.as_str()).collect();
        saved.check(path, &names, options.threads_that_fit())?;
    }
    interrupt::raise_on_ctrl_c(stop)?;
    let mut file = output.open()?;
    let save = args.save.as_deref().map(plan::create).transpose()?;

    let run = solve(sets, options, &task, &output);
    let run = if args.statistics { run } else { run.without_statistics() };
    let mut record = BenchRecord::new(&run, budget as u64);
    // Only the figures are saved, and all of them: a part would pass for the whole.
    if let Some(mut file) = save.filter(|_| !stop.is_stopped()) {
        tables::write(&record, BenchFormat::Json, &mut file)
            .and_then(|()| file.commit())
            .with_context(plan::cant_write_results)?;
    }
    record.against = saved.map(|(path, saved)| saved.compare(path, &run));
    tables::write(&record, args.format, &mut file)
        .and_then(|()| file.commit())
        .with_context(plan::cant_write_results)?;
    Ok(ExitCode::of(&run.total.summary(), stop.is_stopped()))
}

/// Solves the sets.
fn solve(sets: Vec<Set>, options: Options, task: &Task, output: &OutputPlan) -> Run {
    output.explain(&Ruleset::default(), &options, task.limits);
    let progress = Progress::new(output, Some(sets.iter().map(|(_, puzzles)| puzzles.len() as u64).sum()));
    let mut solver = Solver::new(options.clone());
    output.note_threads(&options, options.threads_that_fit(), solver.threads());
    let (mut total, mut figures, mut threads) = (Figures::new(TOTAL), Vec::new(), 0);
    for (name, puzzles) in sets {
        let mut set = Figures::new(&name);
        for puzzle in puzzles.iter().take_while(|_| !task.stop.is_stopped()) {
            progress.begin(0, &puzzle.id);
            let record = batch::solve(&mut solver, puzzle, task);
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
        output.show_statistics(&text!("the-set", set = &figures.set), figures.statistics.as_ref());
    }
    Run { threads, sets: figures, total: total.finish(), peak_memory_bytes: memory::peak() }
}
