//! [`Mark`]: what a move did.

use canju_engine::search::Verdict;
use std::fmt;

/// What a move did to the game of the side that made it.
///
/// ```
/// use canju::review::Mark;
/// assert_eq!((Mark::GaveAway.name(), Mark::from_name("kept")), ("gave_away", Some(Mark::Kept)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// The side had the win, the player had a choice, and the side still has the win.
    Kept,
    /// The side had the win, and has it no longer: a turning point.
    GaveAway,
    /// The side had lost already: every move loses.
    LostAnyway,
    /// It was the only legal move.
    Forced,
    /// A limit was reached before it was known what the move did.
    Unknown,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 5] = [Mark::Kept, Mark::GaveAway, Mark::LostAnyway, Mark::Forced, Mark::Unknown];

    /// The mark of a move, from the verdicts before and after it, both for the side that made it.
    pub(super) fn of(has_choice: bool, before: Verdict, after: Verdict) -> Mark {
        match (has_choice, before, after) {
            (false, ..) => Mark::Forced,
            (_, Verdict::Loss, _) => Mark::LostAnyway,
            (_, Verdict::Win, Verdict::Win) => Mark::Kept,
            (_, Verdict::Win, Verdict::Loss) => Mark::GaveAway,
            _ => Mark::Unknown,
        }
    }

    /// `kept`, `gave_away`, `lost_anyway`, `forced` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Kept => "kept",
            Mark::GaveAway => "gave_away",
            Mark::LostAnyway => "lost_anyway",
            Mark::Forced => "forced",
            Mark::Unknown => "unknown",
        }
    }

    /// The mark of this name.
    pub fn from_name(name: &str) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.name() == name)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
