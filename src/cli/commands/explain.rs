//! `canju explain`: a page that shows a position's strategy.

use crate::cli::args::ExplainArgs;
use crate::cli::complaint::complain;
use crate::cli::exit::ExitCode;
use crate::cli::interrupt;
use crate::cli::page_file::Destination;
use crate::cli::places;
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use bytesize::ByteSize;
use canju_app::explain::{ExplainError, Page, explain_and_watch};
use canju_engine::search::Reason;
use canju_engine::solver::{Options, Solver};
use canju_packs::report::counted;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

pub(super) fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    places::check(&[("--output", args.output.output.as_deref())], plan::file(&args.position))?;
    let output = OutputPlan::new(&args.output);
    let mut options = Options { line: false, ..plan::options(&args.solving)? };
    options.limits.time.get_or_insert(TIME_LIMIT);
    let stop = options.stop.clone();
    let destination = Destination::choose(args.output.output.as_deref(), io::stdout().is_terminal(), &puzzle);
    let announced = destination != Destination::Stdout && !output.quiet;
    let file = destination.open(Path::new(""))?;
    output.explain(puzzle.position.rules(), &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let progress = Progress::new(&output, Some(1));
    let budget = usize::try_from(args.strategy_size.as_u64()).unwrap_or(usize::MAX);
    let mut solver = Solver::new(options.clone());
    output.note_threads(&options, options.threads_that_fit(), solver.threads());
    let made = explain_and_watch(&mut solver, &puzzle, budget, &|positions| progress.positions(positions));
    progress.finish();
    let interrupted = stop.is_stopped();
    match made {
        Ok(page) => {
            if let Some(path) = file.finish(&page.html)? {
                writeln!(io::stdout(), "{}", path.display())?;
            }
            if announced {
                let _ = writeln!(io::stderr(), "canju: {}", summary(&page));
            }
            Ok(if interrupted { ExitCode::Interrupted } else { ExitCode::Success })
        }
        Err(ExplainError::Undecided(reason)) => {
            complain(ExplainError::Undecided(reason));
            Ok(if interrupted { ExitCode::Interrupted } else { ExitCode::Undecided })
        }
        Err(error) => Err(error.into()),
    }
}

/// The most time for a page unless another limit is given.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What the page holds, and what it leaves out, in a few words.
fn summary(page: &Page) -> String {
    let extent = if page.complete { "the whole strategy" } else { "a part of the strategy" };
    let positions = counted(page.positions as u64, "position", "positions");
    let mut said = format!("{extent}: {positions}, {}", ByteSize(page.html.len() as u64));
    if page.unjudged > 0 {
        said += &format!("; it does not judge {}", counted(page.unjudged as u64, "first move", "first moves"));
    }
    said + match page.limit {
        Some(Reason::Time) => "; its time was up: see --time-limit",
        Some(Reason::Nodes) => "; its nodes were spent: see --node-limit",
        _ => "",
    }
}
