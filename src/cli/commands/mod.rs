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
mod rules;
mod serve;
mod sheet;
mod solve;
mod verify;

use super::exit::ExitCode;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, FromArgMatches, Subcommand};
pub(super) use play::play_words;

/// The enum of the commands, in the order of the help, how each is parsed, and what runs it. The text is the line about it in the help.
macro_rules! commands {
    ($($Name:ident: $module:ident::$Args:ident, $about:literal;)*) => {
        /// A command with its arguments.
        #[derive(Debug)]
        pub enum Command {
            $(#[doc = $about] $Name($module::$Args),)*
        }

        impl Command {
            /// Does what was asked for.
            pub fn run(&self) -> anyhow::Result<ExitCode> {
                match self {
                    $(Command::$Name(args) => $module::run(args),)*
                }
            }

            const ALL: &[Entry] = &[$(Entry {
                name: stringify!($module),
                about: $about,
                arguments: with_arguments::<$module::$Args>,
            },)*];
        }

        // Derived, it would make the arguments and the help of all commands, where one is asked: twice the time of `--version`.
        impl Subcommand for Command {
            fn augment_subcommands(program: clap::Command) -> clap::Command {
                program.subcommands(Command::ALL.iter().map(Entry::deferred))
            }

            fn augment_subcommands_for_update(program: clap::Command) -> clap::Command {
                Self::augment_subcommands(program)
            }

            fn has_subcommand(name: &str) -> bool {
                Command::ALL.iter().any(|entry| entry.name == name)
            }
        }

        impl FromArgMatches for Command {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                match matches.subcommand() {
                    $(Some((stringify!($module), args)) => $module::$Args::from_arg_matches(args).map(Command::$Name),)*
                    _ => Err(clap::Error::new(ErrorKind::MissingSubcommand)),
                }
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

/// A command in the parser.
struct Entry {
    name: &'static str,
    about: &'static str,
    arguments: fn(clap::Command) -> clap::Command,
}

impl Entry {
    /// It is given its arguments when it is asked for.
    fn deferred(&self) -> clap::Command {
        clap::Command::new(self.name).about(self.about).defer(self.arguments)
    }

    fn whole(&self) -> clap::Command {
        (self.arguments)(clap::Command::new(self.name).about(self.about))
    }
}

/// Gives a command its arguments. Their groups have comments, too, and clap would take these for the line about the command.
fn with_arguments<A: Args>(command: clap::Command) -> clap::Command {
    let about = command.get_about().cloned().unwrap_or_default();
    A::augment_args(command).about(about)
}

impl Command {
    /// The program with the arguments of all commands. Only who looks at them all needs that.
    pub fn all_whole(program: clap::Command) -> clap::Command {
        let whole = |program: clap::Command, (order, entry): (usize, &Entry)| {
            program.mut_subcommand(entry.name, |_| entry.whole().display_order(order))
        };
        Command::ALL.iter().enumerate().fold(program, whole)
    }
}

/// The names of the commands, with those below them: `poker-rank` is `canju poker rank`.
fn names() -> Vec<String> {
    let names = |Entry { name, .. }: &Entry, below: &clap::Command| {
        let below = below.get_subcommands().map(|below| format!("{name}-{}", below.get_name()));
        std::iter::once((*name).to_owned()).chain(below).collect::<Vec<_>>()
    };
    // `man` asks for these names, so it can't be made here.
    let command = |entry: &Entry| if entry.name == "man" { entry.deferred() } else { entry.whole() };
    Command::ALL.iter().flat_map(|entry| names(entry, &command(entry))).collect()
}

commands! {
    Solve: solve::SolveArgs, "Decide one position";
    Explain: explain::ExplainArgs, "Make a page that shows who wins and why, to be clicked through";
    Batch: batch::BatchArgs, "Solve packs of puzzles: directories, files, or JSON lines on standard input";
    Grade: grade::GradeArgs, "Grade packs of puzzles: how hard each is, and what makes it so";
    Generate: generate::GenerateArgs, "Generate puzzles: the same for a seed on every machine";
    Deals: deals::DealsArgs, "Deal random hands as JSON lines: the same for a seed on every machine";
    Play: play::PlayArgs, "Play a position out against the solver";
    Advise: advise::AdviseArgs, "Advise a player who does not see the other hands";
    Review: review::ReviewArgs, "Review games: which moves gave the win away, exactly";
    Sheet: sheet::SheetArgs, "Make a sheet of puzzles to print";
    Picture: picture::PictureArgs, "Draw a position as SVG";
    Serve: serve::ServeArgs, "Serve the app and an HTTP API";
    Verify: verify::VerifyArgs, "Check certificates with the rules alone";
    Moves: moves::MovesArgs, "List or count the legal moves of a hand";
    Perft: perft::PerftArgs, "Count the move sequences of a given number of plies";
    Rules: rules::RulesCommandArgs, "Say how rules are written";
    Bench: bench::BenchArgs, "Solve the fixed benchmark set: nodes, time, memory";
    Poker: poker::PokerArgs, "Poker, another game: rank five-card hands, deal them, count how often each kind comes";
    Completions: completions::CompletionsArgs, "Print a completion script for a shell";
    Man: man::ManArgs, "Print a manual page";
}
