//! Whose turn it is and which move must be answered, not yet checked against the hands.
//!
//! Hands are always written in playing order, the first player or the landlord first. So a position in the middle of a game
//! says who is to move and who played what lies on the table. Both have defaults, because most puzzles start with the first
//! hand, and most answers are to the move just before.

use super::combo::Combo;
use crate::chinese::InChinese;

/// A move on the table and who played it.
///
/// ```
/// use canju::rules::{LastMove, Move, Ruleset, parse_move};
/// let Move::Play(combo) = parse_move("J", &Ruleset::default())? else { panic!("a combination") };
/// let last = LastMove { combo, by: 1 };
/// assert_eq!(last.combo.to_string(), "J");
/// # Ok::<(), canju::rules::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastMove {
    /// The combination to beat. Its cards are no longer in any hand.
    pub combo: Combo,
    /// The seat that played it, from 0. Every seat that has moved since has passed.
    pub by: usize,
}

/// Whose turn it is, and the move to answer, if any. The default: the first hand leads.
///
/// ```
/// use canju::rules::{TurnError, Turn};
/// assert_eq!(Turn::default(), Turn::of(3, Some(1), None, None)?);
/// assert_eq!(Turn::of(3, Some(2), None, None)?.to_move, 1);
/// let error = Turn::of(3, Some(4), None, None).unwrap_err();
/// assert_eq!(error.to_string(), "turn: there is no hand 4: expected 1, 2 or 3");
/// # Ok::<(), TurnError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turn {
    /// The seat to move, from 0.
    pub to_move: usize,
    /// What it must answer; `None` if it leads.
    pub last: Option<LastMove>,
}

/// Why a turn is impossible: who is to move, or who played the move to answer.
///
/// ```
/// use canju::rules::{Turn, TurnError};
/// assert_eq!(Turn::of(2, None, None, Some(2)), Err(TurnError::ByWithoutLast));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// A number that is not the number of a hand.
    #[error("{field}: there is no hand {number}: expected {}", hand_numbers(*seats))]
    NoSuchHand {
        /// `turn` or `by`.
        field: &'static str,
        /// The number, from 1.
        number: usize,
        /// How many hands there are.
        seats: usize,
    },
    /// A player of the move to answer is given, but there is no such move.
    #[error("by: there is no move to answer: add it with `last`, or leave `by` out")]
    ByWithoutLast,
    /// The player to move has played the move to answer.
    #[error("by: hand {} is to move, so another hand has played the move to answer", seat + 1)]
    OwnMove {
        /// Its seat, from 0.
        seat: usize,
    },
}

impl InChinese for TurnError {
    fn in_chinese(&self) -> String {
        match self {
            TurnError::NoSuchHand { field, number, seats } => {
                let numbers = if *seats == 2 { "1、2" } else { "1、2、3" };
                format!("{field}：没有第 {number} 家：应是 {numbers} 之一")
            }
            TurnError::ByWithoutLast => "by：没有要压的一手：请加上 last，或去掉 by".to_owned(),
            TurnError::OwnMove { seat } => format!("by：轮到第 {} 家，要压的一手应是别家出的", seat + 1),
        }
    }
}

/// The numbers of the hands, for messages.
fn hand_numbers(seats: usize) -> &'static str {
    if seats == 2 { "1 or 2" } else { "1, 2 or 3" }
}

impl Turn {
    /// The turn of a game of `seats` hands as people write it, hands counted from 1: `turn`, by default the first hand, is
    /// to move and must answer `last`, which the hand `by` has played, by default the one before.
    ///
    /// # Errors
    /// A number that is not a hand, a `by` without a `last`, and a hand that would answer itself.
    pub fn of(seats: usize, turn: Option<usize>, last: Option<Combo>, by: Option<usize>) -> Result<Turn, TurnError> {
        let seat = |field, number: usize| match number {
            number if (1..=seats).contains(&number) => Ok(number - 1),
            number => Err(TurnError::NoSuchHand { field, number, seats }),
        };
        let to_move = seat("turn", turn.unwrap_or(1))?;
        let by = by.map(|by| seat("by", by)).transpose()?;
        let last = match (last, by) {
            (None, Some(_)) => return Err(TurnError::ByWithoutLast),
            (None, None) => None,
            (Some(combo), by) => Some(LastMove { combo, by: by.unwrap_or(before(to_move, seats)) }),
        };
        let turn = Turn { to_move, last };
        turn.check(seats)?;
        Ok(turn)
    }

