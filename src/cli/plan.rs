//! The arguments with every default filled in: memory, terminal, destinations of results.

use super::args::{Color, OutputArgs, PlayedForArgs, PositionArgs, RulesArgs, SolvingArgs};
use super::language::{language, text};
use super::one_of_file;
use crate::cli::memory;
use anyhow::Context;
use bytesize::ByteSize;
use canju::files::OutputFile;
use canju::puzzle::{Puzzle, SavedGame};
use canju::report::{Palette, statistics_table_in, thousands};
use canju_engine::rules::{Position, Ruleset};
use canju_engine::search::{Limits, Statistics};
use canju_engine::solver::{Options, Task};
use canju_engine::text::Defaults;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The solver's options.
pub(super) fn options(args: &SolvingArgs) -> anyhow::Result<Options> {
    Ok(Options { threads: args.threads.into(), memory: memory::budget(args.memory)?, ..Options::default() })
}

/// What is asked, within the limits. The stop flag is raised by the first Ctrl-C once a handler is installed.
pub(super) fn task(args: &SolvingArgs) -> Task {
    let mut task = Task::default();
    args.limits.set(&mut task);
    task
}

/// Why a file and the options for whose turn it is don't go together.
pub(super) fn turn_of_a_file() -> String {
    text!("turn-of-a-file")
}

/// Why a file and the moves made don't go together.
pub(super) fn moves_made_of_a_file() -> String {
    text!("moves-made-of-a-file")
}

/// The puzzle typed: hands, or where it stands in a file.
pub(super) fn puzzle(args: &PositionArgs, rules: Ruleset) -> anyhow::Result<Puzzle> {
    Ok(game(args, rules)?.into_puzzle()?)
}

/// The puzzle typed, and what it is played for.
pub(super) fn puzzle_for(args: &PositionArgs, rules: &RulesArgs, played_for: &PlayedForArgs) -> anyhow::Result<Puzzle> {
    Ok(game_for(args, rules, played_for)?.into_puzzle()?)
}

/// The puzzle typed, with the moves of a saved game.
pub(super) fn game(args: &PositionArgs, rules: Ruleset) -> anyhow::Result<SavedGame> {
    game_with(args, rules.into(), None)
}

/// The puzzle typed, with the moves of a saved game and what it is played for.
pub(super) fn game_for(
    args: &PositionArgs,
    rules: &RulesArgs,
    played_for: &PlayedForArgs,
) -> anyhow::Result<SavedGame> {
    let moves_made = played_for.moves_made.as_ref().map(|made| &made.0[..]);
    game_with(args, played_for.stakes.defaults(rules), moves_made)
}

fn game_with(args: &PositionArgs, defaults: Defaults, moves_made: Option<&[u8]>) -> anyhow::Result<SavedGame> {
    let turn = &args.turn;
    let Some(second) = &args.second else {
        anyhow::ensure!(!turn.is_given(), turn_of_a_file());
        anyhow::ensure!(moves_made.is_none(), moves_made_of_a_file());
        return one_of_file::game(&args.first, defaults);
    };
    let hands: Vec<&str> =
        [Some(&args.first), Some(second), args.third.as_ref()].into_iter().flatten().map(String::as_str).collect();
    let position = Position::of_hands(&hands, turn.turn, turn.last.as_deref(), turn.by, defaults.rules)?;
    let position = position.with_stakes(defaults.scoring, defaults.stake, moves_made)?;
    Ok(Puzzle::from(position).into())
}

/// The file that the position is read from, if no hands were typed.
pub(super) fn file(args: &PositionArgs) -> Option<&Path> {
    args.second.is_none().then(|| Path::new(one_of_file::taken_apart(&args.first).0))
}

/// Where results go and what else is printed.
#[derive(Debug)]
pub(super) struct OutputPlan {
    path: Option<PathBuf>,
    /// The colours of results.
    pub palette: Palette,
    /// Nothing but errors on standard error?
    pub quiet: bool,
    /// Print the resolved options and statistics?
    pub verbose: bool,
}

