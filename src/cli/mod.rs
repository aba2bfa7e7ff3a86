//! The program: arguments in, exit code out. The only place that prints.
//!
//! Parse (`args.rs`) → resolve (`plan.rs`) → run, one file a command. Results go to standard output or to `--output`,
//! everything else to standard error; a closed pipe ends the program silently and counts as success.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | what may be typed, and the help |
//! | `rules_args.rs` | `--rules` |
//! | `places.rs` | files read and written must be different ones |
//! | `plan.rs` | what was typed with every default filled in |
//! | `one_of_file.rs` | the puzzle that `FILE:LINE` stands for |
//! | `memory.rs` | the memory budget, and the most memory held |
//! | `complaint.rs` | how the program says what is wrong |
//! | `exit.rs` | [`ExitCode`] |
//! | `in_order.rs` | work on all cores, the results in the order of the input |
//! | `interrupt.rs` | Ctrl-C |
//! | `progress.rs` | the progress bar |
//! | `proofs.rs` | where certificates are written |
//! | `page_file.rs` | where a page is written |
//! | `play/` | `canju play`: commands, prompt, screen, levels of a pack |
//! | `solve.rs`, `explain.rs`, `batch.rs`, `grade.rs`, `generate.rs`, `deals.rs`, `serve.rs`, `verify.rs`, `moves.rs`, `perft.rs`, `bench/`, `poker.rs`, `completions.rs`, `man.rs` | the commands |
//! | `slowest.rs` | the slowest puzzles of a batch |

mod args;
mod batch;
mod bench;
mod complaint;
mod completions;
mod deals;
mod exit;
mod explain;
mod generate;
mod grade;
mod in_order;
mod interrupt;
mod man;
mod memory;
mod moves;
mod one_of_file;
mod page_file;
mod perft;
mod places;
mod plan;
mod play;
mod poker;
mod progress;
mod proofs;
mod rules_args;
mod serve;
mod slowest;
mod solve;
mod verify;

pub use exit::ExitCode;

use args::{Cli, Command};
use clap::FromArgMatches;
use complaint::complain;
use std::ffi::OsString;
use std::io;

/// Runs the program on these arguments, the first being its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli = match parsed(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let error = complaint::quoted(error, &arguments, parsed);
            let error = complaint::hinted(error, &args::program(), &arguments);
            // Help and version come here too, and are not errors. If the pipe is closed, nobody can read a message.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::BadInput } else { ExitCode::Success };
        }
    };
    let result = match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Batch(args) => batch::run(args),
        Command::Grade(args) => grade::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Deals(args) => deals::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Poker(args) => poker::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::Success,
        Err(error) => {
            complain(format_args!("{error:#}"));
            ExitCode::BadInput
        }
    }
}

fn parsed(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    args::program().try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches))
}

/// Did the reader of our output go away?
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
