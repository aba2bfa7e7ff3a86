//! Why a text is no move that can be played.

use super::notation::MoveError;
use super::state::IllegalMove;
use crate::chinese::InChinese;

/// Why a text is no move that can be played here, without a column.
///
/// ```
/// use canju::{Position, TextErrorKind, rules::{IllegalMove, Unplayable}};
/// let error = "K5 | 44Q | last=34".parse::<Position>().unwrap_err();
/// let TextErrorKind::Move { attribute: "last", problem } = error.kind else { panic!("a move") };
/// assert!(matches!(*problem, Unplayable::Unread(_)));
/// let error = Unplayable::from(IllegalMove::PassOnLead);
/// assert_eq!(error.to_string(), "a leader can't pass");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unplayable {
    /// It is no move.
    #[error("{}", .0.problem())]
    Unread(MoveError),
    /// It is one, and is not legal.
    #[error("{0}")]
    Illegal(IllegalMove),
}

impl From<MoveError> for Unplayable {
    fn from(error: MoveError) -> Unplayable {
        Unplayable::Unread(error)
    }
}

impl From<IllegalMove> for Unplayable {
    fn from(error: IllegalMove) -> Unplayable {
        Unplayable::Illegal(error)
    }
}

impl InChinese for Unplayable {
    fn in_chinese(&self) -> String {
        match self {
            Unplayable::Unread(error) => error.problem_in_chinese(),
            Unplayable::Illegal(error) => error.in_chinese(),
        }
    }
}
