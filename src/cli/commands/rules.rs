//! `canju rules`: how rules are written. The other commands' help only says where that is told.

use crate::cli::args::rules_topic;
use crate::cli::exit::ExitCode;
use crate::cli::parser::program;
use anyhow::Context;
use clap::Args;
use std::io::{self, Write};

const ABOUT: &str = "Say how rules are written.\n\n\
    Most commands take --rules, and a puzzle of a pack may have its own: `rules=pagat,-bomb`. The page RULES.md of the \
    project says what each preset allows and what each switch changes.";

fn after() -> String {
    format!("Example:\n  canju solve 4445678899KK2 345567TTTKKAA --rules huanle,-trio_pair\n\n{}", rules_topic())
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct RulesCommandArgs {}

pub(super) fn run(_: &RulesCommandArgs) -> anyhow::Result<ExitCode> {
    let mut program = program();
    program.build();
    let topic = program.find_subcommand_mut("rules").context("no such command")?;
    write!(io::stdout(), "{}", topic.render_long_help())?;
    Ok(ExitCode::Success)
}
