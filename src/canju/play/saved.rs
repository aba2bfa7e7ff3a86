//! A game as text: a puzzle pack of one line, followed by two directives, as [`crate::puzzle`] reads them.
//!
//! ```text
//! # a game of canju play
//! 346999Q2 | 34JAAD | rules=huanle
//! @human second
//! @moves 3999 pass 4 J
//! ```
//!
//! Without `@human` people play every hand.

use super::{Game, Humans};
use crate::puzzle::{PuzzleError, SavedGame, read_games};
use canju_engine::InChinese;
use canju_engine::rules::{IllegalMove, Ruleset};
use std::fmt;

/// Why a text is not a saved game.
///
/// ```
/// use canju::play::{Game, SavedError};
/// assert_eq!(Game::read("# nothing").unwrap_err(), SavedError::NoPuzzle);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// A line that can't be read, or a move that can't be played.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A move that a program has put in is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
    /// There is no puzzle.
    #[error("no puzzle in it: expected a line like `346999Q2 | 34JAAD`")]
    NoPuzzle,
    /// There is more than one puzzle.
    #[error("line {line}: a second puzzle, but a game has only one")]
    Second {
        /// Its line, from 1.
        line: u64,
    },
}

impl InChinese for SavedError {
    fn in_chinese(&self) -> String {
        match self {
            SavedError::Puzzle(error) => error.in_chinese(),
            SavedError::Move(error) => error.in_chinese(),
            SavedError::NoPuzzle => "里面没有题：应有 `346999Q2 | 34JAAD` 这样的一行".to_owned(),
            SavedError::Second { line } => format!("第 {line} 行是第二题，而一局只有一题"),
        }
    }
}

impl fmt::Display for Game {
    /// The text that [`Game::read`] reads back as the same game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "# a game of canju play\n{}\n@human {}\n", self.puzzle(), self.humans())?;
        if !self.moves().is_empty() {
            let moves: Vec<String> = self.moves().iter().map(|&played| self.position().notation(played)).collect();
            writeln!(f, "@moves {}", moves.join(" "))?;
        }
        Ok(())
    }
}

impl Game {
    /// A game from its text.
    ///
    /// # Errors
    /// The first line or move that can't be read or played.
    ///
    /// ```
    /// use canju::play::{Game, Humans};
    /// let game = Game::read("346999Q2 | 34JAAD\n@human second\n@moves 3999 pass")?;
    /// assert_eq!((game.moves().len(), game.humans()), (2, Humans::Second));
    /// assert_eq!(Game::read(&game.to_string())?, game);
    /// let error = Game::read("346999Q2 | 34JAAD\n@moves 3999 4").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 13: move 2 (second): `4` does not beat what was played");
    /// # Ok::<(), canju::play::SavedError>(())
    /// ```
    pub fn read(text: &str) -> Result<Game, SavedError> {
        let mut games = read_games(text.as_bytes(), "game", Ruleset::default());
        let mut saved = games.next().ok_or(SavedError::NoPuzzle)??;
        if let Some(second) = games.next() {
            return Err(SavedError::Second { line: second?.line });
        }
        saved.start.id = String::new();
        Game::resume(saved)
    }

    /// The game that was saved.
    ///
    /// # Errors
    /// If a program has put in a move that is not legal.
    pub fn resume(saved: SavedGame) -> Result<Game, SavedError> {
        let mut game = Game::new(saved.start, saved.humans.unwrap_or(Humans::Both));
        for played in saved.moves {
            game.play(played)?;
        }
        Ok(game)
    }
}
