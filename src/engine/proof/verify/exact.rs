//! The positions a walk through a plain certificate remembers as proved: each of them, and as it is.
//!
//! A position counts as proved only if the very same hands, turn and trick have been walked through. So nothing here rests on
//! the theorem of `relative.rs`.

use super::proved::{Miscounted, Proved};
use crate::rules::{Side, State};
use std::collections::HashSet;

/// Bytes of memory for each position: up to 76 in a set of positions of three hands, and half as many again while it grows.
pub const POSITION_BYTES: u64 = 128;

/// Proved positions, each once.
pub struct Exact<const SEATS: usize> {
    positions: HashSet<State<SEATS>>,
    /// How many the walks before this one have remembered.
    before: u32,
    counted: u32,
}

impl<const SEATS: usize> Exact<SEATS> {
    /// Nothing yet, and room for as many positions as are counted.
    pub fn new(counted: u32) -> Self {
        Exact { positions: HashSet::new(), before: 0, counted }
    }

    /// How many positions are remembered, by all walks together.
    pub fn count(&self) -> u32 {
        self.before + self.positions.len() as u32
    }
}

impl<const SEATS: usize> Proved<SEATS> for Exact<SEATS> {
    type Mark = State<SEATS>;

    fn begin(&mut self, _: Side) {
        self.before = self.count();
        self.positions.clear();
    }

    fn mark(&self, position: &State<SEATS>) -> State<SEATS> {
        *position
    }

    fn holds(&mut self, mark: &State<SEATS>) -> bool {
        self.positions.contains(mark)
    }

    fn remember(&mut self, mark: &State<SEATS>) -> Result<(), Miscounted> {
        if self.count() == self.counted {
            return Err(Miscounted { counted: self.counted, found: None });
        }
        self.positions.insert(*mark);
        Ok(())
    }

    fn is_all(&self) -> Result<(), Miscounted> {
        let (counted, found) = (self.counted, self.count());
        if found == counted { Ok(()) } else { Err(Miscounted { counted, found: Some(found) }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ruleset;

    /// 5 against 4 is at least as good as 4 against 3, but it is another position.
    #[test]
    fn only_the_same_position_is_proved() {
        let state = |hands| State::<2>::parse(hands, None, &Ruleset::default()).expect("a position");
        let mut exact = Exact::new(1);
        exact.remember(&state(["47", "3"])).expect("room");
        assert!(exact.holds(&state(["47", "3"])));
        assert!(!exact.holds(&state(["58", "4"])) && !exact.holds(&state(["48", "3"])));
        assert_eq!(exact.remember(&state(["58", "4"])), Err(Miscounted { counted: 1, found: None }));
        assert_eq!(
            (exact.is_all(), Exact::<2>::new(1).is_all()),
            (Ok(()), Err(Miscounted { counted: 1, found: Some(0) }))
        );
    }

    /// What one walk has proved is nothing to the next, and still counts.
    #[test]
    fn each_walk_begins_with_nothing() {
        let state = State::<2>::parse(["47", "3"], None, &Ruleset::default()).expect("a position");
        let mut exact = Exact::new(2);
        for walk in 1..=2 {
            exact.begin(Side::First);
            assert!(!exact.holds(&state));
            exact.remember(&state).expect("room");
            assert_eq!((exact.holds(&state), exact.count()), (true, walk));
        }
        assert_eq!((exact.is_all(), exact.remember(&state).is_err()), (Ok(()), true));
    }

    #[test]
    fn a_set_takes_no_more_than_a_checker_counts_on() {
        // One too many for seven places of eight leaves seven of sixteen filled, each with a byte of its own.
        let most = |position: usize| (position as u64 + 1) * 16 / 7;
        assert_eq!(most(size_of::<State<3>>()), 75);
        assert!(most(size_of::<State<3>>()) * 3 / 2 <= POSITION_BYTES);
    }
}
