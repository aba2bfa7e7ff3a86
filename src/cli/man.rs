//! `canju man`: manual pages, generated from the parser.

use super::args::{self, ManArgs};
use super::exit::ExitCode;
use std::io::{self, Write};

pub(super) fn run(args: &ManArgs) -> anyhow::Result<ExitCode> {
    let mut program = args::program();
    program.build();
    // The parser lets only names of commands through.
    let command = match args.command.as_ref().and_then(|name| program.find_subcommand(name)) {
        Some(command) => command.clone().display_name(format!("canju-{}", command.get_name())),
        None => program,
    };
    let mut page = Vec::new();
    let source = concat!("canju ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command).source(source).render(&mut page)?;
    io::stdout().write_all(&page)?;
    io::stdout().flush()?;
    Ok(ExitCode::Success)
}
