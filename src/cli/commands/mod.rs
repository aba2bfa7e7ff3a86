//! The commands: each a file or a folder with its arguments, its help and what it does. What several of them need is one level up.

mod advise;
mod batch;
mod bench;
mod completions;
mod deals;
mod explain;
mod generate;
mod grade;
mod man;
mod moves;
mod perft;
mod picture;
mod play;
mod poker;
mod review;
mod serve;
mod sheet;
mod solve;
mod verify;

use super::exit::ExitCode;
use clap::Subcommand;
pub(super) use play::play_words;

/// The enum of the commands, in the order of the help, and what runs them.
macro_rules! commands {
    ($($Name:ident: $module:ident::$Args:ident,)*) => {
        /// A command with its arguments.
        #[derive(Subcommand, Debug)]
        pub enum Command {
            $($Name($module::$Args),)*
        }

        impl Command {
            /// Does what was asked for.
            pub fn run(&self) -> anyhow::Result<ExitCode> {
                match self {
                    $(Command::$Name(args) => $module::run(args),)*
                }
            }
        }
    };
}

commands! {
    Solve: solve::SolveArgs,
    Explain: explain::ExplainArgs,
    Batch: batch::BatchArgs,
    Grade: grade::GradeArgs,
    Generate: generate::GenerateArgs,
    Deals: deals::DealsArgs,
    Play: play::PlayArgs,
    Advise: advise::AdviseArgs,
    Review: review::ReviewArgs,
    Sheet: sheet::SheetArgs,
    Picture: picture::PictureArgs,
    Serve: serve::ServeArgs,
    Verify: verify::VerifyArgs,
    Moves: moves::MovesArgs,
    Perft: perft::PerftArgs,
    Bench: bench::BenchArgs,
    Poker: poker::PokerArgs,
    Completions: completions::CompletionsArgs,
    Man: man::ManArgs,
}
