//! `canju play`: games against the solver, at a terminal or from a pipe, of a position or of the levels of a pack.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | from the arguments to a session |
//! | `session.rs` | the session: reads a command, does it, lets the solver move |
//! | `words.rs` | the words of the commands |
//! | `command.rs` | what a line asks for |
//! | `hints.rs` | hints in three steps |
//! | `levels.rs` | a pack as levels |
//! | `progress.rs` | which levels are solved, in a file |
//! | `files.rs` | files of bounded size, replaced as a whole |
//! | `input.rs` | terminal and pipe |
//! | `screen.rs` | what is printed |
//! | `spinner.rs` | what is shown while the solver thinks |
//!
//! [`crate::play`] keeps the state of the game and asks the solver. Refusals are printed among the answers, not on standard
//! error, because they are part of the conversation.

mod command;
mod files;
mod hints;
mod input;
mod levels;
mod progress;
mod screen;
mod session;
mod spinner;
pub(super) mod words;

use super::args::PlayArgs;
use super::exit::ExitCode;
use super::{interrupt, plan};
use crate::play::{Analyst, Game, Humans};
use crate::puzzle::Puzzle;
use anyhow::{Context, bail};
use input::Input;
use levels::Levels;
use progress::Progress;
use session::Session;
use std::io::{self, BufWriter, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let (puzzle, levels, notes) = opening(args)?;
    let options = plan::options(&args.solving)?;
    let (stop, idle) = (options.stop.clone(), Arc::new(AtomicBool::new(false)));
    interrupt::raise_unless_idle(&stop, &idle)?;
    let input = Input::open(&idle)?;
    let session = Session {
        game: Game::new(puzzle, Humans::Both)?,
        levels,
        human: args.human,
        analyst: Analyst::new(options),
        stop,
        palette: plan::palette(args.color, io::stdout().is_terminal()),
        output: BufWriter::new(io::stdout()),
        hints: 0,
        undecided: false,
        refused: false,
    };
    session.run(input, &notes)
}

/// The first puzzle, the pack it is from, if any, and notes about that.
fn opening(args: &PlayArgs) -> anyhow::Result<(Puzzle, Option<Levels>, Vec<String>)> {
    let rules = args.rules.rules;
    let [pack] = &args.position[..] else {
        let hands: Vec<&str> = args.position.iter().map(String::as_str).collect();
        return Ok((Puzzle::parse(&hands, args.last.as_deref(), rules)?, None, Vec::new()));
    };
    if args.last.is_some() {
        bail!("--last goes with hands: in a pack each line has its own `last=`");
    }
    let (path, begin) = pack_and_line(pack)?;
    let (progress, not_kept) = match args.no_progress {
        true => (Progress::of_session(), None),
        false => Progress::kept(args.progress.as_deref()),
    };
    let (levels, left_out) = Levels::open(path, begin, rules, progress)?;
    let first = levels.current().context("internal error: no level")?.clone();
    Ok((first, Some(levels), [left_out, not_kept].into_iter().flatten().collect()))
}

/// A pack's path, and the line after the last colon if the whole is no file.
fn pack_and_line(text: &str) -> anyhow::Result<(&Path, Option<&str>)> {
    let whole = Path::new(text);
    if whole.is_file() {
        return Ok((whole, None));
    }
    match text.rsplit_once(':') {
        Some((path, line)) if Path::new(path).is_file() => Ok((Path::new(path), Some(line))),
        _ if whole.is_dir() => bail!("{text} is a directory: name a pack in it"),
        _ => bail!("`{text}` is not a file: name a pack, or two or three hands"),
    }
}
