//! A state as text, for messages: the hands, whose turn it is, and what must be answered.
//!
//! There is no way back: a state has no rules to read it under.

use super::state::State;
use std::fmt;

impl<const SEATS: usize> fmt::Display for State<SEATS> {
    /// The hands in seat order, and what the hand to move has to do. With three hands it also says who played the move to
    /// answer.
    ///
    /// ```
    /// use canju_engine::rules::{Ruleset, State};
    /// let rules = Ruleset::default();
    /// assert_eq!(State::<2>::parse(["K5", "44Q"], None, &rules)?.to_string(), "5K | 44Q, hand 1 to lead");
    /// let position = State::<3>::parse(["K5", "44Q", "6"], Some("JJ"), &rules)?;
    /// assert_eq!(position.to_string(), "5K | 44Q | 6, hand 1 to answer pair from J of hand 3");
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, hand) in self.hands().iter().enumerate() {
            write!(f, "{}{hand}", if seat > 0 { " | " } else { "" })?;
        }
        write!(f, ", hand {} to ", self.to_move() + 1)?;
        self.write_task(f)?;
        let goal = self.goal();
        if goal.is_win() { Ok(()) } else { write!(f, ", {goal}") }
    }
}

impl<const SEATS: usize> State<SEATS> {
    /// What the hand to move has to do.
    fn write_task(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(trick) = self.trick() else { return f.write_str("lead") };
        let shape = trick.shape;
        write!(f, "answer {}", shape.kind)?;
        if shape.len > 1 {
            write!(f, " of {}", shape.len)?;
        }
        write!(f, " from {}", shape.rank)?;
        if SEATS > 2 { write!(f, " of hand {}", trick.owner() + 1) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Ruleset, State};

    #[test]
    fn a_position_says_who_has_to_do_what() {
        let text = |hands, last| State::<3>::parse(hands, last, &Ruleset::default()).expect("a position").to_string();
        assert_eq!(text(["K5", "44Q", "6"], None), "5K | 44Q | 6, hand 1 to lead");
        assert_eq!(text(["K5", "44Q", "6"], Some("JJ")), "5K | 44Q | 6, hand 1 to answer pair from J of hand 3");
        let chain = "5K | 44Q | 6, hand 1 to answer solo_chain of 5 from 7 of hand 3";
        assert_eq!(text(["K5", "44Q", "6"], Some("789TJ")), chain);
    }
}
