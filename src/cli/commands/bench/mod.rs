//! `canju bench`: the fixed benchmark sets, the same on every machine.
//!
//! Anyone with the program alone can report figures that compare with everyone's. The default memory is fixed, because what
//! the table forgets is a part of the fingerprint. Every answer is compared with that of its set.
//!
//! One number of threads, measured once, is measured in this process. Anything more is measured by processes of their own.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | what may be typed, and the help |
//! | `sets.rs` | the positions |
//! | `figures.rs` | what is measured, medians, ratios |
//! | `children.rs` | many runs, and why each has its own process |
//! | `record.rs` | the record for programs, and comparing with a saved one |
//! | `locks.rs` | how long the workers' locks are held |
//! | `machine.rs` | the machine's name and what it has |
//! | `tables.rs` | the figures for people |

mod args;
mod children;
mod figures;
mod locks;
mod machine;
mod record;
mod sets;
mod tables;

use crate::cli::exit::ExitCode;
use crate::cli::language::text;
use crate::cli::memory;
use crate::cli::places;
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use anyhow::{Context, ensure};
pub use args::BenchArgs;
use args::BenchFormat;
use canju::batch::{self, Record, Summary};
use canju_engine::rules::Ruleset;
use canju_engine::search::Limits;
use canju_engine::solver::{Options, Solver, Task};
use figures::{Figures, Run, TOTAL};
use record::{BenchRecord, Saved};
use sets::Set;
use std::io::{self, Write};
use std::path::PathBuf;

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    for (number, threads) in args.threads.iter().enumerate() {
        ensure!(!args.threads[..number].contains(threads), text!("threads-twice", threads = threads.to_string()));
    }
    let outputs = [("--output", args.output.output.as_deref()), ("--save", args.save.as_deref())];
    places::check(&outputs, args.packs.iter().map(PathBuf::as_path).chain(args.against.as_deref()))?;
    let budget = memory::budget(Some(args.memory))?;
    let options = |threads: u16| Options { threads: threads.into(), memory: budget, ..Options::default() };
    let limits = Limits { time: args.time_limit, nodes: args.node_limit };
    let task = Task { limits, line: false, ..Task::default() };
    let stop = &task.stop;
    let sets = sets::chosen(args)?;
    let saved = args.against.as_deref().map(|path| Ok::<_, anyhow::Error>((path, Saved::read(path)?))).transpose()?;
    if let Some((path, saved)) = &saved {
        let names: Vec<&str> = sets.iter().map(|(name, _)| name.as_str()).collect();
        let threads: Vec<usize> = args.threads.iter().map(|&threads| options(threads).threads_that_fit()).collect();
        saved.check(path, &names, &threads)?;
    }
    let input = children::stop_on_ctrl_c(stop)?;
    let mut file = output.open()?;
    let save = args.save.as_deref().map(plan::create).transpose()?;

    let (mut runs, repeat) = match args.threads[..] {
        [threads] if args.repeat == 1 => {
            if args.stop_with_input {
                children::stop_with_input(stop);
            }
            let run = run_here(sets, options(threads), &task, &output);
            (vec![if args.statistics { run } else { run.without_statistics() }], 1)
        }
        _ => children::runs(args, &output, &input, stop)?,
    };
    if runs.is_empty() {
        return Ok(ExitCode::Interrupted);
    }
    figures::relate_to_first(&mut runs);
    let mut record = BenchRecord::new(&runs, repeat, budget as u64);
    // Only the figures are saved, and all of them: a part would pass for the whole.
    if let Some(mut file) = save.filter(|_| !stop.is_stopped()) {
        tables::write(&record, BenchFormat::Json, &mut file)
            .and_then(|()| file.commit())
            .with_context(plan::cant_write_results)?;
    }
    record.against = saved.map(|(path, saved)| saved.compare(path, &runs));
    tables::write(&record, args.format, &mut file)
        .and_then(|()| file.commit())
        .with_context(plan::cant_write_results)?;
    Ok(exit_code(&runs, stop.is_stopped()))
}

/// Solves the sets in this process.
fn run_here(sets: Vec<Set>, options: Options, task: &Task, output: &OutputPlan) -> Run {
    output.explain(&Ruleset::default(), &options, task.limits);
    let progress = Progress::new(output, Some(sets.iter().map(|(_, puzzles)| puzzles.len() as u64).sum()));
    let mut solver = Solver::new(options.clone());
    let locks = output.verbose.then(|| solver.measure_locks());
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
    if let Some(log) = locks {
        let _ = write!(io::stderr(), "{}", locks::table(&log));
    }
    Run { threads, sets: figures, total: total.finish(), peak_memory_bytes: memory::peak() }
}

/// The exit code of all runs: the answers of each count.
fn exit_code(runs: &[Run], interrupted: bool) -> ExitCode {
    let mut all = Summary::default();
    for summary in runs.iter().map(|run| run.total.summary()) {
        all.differing += summary.differing;
        all.counts.unknown += summary.counts.unknown;
    }
    ExitCode::of(&all, interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_answer_of_any_run_is_enough() {
        let run = |wrong, decided| {
            let total = Figures { positions: 2, decided, wrong, ..Figures::new("total") };
            Run { threads: 1, sets: Vec::new(), total, peak_memory_bytes: None }
        };
        assert_eq!(exit_code(&[run(0, 2), run(0, 2)], false), ExitCode::Success);
        assert_eq!(exit_code(&[run(0, 2), run(0, 1)], false), ExitCode::Undecided);
        assert_eq!(exit_code(&[run(1, 2), run(0, 1)], false), ExitCode::Differs);
        assert_eq!(exit_code(&[run(1, 2), run(0, 2)], true), ExitCode::Interrupted);
    }
}
