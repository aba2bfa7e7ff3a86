//! The transposition table that all threads share: what is known of a position, by its exact key.
//!
//! A fixed array of buckets (`buckets.rs`), each one cache line: two entries of whole key, numbers and work. There are no
//! locks, every entry that is read is one that was written, and since keys are exact a
//! probe never takes one position for another. Losing a store is harmless: the search uses what a child returned,
//! not what the table still has, and makes progress with any size.
//!
//! Of the two entries one is kept for the most work, the other for the latest.

use crate::buckets::{self, Buckets};
use crate::key::Key;
use crate::rules::Ruleset;
#[cfg(not(loom))]
use crate::sync::Zeroable;
use crate::sync::{AtomicU64, Ordering};

/// A proof number that no amount of work reaches: the claim is refuted.
pub const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

const NUMBER_BITS: u32 = 28;

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

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its numbers, for its side to move.
    pub numbers: Numbers,
    /// How much work is behind them, see [`Work`].
    pub work: Work,
}

/// An amount of work in eight bits: the logarithm of a number of nodes, in steps of an eighth of a doubling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Work(u8);

impl Work {
    /// The work of visiting this many nodes.
    pub fn of(nodes: u64) -> Work {
        // Above the leading bit, three bits of mantissa.
        let exponent = (nodes + 1).ilog2();
        let mantissa = ((nodes + 1) << 3 >> exponent) & 7;
        Work((exponent << 3 | mantissa as u32).min(255) as u8)
    }

    /// The logarithm, 0 to 255.
    pub fn level(self) -> u8 {
        self.0
    }
}

#[cfg_attr(not(loom), derive(Zeroable))]
#[cfg_attr(loom, derive(Default))]
#[repr(C, align(64))]
struct Bucket {
    version: AtomicU64,
    entries: [Entry; 2],
    spare: AtomicU64,
}

#[cfg_attr(not(loom), derive(Zeroable))]
#[cfg_attr(loom, derive(Default))]
#[repr(C)]
struct Entry {
    low: AtomicU64,
    high: AtomicU64,
    /// `pn`, `dn`, work from the lowest bit; 0 for an empty entry.
    known: AtomicU64,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Bucket>() == 64);

impl Entry {
    fn read(&self) -> (Key, u64) {
        let key = Key { low: self.low.load(Ordering::Relaxed), high: self.high.load(Ordering::Relaxed) };
        (key, self.known.load(Ordering::Relaxed))
    }

    fn write(&self, key: Key, known: u64) {
        self.low.store(key.low, Ordering::Relaxed);
        self.high.store(key.high, Ordering::Relaxed);
        self.known.store(known, Ordering::Relaxed);
    }
}

impl Known {
    fn pack(self) -> u64 {
        self.numbers.pn as u64 | (self.numbers.dn as u64) << NUMBER_BITS | (self.work.0 as u64) << (2 * NUMBER_BITS)
    }

    fn unpack(bits: u64) -> Known {
        let number = |bits: u64| bits as u32 & INFINITE;
        let numbers = Numbers { pn: number(bits), dn: number(bits >> NUMBER_BITS) };
        Known { numbers, work: Work((bits >> (2 * NUMBER_BITS)) as u8) }
    }
}

impl buckets::Bucket for Bucket {
    fn version(&self) -> &AtomicU64 {
        &self.version
    }

    fn wipe(&self) {
        self.entries.iter().for_each(|entry| entry.write(Key { low: 0, high: 0 }, 0));
    }
}

/// A bounded concurrent map from [`Key`] to [`Known`].
pub struct Table(Buckets<Bucket, 1>);

/// Buckets in use at first: 256 KiB.
const FIRST_BUCKETS: usize = 1 << 12;

impl Table {
    /// A table of at most `bytes` bytes, but at least one bucket. The memory is taken from the system as it is touched.
    pub fn new(bytes: usize) -> Table {
        Table(Buckets::new(bytes, FIRST_BUCKETS, 100))
    }

