//! Errors in a line: what is wrong, where, and what to do about it.
//!
//! A position that is read wrongly gets the right answer to another one. So nothing is guessed: everything that is not
//! understood is one of these errors.

use crate::rules::{CardErrorKind, PositionError, RulesetError};

/// A text that is not a position. Its message quotes what was written as it is; for a terminal see
/// [`shown`](crate::rules::shown).
///
/// ```
/// use canju::Position;
/// let error = "K5 | 44Q | rules=huan".parse::<Position>().unwrap_err();
/// assert_eq!(error.column, 18);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {kind}")]
#[non_exhaustive]
pub struct TextError {
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: TextErrorKind,
}

impl TextError {
    /// This, at that column.
    #[doc(hidden)]
    pub fn new(column: usize, kind: impl Into<TextErrorKind>) -> TextError {
        TextError { column, kind: kind.into() }
    }
}

/// What is wrong with the text of a position. Each message names the token and the cure.
///
/// ```
/// use canju::{Position, TextErrorKind};
/// assert_eq!("K5".parse::<Position>().unwrap_err().kind, TextErrorKind::HandCount(1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// The text has no position, or several.
    #[error("expected one position on one line, such as `346999Q2 | 34JAAD`")]
    NotOne,
    /// A token of a hand is not a card, or is one card too many.
    #[error("{0}")]
    Cards(CardErrorKind),
    /// The hands and `last` are not a legal position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The value of an attribute is not a move, or it can't be played.
    #[error("{attribute}: {problem}")]
    Move {
        /// `last` or `best`.
        attribute: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// The value of `turn` or `by` is not a number.
    #[error("{attribute}: `{text}` is not the number of a hand: expected 1, 2 or 3")]
    Number {
        /// `turn` or `by`.
        attribute: &'static str,
        /// The value.
        text: String,
    },
    /// The rules can't be read.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// Neither two nor three hands.
    #[error("{}: expected `HAND | HAND`, `HAND | HAND | HAND` or a JSON object", hands(*.0))]
    HandCount(usize),
    /// Something after the attributes.
    #[error("unexpected `|`: attributes come last, separated by spaces")]
    AfterAttributes,
    /// A word among the attributes that is not one.
    #[error(
        "unknown attribute `{0}`: expected turn=N, last=MOVE, by=N, expect=win, expect=loss, best=MOVE, rules=RULES, name=\"…\", source=\"…\", difficulty=D, themes=THEME,…, level=\"…\" or seed=\"…\""
    )]
    UnknownAttribute(String),
    /// An attribute given twice.
    #[error("`{0}` is given twice: leave one out")]
    Duplicate(String),
    /// An attribute without a value.
    #[error("`{0}=` has no value: write it right after the `=`")]
    NoValue(String),
    /// A quote that is never closed.
    #[error("this quote is never closed: end it with `\"`, and write a quote within as `\\\"`")]
    OpenQuote,
    /// A quote or a comment sign within an unquoted value, or something right after a quoted one.
    #[error("`{0}` within or right after a value: put the whole value in quotes")]
    NeedsQuotes(char),
    /// A backslash before a character that can't be escaped.
    #[error("unknown escape `\\{0}`: expected \\\" \\\\ \\n \\r or \\t")]
    Escape(char),
}

fn hands(count: usize) -> String {
    match count {
        1 => "one hand".to_owned(),
        n => format!("{n} hands"),
    }
}
