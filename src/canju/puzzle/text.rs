//! Reads a puzzle from its text.
//!
//! A puzzle can be read alone, because its line has its rules, as that of a position does
//! ([`Position::parse`](canju_engine::rules::Position::parse)). A move is read under rules
//! ([`parse_move`](canju_engine::rules::parse_move)).

use super::Puzzle;
use super::error::{PuzzleError, PuzzleErrorKind};
use super::reader::read;
use canju_engine::rules::Ruleset;
use std::str::FromStr;

impl FromStr for Puzzle {
    type Err = PuzzleError;

    /// Reads what `Display` writes: one line of a pack. A JSON object is read as well. Without rules of its own the line is
    /// of the default rules. The id is empty, unless the object has one.
    ///
    /// ```
    /// use canju::puzzle::Puzzle;
    /// let puzzle: Puzzle = "5K | 44Q | rules=rlcard last=J".parse()?;
    /// assert_eq!(puzzle.to_string(), "5K | 44Q | rules=rlcard last=J");
    /// assert!("5K | 44Q\n345 | 678".parse::<Puzzle>().is_err());
    /// # Ok::<(), canju::puzzle::PuzzleError>(())
    /// ```
    fn from_str(text: &str) -> Result<Puzzle, PuzzleError> {
        let mut puzzles = read(text.as_bytes(), "", Ruleset::default());
        let puzzle = puzzles.next().transpose()?;
        match (puzzle, puzzles.next()) {
            (Some(mut puzzle), None) => {
                // What `read` calls a line of an input without a name.
                if puzzle.id.strip_prefix(':').is_some_and(|line| line.parse::<u64>().is_ok()) {
                    puzzle.id.clear();
                }
                Ok(puzzle)
            }
            _ => Err(PuzzleError { id: String::new(), line: 1, column: 1, kind: PuzzleErrorKind::NotOne }),
        }
    }
}
