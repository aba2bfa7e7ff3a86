//! `canju completions`: completion scripts, generated from the parser.

use crate::cli::args::{CompletionsArgs, program};
use crate::cli::exit::ExitCode;
use std::io::{self, Write};

pub(super) fn run(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    // Through a buffer, because the generator panics when it can't write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program(), "canju", &mut script);
    io::stdout().write_all(&script)?;
    io::stdout().flush()?;
    Ok(ExitCode::Success)
}
