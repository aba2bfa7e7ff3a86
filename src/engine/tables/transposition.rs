//! The transposition table: proof numbers by exact key, shared by all threads.
//!
//! It is an array of buckets (`buckets.rs`), each one cache line long. A bucket has two entries of whole key, numbers and
//! work. There are no locks, and every entry that is read was written as a whole. Keys are exact, so a probe never takes one
//! position for another. To lose a store does no harm: the search uses what a child returned, not what the table still
//! has, so it makes progress with a table of any size.
//!
//! A bucket keeps the entry with the most work and the latest one.

use super::Stored;
use super::buckets::{self, Buckets};
use super::key::Key;
use super::proof_numbers::{INFINITE, NUMBER_BITS, ProofNumbers, Work};
use super::reserve::Reserve;
use super::words::{self, Words};
use crate::sync::{AtomicU64, Ordering};
use bytemuck::TransparentWrapper;
use std::sync::Arc;

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its proof and disproof number, for its side to move.
    pub numbers: ProofNumbers,
    /// How much work is behind the numbers.
    pub work: Work,
}

/// The words of a bucket: its version, two entries, and one to fill the cache line.
const WORDS: usize = 8;

#[derive(TransparentWrapper)]
#[repr(transparent)]
struct Bucket([AtomicU64; WORDS]);

#[cfg(not(loom))]
const _: () = assert!(size_of::<Bucket>() == 64, "one cache line");

/// Both halves of the key; then `pn`, `dn` and work from the lowest bit, or 0 for an empty entry.
struct Slot<'a>(&'a [AtomicU64; 3]);

impl Bucket {
    fn entries(&self) -> [Slot<'_>; 2] {
        let (entries, _) = self.0[1..].as_chunks();
        [Slot(&entries[0]), Slot(&entries[1])]
    }
}

impl Slot<'_> {
    fn read(&self) -> (Key, u64) {
        let [low, high, known] = self.0.each_ref().map(|word| word.load(Ordering::Relaxed));
        (Key { low, high }, known)
    }

    fn write(&self, key: Key, known: u64) {
        for (word, value) in self.0.iter().zip([key.low, key.high, known]) {
            word.store(value, Ordering::Relaxed);
        }
    }
}

impl Entry {
    fn pack(self) -> u64 {
        self.numbers.pn as u64 | (self.numbers.dn as u64) << NUMBER_BITS | (self.work.0 as u64) << (2 * NUMBER_BITS)
    }

    fn unpack(bits: u64) -> Entry {
        let number = |bits: u64| bits as u32 & INFINITE;
        let numbers = ProofNumbers { pn: number(bits), dn: number(bits >> NUMBER_BITS) };
        Entry { numbers, work: Work((bits >> (2 * NUMBER_BITS)) as u8) }
    }
}

impl buckets::Bucket<WORDS> for Bucket {
    fn wipe(&self) {
        self.entries().iter().for_each(|entry| entry.write(Key { low: 0, high: 0 }, 0));
    }
}

/// A bounded concurrent map from [`Key`] to [`Entry`].
pub struct TranspositionTable(Buckets<Bucket, WORDS, 1>);

impl TranspositionTable {
    /// A table of at most `bytes` bytes, but at least one bucket. At first `first` buckets are in use. The memory is taken
    /// from the system as it is touched.
    pub fn new(bytes: usize, first: usize) -> TranspositionTable {
        Self::new_in(&mut words::some(Self::first_words(bytes, first)), bytes, first)
    }

    /// The same; the buckets that are in use at first are in `memory`.
    pub fn new_in(memory: &mut Words, bytes: usize, first: usize) -> TranspositionTable {
        TranspositionTable(Buckets::new_in(memory, bytes, first, 100))
    }

    /// How many words it takes of this memory.
    pub fn first_words(bytes: usize, first: usize) -> usize {
        Buckets::<Bucket, WORDS, 1>::first_words(bytes, first)
    }

    /// Memory beyond the table's own is taken from this reserve: see [`Buckets::share`].
    pub fn share(&mut self, reserve: &Arc<Reserve>) {
        self.0.share(reserve);
    }

    /// Has it memory of a reserve?
    pub fn has_borrowed(&self) -> bool {
        self.0.has_borrowed()
    }

