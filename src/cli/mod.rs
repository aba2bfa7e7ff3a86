//! The program: arguments in, exit code out. The only place that prints.
//!
//! Parse (`args/`) → resolve (`plan.rs`) → run (`commands/`). Results go to standard output or to `--output`, everything else to
//! standard error; a closed pipe ends the program silently and counts as success.
//!
//! | file | contents |
//! |---|---|
//! | `args/` | what may be typed, and the help |
//! | `parser.rs` | the parser of the whole program |
//! | `commands/` | the commands, a file or a folder each: arguments, help, what it does |
//! | `places.rs` | files read and written must be different ones |
//! | `plan.rs` | what was typed with every default filled in |
//! | `one_of_file.rs` | the puzzle that `FILE:LINE` stands for |
//! | `language/` | the language of what people read |
//! | `complaint.rs` | how the program says what is wrong |
//! | `exit.rs` | [`ExitCode`] |
//! | `interrupt.rs` | Ctrl-C |
//! | `progress.rs` | the progress bar |
//! | `proofs.rs` | where certificates are written |
//! | `page_file.rs` | where a page is written |
//! | `seed.rs` | `--seed` |
//! | `slowest.rs` | the slowest puzzles of a batch |

mod allocator;
mod args;
mod commands;
mod complaint;
mod exit;
mod interrupt;
mod language;
mod memory;
mod one_of_file;
mod page_file;
mod parser;
mod places;
mod plan;
mod progress;
mod proofs;
mod seed;
mod slowest;

pub use exit::ExitCode;

use canju::words::Language;
use clap::FromArgMatches;
use clap::error::ErrorKind;
use complaint::complain;
use parser::Cli;
use std::ffi::OsString;
use std::io;

/// Runs the program on these arguments, the first being its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    language::choose(&arguments);
    let cli = match parsed(parser::parser(), &arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let error = in_this_language(error, &arguments);
            // Help and version come here too, and are not errors. If the pipe is closed, nobody can read a message.
            let _ = language::print(&error);
            return if error.use_stderr() { ExitCode::BadInput } else { ExitCode::Success };
        }
    };
    let result = cli.command.run();
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::Success,
        Err(error) => {
            complain(language::told(&error));
            ExitCode::BadInput
        }
    }
}

fn parsed(program: clap::Command, arguments: &[OsString]) -> Result<Cli, clap::Error> {
    program.try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches))
}

/// The error, or the help, of a command line in the language of this run.
fn in_this_language(error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let english = language::language() == Language::English;
    if error.kind() == ErrorKind::DisplayVersion || english && !error.use_stderr() {
        return error;
    }
    let again = |arguments: &[OsString]| parsed(parser::program(), arguments);
    let error = if english { error } else { again(arguments).err().unwrap_or(error) };
    let error = complaint::quoted(error, arguments, again);
    complaint::hinted(error, &parser::program(), arguments)
}

/// Did the reader of our output go away?
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
