//! `canju solve`: one position.

use super::args::{SingleFormat, SolveArgs};
use super::exit::ExitCode;
use super::interrupt;
use super::plan::{self, OutputPlan};
use super::progress::Progress;
use crate::batch::{self, Summary};
use crate::parallel::Solver;
use crate::report::{Detail, Exporter, JsonLines};
use anyhow::Context;

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    let output = OutputPlan::new(&args.output);
    let options = plan::options(&args.solving)?;
    let stop = options.stop.clone();
    let file = output.open()?;
    output.explain(&puzzle.rules, &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let progress = Progress::new(&output, None);
    progress.now("solving");
    let record = batch::solve(&mut Solver::new(options), &puzzle);
    progress.finish();

    let mut exporter: Box<dyn Exporter> = match args.format {
        SingleFormat::Text => Box::new(Detail::new(file, output.palette)),
        SingleFormat::Json => Box::new(JsonLines::new(file)),
    };
    exporter.record(&record).context("can't write the result")?;
    let mut summary = Summary::default();
    summary.add(&record);
    Ok(ExitCode::of(&summary, stop.is_stopped()))
}
