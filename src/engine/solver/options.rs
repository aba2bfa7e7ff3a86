//! [`Options`]: what a solver has to work with. No verdict depends on it.

use crate::search::Techniques;
use crate::tuning::Tuning;

/// What a solver has to work with: threads and memory. What is asked of it is a [`Task`](super::Task). No option changes a verdict.
///
/// ```
/// use canju::{Options, Solver};
/// let solver = Solver::new(Options { threads: 4, memory: 1 << 30, ..Options::default() });
/// assert_eq!(solver.threads(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Worker threads; 0, the default, for one per core. The memory limits how many there are:
    /// [`Options::threads_that_fit`].
    pub threads: usize,
    /// Bytes for the tables, the arenas (including those on the way to the reaper) and the workers' memos and stacks together.
    /// By default 256 MiB.
    ///
    /// A solve goes on when they are used up: new entries of the tables take the place of older ones, arenas are compacted or
    /// dropped, and what is missing later is searched again. This takes more nodes and more time, but no verdict is lost. Only
    /// with less than [`LEAST_MEMORY`](super::LEAST_MEMORY) the verdict is unknown for lack of memory.
    pub memory: usize,
    /// Keep what the tables hold from one solve to the next, for positions of one game; `false` by default.
    pub keep: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 0, memory: 256 << 20, keep: false }
    }
}

impl Options {
    /// The number of worker threads: [`Options::threads`], or one per core if that is 0.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n,
        }
    }
}

/// Settings for tests and measurements only. No verdict depends on them either.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Experiment {
    /// The techniques that make the search fast, to be switched off one by one.
    pub techniques: Techniques,
    /// The constants that control the effort.
    pub tuning: Tuning,
    /// With `Some(n)` the solver checks itself: for one in `n` verdicts about three hands it writes the certificate, verifies
    /// it, and panics if that fails. See `certify.rs`.
    pub certify_one_in: Option<u32>,
}
