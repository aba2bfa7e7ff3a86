//! The arguments of `canju play`, and its help.

use super::super::advise::parse_seat;
use super::words;
use crate::cli::args::{Color, PlayedForArgs, PositionArgs, RESISTANCE, RulesArgs, SolvingArgs, cards, one_of, rules};
use canju::advice::{Seat, Strength};
use clap::builder::ArgPredicate;
use clap::{Arg, Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

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
    With --deal SEED --hidden a whole deal is played with hidden hands: you see yours, the landlord's open cards and what is played, \
    and so do the two others, who play by `canju advise`. `hint` is advice. At the end the hands are shown, and each of your moves is \
    judged twice: by what you could know, and with all hands open.\n\n\
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
  canju play --deal 7 --hidden --seat farmer1 --strength hard --scoring huanle

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

/// The position, which a deal takes the place of.
fn or_a_deal(first: Arg) -> Arg {
    let first = first.required(false).required_unless_present("deal");
    first.default_value_if("deal", ArgPredicate::IsPresent, "").hide_default_value(true)
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

/// A whole deal.
#[derive(Args, Debug)]
pub struct HiddenArgs {
    /// Play the whole deal of this seed instead of a position or a pack
    #[arg(long, value_name = "SEED", conflicts_with_all = ["first", "human", "stake", "moves_made", "progress", "no_progress"], requires = "hidden")]
    pub deal: Option<u64>,
    /// Hide the other hands: the two other players take advice, and at the end your moves are judged
    #[arg(long, requires = "deal")]
    pub hidden: bool,
    /// Your seat: landlord, farmer1 (plays after the landlord) or farmer2 (plays before)
    #[arg(long, value_name = "SEAT", default_value = "landlord", value_parser = parse_seat, requires = "hidden")]
    pub seat: Seat,
    /// How well the two others play
    #[arg(long, value_name = "STRENGTH", default_value = "medium", value_parser = one_of(&STRENGTHS), requires = "hidden")]
    pub strength: Strength,
}

/// How well bots play.
const STRENGTHS: [(&str, &str, Strength); 3] = [
    ("easy", "By a glance at 4 worlds", Strength::Easy),
    ("medium", "By 16 worlds", Strength::Medium),
    ("hard", "By 64 worlds, as `canju advise` does", Strength::Hard),
];

/// The most time for the judgement with open hands after a game with hidden ones, if nobody says otherwise.
pub const REVIEW_TIME: Duration = Duration::from_secs(30);

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after(), mut_arg("first", or_a_deal))]
pub struct PlayArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub whole: HiddenArgs,
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