impl OutputPlan {
    pub fn new(args: &OutputArgs) -> OutputPlan {
        let path = args.output.clone().filter(|path| path.as_os_str() != "-");
        OutputPlan {
            palette: palette(args.color, path.is_none() && io::stdout().is_terminal()),
            path,
            quiet: args.quiet,
            verbose: args.verbose,
        }
    }

    /// Opens the output, before the work: it must not turn out after an hour that the results can't be written.
    pub fn open(&self) -> anyhow::Result<OutputFile> {
        match &self.path {
            None => Ok(OutputFile::stdout()),
            Some(path) => create(path),
        }
    }

    /// Do results go to standard output?
    pub fn is_stdout(&self) -> bool {
        self.path.is_none()
    }

    /// Do results go to a terminal?
    pub fn is_terminal(&self) -> bool {
        self.is_stdout() && io::stdout().is_terminal()
    }

    /// The columns of the terminal that results go to, if they do.
    pub fn width(&self) -> Option<usize> {
        terminal_width().filter(|_| self.is_stdout())
    }

    /// Is a progress bar wanted, and is there a terminal to show it?
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Prints the resolved options to standard error, with --verbose.
    pub fn explain(&self, rules: &Ruleset, options: &Options, limits: Limits) {
        if !self.verbose {
            return;
        }
        let limit = |limit: Option<String>| limit.unwrap_or_else(|| text!("none"));
        let threads = if options.threads == 0 { text!("one-per-core") } else { options.threads.to_string() };
        let resolved = text!(
            "resolved-options",
            rules = rules.to_string(),
            threads = threads,
            memory = ByteSize(options.memory as u64).to_string(),
            time = limit(limits.time.map(|time| humantime::format_duration(time).to_string())),
            nodes = limit(limits.nodes.map(thousands)),
        );
        let _ = writeln!(io::stderr(), "canju: {resolved}");
    }

    /// Says on standard error that fewer threads work than were asked for: `fit` is what the memory carries, `given` what
    /// the system has given.
    pub fn note_threads(&self, options: &Options, fit: usize, given: usize) {
        if let Some(note) = thread_note(options, fit, given).filter(|_| !self.quiet) {
            let _ = writeln!(io::stderr(), "canju: {note}");
        }
    }

    /// Prints what a search did to standard error, with --verbose.
    pub fn show_statistics(&self, of: &str, statistics: Option<&Statistics>) {
        if let Some(statistics) = statistics.filter(|_| self.verbose) {
            let heading = text!("statistics-of", what = of);
            let _ = write!(io::stderr(), "canju: {heading}\n{}", statistics_table_in(statistics, language()));
        }
    }
}

/// The warning if fewer threads work than were asked for by number.
pub(super) fn thread_note(options: &Options, fit: usize, given: usize) -> Option<String> {
    if given < fit && given < options.thread_count() {
        Some(text!("system-gives-threads", count = given))
    } else if fit < options.threads {
        Some(text!("threads-fit", count = fit, memory = ByteSize(options.memory as u64).to_string()))
    } else {
        None
    }
}

/// Opens a file for writing; `-` is standard output. An existing file stays until the new one is finished.
pub(super) fn create(path: &Path) -> anyhow::Result<OutputFile> {
    OutputFile::named(path).with_context(|| cant_write(path))
}

/// The error for results that can't be written.
pub(super) fn cant_write_results() -> String {
    text!("cant-write-results")
}

/// The error for a file that can't be written.
pub(super) fn cant_write(path: &Path) -> String {
    text!("cant-write", path = path.to_string_lossy())
}

/// The columns of the terminal that standard output is, if it is one.
pub(super) fn terminal_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
    Some(width.0.into())
}

/// The colours of what may go to a terminal, and its language.
pub(super) fn palette(color: Color, terminal: bool) -> Palette {
    let coloured = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => terminal && wants_colour(),
    };
    let palette = if coloured { Palette::COLOURED } else { Palette::PLAIN };
    palette.in_language(language())
}

/// Does the environment allow colours? See no-color.org.
fn wants_colour() -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb")
}
