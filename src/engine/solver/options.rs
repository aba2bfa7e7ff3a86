//! [`Options`]: the settings of a solve. No verdict depends on them.

use super::line::Resistance;
use crate::search::{Limits, StopFlag, Techniques};
use crate::tuning::Tuning;

/// How to solve. No option changes a verdict.
///
/// Use `..Options::default()` as below, so that a new field does not break your code. This is why the type is not
/// `#[non_exhaustive]`, which would forbid it. The same holds for [`Limits`].
///
/// ```
/// use canju::{Limits, Options};
/// use std::time::Duration;
/// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
/// let options = Options { threads: 4, memory: 1 << 30, limits, ..Options::default() };
/// assert!(options.line);
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
    /// Limits of each solve: the verdict, the length and the line of play together. By default there are none. A certificate and
    /// a consultation are held to them again; [`Solver::set_limits`](super::Solver::set_limits) gives those what is left.
    pub limits: Limits,
    /// Decide every first move. By default, `false`, the solve ends with the verdict.
    pub all_moves: bool,
    /// Also find a full line of play; `true` by default. Without it, and without `shortest`, nothing is done for the length of
    /// the game: [`Report::best`](super::Report::best) is then the winning move found, unless one sheds the last card.
    pub line: bool,
    /// Also find how many plies the game lasts if the winner ends it as soon and the loser as late as possible; `false` by
    /// default. `best` and the line are then those of such a game. This can take much longer than the verdict.
    pub shortest: bool,
    /// How much work may be spent on the losing side's moves of that line; [`Resistance::Best`] by default.
    pub resistance: Resistance,
    /// Write plain certificates, which are larger and can be checked with the rules alone: see
    /// [`Form`](crate::proof::Form). `false` by default.
    pub plain: bool,
    /// Keep what the tables hold from one solve to the next, for positions of one game; `false` by default.
    pub keep: bool,
    /// Raised by the caller to interrupt. The default is a flag of its own, which nobody raises.
    pub stop: StopFlag,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 0,
            memory: 256 << 20,
            limits: Limits::default(),
            all_moves: false,
            line: true,
            shortest: false,
            resistance: Resistance::default(),
            plain: false,
            keep: false,
            stop: StopFlag::default(),
        }
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
