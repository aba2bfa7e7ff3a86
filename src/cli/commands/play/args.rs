//! The arguments of `canju play`, and its help.

use super::words;
use crate::cli::args::{Color, PlayedForArgs, PositionArgs, RESISTANCE, RulesArgs, SolvingArgs, cards, rules};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const ABOUT: &str = "Play a position out, or the levels of a pack: the solver plays one side perfectly, you the other. If it \
    wins, it plays winning moves; if it loses, it resists as long as it can. It says at once when a move of yours gives a win \
    away, but never which move is right unless you ask.\n\n\
    Each puzzle of a pack is a level. It begins with the first level that is not solved, or with the one of FILE:LINE; when \
    you win a level, the next one that is not solved begins. Solved levels are remembered by their position, whatever the \
    pack is called. A level is solved without help if nothing named a move to you: no `solution`, no `verdicts`, no \
    third `hint`, and no `swap` after the first move.\n\n\
    At a terminal there are line editing, a history (Up) and completion of moves and commands (Tab). From a pipe, \
    commands are read one a line and printed after the prompt, so the output is a transcript. Ctrl-D ends the session, \
    and so does Ctrl-C, even during a search.\n\n\
    A saved game is a pack of one line, then `@human SIDE` and `@moves` with the moves so far; it can be written by hand.";

fn after() -> String {
    format!(
        "Commands:
{}
Examples:
  canju play puzzles/published/game-levels.ddz
  canju play puzzles/published/game-levels.ddz:5          # begin with the puzzle on line 5
  canju play 346999Q2 34JAAD
  canju play K5 44Q --last J --human both
  printf '4\\nundo\\nhint\\n' | canju play 346999Q2 34JAAD

{}

{RESISTANCE}

{}

Exit codes: 0 the session ended; from a pipe 1 if a limit left something undecided, 2 if a line was refused; 2 bad \
input or usage; 130 Ctrl-C.",
        words::list(),
        cards(),
        rules()
    )
}

/// Which sides people play.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Human {
    /// The first hand, or the landlord
    #[value(alias = "landlord")]
    First,
    /// The second hand, or both farmers
    #[value(aliases = ["farmers", "others"])]
    Second,
    /// The side that wins when everyone plays their best
    Winner,
    /// The side that loses
    Loser,
    /// Every hand
    Both,
    /// None: the solver plays against itself
    None,
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct PlayArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub played_for: PlayedForArgs,
    /// Which side you play [default: what the saved game says, or first]
    #[arg(long, value_name = "SIDE")]
    pub human: Option<Human>,
    /// Remember solved levels in this file [default: canju/solved-levels.txt in your state directory]
    #[arg(long, value_name = "FILE")]
    pub progress: Option<PathBuf>,
    /// Neither read nor write which levels are solved
    #[arg(long, conflicts_with = "progress")]
    pub no_progress: bool,
    #[command(flatten)]
    pub solving: SolvingArgs,
    /// Colours: auto is on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: Color,
}
