//! Finds puzzles of a batch that are the same but for the names of the ranks.

use super::discover::InputError;
use crate::puzzle::Puzzle;
use canju_engine::tables::Canonical;
use std::collections::HashMap;

/// The puzzles of a batch by position.
///
/// ```
/// use canju::{batch::{ByPosition, by_position}, puzzle, rules::Ruleset};
/// let puzzles = puzzle::read(&b"33 | 4\n5 | 8 | 9 | T\n"[..], "my.ddz", Ruleset::default()).map(|item| Ok(item?));
/// let ByPosition { groups, errors, .. } = by_position(puzzles);
/// assert_eq!((groups.len(), errors.len()), (1, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ByPosition {
    /// The ids of each position's puzzles, both in input order.
    pub groups: Vec<Vec<String>>,
    /// What is not a puzzle.
    pub errors: Vec<InputError>,
}

/// Groups puzzles by position and rules.
///
/// ```
/// use canju::{batch::by_position, puzzle, rules::Ruleset};
/// let pack = "33 | 4\n34567 | 9\n55 | 8\n";
/// let puzzles = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
/// let found = by_position(puzzles);
/// assert_eq!(found.groups, [vec!["my.ddz:1", "my.ddz:3"], vec!["my.ddz:2"]]);
/// ```
pub fn by_position(items: impl IntoIterator<Item = Result<Puzzle, InputError>>) -> ByPosition {
    let mut found = ByPosition::default();
    let mut places: HashMap<Canonical, usize> = HashMap::new();
    for item in items {
        let puzzle = match item {
            Ok(puzzle) => puzzle,
            Err(error) => {
                found.errors.push(error);
                continue;
            }
        };
        let place = *places.entry(puzzle.position.canonical()).or_insert(found.groups.len());
        if place == found.groups.len() {
            found.groups.push(Vec::new());
        }
        found.groups[place].push(puzzle.id);
    }
    found
}
