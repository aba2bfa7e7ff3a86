//! [`Options`]: all that a user may choose about a solve. Verdicts depend on none of it.

use super::line::Resistance;
use crate::search::{Limits, StopFlag, Techniques};
use crate::tuning::Tuning;

/// How to solve. None of this changes a verdict.
///
/// Not `#[non_exhaustive]`, which would forbid other crates the `..Options::default()` below: with it a further field
/// breaks nobody. The same goes for [`Limits`], [`Techniques`], [`Tuning`] and a batch's schedule.
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
    /// Worker threads; 0 for one per core.
    pub threads: usize,
    /// Bytes for the table, the arenas and garbage on its way out together.
    pub memory: usize,
    /// Bounds on each solve.
    pub limits: Limits,
    /// Decide every first move, not only as many as the verdict needs.
    pub all_moves: bool,
    /// Also find a full line of play.
    pub line: bool,
    /// How much the losing side's moves of that line may cost.
    pub resistance: Resistance,
    /// Keep what is known from one solve to the next: for positions of one game.
    pub keep: bool,
    /// Raised from outside to interrupt.
    pub stop: StopFlag,
    /// What makes the search fast, to be switched off one by one for tests and measurements.
    pub techniques: Techniques,
    /// The constants that divide the effort, for tests and measurements.
    pub tuning: Tuning,
    /// Checks on the solver itself: of its verdicts about three hands, one in so many also has its certificate written and
    /// verified. 1 in 16 in builds with debug assertions, none in others; tests ask for more. See `certify.rs`.
    pub certify_one_in: Option<u32>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 0,
            memory: 256 << 20,
            limits: Limits::default(),
            all_moves: false,
            line: true,
            resistance: Resistance::default(),
            keep: false,
            stop: StopFlag::default(),
            techniques: Techniques::ALL,
            tuning: Tuning::DEFAULT,
            certify_one_in: cfg!(debug_assertions).then_some(16),
        }
    }
}

impl Options {
    /// The worker threads that are asked for, one per core for 0.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n,
        }
    }
}
