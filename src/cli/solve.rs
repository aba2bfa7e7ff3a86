//! `canju solve`: one position.

use super::args::{SingleFormat, SolveArgs};
use super::exit::ExitCode;
use super::plan::{self, OutputPlan};
use super::progress::Progress;
use super::proofs::{self, is_decided};
use super::{interrupt, places};
use anyhow::{Context, anyhow};
use canju_engine::rules::shown;
use canju_engine::solver::{Options, Solver};
use canju_packs::batch::{self, CANT_WRITE, CertificateError, Record, Summary};
use canju_packs::files::SharedFile;
use canju_packs::puzzle::Puzzle;
use canju_packs::report::{Detail, Exporter, JsonLines};
use std::io::{self, Write};

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    let output = OutputPlan::new(&args.output);
    let (all_moves, shortest, plain) = (args.all_moves, args.shortest, args.plain);
    let options = Options { all_moves, shortest, plain, ..plan::options(&args.solving)? };
    let stop = options.stop.clone();
    check_places(args)?;
    let mut file = output.open()?;
    let proof = args.proof.as_deref().map(plan::create).transpose()?.map(SharedFile::new);
    output.explain(puzzle.position.rules(), &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let (asked, progress) = (options.clone(), Progress::new(&output, Some(1)));
    let mut certificates = |_: &Puzzle| Ok(proof.clone().map(|file| Box::new(file) as Box<dyn Write>));
    let mut solver = Solver::new(options);
    output.note_threads(&asked, asked.threads_that_fit(), solver.threads());
    let solved = batch::solve_and_certify(&mut solver, &puzzle, &mut Some(&mut certificates));
    drop(solver);
    progress.finish();
    let mut record = solved.map_err(|error| match error {
        CertificateError::TooLarge { most, compared } => anyhow!(proofs::too_large(most, compared)),
        error => error.into(),
    })?;
    if let Record::Solved(solved) = &mut record {
        output.show_statistics("the search", solved.statistics.as_ref());
        solved.statistics = solved.statistics.filter(|_| args.statistics);
    }
    if let (Some(path), Some(proof)) = (&args.proof, proof) {
        if is_decided(&record) {
            proof.commit().with_context(|| plan::cant_write(path))?;
        } else if !output.quiet {
            let _ = writeln!(
                io::stderr(),
                "canju: {}: not written, because there is no verdict",
                shown(&path.to_string_lossy())
            );
        }
    }

    let written = match args.format {
        SingleFormat::Json => JsonLines::new(&mut file).record(&record),
        SingleFormat::Text => Detail::new(&mut file, output.palette, output.width()).record(&record),
    };
    written.and_then(|()| file.commit()).context(CANT_WRITE)?;
    let mut summary = Summary::default();
    summary.add(&record);
    Ok(ExitCode::of(&summary, stop.is_stopped()))
}

/// No two of the files may be one.
fn check_places(args: &SolveArgs) -> anyhow::Result<()> {
    let outputs = [("--output", args.output.output.as_deref()), ("--proof", args.proof.as_deref())];
    places::check(&outputs, plan::file(&args.position))
}
