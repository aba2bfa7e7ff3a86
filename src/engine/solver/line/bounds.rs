//! Known bounds on the lengths of games, in bounded memory.
//!
//! There are two generations. When the young one is full, it becomes the old one, and the old one is forgotten. Entries
//! looked up in the old one move to the young one, so entries in use stay. A bound that is forgotten is found again, which
//! costs time and changes no answer.

use crate::tables::Key;
use rustc_hash::FxHashMap;

/// Bounds on the length of a game: more plies than the first number, and at most the second.
pub type Bounds = (u16, u16);

/// Nothing known.
const NONE: Bounds = (0, u16::MAX);

/// The most bytes of an entry. A hash map that has just doubled has two and a quarter places for each, with a byte beside it,
/// and the smaller map that it is copied from is still there.
const ENTRY_BYTES: usize = 4 * size_of::<(Key, Bounds)>();

/// See the module's head.
#[derive(Default)]
pub struct KnownBounds {
    young: FxHashMap<Key, Bounds>,
    old: FxHashMap<Key, Bounds>,
    /// The most entries of a generation.
    most: usize,
}

impl KnownBounds {
    /// For about `bytes` bytes.
    pub fn new(bytes: usize) -> KnownBounds {
        KnownBounds { young: FxHashMap::default(), old: FxHashMap::default(), most: (bytes / 2 / ENTRY_BYTES).max(1) }
    }

    /// Bytes of both maps: a place for each entry that there is room for, and a byte beside it.
    pub fn bytes(&self) -> usize {
        (self.young.capacity() + self.old.capacity()) * (size_of::<(Key, Bounds)>() + 1)
    }

    /// What is known about a position.
    pub fn get(&mut self, key: Key) -> Bounds {
        if let Some(&bounds) = self.young.get(&key) {
            return bounds;
        }
        let Some(&bounds) = self.old.get(&key) else { return NONE };
        self.insert(key, bounds);
        bounds
    }

    /// Notes whether the game from a position ends within `plies` plies.
    pub fn note(&mut self, key: Key, plies: u16, ends: bool) {
        let (more_than, at_most) = self.get(key);
        self.insert(key, if ends { (more_than, at_most.min(plies)) } else { (more_than.max(plies), at_most) });
    }

    fn insert(&mut self, key: Key, bounds: Bounds) {
        if self.young.len() >= self.most && !self.young.contains_key(&key) {
            // The old map is cleared and used again, so it need not grow again.
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear();
        }
        self.young.insert(key, bounds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(low: u64) -> Key {
        Key { low, high: 0 }
    }

    #[test]
    fn bounds_close_in() {
        let mut known = KnownBounds::new(1 << 20);
        assert_eq!(known.get(key(1)), NONE);
        for (plies, ends) in [(3, false), (9, true), (5, false), (7, true)] {
            known.note(key(1), plies, ends);
        }
        assert_eq!(known.get(key(1)), (5, 7));
    }

    #[test]
    fn what_is_in_use_stays_and_memory_is_bounded() {
        let mut known = KnownBounds::new(100 * 2 * ENTRY_BYTES);
        for low in 0..10_000 {
            known.note(key(low), 3, true);
            assert_eq!(known.get(key(0)), (0, 3), "in use");
            assert!(known.young.len() <= 100 && known.old.len() <= 100);
        }
        assert_eq!(known.get(key(5000)), NONE, "long forgotten");
        assert_eq!(known.get(key(9999)), (0, 3));
    }
}
