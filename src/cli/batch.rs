//! `canju batch`: packs of puzzles.

use super::args::BatchArgs;
use super::exit::ExitCode;
use super::interrupt;
use super::plan::{self, OutputPlan};
use super::progress::Progress;
use super::proofs::ProofDir;
use crate::batch::{self, InputError};
use crate::puzzle::Puzzle;
use crate::report::{Format, summary_line};
use crate::rules::Ruleset;
use anyhow::Context;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Files of more bytes than this together are not read twice for the sake of the bar's total.
const COUNTED_BYTES: u64 = 64 << 20;

pub(super) fn run(args: BatchArgs) -> anyhow::Result<ExitCode> {
    let rules = args.rules.rules;
    let output = OutputPlan::new(&args.output);
    let options = plan::options(&args.solving)?;
    let stop = options.stop.clone();
    let format = Format::from(args.format);
    let mut exporter = format.exporter(output.open()?, output.palette).context("can't write the results")?;
    let proofs = args
        .proof_dir
        .as_deref()
        .map(|path| ProofDir::create(path).with_context(|| format!("can't write certificates to {}", path.display())));
    let proofs = RefCell::new(proofs.transpose()?);
    output.explain(&rules, &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let start = Instant::now();
    let total = if output.shows_progress() { total(&args.paths, rules) } else { None };
    let progress = Progress::new(&output, total);
    let items =
        batch::read_ahead(batch::inputs(args.paths, rules), stop.clone()).inspect(|item| progress.now(id(item)));
    let mut certificates = |puzzle: &Puzzle| match proofs.borrow_mut().as_mut() {
        Some(proofs) => proofs.open(puzzle).map(Some),
        None => Ok(None),
    };
    let result = batch::run(items, options, Some(&mut certificates), |record| -> anyhow::Result<()> {
        if let Some(proofs) = proofs.borrow_mut().as_mut() {
            proofs.settle(&record).context("can't remove an unfinished certificate")?;
        }
        progress.done(|| exporter.record(&record)).context("can't write the results")
    });
    progress.finish();

    let summary = result?;
    let elapsed = start.elapsed();
    exporter.finish(&summary, elapsed).context("can't write the results")?;
    let said = output.is_stdout() && matches!(format, Format::Text | Format::Markdown);
    if !output.quiet && !said {
        let _ = writeln!(io::stderr(), "{}", summary_line(&summary, elapsed));
    }
    Ok(ExitCode::of(&summary, stop.is_stopped()))
}

fn id(item: &Result<Puzzle, InputError>) -> &str {
    match item {
        Ok(puzzle) => &puzzle.id,
        Err(error) => error.id(),
    }
}

/// How many items there will be, where that is cheap to find out: a stream can't be read twice.
fn total(paths: &[PathBuf], rules: Ruleset) -> Option<u64> {
    let mut bytes = 0;
    for path in paths {
        for entry in walkdir::WalkDir::new(path).follow_links(true).into_iter().filter_map(Result::ok) {
            if !entry.file_type().is_dir() {
                let metadata = entry.metadata().ok().filter(|metadata| metadata.is_file())?;
                bytes += metadata.len();
            }
        }
    }
    let streams = paths.iter().any(|path| path.as_os_str() == "-");
    (!streams && bytes <= COUNTED_BYTES).then(|| batch::inputs(paths.to_vec(), rules).count() as u64)
}