    fn hash(key: Key) -> u64 {
        let mixed = (key.low ^ key.high.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// Has the processor load what [`TranspositionTable::probe`] reads.
    pub fn prefetch(&self, key: Key) {
        self.0.prefetch(|| TranspositionTable::hash(key));
    }

    /// What is known about the position with this key.
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let hash = TranspositionTable::hash(key);
        let found = self.probe_in(&self.0.set(hash)[0], key);
        found.or_else(|| self.probe_in(&self.0.set_before(hash)?[0], key))
    }

    fn probe_in(&self, bucket: &Bucket, key: Key) -> Option<Entry> {
        let find = |bucket: &Bucket| {
            bucket.entries().iter().map(Slot::read).find(|&(found, known)| found == key && known != 0)
        };
        self.0.read(bucket, find).map(|(_, known)| Entry::unpack(known))
    }

    /// Stores a position. Unproven numbers never replace proven ones of the same position.
    pub fn store(&self, key: Key, entry: Entry) -> Stored {
        let hash = TranspositionTable::hash(key);
        let store = |bucket: &Bucket| {
            let [kept, latest] = bucket.entries();
            let (kept_key, kept_bits) = kept.read();
            let (latest_key, latest_bits) = latest.read();
            let proven_before = |bits: u64| Entry::unpack(bits).numbers.is_solved() && !entry.numbers.is_solved();
            let forgets = latest_bits != 0 && latest_key != key;
            let stored = if kept_bits != 0 && kept_key == key {
                if !proven_before(kept_bits) {
                    kept.write(key, entry.pack());
                }
                Stored::Kept
            } else if latest_bits != 0 && latest_key == key && proven_before(latest_bits) {
                Stored::Dropped
            } else {
                if kept_bits == 0 || entry.work >= Entry::unpack(kept_bits).work {
                    latest.write(kept_key, kept_bits);
                    kept.write(key, entry.pack());
                } else {
                    latest.write(key, entry.pack());
                }
                if forgets { Stored::Replaced } else { Stored::Kept }
            };
            (stored, kept_bits == 0 || latest_bits == 0)
        };
        let Some((stored, is_new)) = self.0.write(&self.0.set(hash)[0], store) else { return Stored::Dropped };
        if is_new {
            self.0.count(hash);
        }
        stored
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Bytes in use since the last [`TranspositionTable::clear`].
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

#[cfg(all(test, loom))]
mod model {
    //! The table's own steps on top of the buckets', in every order. `scripts/check/loom.sh` runs this.

    use super::*;
    use loom::sync::Arc;
    use loom::thread;
    use std::sync::atomic::AtomicUsize as Tally;

    /// Entries that no mixture of two others could be taken for: halves of two keys make a third key, and each has its own
    /// numbers.
    fn entry(number: u32) -> (Key, Entry) {
        let key = Key { low: number as u64, high: 10 + number as u64 };
        (key, Entry { numbers: ProofNumbers { pn: number, dn: 100 + number }, work: Work::of(number as u64) })
    }

    /// One bucket, so that all entries meet there.
    #[test]
    fn loom_what_is_found_is_what_was_stored_for_the_key() {
        static FOUND: [Tally; 2] = [const { Tally::new(0) }; 2];
        loom::model(|| {
            let table = Arc::new(TranspositionTable::new(0, 1));
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        Key { low: number, high: number << 7 }
    }

    /// An entry with this proof number, 0 for a win, after `nodes` nodes.
    fn entry(pn: u32, nodes: u64) -> Entry {
        let numbers = if pn == 0 { ProofNumbers::WIN } else { ProofNumbers { pn, dn: 7 } };
        Entry { numbers, work: Work::of(nodes) }
    }

    /// A table of one bucket, which has two places.
    fn bucket() -> TranspositionTable {
        TranspositionTable::new(64, 1)
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let numbers = [0, 1, 0x0555_5555, 0x0aaa_aaaa, INFINITE - 1, INFINITE];
        for (pn, dn) in numbers.into_iter().flat_map(|pn| numbers.map(|dn| (pn, dn))) {
            for work in [0, 1, 0x55, 0xaa, 255].map(Work) {
                let entry = Entry { numbers: ProofNumbers { pn, dn }, work };
                assert_eq!(Entry::unpack(entry.pack()), entry);
            }
        }
    }

    #[test]
    fn the_position_with_most_work_is_kept_beside_the_latest() {
        let table = bucket();
        let known = |numbers: [u64; 4]| numbers.map(|number| table.probe(key(number)).is_some());
        assert_eq!(table.store(key(1), entry(1, 10)), Stored::Kept);
        assert_eq!(table.store(key(2), entry(2, 5)), Stored::Kept);
        assert_eq!(known([1, 2, 3, 4]), [true, true, false, false]);
        assert_eq!(table.store(key(3), entry(3, 1)), Stored::Replaced);
        assert_eq!(known([1, 2, 3, 4]), [true, false, true, false]);
        // As much work as the one kept: that one becomes the latest.
        assert_eq!(table.store(key(4), entry(4, 10)), Stored::Replaced);
        assert_eq!(known([1, 2, 3, 4]), [true, false, false, true]);
        assert_eq!(table.store(key(2), entry(2, 5)), Stored::Replaced);
        assert_eq!(known([1, 2, 3, 4]), [false, true, false, true]);
        // The latest again, with more work than the one kept: both stay.
        assert_eq!(table.store(key(2), entry(2, 50)), Stored::Kept);
        assert_eq!(known([1, 2, 3, 4]), [false, true, false, true]);
        assert_eq!(table.store(key(3), entry(3, 20)), Stored::Replaced);
        assert_eq!(known([1, 2, 3, 4]), [false, true, true, false]);
    }

    #[test]
    fn a_position_has_its_last_numbers_unless_it_was_proven() {
        let table = bucket();
        table.store(key(1), entry(5, 10));
        table.store(key(2), entry(6, 1));
        for (number, work) in [(1, 10), (2, 1)] {
            assert_eq!(table.store(key(number), entry(9, work)), Stored::Kept);
            assert_eq!(table.probe(key(number)), Some(entry(9, work)));
            assert_eq!(table.store(key(number), entry(0, work)), Stored::Kept);
            table.store(key(number), entry(3, work));
            assert_eq!(table.probe(key(number)), Some(entry(0, work)), "proven");
        }
        assert_eq!(table.store(key(1), entry(3, 10)), Stored::Kept);
        assert_eq!(table.store(key(2), entry(3, 1)), Stored::Dropped);
        assert_eq!(table.store(key(2), entry(0, 1)), Stored::Kept, "proven again");
    }

    #[test]
    fn what_was_cleared_does_not_come_back() {
        let mut table = bucket();
        table.store(key(1), entry(1, 10));
        table.store(key(2), entry(2, 5));
        table.clear();
        table.store(key(3), entry(3, 1));
        assert_eq!([1, 2, 3].map(|number| table.probe(key(number)).is_some()), [false, false, true]);
    }

    #[test]
    fn a_table_grows_with_its_entries() {
        let table = TranspositionTable::new(1 << 20, 8);
        assert_eq!(table.bytes(), 8 * 64);
        // Full buckets are not counted again, however often they are written.
        (0..4_000).for_each(|number| _ = table.store(key(number), entry(1, number)));
        let bytes = table.bytes();
        assert!(bytes > 64 * 64 && bytes < 1 << 20, "{bytes}");
        (0..40_000).for_each(|number| _ = table.store(key(number % 4_000), entry(1, number)));
        assert!(table.bytes() <= 8 * bytes, "{}", table.bytes());
    }

    /// What finds room in its bucket is new. Only new entries whose hash ends with four zeros are counted, each for
    /// sixteen.
    #[test]
    fn new_entries_are_counted_and_others_are_not() {
        let table = TranspositionTable::new(1 << 20, 32);
        let counted = |number: &u64| TranspositionTable::hash(key(*number)).is_multiple_of(16);
        let bucket = |number: u64| TranspositionTable::hash(key(number)) >> 59;
        let first = (0..).find(counted).expect("one in sixteen");
        let (same, others): (Vec<u64>, Vec<u64>) =
            (0..4_000).filter(counted).partition(|&number| bucket(number) == bucket(first));
        let store = |number: u64| {
            table.store(key(number), entry(1, 1));
            table.bytes() / 64
        };
        // The bucket has room for two. A third new entry makes the table grow.
        assert!(same.len() > 2);
        assert!(same.iter().cycle().take(40).all(|&number| store(number) == 32));
        assert_eq!(store(others[0]), 128);
    }

    #[test]
    fn every_bit_of_a_key_counts_for_every_bit_that_chooses_the_bucket() {
        let spread = |n: u64, factor: u64| n.wrapping_mul(factor);
        let key = |n| Key { low: spread(n, 0x9e37_79b9_7f4a_7c15), high: spread(n, 0xbf58_476d_1ce4_e5b9) >> 6 };
        for bit in 0..64 + 58 {
            let mut reached = 0;
            for Key { low, high } in (1..=64).map(key) {
                let bit = 1u128 << bit;
                let other = Key { low: low ^ bit as u64, high: high ^ (bit >> 64) as u64 };
                let changed = TranspositionTable::hash(Key { low, high }) ^ TranspositionTable::hash(other);
                assert_ne!(changed, 0, "bit {bit}");
                reached |= changed;
            }
            assert_eq!(reached >> 52, 0xfff, "bit {bit}");
        }
    }

    #[test]
    fn neighbouring_keys_have_different_hashes() {
        let keys = (0..64).flat_map(|low| (0..64).map(move |high| Key { low, high }));
        let hashes: std::collections::HashSet<u64> = keys.map(TranspositionTable::hash).collect();
        assert_eq!(hashes.len(), 64 * 64);
        // The upper bits choose the bucket.
        let buckets: std::collections::HashSet<u64> = hashes.iter().map(|hash| hash >> 52).collect();
        assert!(buckets.len() > 2_400, "{} of 4,096, 2,589 are to be expected", buckets.len());
    }
}
