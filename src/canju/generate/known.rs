//! Positions that must not come again: those of the packs that ship, and those made before.
//!
//! Positions are compared by their canonical keys, so one that differs only in the names of the ranks is a repeat, too. The
//! packs that ship are part of the program, since an installed one has no directory of puzzles. A remembered puzzle takes
//! some forty bytes.

use crate::puzzle::read;
use canju_engine::rules::{Position, Ruleset};
use canju_engine::tables::Canonical;
use rustc_hash::FxHashSet;

/// Positions that have been met.
///
/// ```
/// use canju::generate::Known;
/// let mut known = Known::default();
/// assert!(known.is_new(&"3466 | 5".parse()?));
/// assert!(!known.is_new(&"3499 | 7".parse()?)); // the same but for the names of the ranks
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Known {
    met: FxHashSet<Canonical>,
}

impl Known {
    /// The puzzles that ship, as far as they are played by these rules. In WebAssembly there are none.
    ///
    /// ```
    /// use canju::generate::Known;
    /// assert!(!Known::shipped("huanle".parse()?).is_new(&"346999Q2 | 34JAAD".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shipped(rules: Ruleset) -> Known {
        let mut known = Known::default();
        // The module for the web has no room for the packs.
        let packs: &[_] = if cfg!(target_family = "wasm") { &[] } else { &crate::shipped::PACKS };
        for (_, pack) in packs {
            let puzzles = read(pack.as_bytes(), "shipped", Ruleset::default()).filter_map(Result::ok);
            for puzzle in puzzles.filter(|puzzle| *puzzle.position.rules() == rules) {
                known.is_new(&puzzle.position);
            }
        }
        known
    }

    /// Is this position met for the first time? From now on it is known.
    pub fn is_new(&mut self, position: &Position) -> bool {
        self.met.insert(position.canonical())
    }
}
