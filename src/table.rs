//! The transposition table that all threads share: what is known of a position, by its exact key.
//!
//! The budget is in bytes and never exceeded: the keys of the map are bucket numbers, of which there are as many as
//! the budget holds, and a full bucket gives up the entry with the least work behind it. Entries keep the whole
//! key, so a probe never takes one position for another; a probe copies the entry out, so no lock outlives a call.
//! The search uses what a child returned, not what the table still has, so it makes progress with any size.

use crate::key::Key;
use dashmap::DashMap;
use rustc_hash::FxBuildHasher;

/// A proof number that no amount of work reaches: the claim is refuted.
pub const INFINITE: u32 = u32::MAX;

/// Proof and disproof number of a position, for the side to move: how much work it seems to take to show that it wins
/// (`pn`) or that it does not (`dn`). `(0, INFINITE)` is a proven win, `(INFINITE, 0)` a proven loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Work to show a win.
    pub pn: u32,
    /// Work to show a loss.
    pub dn: u32,
}

impl Numbers {
    /// A proven win for the side to move.
    pub const WIN: Numbers = Numbers { pn: 0, dn: INFINITE };
    /// A proven loss for the side to move.
    pub const LOSS: Numbers = Numbers { pn: INFINITE, dn: 0 };

    /// Proven either way?
    pub const fn is_solved(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// Of a node from its children's, all in the view of the node's mover: the least proof number, the sum of the
    /// disproof numbers.
    pub fn of_parent(children: impl Iterator<Item = Numbers>) -> Numbers {
        let (pn, dn) = children.fold((INFINITE, 0), |(pn, dn), child| (child.pn.min(pn), dn + child.dn as u64));
        Numbers { pn, dn: if pn == 0 { INFINITE } else { dn.min(INFINITE as u64 - 1) as u32 } }
    }

    /// The same from the other side's view.
    #[must_use]
    pub const fn flipped(self) -> Numbers {
        Numbers { pn: self.dn, dn: self.pn }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    numbers: Numbers,
    work: u32,
}

const WAYS: usize = 4;

#[derive(Clone, Copy)]
struct Bucket([Option<Entry>; WAYS]);

/// A bounded concurrent map from [`Key`] to [`Numbers`].
pub struct Table {
    buckets: DashMap<u64, Bucket, FxBuildHasher>,
    count: u64,
}

impl Table {
    /// The least budget a table works with, in bytes.
    pub const LEAST_BYTES: usize = 16 << 10;
    /// Bytes a bucket takes in the map: its number, and the slack and control bytes of a hash map at most 7/8 full
    /// that has just doubled.
    const BUCKET_BYTES: usize = (size_of::<(u64, Bucket)>() + 1) * 16 / 7;

    /// A table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Table {
        let count = (bytes / Table::BUCKET_BYTES).max(1) as u64;
        Table { buckets: DashMap::with_hasher_and_shard_amount(FxBuildHasher, 64), count }
    }

    fn bucket(&self, key: Key) -> u64 {
        let mixed = (key.0 as u64 ^ ((key.0 >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        ((mixed as u128 * self.count as u128) >> 64) as u64
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: Key) -> Option<Numbers> {
        let bucket = self.buckets.get(&self.bucket(key))?;
        bucket.0.iter().flatten().find(|entry| entry.key == key).map(|entry| entry.numbers)
    }

    /// Remembers the numbers of a position and the work, in nodes, behind them.
    pub fn store(&self, key: Key, numbers: Numbers, work: u32) {
        let mut bucket = self.buckets.entry(self.bucket(key)).or_insert(Bucket([None; WAYS]));
        let worth = |entry: &Option<Entry>| match entry {
            None => (0, 0),
            Some(entry) if entry.key == key => (0, 1),
            Some(entry) => (1, entry.work),
        };
        let same = bucket.0.iter_mut().find(|slot| slot.is_some_and(|entry| entry.key == key));
        if let Some(Some(entry)) = same {
            if !entry.numbers.is_solved() || numbers.is_solved() {
                *entry = Entry { key, numbers, work: work.max(entry.work) };
            }
            return;
        }
        if let Some(slot) = bucket.0.iter_mut().min_by_key(|slot| worth(slot)) {
            *slot = Some(Entry { key, numbers, work });
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.buckets.clear();
    }

    /// Bytes in use, an upper bound.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * Table::BUCKET_BYTES
    }
}
