//! A bounded map that many threads ask at the same time.
//!
//! It is a dashmap: a thread that asks locks one of its parts for the length of a look-up, never all of it. There are two
//! generations, told apart by a number in each entry. New entries are of the young generation, and an entry that is found
//! becomes young. When the young ones hold half of the bytes, they become the old ones, and those that were old are
//! forgotten: so what is in use stays. This is done part by part by the thread whose entry is one too many; others go on
//! asking. What is forgotten is freed by the reaper.
//!
//! The estimate of the bytes never exceeds the bound. What is forgotten counts until the reaper has freed it, and an entry
//! that finds no room is not kept.

use canju_engine::solver::LazyReaper;
use dashmap::DashMap;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// An entry may take this part of all bytes at most, so that one does not drive out all others.
const LARGEST: usize = 16;

/// Places of the map for each entry. A map that has just doubled has two and a quarter.
const PLACES: usize = 3;

/// Fewer bytes are freed at once: to wake the reaper would cost more.
const LEAST_REAPED_BYTES: usize = 256 << 10;

struct Kept<V> {
    value: Arc<V>,
    /// Estimated bytes, those of its place included.
    bytes: usize,
    /// The generation in which it was last asked for.
    generation: AtomicU32,
}

/// See the module's head.
pub struct Cache<K, V> {
    kept: DashMap<K, Kept<V>, FxBuildHasher>,
    most_bytes: usize,
    /// Bytes of all entries.
    bytes: AtomicUsize,
    /// Bytes of those that are forgotten and not yet freed.
    not_freed: Arc<AtomicUsize>,
    /// Bytes of the young ones; about, for it only decides when the next generation begins.
    young: AtomicUsize,
    generation: AtomicU32,
    /// Held by the thread that forgets the old ones.
    forgetting: Mutex<()>,
    reaper: LazyReaper,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// Entries on the way to the reaper. They count until they are freed.
struct Forgotten<V> {
    values: Vec<Arc<V>>,
    bytes: usize,
    not_freed: Arc<AtomicUsize>,
}

impl<V> Drop for Forgotten<V> {
    fn drop(&mut self) {
        self.values.clear();
        self.not_freed.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// What a cache has done, and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheCounts {
    /// Questions that were answered.
    pub hits: u64,
    /// Questions that were not.
    pub misses: u64,
    /// Entries.
    pub entries: u64,
    /// Their estimated bytes.
    pub bytes: u64,
}

impl<K: Eq + Hash, V: Send + Sync + 'static> Cache<K, V> {
    /// For entries of `most_bytes` bytes together.
    pub fn new(most_bytes: usize) -> Cache<K, V> {
        Cache {
            kept: DashMap::default(),
            most_bytes,
            bytes: AtomicUsize::new(0),
            not_freed: Arc::default(),
            young: AtomicUsize::new(0),
            generation: AtomicU32::new(0),
            forgetting: Mutex::new(()),
            reaper: LazyReaper::default(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// What is kept for this key.
    pub fn get(&self, key: &K) -> Option<Arc<V>> {
        self.get_as(key, |value| Some(value.clone()))
    }

    /// What this makes of the value; a value that it can make nothing of counts as not remembered.
    pub fn get_as<T>(&self, key: &K, make: impl FnOnce(&Arc<V>) -> Option<T>) -> Option<T> {
        let made = self.touched(key).as_ref().and_then(make);
        // Relaxed, here and below: numbers that nothing else is published with.
        let count = if made.is_some() { &self.hits } else { &self.misses };
        count.fetch_add(1, Ordering::Relaxed);
        made
    }

    /// The value of a key, which is young again.
    fn touched(&self, key: &K) -> Option<Arc<V>> {
        let found = self.kept.get(key)?;
        let now = self.generation.load(Ordering::Relaxed);
        if found.generation.swap(now, Ordering::Relaxed) != now {
            self.young.fetch_add(found.bytes, Ordering::Relaxed);
        }
        Some(found.value.clone())
    }

    /// Keeps a value of so many bytes on the heap, if there is room. It takes the place of what is kept for its key.
    pub fn insert(&self, key: K, value: V, heap_bytes: usize) {
        let bytes = PLACES * size_of::<(K, Kept<V>)>() + size_of::<V>() + heap_bytes;
        if bytes > self.most_bytes / LARGEST {
            return;
        }
        let is_full = |count: &AtomicUsize, most| count.load(Ordering::Relaxed) + bytes > most;
        if is_full(&self.young, self.most_bytes / 2) || is_full(&self.bytes, self.most_bytes) {
            self.begin_generation();
        }
        let room = self.most_bytes.saturating_sub(self.not_freed.load(Ordering::Relaxed));
        let reserved = self
            .bytes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |all| Some(all + bytes).filter(|&all| all <= room));
        if reserved.is_err() {
            return;
        }
        self.young.fetch_add(bytes, Ordering::Relaxed);
        let generation = AtomicU32::new(self.generation.load(Ordering::Relaxed));
        if let Some(before) = self.kept.insert(key, Kept { value: Arc::new(value), bytes, generation }) {
            self.bytes.fetch_sub(before.bytes, Ordering::Relaxed);
        }
    }

    /// The young become the old ones, and the old ones are forgotten. One thread does it at a time; others need not wait.
    fn begin_generation(&self) {
        let Some(_forgetting) = self.forgetting.try_lock() else { return };
        let now = self.generation.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        self.young.store(0, Ordering::Relaxed);
        let mut forgotten = Forgotten { values: Vec::new(), bytes: 0, not_freed: self.not_freed.clone() };
        self.kept.retain(|_, kept| {
            let stays = now.wrapping_sub(kept.generation.load(Ordering::Relaxed)) <= 1;
            if !stays {
                forgotten.bytes += kept.bytes;
                self.not_freed.fetch_add(kept.bytes, Ordering::Relaxed);
                self.bytes.fetch_sub(kept.bytes, Ordering::Relaxed);
                // Only the count goes down here, under the lock of a part of the map.
                forgotten.values.push(kept.value.clone());
            }
            stays
        });
        if forgotten.bytes >= LEAST_REAPED_BYTES {
            self.reaper.free(forgotten);
        }
    }

    /// See [`CacheCounts`].
    pub fn counts(&self) -> CacheCounts {
        CacheCounts {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
            entries: self.kept.len() as u64,
            bytes: self.bytes.load(Ordering::Relaxed) as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Estimated bytes of an entry of [`memory`].
    const ENTRY: usize = 1_000 + PLACES * size_of::<(u64, Kept<u64>)>() + size_of::<u64>();

    /// Room for so many entries of a thousand bytes each.
    fn memory(entries: usize) -> Cache<u64, u64> {
        Cache::new(entries * ENTRY)
    }

    fn put(memory: &Cache<u64, u64>, key: u64) {
        memory.insert(key, key * 3, 1_000);
    }

    /// The bytes that its entries take, added up one by one.
    fn added_up(memory: &Cache<u64, u64>) -> usize {
        memory.kept.iter().map(|kept| kept.bytes).sum()
    }

    #[test]
    fn what_is_in_use_stays_and_the_bound_holds() {
        let memory = memory(100);
        for key in 0..10_000 {
            put(&memory, key);
            assert_eq!(memory.get(&0).as_deref(), Some(&0), "in use");
            assert!(memory.counts().bytes <= 100 * ENTRY as u64 && memory.counts().entries <= 100);
        }
        assert_eq!(memory.counts().bytes, added_up(&memory) as u64);
        assert!(memory.counts().entries >= 50, "half of it at least is used");
        assert_eq!(memory.get(&5_000), None, "long forgotten");
        assert_eq!(memory.get(&9_999).as_deref(), Some(&29_997));
        assert_eq!((memory.counts().hits, memory.counts().misses), (10_001, 1));
    }

    #[test]
    fn the_bound_holds_while_another_thread_is_still_forgetting() {
        let memory = memory(100);
        let forgetting = memory.forgetting.lock();
        (0..1_000).for_each(|key| put(&memory, key));
        assert_eq!((memory.counts().entries, memory.counts().bytes), (100, 100 * ENTRY as u64));
        drop(forgetting);
        (1_000..2_000).for_each(|key| put(&memory, key));
        assert_eq!((memory.get(&0), memory.get(&1_999).as_deref()), (None, Some(&5_997)));
    }

    #[test]
    fn a_value_that_nothing_can_be_made_of_counts_as_not_remembered() {
        let memory = memory(100);
        put(&memory, 7);
        assert_eq!(memory.get_as(&7, |_| None::<()>), None);
        assert_eq!((memory.counts().hits, memory.counts().misses), (0, 1));
    }

    #[test]
    fn an_entry_that_is_replaced_counts_once() {
        let memory = memory(100);
        for _ in 0..1_000 {
            put(&memory, 7);
        }
        assert_eq!((memory.counts().entries, memory.counts().bytes), (1, ENTRY as u64));
    }

    #[test]
    fn a_giant_is_not_kept() {
        let memory = memory(100);
        put(&memory, 1);
        memory.insert(2, 2, 100 * ENTRY / LARGEST);
        assert_eq!((memory.get(&1).as_deref(), memory.get(&2)), (Some(&3), None));
    }

    #[test]
    fn threads_ask_and_keep_at_the_same_time() {
        let memory = memory(64);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let memory = &memory;
                scope.spawn(move || {
                    for n in 0..20_000 {
                        // Keys that all threads use, and keys of their own.
                        let key = if n % 2 == 0 { n % 50 } else { 1_000 + 4 * n + thread };
                        match memory.get(&key) {
                            Some(found) => assert_eq!(*found, key * 3),
                            None => put(memory, key),
                        }
                        assert!(memory.counts().bytes <= 64 * ENTRY as u64);
                    }
                });
            }
        });
        let counts = memory.counts();
        assert_eq!(counts.bytes, added_up(&memory) as u64);
        assert_eq!(counts.hits + counts.misses, 80_000);
        assert!(counts.hits > 0);
    }
}
