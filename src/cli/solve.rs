//! `canju solve`: one position.

use super::args::{SingleFormat, SolveArgs};
use super::exit::ExitCode;
use super::interrupt;
use super::plan::{self, OutputPlan};
use super::progress::Progress;
use super::proofs::is_decided;
use crate::batch::{self, Record, Summary};
use crate::puzzle::Puzzle;
use crate::report::{Detail, Exporter, JsonLines};
use crate::solver::{Options, Solver};
use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    let output = OutputPlan::new(&args.output);
    let options = Options { all_moves: args.all_moves, ..plan::options(&args.solving)? };
    let stop = options.stop.clone();
    let file = output.open()?;
    let proof = args
        .proof
        .as_deref()
        .map(|path| File::create(path).map(BufWriter::new).with_context(|| format!("can't write {}", path.display())));
    let proof = proof.transpose()?;
    output.explain(&puzzle.rules, &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let progress = Progress::new(&output, Some(1));
    let mut file_of_proof = proof;
    let mut certificates = |_: &Puzzle| Ok(file_of_proof.take().map(|file| Box::new(file) as Box<dyn Write>));
    let mut record = batch::solve_and_certify(&mut Solver::new(options), &puzzle, &mut Some(&mut certificates))?;
    progress.finish();
    if let Record::Solved(solved) = &mut record {
        output.show_statistics("the search", solved.statistics.as_ref());
        solved.statistics = solved.statistics.filter(|_| args.statistics);
    }
    if let Some(path) = &args.proof
        && !is_decided(&record)
        && path.is_file()
    {
        fs::remove_file(path).with_context(|| format!("can't remove {}", path.display()))?;
        if !output.quiet {
            let _ = writeln!(io::stderr(), "canju: {}: not written, because there is no verdict", path.display());
        }
    }

    let mut exporter: Box<dyn Exporter> = match args.format {
        SingleFormat::Text => Box::new(Detail::new(file, output.palette, output.width())),
        SingleFormat::Json => Box::new(JsonLines::new(file)),
    };
    exporter.record(&record).context("can't write the result")?;
    let mut summary = Summary::default();
    summary.add(&record);
    Ok(ExitCode::of(&summary, stop.is_stopped()))
}
