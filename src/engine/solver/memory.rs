//! How a solver's memory is divided. All that takes memory gets its bytes from here; the tables divide theirs (`tables/mod.rs`).
//!
//! | part | bytes of the budget |
//! |---|---|
//! | arenas, with what workers have of their own | a half of up to 256 MiB, a quarter of what is beyond |
//! | bounds on lengths, or the memory of a certificate | an eighth, which the arenas lack then |
//! | tables | the rest |
//!
//! What the arenas need hardly grows with a search, while the tables, and most of all that of what is proved, take in something at each
//! node: so of a large budget they get more.
//!
//! Tables and arenas are shared, but a worker also has memory of its own: its memos of hands and the stack of its thread.
//! With many threads and a small budget that would be most of the memory. So the number of threads is capped
//! ([`Tuning::least_thread_memory`]), the memos become smaller until they take a quarter of the thread's share at most, and
//! the arenas get what is left. A memo only saves time: no node depends on its size.

use super::{Experiment, Options};
use crate::rules::Ruleset;
use crate::search::FactsMemo;
use crate::tables::half_then_share;
use crate::tuning::Tuning;

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

/// The division of a budget among so many threads.
pub struct MemoryPlan {
    /// The whole budget in bytes.
    pub all: usize,
    /// The constants, with the sizes of the memos.
    pub tuning: Tuning,
    threads: usize,
}

impl MemoryPlan {
    /// For `threads` workers in so many bytes.
    pub fn new(all: usize, threads: usize, mut tuning: Tuning) -> MemoryPlan {
        let most = (all / threads / 4).saturating_sub(stack(threads));
        while FactsMemo::bytes(&tuning) > most && tuning.log2_facts > 1 {
            tuning.log2_facts -= 1;
            tuning.log2_needed = tuning.log2_needed.saturating_sub(1).max(1);
        }
        MemoryPlan { all, tuning, threads }
    }

    /// Bytes for tables.
    pub fn tables(&self) -> usize {
        self.all - self.arenas(false)
    }

    /// Bytes for arenas and what workers have of their own, with lengths or a certificate beside them or not.
    pub fn arenas(&self, has_eighth: bool) -> usize {
        half_then_share(self.all, ARENAS_HALF, ARENAS_SHARE) - if has_eighth { self.eighth() } else { 0 }
    }

    /// Bytes for the bounds on lengths, or for the memory of a certificate.
    pub fn eighth(&self) -> usize {
        self.all / 8
    }

    /// What `workers` workers have of their own, of whom so many generate moves under these rules.
    pub fn own(&self, workers: usize, generating: usize, rules: &Ruleset) -> usize {
        let moves = if rules.packs > 1 { (generating - 1) * MOVES_OF_TWO_PACKS } else { 0 };
        workers * (FactsMemo::bytes(&self.tuning) + stack(self.threads)) + moves
    }

    /// How many of `threads` threads work under these rules. With two packs each takes more memory: all moves together at most half of
    /// what is for arenas.
    pub fn workers(&self, threads: usize, rules: &Ruleset) -> usize {
        let most = 1 + self.arenas(true) / 2 / MOVES_OF_TWO_PACKS;
        if rules.packs > 1 { threads.min(most) } else { threads }
    }
}

/// Bytes of each thread's stack. A single worker runs on the caller's thread.
fn stack(threads: usize) -> usize {
    if threads > 1 { STACK_TOUCHED } else { 0 }
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::solver::LEAST_MEMORY;

    #[test]
    fn tables_get_more_of_a_large_budget_than_arenas() {
        let arenas = |all| MemoryPlan::new(all, 1, Tuning::default()).arenas(false);
        let mebibytes = |memory: usize| arenas(memory << 20) >> 20;
        assert_eq!([1, 64, 256, 512, 1024, 4096].map(mebibytes), [0, 32, 128, 192, 320, 1088]);
        assert_eq!(arenas(LEAST_MEMORY), LEAST_MEMORY / 2);
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
                    let plan = MemoryPlan::new(memory, threads, tuning);
                    let workers = plan.workers(threads, &rules);
                    let left = plan.arenas(true).saturating_sub(plan.own(workers, workers, &rules));
                    assert!(
                        left >= (memory / 32).min(16 << 20),
                        "{memory} bytes, {threads} threads, {packs} packs: {left}"
                    );
                }
            }
        }
    }
}
