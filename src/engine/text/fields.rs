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
    /// How it is scored, if it is played for points.
    pub scoring: Option<&'static str>,
    /// The stake, if it is played for points.
    pub stake: Option<u64>,
    /// How often each hand has played, if spring counts and it is not the default.
    pub moves_made: Option<[u8; 3]>,
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
        let (turn, stakes) = (self.turn(), self.stakes());
        Fields {
            hands: self.hands().iter().map(|hand| hand.to_string()).collect(),
            turn: turn.to_move + 1,
            last: turn.combo().map(|combo| self.notation(Move::Play(combo))),
            last_by: turn.by_number(self.hands().len()),
            rules: self.rules().to_string(),
            scoring: stakes.scoring.has_points().then(|| stakes.scoring.name()),
            stake: stakes.scoring.has_points().then_some(stakes.stake),
            moves_made: stakes.given_moves_made(self.state()),
        }
    }
}
