//! A saved game: a puzzle and the moves that were played from there.
//!
//! Below the line of a puzzle `@human SIDE` says which side a person plays, and `@moves MOVE…` what has been played.
//! Readers of puzzles get the position after these moves; `canju play` also gets the moves.

use super::error::{LineFault, PuzzleErrorKind};
use super::{Humans, Puzzle, seat_names};
use canju_engine::rules::{Move, Position, Unplayable};
use canju_engine::text::Located;
use std::borrow::Cow;

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
    /// Plays the moves of a text, separated by spaces.
    ///
    /// # Errors
    /// The first move that can't be read or played, with its number, its player, and its column in the text.
    ///
    /// ```
    /// use canju::puzzle::{Puzzle, SavedGame};
    /// let mut game = SavedGame::from("346999Q2 | 34JAAD".parse::<Puzzle>()?);
    /// game.play("3999 pass")?;
    /// let error = game.play("4 J A").unwrap_err();
    /// assert_eq!((error.column, error.kind.to_string()), (5, "move 5 (first): `A` is not in the hand".to_owned()));
    /// # Ok::<(), canju::puzzle::PuzzleError>(())
    /// ```
    pub fn play(&mut self, text: &str) -> Result<(), super::PuzzleError> {
        self.play_all(&words(text, 1)).map_err(|fault| self.error(fault))
    }

    /// Plays one move, whose text may have spaces.
    ///
    /// # Errors
    /// As [`SavedGame::play`].
    #[doc(hidden)]
    pub fn play_one(&mut self, text: &str) -> Result<(), super::PuzzleError> {
        let played = Located { text: Cow::Borrowed(text), column: 1, verbatim: true };
        self.play_move(&played).map_err(|fault| self.error(fault))
    }

    fn error(&self, LineFault { column, kind, .. }: LineFault) -> super::PuzzleError {
        super::PuzzleError { id: self.start.id.clone(), line: self.line, column, kind }
    }

    /// Plays these moves.
    pub(super) fn play_all(&mut self, moves: &[Located]) -> Result<(), LineFault> {
        moves.iter().try_for_each(|played| self.play_move(played))
    }

    fn play_move(&mut self, text: &Located) -> Result<(), LineFault> {
        let fault = |at: usize, problem: Unplayable| {
            let player = seat_names(self.position.hands().len())[self.position.to_move()];
            let (number, problem) = (self.moves.len() + 1, Box::new(problem));
            let kind = PuzzleErrorKind::Played { number, player, problem };
            LineFault::new(text.at(at), kind)
        };
        let played = self.position.parse_move(&text.text).map_err(|error| fault(error.column(), error.into()))?;
        self.position = self.position.play(played).map_err(|error| fault(1, error.into()))?;
        self.moves.push(played);
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
        Ok(Puzzle {
            position: self.position,
            expected: None,
            difficulty: None,
            themes: Vec::new(),
            level: None,
            seed: None,
            ..self.start
        })
    }
}

/// The words of a text that starts at this column, each with its own.
pub(super) fn words(text: &str, column: usize) -> Vec<Located<'_>> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let located = |word| {
        let column = column + text[..place(word)].chars().count();
        Located { text: Cow::Borrowed(word), column, verbatim: true }
    };
    text.split_whitespace().map(located).collect()
}
