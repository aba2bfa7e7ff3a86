//! The result of a search.

use std::fmt;

/// The value of a position for the side to move, with the reason where it is unknown.
///
/// ```
/// use canju::{Reason, Verdict};
/// assert!(Verdict::Win.is_decided() && Verdict::Loss.is_decided());
/// assert_eq!(Verdict::Unknown(Reason::Time).reason(), Some(Reason::Time));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move can force a win.
    Win,
    /// The other side can force a win.
    Loss,
    /// Not decided, with the reason.
    Unknown(Reason),
}

/// Why a search ended without a verdict.
///
/// ```
/// use canju::{Reason, Verdict};
/// let verdict = Verdict::Unknown(Reason::Memory);
/// assert_eq!((verdict.name(), verdict.reason().map(Reason::name)), ("unknown", Some("memory")));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The memory budget can't hold even the smallest search.
    Memory,
    /// The [`super::StopFlag`] was raised.
    Interrupted,
}

impl Verdict {
    /// Is it a win or a loss?
    pub fn is_decided(self) -> bool {
        !matches!(self, Verdict::Unknown(_))
    }

    /// `win`, `loss` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// The verdict that an author writes as `win` or `loss`; nobody expects `unknown`.
    pub fn from_answer(name: &str) -> Option<Verdict> {
        [Verdict::Win, Verdict::Loss].into_iter().find(|verdict| verdict.name() == name)
    }

    /// The reason, if the verdict is unknown.
    pub fn reason(self) -> Option<Reason> {
        match self {
            Verdict::Unknown(reason) => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 4] = [Reason::Time, Reason::Nodes, Reason::Memory, Reason::Interrupted];

    /// The reason of this name.
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// `time`, `nodes`, `memory` or `interrupted`.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Nodes => "nodes",
            Reason::Memory => "memory",
            Reason::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
