//! Divides a memory budget among tables, arenas and threads, and limits the number of threads.
//!
//! Half of a small budget is for arenas. What they need hardly grows with a search, while the tables, and most of all that of what is
//! proved, take in something at each node: so of a large budget they get more ([`arena_bytes`], `Tables::new`).
//!
//! Tables and arenas are shared, but a worker also has memory of its own: its memos of hands and the stack of its thread.
//! With many threads and a small budget that would be most of the memory. So the number of threads is capped
//! ([`Tuning::least_thread_memory`]), the memos become smaller until they take a quarter of the thread's share at most, and
//! the arenas get what is left. A memo only saves time: no node depends on its size.

use super::{Experiment, Options, STACK_BYTES};
use crate::rules::Ruleset;
use crate::search::FactsMemo;
use crate::tables::half_then_share;
use crate::tuning::Tuning;
use std::sync::OnceLock;

/// Bytes of a worker's stack that are counted. The system provides only the memory that is touched: 56 KiB were seen with
/// two hands of 27 cards.
pub const STACK_TOUCHED: usize = 256 << 10;

/// Bytes for the moves that a worker's search has generated and not yet stored. With two packs a node has tens of thousands;
/// with one they are few. A single worker's are not counted.
const MOVES_OF_TWO_PACKS: usize = 16 << 20;

/// Up to twice as much memory half of it is for arenas; of what goes beyond, ...
const ARENAS_HALF: usize = 128 << 20;

/// ... it is divided by this.
const ARENAS_SHARE: usize = 4;

/// Bytes of `memory` for arenas and what workers have of their own; the rest is for tables.
pub fn arena_bytes(memory: usize) -> usize {
    half_then_share(memory, ARENAS_HALF, ARENAS_SHARE)
}

/// The same where an eighth of the memory has another use: the bounds on lengths, or the memory of a certificate.
pub fn arena_bytes_beside_an_eighth(memory: usize) -> usize {
    arena_bytes(memory) - memory / 8
}

/// Bytes for the generated moves of `workers` workers.
pub fn moves_bytes(workers: usize, rules: &Ruleset) -> usize {
    if rules.packs > 1 { (workers - 1) * MOVES_OF_TWO_PACKS } else { 0 }
}

/// How many of `threads` threads work under these rules. With two packs each takes more memory: all moves together at most half of what
/// is for arenas.
pub fn workers(threads: usize, memory: usize, rules: &Ruleset) -> usize {
    let most = 1 + arena_bytes_beside_an_eighth(memory) / 2 / MOVES_OF_TWO_PACKS;
    if rules.packs > 1 { threads.min(most) } else { threads }
}

/// What the threads of a solver take of its memory.
pub struct ThreadMemory {
    /// The constants, with the sizes of the memos.
    pub tuning: Tuning,
    /// Bytes of the memos and stacks of all workers.
    pub bytes: usize,
}

impl ThreadMemory {
    /// For `threads` workers in so many bytes.
    pub fn of(threads: usize, memory: usize, mut tuning: Tuning) -> ThreadMemory {
        // A single worker runs on the caller's thread.
        let stack = if threads > 1 { STACK_TOUCHED } else { 0 };
        let most = (memory / threads / 4).saturating_sub(stack);
        while FactsMemo::bytes(&tuning) > most && tuning.log2_facts > 1 {
            tuning.log2_facts -= 1;
            tuning.log2_needed = tuning.log2_needed.saturating_sub(1).max(1);
        }
        ThreadMemory { tuning, bytes: threads * (FactsMemo::bytes(&tuning) + stack) }
    }
}

impl Options {
    /// The number of worker threads: [`Options::threads`], or one per core if that is 0; but at most as many as
    /// [`Options::memory`] carries.
    ///
    /// ```
    /// use canju::Options;
    /// let options = Options { threads: 1_000, memory: 64 << 20, ..Options::default() };
    /// assert_eq!(options.threads_that_fit(), 4);
    /// ```
    pub fn threads_that_fit(&self) -> usize {
        self.threads_within(&Experiment::default().tuning)
    }

    /// [`Options::threads_that_fit`] with other constants.
    #[doc(hidden)]
    pub fn threads_within(&self, tuning: &Tuning) -> usize {
        let least = tuning.least_thread_memory.max(1);
        self.thread_count().min(self.memory / least).max(1)
    }
}

/// The threads of a solver's workers, started when a search first wants more than one: most positions are decided before, and to start
/// threads takes longer.
pub struct LazyPool {
    threads: usize,
    pool: OnceLock<Option<rayon::ThreadPool>>,
}

impl LazyPool {
    /// For `threads` workers.
    pub fn new(threads: usize) -> LazyPool {
        LazyPool { threads, pool: OnceLock::new() }
    }

    /// How many workers there may be: as many as wanted, or fewer if the system was found to give fewer.
    pub fn threads(&self) -> usize {
        match self.pool.get() {
            None => self.threads,
            Some(pool) => pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads),
        }
    }

    /// The threads. `None` if the system gives none.
    pub fn started(&self) -> Option<&rayon::ThreadPool> {
        self.pool.get_or_init(|| thread_pool(self.threads, "canju").ok()).as_ref()
    }
}

/// A pool of at most `threads` threads, or of fewer if the system gives no more.
///
/// # Errors
/// The system's, if it does not give a single one.
pub fn thread_pool(threads: usize, name: &'static str) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES);
    match pool.thread_name(move |n| format!("{name}-{n}")).build() {
        // Much fewer: the search itself needs what the system has left, too.
        Err(_) if threads > 1 => self::thread_pool(threads / 2, name),
        built => built,
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::solver::LEAST_MEMORY;

    #[test]
    fn tables_get_more_of_a_large_budget_than_arenas() {
        let mebibytes = |memory: usize| arena_bytes(memory << 20) >> 20;
        assert_eq!([1, 64, 256, 512, 1024, 4096].map(mebibytes), [0, 32, 128, 192, 320, 1088]);
        assert_eq!(arena_bytes(LEAST_MEMORY), LEAST_MEMORY / 2);
    }

    /// With as many threads as the memory carries, of one pack and of two.
    #[test]
    fn the_workers_own_memory_leaves_room_for_arenas() {
        let tuning = Tuning::default();
        for packs in [1, 2] {
            let rules = Ruleset { packs, ..Ruleset::default() };
            for memory in (20..37).flat_map(|log2| [1 << log2, 3 << (log2 - 1)]) {
                for threads in [1, 2, 7, 8, 64, 1_024] {
                    let options = Options { memory, threads, ..Options::default() };
                    let threads = options.threads_within(&tuning);
                    let workers = workers(threads, memory, &rules);
                    let each = ThreadMemory::of(threads, memory, tuning).bytes / threads;
                    let own = workers * each + moves_bytes(workers, &rules);
                    let left = arena_bytes_beside_an_eighth(memory).saturating_sub(own);
                    assert!(
                        left >= (memory / 32).min(16 << 20),
                        "{memory} bytes, {threads} threads, {packs} packs: {left}"
                    );
                }
            }
        }
    }
}
