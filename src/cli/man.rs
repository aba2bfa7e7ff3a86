//! `canju man`: manual pages, generated from the parser.

use super::args::{Cli, ManArgs};
use super::exit::ExitCode;
use anyhow::bail;
use clap::CommandFactory;
use std::io::{self, Write};

pub(super) fn run(args: &ManArgs) -> anyhow::Result<ExitCode> {
    let mut program = Cli::command();
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone().display_name(format!("canju-{}", command.get_name())),
            None => {
                let names: Vec<&str> = program
                    .get_subcommands()
                    .map(|command| command.get_name())
                    .filter(|&name| name != "help")
                    .collect();
                bail!("unknown command `{name}`: expected one of {}", names.join(", "));
            }
        },
    };
    let mut page = Vec::new();
    let source = concat!("canju ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command).source(source).render(&mut page)?;
    io::stdout().write_all(&page)?;
    io::stdout().flush()?;
    Ok(ExitCode::Success)
}
