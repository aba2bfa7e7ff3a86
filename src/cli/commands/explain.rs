//! `canju explain`: a page that shows a position's strategy.

use crate::cli::args::{OutputArgs, PositionArgs, RulesArgs, SolvingArgs, cards, parse_size, rules};
use crate::cli::complaint::complain;
use crate::cli::exit::ExitCode;
use crate::cli::page_file::Destination;
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use crate::cli::{interrupt, places};
use bytesize::ByteSize;
use canju_app::explain::{ExplainError, Page, explain_and_watch};
use canju_engine::search::Reason;
use canju_engine::solver::{Options, Solver};
use canju_packs::report::counted;
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

const ABOUT: &str = "Make a page that shows who wins and why: one file of HTML, which any browser shows without a network.\n\n\
    The page is the app of `canju serve` with one position and its strategy inside, and no server. \"Solve\" shows which \
    moves win and what refutes the others, and goes on from any place of what follows: choose the loser's replies, and \
    the winner answers. \"Play\" tells nothing: try it first yourself, with hints, and hear when a move gives the win away. \
    It is in English and Chinese, light and dark, for screens of any size.\n\n\
    On a terminal the page becomes a new file in the current directory, named after the position, and the name is \
    printed; nothing is overwritten. With `--output -`, or if standard output is not a terminal, it goes there.\n\n\
    The page contains no rules: what is legal and what wins is worked out when it is made, at about four bytes a \
    position. A page that can't hold the whole strategy holds the likelier positions; where it ends, it shows the command \
    that continues from there. Without --time-limit it is finished within a minute.";

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

/// Make a page that shows who wins and why, to be clicked through
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct ExplainArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub solving: SolvingArgs,
    /// About how many bytes of the strategy the page may hold
    #[arg(long, value_name = "SIZE", default_value = "3MiB", value_parser = parse_size, help_heading = "Output")]
    pub strategy_size: ByteSize,
    #[command(flatten)]
    pub output: OutputArgs,
}

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

/// Says in a few words what the page holds and what it leaves out.
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
