//! A saved game: a puzzle and the moves that were played from there.
//!
//! Below the line of a puzzle `@human SIDE` says which side a person plays, and `@moves MOVE…` what has been played.
//! Readers of puzzles get the position after these moves; `canju play` also gets the moves.

use super::error::{LineFault, PuzzleErrorKind};
use super::{Humans, Puzzle};
use canju_engine::rules::{Move, Position};

/// A puzzle and what has been played from there. A puzzle of a pack is a game of no moves.
///
/// ```
/// use canju::{puzzle::{Humans, read_games}, rules::Ruleset};
/// let text = "346999Q2 | 34JAAD\n@human second\n@moves 3999 pass 4 J";
/// let game = read_games(text.as_bytes(), "my.game", Ruleset::default()).next().unwrap()?;
/// assert_eq!((game.moves.len(), game.humans), (4, Some(Humans::Second)));
/// assert_eq!(game.into_puzzle()?.to_string(), "6Q2 | 34AAD | rules=huanle last=J");
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SavedGame {
    /// Where it started.
    pub start: Puzzle,
    /// Which sides people play, if the file says so.
    pub humans: Option<Humans>,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// The line of the puzzle in its file, from 1; 0 if it is from none.
    pub line: u64,
    /// The position after the moves.
    pub(super) position: Position,
}

impl From<Puzzle> for SavedGame {
    /// The game in which nobody has moved.
    fn from(start: Puzzle) -> SavedGame {
        let position = start.position;
        SavedGame { start, humans: None, moves: Vec::new(), line: 0, position }
    }
}

impl SavedGame {
    /// Plays the moves of a text that starts at this column.
    pub(super) fn play(&mut self, text: &str, column: usize) -> Result<(), LineFault> {
        let mut after = text;
        while let Some(word) = after.split_whitespace().next() {
            let start = text.len() - after.trim_start().len();
            after = &text[start + word.len()..];
            let fault = |at: usize, problem: String| {
                let kind = PuzzleErrorKind::Played { number: self.moves.len() + 1, problem };
                LineFault::new(column + text[..start].chars().count() + at - 1, kind)
            };
            let played = self.position.parse_move(word).map_err(|error| fault(error.column(), error.problem()))?;
            self.position = self.position.play(played).map_err(|error| fault(1, error.to_string()))?;
            self.moves.push(played);
        }
        Ok(())
    }

    /// The puzzle of the position after the moves. Once a move has been played, the answer expected at the start is no longer
    /// the one to expect.
    ///
    /// # Errors
    /// If the game is over.
    pub fn into_puzzle(self) -> Result<Puzzle, super::PuzzleError> {
        if self.moves.is_empty() {
            return Ok(self.start);
        }
        if self.position.winner().is_some() {
            let (id, kind) = (self.start.id, PuzzleErrorKind::GameOver(self.moves.len()));
            return Err(super::PuzzleError { id, line: self.line, column: 1, kind });
        }
        // Nor do the grade and the level hold.
        Ok(Puzzle { position: self.position, expected: None, difficulty: None, level: None, seed: None, ..self.start })
    }
}
