//! Errors in a line: what is wrong, where, and what to do about it.
//!
//! A puzzle that is read wrongly gets the right answer to another puzzle. So nothing is guessed and nothing is skipped:
//! everything that is not understood is one of these errors.

use super::{DifficultyError, ThemeError};
use canju_engine::text::{TextError, TextErrorKind};

/// A line that is not a puzzle. Its message quotes what was written as it is; for a terminal see
/// [`shown`](canju_engine::rules::shown).
///
/// ```
/// use canju::{puzzle::{read}, rules::Ruleset};
/// let error = read(&b"K5 | 44Q | expect=maybe"[..], "my.ddz", Ruleset::default()).next().unwrap().unwrap_err();
/// assert_eq!((error.id.as_str(), error.line, error.column), ("my.ddz:1", 1, 19));
/// assert_eq!(error.to_string(), "line 1, column 19: `maybe` is not an answer: expected win or loss");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct PuzzleError {
    /// The id the puzzle would have had.
    pub id: String,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: PuzzleErrorKind,
}

/// What is wrong with a line. Each message names the token and the cure.
///
/// ```
/// use canju::{TextErrorKind, puzzle::{PuzzleErrorKind, read}, rules::Ruleset};
/// let error = read(&b"K5"[..], "my.ddz", Ruleset::default()).next().unwrap().unwrap_err();
/// assert_eq!(error.kind, PuzzleErrorKind::Text(TextErrorKind::HandCount(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleErrorKind {
    /// The position, or the form of the line.
    #[error(transparent)]
    Text(#[from] TextErrorKind),
    /// The text has no puzzle, or several.
    #[error("expected one puzzle on one line")]
    NotOne,
    /// An element of a list of cards in JSON is not an integer that stands for a card.
    #[error(
        "unknown card `{0}`: in a list, cards are DouZero's integers 3 to 10, 11 (J), 12 (Q), 13 (K), 14 (A), 17 (2), 20 (black \
         joker) and 30 (red joker)"
    )]
    Integer(String),
    /// A move of a game that can't be read or played.
    #[error("move {number} ({player}): {problem}")]
    Played {
        /// Which move of the game, from 1.
        number: usize,
        /// Whose move it is: `first`, `second`, `landlord`, `farmer 1` or `farmer 2`.
        player: &'static str,
        /// What is wrong with it, by its cards.
        problem: String,
    },
    /// The name after `@human` is not known.
    #[error("`{0}` is not a side: expected first, second, both or none")]
    Human(String),
    /// `@moves` or `@human` without a puzzle.
    #[error("`@{0}` belongs right below its puzzle, and there is none above")]
    NoGame(String),
    /// `@moves` of a puzzle that was answered before they came.
    #[error("`@{0}` comes too late, its puzzle is answered: send the puzzle and its `@` lines together")]
    TooLate(String),
    /// The moves of a saved game end the game.
    #[error("the game is over after its {0} moves: there is nothing to solve")]
    GameOver(usize),
    /// The value of `difficulty` is not one.
    #[error(transparent)]
    Difficulty(#[from] DifficultyError),
    /// The value of `themes` is not a list of them.
    #[error(transparent)]
    Theme(#[from] ThemeError),
    /// The directive above that gives this line its rules can't be read.
    #[error("line {line} can't be read, so the rules are not known: mend it, or give this line its own `rules=`")]
    NoDefaults {
        /// The line of the directive.
        line: u64,
    },
    /// Neither a win nor a loss.
    #[error("`{0}` is not an answer: expected win or loss")]
    Expect(String),
    /// A best move of a lost position.
    #[error("a lost position has no best move: leave out `best=` or write expect=win")]
    BestOfLoss,
    /// An `@` line that is not a directive.
    #[error("unknown directive `@{0}`: expected @rules RULES, @line N, @human SIDE or @moves MOVE…")]
    Directive(String),
    /// An `@line` without its number.
    #[error("`{0}` is not a line number: expected @line N, the number of the line that follows")]
    LineNumber(String),
    /// A JSON object that can't be read or that lacks something.
    #[error("not a JSON puzzle: {0}: expected an object like {{\"hands\":[\"KK5543\",\"225543\"]}}")]
    Json(String),
    /// A field of a JSON object that is not known.
    #[error("unknown field `{field}`: {cure}")]
    UnknownField {
        /// The field.
        field: String,
        /// What to write instead.
        cure: String,
    },
    /// Bytes that are not UTF-8.
    #[error("byte 0x{0:02X} is not UTF-8: save the file as UTF-8")]
    NotUtf8(u8),
    /// A line longer than any puzzle.
    #[error("the line is longer than {0} bytes: a puzzle takes a line of its own")]
    TooLong(usize),
    /// The input broke off.
    #[error("can't read on: {0}")]
    Read(String),
}

/// What is wrong with a line, found where the line's number is not known.
#[derive(Debug)]
pub(super) struct LineFault {
    /// The line's own id, if it was read before the fault.
    pub id: Option<String>,
    pub column: usize,
    pub kind: PuzzleErrorKind,
}

impl LineFault {
    pub fn new(column: usize, kind: impl Into<PuzzleErrorKind>) -> LineFault {
        LineFault { id: None, column, kind: kind.into() }
    }

    /// The fault with the line's own id.
    pub fn of(self, id: &Option<String>) -> LineFault {
        LineFault { id: id.clone(), ..self }
    }
}

impl From<TextError> for LineFault {
    fn from(error: TextError) -> LineFault {
        LineFault::new(error.column, error.kind)
    }
}
