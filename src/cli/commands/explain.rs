//! `canju explain`: a page that shows who wins a position, and why.

use crate::cli::args::{OutputArgs, PlayedForArgs, PositionArgs, RulesArgs, SolvingArgs, cards, rules};
use crate::cli::complaint::complain;
use crate::cli::exit::ExitCode;
use crate::cli::language::{self, text};
use crate::cli::page_file::Destination;
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use crate::cli::{interrupt, places};
use bytesize::ByteSize;
use canju::explain::{ExplainError, explain};
use canju_engine::solver::Solver;
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

const ABOUT: &str = "Make a page that shows who wins and why: one file of HTML, which any browser shows without a network.\n\n\
    The page is the app of `canju serve` with one position, its answer and the solver inside, and no server. \"Solve\" shows which \
    moves win and what refutes the others, and goes on from any place of what follows. \"Play\" tells nothing: try it first \
    yourself, by either side, with hints, and hear when a move gives the win away. \
    It is in English and Chinese, light and dark, for screens of any size.\n\n\
    On a terminal the page becomes a new file in the current directory, named after the position, and the name is \
    printed; nothing is overwritten. With `--output -`, or if standard output is not a terminal, it goes there.\n\n\
    The solver in the page is the same one, as WebAssembly: the browser must be of 2023 or later. Without --time-limit the position is \
    given up after a minute.";

fn after() -> String {
    format!(
        "Examples:
  canju explain 346999Q2 34JAAD                           # writes 346999Q2-34JAAD.html
  canju explain K5 44Q --last J --output page.html        # the first hand must answer a J
  canju explain 345 678 9TJ --output - > page.html        # landlord against two farmers

{}

{}

Exit codes: 0 the page is made; 1 undecided, and no page is made; 2 bad input or usage; 130 interrupted.",
        cards(),
        rules()
    )
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct ExplainArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub played_for: PlayedForArgs,
    #[command(flatten)]
    pub solving: SolvingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

pub(super) fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle_for(&args.position, &args.rules, &args.played_for)?;
    places::check(&[("--output", args.output.output.as_deref())], plan::file(&args.position))?;
    let output = OutputPlan::new(&args.output);
    let (options, mut task) = (plan::options(&args.solving)?, plan::task(&args.solving));
    task.limits.time.get_or_insert(TIME_LIMIT);
    let destination = Destination::choose(args.output.output.as_deref(), io::stdout().is_terminal(), &puzzle);
    let announced = destination != Destination::Stdout && !output.quiet;
    let file = destination.open(Path::new(""))?;
    output.explain(puzzle.position.rules(), &options, task.limits);
    interrupt::raise_on_ctrl_c(&task.stop)?;

    let progress = Progress::new(&output, Some(1));
    let mut solver = Solver::new(options.clone());
    let made = explain(&mut solver, &puzzle, &task);
    progress.finish();
    output.note_threads(&options, options.threads_that_fit(), solver.threads());
    let interrupted = task.stop.is_stopped();
    match made {
        Ok(page) => {
            if let Some(path) = file.finish(&page)? {
                writeln!(io::stdout(), "{}", path.display())?;
            }
            if announced {
                let _ = writeln!(
                    io::stderr(),
                    "canju: {}",
                    text!("page-of", size = ByteSize(page.len() as u64).to_string())
                );
            }
            Ok(if interrupted { ExitCode::Interrupted } else { ExitCode::Success })
        }
        Err(ExplainError::Undecided(reason)) => {
            complain(language::in_words(&ExplainError::Undecided(reason)));
            Ok(if interrupted { ExitCode::Interrupted } else { ExitCode::Undecided })
        }
        Err(error) => Err(error.into()),
    }
}

/// The most time for a position unless another limit is given.
const TIME_LIMIT: Duration = Duration::from_secs(60);
