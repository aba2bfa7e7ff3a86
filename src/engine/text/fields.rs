//! A position as the fields of a record.

use crate::rules::{Move, Position};

/// The parts of a position in a record, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fields {
    /// The hands in seat order.
    pub hands: Vec<String>,
    /// The hand to move, from 1.
    pub turn: usize,
    /// The move to answer, as it is typed.
    pub last: Option<String>,
    /// The number of the hand that played it, from 1, if it is not the one before the hand to move.
    pub last_by: Option<usize>,
    /// The rules.
    pub rules: String,
}

impl Fields {
    /// The hand to move, for a record that leaves out the first.
    pub fn later_turn(&self) -> Option<usize> {
        (self.turn != 1).then_some(self.turn)
    }
}

impl Position {
    /// The position as the fields of a record.
    #[doc(hidden)]
    pub fn fields(&self) -> Fields {
        let turn = self.turn();
        Fields {
            hands: self.hands().iter().map(|hand| hand.to_string()).collect(),
            turn: turn.to_move + 1,
            last: turn.combo().map(|combo| self.notation(Move::Play(combo))),
            last_by: turn.by_number(self.hands().len()),
            rules: self.rules().to_string(),
        }
    }
}
