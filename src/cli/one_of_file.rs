//! One puzzle of a file, named as reports name it: `FILE:LINE`, or `FILE:ID` for a line with an id of its own. `FILE` alone
//! will do if it holds only one, as a saved game.

use super::language::{self, text};
use anyhow::{Context, anyhow, bail, ensure};
use canju::puzzle::{PuzzleError, SavedGame, read_games};
use canju::words::{Language, say};
use canju_engine::text::Defaults;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The puzzle or the saved game that `name` stands for, with these defaults unless the file has its own.
pub(super) fn game(name: &str, defaults: impl Into<Defaults>) -> anyhow::Result<SavedGame> {
    let (path, wanted) = taken_apart(name);
    let file = || -> anyhow::Result<Box<dyn BufRead>> {
        if path == "-" {
            return Ok(Box::new(BufReader::new(io::stdin())));
        }
        let file = File::open(path).map_err(|error| match path.contains(['.', ':', '/']) {
            true => anyhow::Error::new(error).context(text!("cant-read", path = path)),
            false => anyhow!(text!("one-hand-or-file", name = name, why = language::in_words(&error))),
        })?;
        ensure!(!file.metadata()?.is_dir(), text!("is-a-directory", path = path));
        Ok(Box::new(BufReader::new(file)))
    };
    let mut games = read_games(file()?, path.replace(std::path::MAIN_SEPARATOR, "/"), defaults);
    match wanted {
        Some(wanted) => {
            let is_wanted = |game: &Result<SavedGame, PuzzleError>| {
                let (line, id) =
                    game.as_ref().map_or_else(|error| (error.line, &error.id), |game| (game.line, &game.start.id));
                is_called(line, id, wanted)
            };
            let found = games.find(is_wanted).with_context(|| not_there(language::language(), path, wanted))?;
            found.with_context(|| path.to_owned())
        }
        None => {
            let first = games.next().with_context(|| no_puzzle(path))?.with_context(|| path.to_owned())?;
            if let Some(second) = games.next() {
                let second = second.map_or_else(|error| error.line, |game| game.line);
                let (first, second) = (first.line.to_string(), second.to_string());
                bail!(text!("several-puzzles", path = path, first = first, second = second));
            }
            Ok(first)
        }
    }
}

/// Is the puzzle of this line and id meant by `LINE` or `ID`?
pub(super) fn is_called(line: u64, id: &str, wanted: &str) -> bool {
    line.to_string() == wanted || id == wanted
}

/// What is wrong with a file without puzzles.
pub(super) fn no_puzzle(path: &str) -> String {
    text!("no-puzzle", path = path)
}

/// The error for a file without this puzzle.
pub(super) fn not_there(language: Language, path: &str, wanted: &str) -> String {
    say!(language, "not-there", path = path, wanted = wanted)
}

/// The path and what follows it in `FILE:LINE` or `FILE:ID`; or the path alone, for a name may contain colons.
pub(super) fn taken_apart(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once(':') {
        Some((path, wanted)) if !Path::new(name).exists() && Path::new(path).is_file() => (path, Some(wanted)),
        _ => (name, None),
    }
}
