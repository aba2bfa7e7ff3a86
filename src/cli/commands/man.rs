//! `canju man`: manual pages, generated from the parser.

use crate::cli::exit::ExitCode;
use crate::cli::parser::program;
use anyhow::Context;
use clap::Args;
use std::io::{self, Write};

#[derive(Args, Debug)]
#[command(after_long_help = "Example:\n  canju man > canju.1; canju man solve > canju-solve.1")]
pub struct ManArgs {
    /// The command to print the page of, instead of the program's; `poker-rank` for `canju poker rank`
    #[arg(value_parser = super::names())]
    pub command: Option<String>,
}

pub(super) fn run(args: &ManArgs) -> anyhow::Result<ExitCode> {
    let mut program = program();
    program.build();
    // The parser lets only names of commands through, those below a command with a dash.
    let command = match &args.command {
        None => program,
        Some(name) => {
            let command = name.split('-').try_fold(&program, |command, part| command.find_subcommand(part));
            let command = command.context("no such command")?;
            command.clone().display_name(format!("canju-{name}"))
        }
    };
    let mut page = Vec::new();
    let source = concat!("canju ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command).source(source).render(&mut page)?;
    io::stdout().write_all(&page)?;
    io::stdout().flush()?;
    Ok(ExitCode::Success)
}
