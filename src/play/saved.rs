//! A game as text: a puzzle pack of one line, followed by two directives.
//!
//! ```text
//! # a game of canju play
//! 346999Q2 | 34JAAD | rules=huanle
//! @human second
//! @moves 3999 pass 4 J
//! ```
//!
//! Blank lines and lines that start with `#` are ignored. The first other line is a puzzle as in a pack. `@human`
//! is `first`, `second` (with three hands the landlord, the farmers), `both` or `none`; without it `both`. `@moves` are
//! the moves so far in order, as moves are typed; there may be several such lines, or none.

use super::{Game, Humans};
use crate::puzzle::{self, PuzzleError};
use crate::rules::{PositionError, Ruleset, parse_move};
use std::fmt;

/// Why a text is not a saved game.
///
/// ```
/// use canju::play::{Game, SavedError};
/// assert_eq!(Game::read("@moves 3").unwrap_err(), SavedError::NoPuzzle);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The line of the puzzle can't be read.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The puzzle is not a legal position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// There is no puzzle.
    #[error("no puzzle in it: expected a line like `346999Q2 | 34JAAD` before any directive")]
    NoPuzzle,
    /// A directive other than the two, or a second puzzle.
    #[error("line {line}: `{word}` is not a directive: expected @human or @moves")]
    Directive {
        /// The line, from 1.
        line: usize,
        /// Its first word.
        word: String,
    },
    /// An unknown name after `@human`.
    #[error("line {line}: `{name}` is not a side: expected first, second, both or none")]
    Human {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A move that can't be read or played.
    #[error("line {line}: move {number}, `{text}`: {problem}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// Which move of the game, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl fmt::Display for Game {
    /// The text that [`Game::read`] reads back as the same game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "# a game of canju play\n{}\n@human {}\n", self.puzzle(), self.humans())?;
        if !self.moves().is_empty() {
            let moves: Vec<String> = self.moves().iter().map(|&played| self.rules().notation(played)).collect();
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
    /// assert_eq!(error.to_string(), "line 2: move 2, `4`: `4` does not beat what was played");
    /// # Ok::<(), canju::play::SavedError>(())
    /// ```
    pub fn read(text: &str) -> Result<Game, SavedError> {
        let mut game: Option<Game> = None;
        for (line, content) in text.lines().enumerate().map(|(index, content)| (index + 1, content.trim())) {
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let Some(game) = &mut game else {
                game = Some(first_line(content, line)?);
                continue;
            };
            let (word, value) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
            match word {
                "@human" => {
                    let name = value.trim();
                    game.humans =
                        Humans::from_name(name).ok_or_else(|| SavedError::Human { line, name: name.to_owned() })?;
                }
                "@moves" => {
                    for text in value.split_whitespace() {
                        let number = game.moves.len() + 1;
                        let fault = |problem| SavedError::Move { line, number, text: text.to_owned(), problem };
                        let played = parse_move(text, game.rules()).map_err(|error| fault(error.to_string()))?;
                        game.play(played).map_err(|error| fault(error.to_string()))?;
                    }
                }
                _ => return Err(SavedError::Directive { line, word: word.to_owned() }),
            }
        }
        game.ok_or(SavedError::NoPuzzle)
    }
}

/// The game at its start, from the line with the puzzle.
fn first_line(content: &str, line: usize) -> Result<Game, SavedError> {
    if content.starts_with('@') {
        return Err(SavedError::NoPuzzle);
    }
    let puzzle = puzzle::read(content.as_bytes(), String::new(), Ruleset::default()).next();
    let mut puzzle = puzzle.ok_or(SavedError::NoPuzzle)?.map_err(|error| PuzzleError { line: line as u64, ..error })?;
    puzzle.id = String::new();
    Ok(Game::new(puzzle, Humans::Both)?)
}
