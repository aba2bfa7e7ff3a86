//! Divides a memory budget among threads, and limits their number.
//!
//! Tables and arenas are shared, but a worker also has memory of its own: its memos of hands and the stack of its thread.
//! With many threads and a small budget that would be most of the memory. So the number of threads is capped
//! ([`Tuning::least_thread_memory`]), the memos become smaller until they take a quarter of the thread's share at most, and
//! the arenas get what is left. A memo only saves time: no node depends on its size.

use super::{Experiment, Options, STACK_BYTES};
use crate::rules::Ruleset;
use crate::search::FactsMemo;
use crate::tuning::Tuning;

/// Bytes of a worker's stack that are counted. The system provides only the memory that is touched: 56 KiB were seen with
/// two hands of 27 cards.
pub const STACK_TOUCHED: usize = 256 << 10;

/// Bytes for the moves that a worker's search has generated and not yet stored. With two packs a node has tens of thousands;
/// with one they are few. A single worker's are not counted.
const MOVES_OF_TWO_PACKS: usize = 16 << 20;

/// How many times [`Tuning::least_thread_memory`] a worker needs with two packs.
const MORE_FOR_TWO_PACKS: usize = 4;

/// Bytes for the generated moves of `workers` workers.
pub fn moves_bytes(workers: usize, rules: &Ruleset) -> usize {
    if rules.packs > 1 { (workers - 1) * MOVES_OF_TWO_PACKS } else { 0 }
}

/// How many of `threads` threads work under these rules. With two packs each takes more memory.
pub fn workers(threads: usize, options: &Options, tuning: &Tuning, rules: &Ruleset) -> usize {
    let least = tuning.least_thread_memory.saturating_mul(MORE_FOR_TWO_PACKS).max(1);
    if rules.packs > 1 { (options.memory / least).clamp(1, threads) } else { threads }
}

/// What the threads of a solver take of its memory.
pub struct ThreadMemory {
    /// The constants, with the sizes of the memos.
    pub tuning: Tuning,
    /// Bytes of the memos and stacks of all workers.
    pub bytes: usize,
}

impl ThreadMemory {
    /// For `threads` workers.
    pub fn of(threads: usize, options: &Options, mut tuning: Tuning) -> ThreadMemory {
        // A single worker runs on the caller's thread.
        let stack = if threads > 1 { STACK_TOUCHED } else { 0 };
        let most = (options.memory / threads / 4).saturating_sub(stack);
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