    /// The first hand's turn. It answers this move of the last hand, or leads.
    pub fn of_first(last: Option<Combo>, seats: usize) -> Turn {
        Turn { to_move: 0, last: last.map(|combo| LastMove { combo, by: before(0, seats) }) }
    }

    /// The combination to answer.
    pub fn combo(&self) -> Option<Combo> {
        self.last.map(|last| last.combo)
    }

    /// The number of the hand to move, from 1, if it is not the default.
    pub fn number(&self) -> Option<usize> {
        (self.to_move != 0).then_some(self.to_move + 1)
    }

    /// The number of the hand that played the move to answer, from 1, if it is not the default.
    pub fn by_number(&self, seats: usize) -> Option<usize> {
        self.last.map(|last| last.by).filter(|&by| by != before(self.to_move, seats)).map(|by| by + 1)
    }

    /// Do these seats exist, and does nobody answer itself?
    pub(super) fn check(&self, seats: usize) -> Result<(), TurnError> {
        let known = |field, seat| match seat {
            seat if seat < seats => Ok(()),
            seat => Err(TurnError::NoSuchHand { field, number: seat + 1, seats }),
        };
        known("turn", self.to_move)?;
        match self.last {
            None => Ok(()),
            Some(last) if last.by == self.to_move => Err(TurnError::OwnMove { seat: last.by }),
            Some(last) => known("by", last.by),
        }
    }
}

/// The seat that moves before this one.
const fn before(seat: usize, seats: usize) -> usize {
    (seat + seats - 1) % seats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Hand, Kind, Rank};

    #[test]
    fn seats_that_are_not_there_and_answers_to_oneself_are_refused() {
        let combo = Combo::new(Kind::Solo, 1, Rank::ACE, Hand::EMPTY);
        let check = |to_move, by: Option<usize>, seats| {
            Turn { to_move, last: by.map(|by| LastMove { combo, by }) }.check(seats)
        };
        let missing = |field, number, seats| Err(TurnError::NoSuchHand { field, number, seats });
        for (to_move, by, seats, expected) in [
            (0, None, 2, Ok(())),
            (1, Some(0), 2, Ok(())),
            (2, Some(1), 3, Ok(())),
            (2, None, 2, missing("turn", 3, 2)),
            (5, Some(1), 3, missing("turn", 6, 3)),
            (0, Some(2), 2, missing("by", 3, 2)),
            (1, Some(4), 3, missing("by", 5, 3)),
            (0, Some(0), 2, Err(TurnError::OwnMove { seat: 0 })),
            (2, Some(2), 3, Err(TurnError::OwnMove { seat: 2 })),
        ] {
            assert_eq!(check(to_move, by, seats), expected, "{to_move} {by:?} {seats}");
            if by != Some(to_move) {
                // The same with numbers from 1.
                let last = by.map(|_| combo);
                let turn = Turn::of(seats, Some(to_move + 1), last, by.map(|by| by + 1));
                assert_eq!(turn.map(|_| ()), expected, "{to_move} {by:?} {seats}");
            }
        }
        assert_eq!(Turn::of(3, Some(0), None, None).map(|_| ()), missing("turn", 0, 3));
        assert_eq!(Turn::of(2, None, Some(combo), Some(0)).map(|_| ()), missing("by", 0, 2));
        assert_eq!(Turn::of(3, None, None, Some(4)).map(|_| ()), missing("by", 4, 3), "and there is no move");
        assert_eq!(Turn::of(3, Some(2), Some(combo), Some(2)), Err(TurnError::OwnMove { seat: 1 }));
    }
}
