//! Positions that are equal up to renaming ranks: [`Canonical`].

use super::key::{Key, Keys};
use crate::rules::{AnyState, Position, Ruleset, Side, Stakes};

/// What two positions have in common if they are equal up to renaming ranks: the exact key, the number of hands (which the
/// key does not contain), the rules, and what they are played for. Such positions have the same verdict and the same value.
///
/// ```
/// use canju::Position;
/// let canonical = |text: &str| text.parse::<Position>().unwrap().canonical();
/// assert_eq!(canonical("3466 | 5"), canonical("3499 | 7"));
/// assert_ne!(canonical("3466 | 5"), canonical("3466 | 7"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Canonical {
    what: What,
    seats: u8,
    rules: Ruleset,
    stakes: Stakes,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum What {
    Running(Key),
    /// The side that has won, and the one whose turn it would be.
    Over(Side, Side),
}

impl Position {
    /// The canonical form: equal for all positions that differ only in the names of ranks.
    pub fn canonical(&self) -> Canonical {
        self.canonical_by(&Keys::new(self.rules()))
    }

    /// As [`Position::canonical`], with existing keys, which must be of the same rules.
    pub(crate) fn canonical_by(&self, keys: &Keys) -> Canonical {
        let what = match (self.winner(), self.state()) {
            (Some(winner), _) => What::Over(winner, self.side_to_move()),
            (None, AnyState::Two(state)) => What::Running(keys.key(state)),
            (None, AnyState::Three(state)) => What::Running(keys.key(state)),
        };
        Canonical { what, seats: self.hands().len() as u8, rules: *self.rules(), stakes: *self.stakes() }
    }
}
