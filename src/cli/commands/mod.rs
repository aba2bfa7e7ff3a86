//! The commands, a file or a folder each. What several of them need is one level up.

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
pub(super) mod play;
mod poker;
mod serve;
mod solve;
mod verify;

use super::args::Command;
use super::exit::ExitCode;

/// Does what was asked for.
pub(super) fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Batch(args) => batch::run(args),
        Command::Grade(args) => grade::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Deals(args) => deals::run(args),
        Command::Play(args) => play::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Poker(args) => poker::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}
