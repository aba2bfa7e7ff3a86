//! Positions that must not come again: those of the packs that ship, and those made before.
//!
//! Positions are compared by their canonical keys, so one that differs only in the names of the ranks is a repeat, too. The packs
//! that ship are part of the program, since an installed one has no directory of puzzles. What is remembered of a puzzle takes
//! some forty bytes.

use canju_engine::rules::Ruleset;
use canju_engine::tables::{Key, Keys};
use canju_packs::puzzle::{AnyPosition, read};
use rustc_hash::FxHashSet;

/// What is known of a position: its key under given rules, and the number of its hands, which the key does not say.
type Met = (Key, usize);

/// Positions under one rule set that have been met.
///
/// ```
/// use canju::{generate::Known, puzzle::Puzzle, rules::Ruleset};
/// let mut known = Known::new(Ruleset::default());
/// let position = |text: &str| text.parse::<Puzzle>().unwrap().position().unwrap();
/// assert!(known.is_new(&position("3466 | 5")));
/// assert!(!known.is_new(&position("3499 | 7"))); // the same but for the names of the ranks
/// ```
#[derive(Clone, Debug)]
pub struct Known {
    rules: Ruleset,
    met: FxHashSet<Met>,
}

impl Known {
    /// Nothing met so far.
    pub fn new(rules: Ruleset) -> Known {
        Known { rules, met: FxHashSet::default() }
    }

    /// The puzzles that ship, as far as they are played by these rules.
    ///
    /// ```
    /// use canju::{generate::Known, puzzle::Puzzle, rules::Ruleset};
    /// let mut known = Known::shipped(Ruleset::default());
    /// let puzzle: Puzzle = "346999Q2 | 34JAAD".parse()?;
    /// assert!(!known.is_new(&puzzle.position()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shipped(rules: Ruleset) -> Known {
        let mut known = Known::new(rules);
        for (_, pack) in canju_shipped::PACKS {
            let puzzles = read(pack.as_bytes(), "shipped", Ruleset::default()).filter_map(Result::ok);
            for puzzle in puzzles.filter(|puzzle| puzzle.rules == rules) {
                if let Ok(position) = puzzle.position() {
                    known.is_new(&position);
                }
            }
        }
        known
    }

    /// Is this position met for the first time? From now on it is known.
    pub fn is_new(&mut self, position: &AnyPosition) -> bool {
        let keys = Keys::new(&self.rules);
        let key = match position {
            AnyPosition::Two(position) => keys.key(position),
            AnyPosition::Three(position) => keys.key(position),
        };
        self.met.insert((key, position.hands().len()))
    }
}
