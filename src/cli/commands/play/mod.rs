//! `canju play`: games against the solver, at a terminal or from a pipe, of a position or of the levels of a pack.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | what may be typed, and the help |
//! | `mod.rs` | from the arguments to a session |
//! | `session.rs` | the session: reads a command, does it, lets the solver move |
//! | `hidden.rs` | a whole game with hidden hands |
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
//! [`canju::play`] keeps the state of the game and asks the solver. Refusals are printed among the answers, not on standard
//! error, because they are part of the conversation.

mod args;
mod command;
mod files;
mod hidden;
mod hints;
mod input;
mod levels;
mod progress;
mod screen;
mod session;
mod spinner;
mod words;

use crate::cli::exit::ExitCode;
use crate::cli::language::text;
use crate::cli::{interrupt, one_of_file, plan};
use anyhow::{Context, ensure};
pub use args::PlayArgs;
use canju::play::{Analyst, Game};
use canju::puzzle::SavedGame;
use input::Input;
use levels::Levels;
use progress::Progress;
use session::Session;
use std::io::{self, BufWriter, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
pub use words::list as play_words;

pub(super) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    if let Some(seed) = args.whole.deal {
        return hidden::run(args, seed);
    }
    ensure!(!args.whole.hidden, text!("hidden-needs-deal"));
    let (saved, levels, notes) = opening(args)?;
    let (options, task) = (plan::options(&args.solving)?, plan::task(&args.solving));
    let fit = options.threads_that_fit();
    let notes: Vec<String> = notes.into_iter().chain(plan::thread_note(&options, fit, fit)).collect();
    let (stop, idle) = (task.stop.clone(), Arc::new(AtomicBool::new(false)));
    interrupt::raise_unless_idle(&stop, &idle)?;
    let input = Input::open(&idle)?;
    let session = Session {
        saved_humans: saved.humans,
        game: Game::resume(saved)?,
        levels,
        human: args.human,
        analyst: Analyst::new(options, task),
        stop,
        palette: plan::palette(args.color, io::stdout().is_terminal()),
        output: BufWriter::new(io::stdout()),
        asked_to_quit: false,
        hints: 0,
        undecided: false,
        refused: false,
    };
    session.run(input, &notes)
}

/// The first puzzle, the pack it is from, if any, and notes about that.
fn opening(args: &PlayArgs) -> anyhow::Result<(SavedGame, Option<Levels>, Vec<String>)> {
    let (position, played_for) = (&args.position, &args.played_for);
    if position.second.is_some() {
        return Ok((plan::game_for(position, &args.rules, played_for)?, None, Vec::new()));
    }
    let pack = &position.first;
    ensure!(!position.turn.is_given(), plan::turn_of_a_file());
    ensure!(played_for.moves_made.is_none(), plan::moves_made_of_a_file());
    let (path, begin) = one_of_file::taken_apart(pack);
    let path = Path::new(path);
    ensure!(!path.is_dir(), text!("pack-is-directory", path = pack));
    ensure!(path.is_file(), text!("pack-is-no-file", path = pack));
    let (progress, not_kept) = match args.no_progress {
        true => (Progress::of_session(), None),
        false => Progress::kept(args.progress.as_deref()),
    };
    let (levels, left_out) = Levels::open(path, begin, played_for.stakes.defaults(&args.rules), progress)?;
    let first = levels.current().context("internal error: no level")?.clone();
    Ok((first, Some(levels), [left_out, not_kept].into_iter().flatten().collect()))
}
