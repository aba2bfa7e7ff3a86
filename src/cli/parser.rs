//! The parser of the whole program. `clap` derives it from the arguments, and from it the completions and the manual pages.

use super::args::{EXIT_CODES, cards, rules};
use super::commands::Command;
use super::language;
use clap::{CommandFactory, Parser};

/// Exact solver for Dou Dizhu (斗地主) endgames with all hands open
#[derive(Parser, Debug)]
#[command(name = "canju", version, max_term_width = 100, after_long_help = format!("{}\n\n{}\n\n{EXIT_CODES}", cards(), rules()))]
#[command(long_about = "Exact solver for Dou Dizhu (斗地主) endgames (残局, canju) with all hands open.\n\n\
    It says who wins when everyone plays their best, and by which move. It never guesses: an answer is proved, or \
    it is `unknown` with the reason.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Language of what people read [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, value_name = "LANG", global = true, display_order = 990, value_parser = ["en", "zh"])]
    pub lang: Option<String>,
}

/// The parser. The arguments of a command are made when it is asked for.
pub fn parser() -> clap::Command {
    Cli::command()
}

/// The whole program with its help in the language of this run.
pub fn program() -> clap::Command {
    language::translated(english_program())
}

/// The whole program with its help in English.
pub fn english_program() -> clap::Command {
    Command::all_whole(Cli::command())
}
