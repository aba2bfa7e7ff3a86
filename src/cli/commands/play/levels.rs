//! A pack as levels: which one is played, which are solved, which comes next.
//!
//! A level counts as solved without help unless the program has named a move of it in this session. Taking moves back is no
//! help: what a person finds out by trying, they have found out.

use super::progress::{Progress, Solved};
use crate::cli::language::{in_words, language, text};
use crate::cli::one_of_file;
use anyhow::{Context, bail};
use canju::puzzle::{SavedGame, read_games};
use canju::report::padded;
use canju::words::Language;
use canju_engine::rules::shown;
use canju_engine::text::Defaults;
use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The puzzles of a pack in its order. Levels are counted from 0 here and from 1 for people.
pub(super) struct Levels {
    /// The file's name.
    title: String,
    levels: Vec<SavedGame>,
    /// The level that is played; `None` while another game is.
    current: Option<usize>,
    /// The levels of which the program has named a move.
    helped: HashSet<usize>,
    progress: Progress,
}

impl Levels {
    /// The levels of a pack and a note about lines that are not puzzles. It begins with the puzzle of this line number or
    /// id, or else with the first level that is not solved.
    ///
    /// # Errors
    /// If the file can't be read, has no puzzle, or not this one.
    pub fn open(
        path: &Path,
        begin: Option<&str>,
        defaults: Defaults,
        progress: Progress,
    ) -> anyhow::Result<(Levels, Option<String>)> {
        let path_text = path.display().to_string();
        let file = File::open(path).with_context(|| text!("cant-read", path = &path_text))?;
        let (mut levels, mut faults, mut first_fault) = (Vec::new(), 0u64, None);
        for puzzle in read_games(BufReader::new(file), path_text.as_str(), defaults) {
            match puzzle {
                Ok(puzzle) => levels.push(puzzle),
                Err(error) => {
                    faults += 1;
                    first_fault.get_or_insert(error);
                }
            }
        }
        let note = first_fault
            .as_ref()
            .map(|error| text!("lines-left-out", count = faults, path = &path_text, why = in_words(error)));
        if levels.is_empty() {
            bail!(first_fault.map_or(one_of_file::no_puzzle(&path_text), |error| path_text.clone()
                + &text!("comma")
                + &in_words(&error)));
        }
        let title = path.file_name().map_or(path_text.clone(), |name| name.to_string_lossy().into_owned());
        let mut opened = Levels { title, levels, current: None, helped: HashSet::new(), progress };
        let begin = match begin {
            None => opened.unsolved().unwrap_or(0),
            Some(id) => {
                let asked = |level: &SavedGame| one_of_file::is_called(level.line, &level.start.id, id);
                let found = opened.levels.iter().position(asked);
                found.with_context(|| one_of_file::not_there(language(), &path_text, id))?
            }
        };
        opened.current = Some(begin);
        Ok((opened, note))
    }

    /// The level that is played.
    pub fn current(&self) -> Option<&SavedGame> {
        self.current.map(|level| &self.levels[level])
    }

    /// Another game is played, which is no level.
    pub fn leave(&mut self) {
        self.current = None;
    }

    /// Goes to a level by its number from 1.
    ///
    /// # Errors
    /// If there is none.
    pub fn go_to(&mut self, number: usize) -> Result<&SavedGame, String> {
        if !(1..=self.levels.len()).contains(&number) {
            return Err(text!("no-level", number = number.to_string(), last = self.levels.len()));
        }
        self.current = Some(number - 1);
        Ok(&self.levels[number - 1])
    }

    /// The number of the level after the one that is played, or before it; from another game back to the pack.
    pub fn neighbour(&self, forward: bool) -> usize {
        match (self.current, forward) {
            (None, _) => self.unsolved().unwrap_or(0) + 1,
            (Some(level), true) => level + 2,
            (Some(level), false) => level,
        }
    }

    /// The first level that is not solved, after the one that is played and then from the start.
    fn unsolved(&self) -> Option<usize> {
        let after = self.current.map_or(0, |level| level + 1);
        let is_open = |level: &usize| self.progress.of(&self.levels[*level].start).is_none();
        (after..self.levels.len()).find(is_open).or_else(|| (0..after).find(is_open))
    }

    /// Goes to the next level that is not solved. Returns false if there is none.
    pub fn advance(&mut self) -> bool {
        let next = self.unsolved();
        self.current = next.or(self.current);
        next.is_some()
    }

    /// The program has named a move of this level.
    pub fn note_help(&mut self) {
        self.helped.extend(self.current);
    }

    /// The person has won the level that is played. Returns how, and a note if that can't be kept; `None` if no level is
    /// played.
    pub fn solve(&mut self) -> Option<(Solved, Option<String>)> {
        let level = self.current?;
        let how = if self.helped.contains(&level) { Solved::WithHelp } else { Solved::Alone };
        Some((how, self.progress.mark(&self.levels[level].start, how)))
    }

    /// The pack and how much of it is solved.
    pub fn score(&self) -> String {
        let solved: Vec<Solved> = self.levels.iter().filter_map(|level| self.progress.of(&level.start)).collect();
        let alone = solved.iter().filter(|how| **how == Solved::Alone).count();
        let (title, solved, all) = (&self.title, solved.len(), self.levels.len());
        match alone {
            0 => text!("score", title = title, solved = solved, all = all),
            _ => text!("score-alone", title = title, solved = solved, all = all, alone = alone),
        }
    }

    /// The level that is played: its number, its name, and whether it is solved.
    pub fn heading(&self) -> Option<String> {
        let number = self.current?;
        let level = &self.levels[number].start;
        let name = level.name.as_ref().map(|name| text!("level-name", name = name)).unwrap_or_default();
        let solved = self.progress.of(level).map(|how| text!("level-solved", how = how.text()));
        let space = if language() == Language::English { " " } else { "" };
        let solved = solved.map(|solved| format!("{space}{solved}")).unwrap_or_default();
        Some(text!("level-of", number = number + 1, all = self.levels.len(), name = name) + &solved)
    }

    /// A line for each level: its number, whether it is solved, its name or else its hands.
    pub fn table(&self) -> String {
        let width = self.levels.len().to_string().len();
        let mut table = format!("{}\n", shown(&self.score()));
        for (number, level) in self.levels.iter().map(|level| &level.start).enumerate() {
            let mark = if self.current == Some(number) { '>' } else { ' ' };
            let solved = self.progress.of(level).map_or_else(String::new, Solved::text);
            let hands = level.position.fields().hands;
            let name = level.name.clone().unwrap_or_else(|| hands.join(" | "));
            table += &format!("{mark} {:>width$}  {}  {}\n", number + 1, padded(&solved, 19), shown(&name));
        }
        table
    }
}
