//! The threads of a solver's workers.

use super::STACK_BYTES;
use std::sync::OnceLock;

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
