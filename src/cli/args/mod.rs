//! The command line: what may be typed, and the help. `clap` derives the parser, the completions and the manual pages from it.
//!
//! Only types and texts: nothing here opens a file or looks at the machine. Each command has its arguments and its help in its own
//! file below `commands/`; what several of them take is here.
//!
//! | file | contents |
//! |---|---|
//! | `position.rs` | hands, and whose turn it is |
//! | `rules.rs` | `--rules` |
//! | `solving.rs` | threads and memory |
//! | `task.rs` | what is asked, and limits: from the table of a task's fields |
//! | `output.rs` | where results go, in which form and colours |
//! | `journal.rs` | `--journal` and `--resume` |
//! | `choice.rs` | an argument that is one of a few words |

mod choice;
mod journal;
mod output;
mod position;
mod rules;
mod solving;
mod task;

pub use choice::one_of;
pub use journal::JournalArgs;
pub use output::{Color, OutputArgs, SingleFormat};
pub use position::{PositionArgs, TurnArgs, cards};
pub use rules::{RulesArgs, RulesParser, rule_words, rules, rules_topic};
pub use solving::{RESISTANCE, SolvingArgs, parse_size, parse_time};
pub use task::{LimitArgs, WantedArgs};

use super::commands::Command;
use super::language;
use clap::{CommandFactory, Parser};

/// How `canju` itself, `canju batch` and `canju grade` end.
pub const EXIT_CODES: &str = "\
Exit codes: 0 every puzzle is decided, and as expected where an answer is given; 1 some are undecided; 2 bad input or usage; \
3 an answer differs from the expected one; 130 interrupted. If several apply, the greatest is used. A closed pipe is a success.";

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