    fn hash(key: Key) -> u64 {
        let mixed = (key.low ^ key.high.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: Key) -> Option<Known> {
        let hash = Table::hash(key);
        let found = self.probe_in(&self.0.set(hash)[0], key);
        found.or_else(|| self.probe_in(&self.0.set_before(hash)?[0], key))
    }

    fn probe_in(&self, bucket: &Bucket, key: Key) -> Option<Known> {
        let find =
            |bucket: &Bucket| bucket.entries.iter().map(Entry::read).find(|&(found, known)| found == key && known != 0);
        self.0.read(bucket, find).map(|(_, known)| Known::unpack(known))
    }

    /// Remembers a position. Proven numbers are never replaced by unproven ones of the same position.
    pub fn store(&self, key: Key, known: Known) {
        let hash = Table::hash(key);
        let store = |bucket: &Bucket| {
            let [kept, latest] = &bucket.entries;
            let (kept_key, kept_bits) = kept.read();
            let (latest_key, latest_bits) = latest.read();
            let proven_before = |bits: u64| Known::unpack(bits).numbers.is_solved() && !known.numbers.is_solved();
            if kept_bits != 0 && kept_key == key {
                if !proven_before(kept_bits) {
                    kept.write(key, known.pack());
                }
            } else if latest_bits != 0 && latest_key == key && proven_before(latest_bits) {
                // Stays.
            } else if kept_bits == 0 || known.work >= Known::unpack(kept_bits).work {
                latest.write(kept_key, kept_bits);
                kept.write(key, known.pack());
            } else {
                latest.write(key, known.pack());
            }
            kept_bits == 0 || latest_bits == 0
        };
        if self.0.write(&self.0.set(hash)[0], store) == Some(true) {
            self.0.count(hash);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Bytes in use since the last [`Table::clear`].
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// A bounded set of positions that are solved or being solved, each with a value: what a batch remembers of the puzzles
/// before. The position met longest ago is forgotten first, so what is found depends on the order of insertions only.
pub struct SolvedPositions<V> {
    known: dashmap::DashMap<(Key, Ruleset), V, rustc_hash::FxBuildHasher>,
    order: parking_lot::Mutex<std::collections::VecDeque<(Key, Ruleset)>>,
    most: usize,
}

impl<V: Clone> SolvedPositions<V> {
    /// An empty set of at most `most` positions.
    pub fn new(most: usize) -> SolvedPositions<V> {
        SolvedPositions { known: Default::default(), order: Default::default(), most }
    }

    /// A copy of the value of this position under these rules; if it is new, it is put in with `value` and there is none.
    pub fn find_or_insert(&self, key: Key, rules: &Ruleset, value: V) -> Option<V> {
        match self.known.entry((key, *rules)) {
            dashmap::Entry::Occupied(found) => return Some(found.get().clone()),
            dashmap::Entry::Vacant(vacant) => drop(vacant.insert(value)),
        }
        let mut order = self.order.lock();
        order.push_back((key, *rules));
        let oldest = if order.len() > self.most { order.pop_front() } else { None };
        drop(order);
        if let Some(oldest) = oldest {
            self.known.remove(&oldest);
        }
        None
    }
}

#[cfg(all(test, loom))]
mod model {
    //! The table's own steps over the buckets, under every order: `scripts/loom.sh` runs this.

    use super::*;
    use loom::sync::Arc;
    use loom::thread;
    use std::sync::atomic::AtomicUsize as Tally;

    /// Keys whose halves, exchanged, would make another key, and numbers that tell them apart.
    fn entry(number: u32) -> (Key, Known) {
        let key = Key { low: number as u64, high: 10 + number as u64 };
        (key, Known { numbers: Numbers { pn: number, dn: 100 + number }, work: Work::of(number as u64) })
    }

    /// One bucket, so that all entries meet there.
    #[test]
    fn loom_what_is_found_is_what_was_stored_for_the_key() {
        static FOUND: [Tally; 2] = [const { Tally::new(0) }; 2];
        loom::model(|| {
            let table = Arc::new(Table::new(0));
            let store = |number| {
                let (key, known) = entry(number);
                table.store(key, known);
            };
            store(1);
            let ours = table.clone();
            // The first entry moves to the second place while it is looked for.
            let writer = thread::spawn(move || {
                let (key, known) = entry(2);
                ours.store(key, known);
            });
            for number in [1, 2] {
                let (key, known) = entry(number);
                let found = table.probe(key);
                assert!(found.is_none_or(|found| found == known), "{found:?} for {known:?}");
                FOUND[number as usize - 1].fetch_add(found.is_some() as usize, Ordering::Relaxed);
            }
            assert_eq!(table.probe(Key { low: 1, high: 12 }), None);
            writer.join().unwrap();
            assert!([1, 2].map(entry).iter().all(|&(key, known)| table.probe(key) == Some(known)));
        });
        assert!(FOUND.iter().all(|found| found.load(Ordering::Relaxed) > 0), "{FOUND:?}");
    }
}
