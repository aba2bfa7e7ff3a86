//! The sides of a game that people play, as a saved game names them.

use canju_engine::rules::Side;
use std::fmt;

/// Which sides people play; the solver plays the others.
///
/// ```
/// use canju::{play::Humans, rules::Side};
/// assert!(Humans::First.play(Side::First) && !Humans::First.play(Side::Second));
/// assert_eq!(Humans::from_name("both"), Some(Humans::Both));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Humans {
    /// The first hand, or the landlord.
    First,
    /// The second hand, or both farmers.
    Second,
    /// Every hand.
    Both,
    /// None: the solver plays against itself.
    None,
}

impl Humans {
    const ALL: [Humans; 4] = [Humans::First, Humans::Second, Humans::Both, Humans::None];

    /// One side.
    pub const fn side(side: Side) -> Humans {
        match side {
            Side::First => Humans::First,
            Side::Second => Humans::Second,
        }
    }

    /// `first`, `second`, `both` or `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Humans::First => "first",
            Humans::Second => "second",
            Humans::Both => "both",
            Humans::None => "none",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Humans> {
        Humans::ALL.into_iter().find(|humans| humans.name() == name)
    }

    /// Does a person play this side?
    pub const fn play(self, side: Side) -> bool {
        matches!((self, side), (Humans::Both, _) | (Humans::First, Side::First) | (Humans::Second, Side::Second))
    }
}

impl fmt::Display for Humans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
