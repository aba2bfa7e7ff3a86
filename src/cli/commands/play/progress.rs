//! Which levels are solved: a text file that outlives the session.
//!
//! ```text
//! # canju play: the levels that are solved
//! alone 346999Q2 | 34JAAD | rules=huanle
//! with-help 5K | 44Q | rules=huanle last=J
//! ```
//!
//! A level is known by its position and rules, so it stays solved when its pack is renamed, sorted or extended. A file that
//! can't be read is never overwritten: progress then lasts only as long as the session.

use super::files;
use crate::cli::language::{in_words, text};
use crate::cli::plan::cant_write;
use canju::puzzle::{self, Puzzle};
use canju_engine::rules::Ruleset;
use etcetera::{BaseStrategy, choose_base_strategy};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The most bytes of a file: more than a hundred thousand levels.
const MOST: u64 = 16 << 20;

const HEADER: &str = "# canju play: the levels that are solved";

/// How a level was solved. The better way is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Solved {
    /// After the program named a move.
    WithHelp,
    /// By the person alone.
    Alone,
}

impl Solved {
    const ALL: [Solved; 2] = [Solved::WithHelp, Solved::Alone];

    /// The first word of a line.
    const fn word(self) -> &'static str {
        match self {
            Solved::WithHelp => "with-help",
            Solved::Alone => "alone",
        }
    }

    /// For people.
    pub fn text(self) -> String {
        match self {
            Solved::WithHelp => text!("solved-helped"),
            Solved::Alone => text!("solved-alone"),
        }
    }
}

/// The solved levels by [`position`].
type Levels = BTreeMap<String, Solved>;

/// The solved levels, and where they are kept.
pub(super) struct Progress {
    /// `None` if they last as long as the session.
    file: Option<PathBuf>,
    solved: Levels,
}

impl Progress {
    /// Progress that is not kept.
    pub fn of_session() -> Progress {
        Progress { file: None, solved: Levels::new() }
    }

    /// Progress kept in this file, or else in the user's state directory, and a note if that can't be.
    pub fn kept(file: Option<&Path>) -> (Progress, Option<String>) {
        let file = match file.map_or_else(default_file, |file| Ok(file.to_owned())) {
            Ok(file) => file,
            Err(error) => return (Progress::of_session(), Some(not_kept(&error))),
        };
        match read(&file) {
            Ok(solved) => (Progress { file: Some(file), solved }, None),
            Err(why) => (Progress::of_session(), Some(not_kept(why))),
        }
    }

    /// Is this level solved, and how?
    pub fn of(&self, level: &Puzzle) -> Option<Solved> {
        self.solved.get(&position(level)).copied()
    }

    /// Takes note of a solved level. What was solved better before stays so. Returns a note if it can't be kept.
    pub fn mark(&mut self, level: &Puzzle, how: Solved) -> Option<String> {
        let key = position(level);
        if self.solved.get(&key).is_some_and(|before| *before >= how) {
            return None;
        }
        self.solved.insert(key, how);
        let file = self.file.as_ref()?;
        // Another session may have written in the meantime.
        let written = read(file).and_then(|others| {
            for (key, how) in others {
                let ours = self.solved.entry(key).or_insert(how);
                *ours = how.max(*ours);
            }
            save(file, &self.solved).map_err(|error| unusable(cant_write(file), &error))
        });
        let why = written.err()?;
        self.file = None;
        Some(not_kept(why))
    }
}

/// Writes the file, and makes its directory if there is none.
fn save(file: &Path, solved: &Levels) -> io::Result<()> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory)?;
    }
    files::replace(file, &text(solved))
}

fn not_kept(why: impl std::fmt::Display) -> String {
    text!("session-only", why = why.to_string())
}

fn unusable(what: String, error: &io::Error) -> String {
    text!("told-of", what = what, problem = in_words(error))
}

/// The file in the user's state directory, `XDG_STATE_HOME` on Unix. Windows has none: there it is the data directory.
fn default_file() -> Result<PathBuf, etcetera::HomeDirError> {
    let directories = choose_base_strategy()?;
    let directory = directories.state_dir().unwrap_or_else(|| directories.data_dir());
    Ok(directory.join("canju").join("solved-levels.txt"))
}

/// What a level is known by: its position and rules as a line of a pack, without what is only said about it.
fn position(level: &Puzzle) -> String {
    level.position.to_string()
}

/// The solved levels of a file; none if it does not exist. Or why it can't be used.
fn read(file: &Path) -> Result<Levels, String> {
    let text = match files::read(file, MOST) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Levels::new()),
        Err(error) => return Err(unusable(text!("cant-read", path = file.to_string_lossy()), &error)),
    };
    let mut solved = Levels::new();
    for (number, line) in (1u64..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let (key, how) = entry(line)
            .ok_or_else(|| text!("expected-level", path = file.to_string_lossy(), line = number.to_string()))?;
        solved.insert(key, how);
    }
    Ok(solved)
}

/// A line of the file. The position is read and written again, so that it does not matter how it was typed.
fn entry(line: &str) -> Option<(String, Solved)> {
    let (word, level) = line.split_once(' ')?;
    let how = Solved::ALL.into_iter().find(|how| how.word() == word)?;
    let level = puzzle::read(level.as_bytes(), "", Ruleset::default()).next()?.ok()?;
    Some((position(&level), how))
}

fn text(solved: &Levels) -> String {
    let lines = solved.iter().map(|(position, how)| format!("{} {position}\n", how.word()));
    format!("{HEADER}\n{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(hand: &str) -> Puzzle {
        format!("{hand} | 3").parse().unwrap()
    }

    #[test]
    fn sessions_at_the_same_time_add_up() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a/b/progress.txt");
        let open = || Progress::kept(Some(&file)).0;
        let (mut one, mut other) = (open(), open());
        assert_eq!(one.mark(&level("4"), Solved::Alone), None);
        assert_eq!(one.mark(&level("5"), Solved::WithHelp), None);
        assert_eq!(other.mark(&level("5"), Solved::Alone), None);
        assert_eq!(other.mark(&level("6"), Solved::WithHelp), None);
        let both = [Some(Solved::Alone), Some(Solved::Alone), Some(Solved::WithHelp), None];
        assert_eq!(["4", "5", "6", "7"].map(|hand| open().of(&level(hand))), both);
        assert_eq!(["4", "5", "6", "7"].map(|hand| other.of(&level(hand))), both);
        // Nothing but the file is left behind.
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn the_better_mark_stays() {
        let mut progress = Progress::of_session();
        for (how, then) in
            [(Solved::WithHelp, Solved::WithHelp), (Solved::Alone, Solved::Alone), (Solved::WithHelp, Solved::Alone)]
        {
            progress.mark(&level("4"), how);
            assert_eq!(progress.of(&level("4")), Some(then));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(Progress::kept(Some(&link)).0.mark(&level("4"), Solved::Alone), None);
        assert!(link.is_symlink() && fs::read_to_string(&file).unwrap().contains("alone 4 | 3"));
    }

    /// What broke meanwhile is not overwritten.
    #[test]
    fn a_file_that_breaks_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        let mut progress = Progress::kept(Some(&file)).0;
        fs::write(&file, "mine").unwrap();
        assert!(progress.mark(&level("4"), Solved::Alone).unwrap().contains("file, line 1: expected a line like"));
        assert_eq!(progress.mark(&level("5"), Solved::Alone), None, "it is said once");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    }
}
