//! `canju explain`: a page that shows a position's strategy.

use super::args::ExplainArgs;
use super::complaint::complain;
use super::exit::ExitCode;
use super::interrupt;
use super::plan::{self, OutputPlan};
use super::progress::Progress;
use crate::explain::{ExplainError, Page, explain};
use crate::report::counted;
use crate::solver::{Options, Solver};
use anyhow::Context;
use bytesize::ByteSize;
use std::fs;
use std::io::{self, Write};

pub(super) fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    let output = OutputPlan::new(&args.output);
    let options = Options { line: false, ..plan::options(&args.solving)? };
    let stop = options.stop.clone();
    let mut file = output.open()?;
    output.explain(&puzzle.rules, &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let progress = Progress::new(&output, Some(1));
    let budget = usize::try_from(args.strategy_size.as_u64()).unwrap_or(usize::MAX);
    let made = explain(&mut Solver::new(options), &puzzle, budget);
    progress.finish();
    let interrupted = stop.is_stopped();
    match made {
        Ok(page) => {
            file.write_all(page.html.as_bytes()).and_then(|()| file.flush()).context("can't write the page")?;
            if !output.quiet && !output.is_stdout() {
                let _ = writeln!(io::stderr(), "canju: {}", summary(&page));
            }
            Ok(if interrupted { ExitCode::Interrupted } else { ExitCode::Success })
        }
        Err(error) => {
            // The file that was opened would be an empty page.
            if let Some(path) = args.output.output.as_ref().filter(|path| path.is_file()) {
                fs::remove_file(path).with_context(|| format!("can't remove {}", path.display()))?;
            }
            if !matches!(error, ExplainError::Undecided(_)) {
                return Err(error.into());
            }
            complain(error);
            Ok(if interrupted { ExitCode::Interrupted } else { ExitCode::Undecided })
        }
    }
}

/// What the page holds, in a few words.
fn summary(page: &Page) -> String {
    let extent = if page.complete { "the whole strategy" } else { "a part of the strategy" };
    let positions = counted(page.positions as u64, "position", "positions");
    format!("{extent}: {positions}, {}", ByteSize(page.html.len() as u64))
}
