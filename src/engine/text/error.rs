//! Errors in a line: what is wrong, where, and what to do about it.
//!
//! A position that is read wrongly gets the right answer to another one. So nothing is guessed: everything that is not
//! understood is one of these errors.

use crate::chinese::InChinese;
use crate::rules::{CardErrorKind, PositionError, RulesetError, StakesError, Unplayable};

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

impl InChinese for TextError {
    fn in_chinese(&self) -> String {
        format!("第 {} 个字符：{}", self.column, self.kind.in_chinese())
    }
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
        problem: Box<Unplayable>,
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
    /// What it is played for can't be read, or contradicts the hands.
    #[error(transparent)]
    Stakes(#[from] StakesError),
    /// Neither two nor three hands.
    #[error("{}: expected `HAND | HAND`, `HAND | HAND | HAND` or a JSON object", hands(*.0))]
    HandCount(usize),
    /// Something after the attributes.
    #[error("unexpected `|`: attributes come last, separated by spaces")]
    AfterAttributes,
    /// A word among the attributes that is not one.
    #[error(
        "unknown attribute `{0}`: expected turn=N, last=MOVE, by=N, expect=win, expect=loss, best=MOVE, rules=RULES, scoring=NAME, stake=N, moves_made=N,N,N, name=\"…\", source=\"…\", difficulty=D, themes=THEME,…, level=\"…\" or seed=\"…\""
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

impl InChinese for TextErrorKind {
    fn in_chinese(&self) -> String {
        match self {
            TextErrorKind::NotOne => "一行应是一个局面，例如 `346999Q2 | 34JAAD`".to_owned(),
            TextErrorKind::Cards(kind) => kind.in_chinese(),
            TextErrorKind::Position(error) => error.in_chinese(),
            TextErrorKind::Move { attribute, problem } => {
                let what = if *attribute == "last" { "要压的一手" } else { attribute };
                format!("{what}：{}", problem.in_chinese())
            }
            TextErrorKind::Number { attribute, text } => {
                format!("{attribute}：`{text}` 不是第几家：应是 1、2 或 3")
            }
            TextErrorKind::Rules(error) => error.in_chinese(),
            TextErrorKind::Stakes(error) => error.in_chinese(),
            TextErrorKind::HandCount(count) => {
                format!("有 {count} 家的牌：应是 `牌 | 牌`、`牌 | 牌 | 牌`，或一个 JSON 对象")
            }
            TextErrorKind::AfterAttributes => "多了一个 `|`：属性写在最后，用空格隔开".to_owned(),
            TextErrorKind::UnknownAttribute(word) => format!(
                "没有 `{word}` 这个属性：可以写 turn=、last=、by=、expect=win、expect=loss、best=、rules=、scoring=、stake=、moves_made=、name=\"…\"、\
                 source=\"…\"、difficulty=、themes=…,…、level=\"…\"、seed=\"…\""
            ),
            TextErrorKind::Duplicate(word) => format!("`{word}` 写了两次：去掉一个"),
            TextErrorKind::NoValue(word) => format!("`{word}=` 没有值：紧接着 = 写"),
            TextErrorKind::OpenQuote => "引号没有收尾：用 `\"` 收尾，里面的引号写作 `\\\"`".to_owned(),
            TextErrorKind::NeedsQuotes(sign) => format!("值里面或值后面有 `{sign}`：请把整个值放在引号里"),
            TextErrorKind::Escape(sign) => format!("`\\{sign}` 不能这样写：只有 \\\" \\\\ \\n \\r \\t"),
        }
    }
}

fn hands(count: usize) -> String {
    match count {
        1 => "one hand".to_owned(),
        n => format!("{n} hands"),
    }
}
