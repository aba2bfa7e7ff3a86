//! `canju completions`: completion scripts, generated from the parser.

use crate::cli::exit::ExitCode;
use crate::cli::parser::program;
use clap::Args;
use std::io::{self, Write};

#[derive(Args, Debug)]
#[command(after_long_help = "Example:\n  canju completions bash > ~/.local/share/bash-completion/completions/canju")]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    // Through a buffer, because the generator panics when it can't write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program(), "canju", &mut script);
    io::stdout().write_all(&script)?;
    io::stdout().flush()?;
    Ok(ExitCode::Success)
}
