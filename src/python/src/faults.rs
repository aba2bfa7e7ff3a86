//! Errors of arguments: the library's message, with the hand and the column as separate values for programs.

use canju::TextErrorKind;
use canju::proof::VerifyError;
use canju::puzzle::{PuzzleError, PuzzleErrorKind};
use canju::rules::{CardError, IllegalMove, MoveError, PositionError, RulesetError, StakesError};
use pyo3::prelude::*;

/// An `InputError` to be raised.
#[derive(Debug)]
pub struct Fault {
    pub message: String,
    pub hand: Option<usize>,
    pub column: Option<usize>,
    /// The number of the move of a game.
    pub played: Option<usize>,
}

impl Fault {
    /// A fault that no hand, no column and no move has.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), hand: None, column: None, played: None }
    }

    /// A fault of a hand, counted from 1.
    pub fn of_hand(hand: usize, message: impl Into<String>) -> Fault {
        Fault { hand: Some(hand), ..Fault::new(format!("hand {hand}: {}", message.into())) }
    }

    /// This fault, in one of many inputs.
    pub fn within(self, place: &str) -> Fault {
        Fault { message: format!("{place}: {}", self.message), ..self }
    }

    /// The fault of a line of a pack. Its columns are the line's, and a stroke ends each hand.
    pub fn of_line(line: &str, error: &PuzzleError) -> Fault {
        let before = line.chars().take(error.column.saturating_sub(1));
        let is_of_hand = matches!(error.kind, PuzzleErrorKind::Text(TextErrorKind::Cards(_)));
        let hand = is_of_hand.then(|| 1 + before.filter(|&c| c == '|').count());
        let of_hand = hand.map_or_else(String::new, |hand| format!("hand {hand}: "));
        let message = format!("{of_hand}column {}: {}", error.column, error.kind);
        Fault { hand, column: Some(error.column), ..Fault::new(message) }
    }

    /// The fault of a move of a game, by the player of this hand, counted from 1. The column is that of the text of all moves.
    pub fn of_game(hand: usize, error: &PuzzleError, is_one_text: bool) -> Fault {
        let played = match error.kind {
            PuzzleErrorKind::Played { number, .. } => Some(number),
            _ => None,
        };
        let column = is_one_text.then_some(error.column);
        Fault { message: error.kind.to_string(), hand: Some(hand), column, played }
    }
}

impl From<PositionError> for Fault {
    fn from(error: PositionError) -> Fault {
        let (hand, column) = match &error {
            PositionError::Cards { seat, error } => (Some(seat + 1), Some(error.column)),
            PositionError::EmptyHand { seat } => (Some(seat + 1), None),
            PositionError::Last(error) => (None, Some(error.column())),
            _ => (None, None),
        };
        Fault { hand, column, ..Fault::new(error.to_string()) }
    }
}

impl From<MoveError> for Fault {
    fn from(error: MoveError) -> Fault {
        Fault { column: Some(error.column()), ..Fault::new(error.to_string()) }
    }
}

impl From<CardError> for Fault {
    fn from(error: CardError) -> Fault {
        Fault { column: Some(error.column), ..Fault::new(error.to_string()) }
    }
}

impl From<IllegalMove> for Fault {
    fn from(error: IllegalMove) -> Fault {
        Fault::new(error.to_string())
    }
}

impl From<RulesetError> for Fault {
    fn from(error: RulesetError) -> Fault {
        Fault::new(format!("rules: {error}"))
    }
}

impl From<StakesError> for Fault {
    fn from(error: StakesError) -> Fault {
        Fault::new(error.to_string())
    }
}

impl From<VerifyError> for Fault {
    fn from(error: VerifyError) -> Fault {
        Fault::new(error.to_string())
    }
}

impl From<Fault> for PyErr {
    fn from(Fault { message, hand, column, played }: Fault) -> PyErr {
        Python::attach(|py| {
            let raised = py
                .import("canju._types")
                .and_then(|types| types.getattr("InputError"))
                .and_then(|class| class.call1((message, hand, column, played)));
            raised.map_or_else(|error| error, PyErr::from_value)
        })
    }
}
