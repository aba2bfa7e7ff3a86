//! One puzzle of a file, named as reports name it: `FILE:LINE`. `FILE` alone will do if it holds only one, as a saved game.

use crate::puzzle::{PuzzleError, SavedGame, read_games};
use crate::rules::Ruleset;
use anyhow::{Context, anyhow, bail, ensure};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The puzzle or the saved game that `name` stands for, under these rules unless the file has its own.
pub(super) fn game(name: &str, rules: Ruleset) -> anyhow::Result<SavedGame> {
    let (path, wanted) = taken_apart(name);
    let file = || -> anyhow::Result<Box<dyn BufRead>> {
        if path == "-" {
            return Ok(Box::new(BufReader::new(io::stdin())));
        }
        let file = File::open(path).map_err(|error| match wanted {
            Some(_) => anyhow!("can't read {path}: {error}"),
            None => anyhow!("`{name}` is one hand, or a file that can't be read ({error}): expected two or three hands, or FILE:LINE"),
        })?;
        ensure!(!file.metadata()?.is_dir(), "{path} is a directory: `canju batch {path}` solves what is in it");
        Ok(Box::new(BufReader::new(file)))
    };
    let mut games = read_games(file()?, path.replace(std::path::MAIN_SEPARATOR, "/"), rules);
    match wanted {
        Some(line) => {
            let has_line = |game: &Result<SavedGame, PuzzleError>| match game {
                Ok(game) => game.line == line,
                Err(error) => error.line >= line,
            };
            let found = games.find(has_line).with_context(|| format!("{path} has no puzzle on line {line}"))?;
            found.with_context(|| path.to_owned())
        }
        None => {
            let first =
                games.next().with_context(|| format!("{path} has no puzzle"))?.with_context(|| path.to_owned())?;
            if let Some(second) = games.next() {
                let second = second.map_or_else(|error| error.line, |game| game.line);
                bail!("{path} has several puzzles: name the line of one, as {path}:{} or {path}:{second}", first.line);
            }
            Ok(first)
        }
    }
}

/// The path and the line of `FILE:LINE`, or the path alone.
fn taken_apart(name: &str) -> (&str, Option<u64>) {
    if Path::new(name).exists() {
        return (name, None);
    }
    match name.rsplit_once(':').map(|(path, line)| (path, line.parse())) {
        Some((path, Ok(line))) => (path, Some(line)),
        _ => (name, None),
    }
}
