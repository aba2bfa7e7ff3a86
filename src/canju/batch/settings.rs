//! Shared by all parts of a batch: its settings, its observer, and the reasons why it ends early.

use super::journal::JournalError;
use super::run::CertificateError;
use crate::puzzle::Puzzle;
use canju_engine::InChinese;
use canju_engine::search::StopFlag;
use canju_engine::solver::{Experiment, Options, Task};
use std::io;

/// The settings that all parts of a running batch share.
pub(super) struct Schedule {
    pub options: Options,
    pub task: Task,
    pub quit: StopFlag,
    pub unordered: bool,
    pub fail_fast: bool,
    pub statistics: bool,
    pub pacing: Pacing,
    pub experiment: Experiment,
}

/// More workers than these read further ahead: they come to the last line so much sooner that a hard puzzle there, which takes one worker
/// as long as ever, would be begun too late.
pub(super) const WINDOW_WORKERS: usize = 8;

/// Constants that only control the effort of a batch, in one place so that tests can draw them.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pacing {
    /// The most puzzles that are read and not yet written, for up to [`WINDOW_WORKERS`] workers; more have as many each.
    pub window: usize,
    /// How many solved puzzles are remembered for repeats.
    pub remembered: usize,
    /// Nodes that a puzzle takes on one thread before others may help, a fraction of a second. What is decided sooner has always
    /// the same record.
    pub nodes_alone: u64,
    /// A puzzle for which so many nodes are expected is hard, and begins first. Less than `nodes_alone`, since the network's guess is
    /// often off by several times.
    pub nodes_hard: u64,
    /// Nodes that the owner of a search visits alone before a second worker comes while other puzzles wait, ...
    pub nodes_second: u64,
    /// ... where there are so many workers. A few share the last searches well enough without it.
    pub workers_second: usize,
    /// A puzzle of fewer cards is never taken for a hard one before it has taken `nodes_alone` nodes.
    pub cards_hard: u32,
}

impl Default for Pacing {
    fn default() -> Pacing {
        Pacing {
            window: 4096,
            remembered: 1 << 13,
            nodes_alone: 50_000,
            nodes_hard: 10_000,
            nodes_second: 300_000,
            workers_second: 8,
            cards_hard: 28,
        }
    }
}

/// Hears what is being solved: for a display. Workers are numbered from 0.
///
/// ```
/// use canju::{Options, batch::{Batch, Observer}, puzzle, rules::Ruleset};
/// use std::sync::atomic::{AtomicU64, Ordering};
/// #[derive(Default)]
/// struct Counter(AtomicU64);
/// impl Observer for Counter {
///     fn finished(&self, _replayed: bool) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
/// }
/// let counter = Counter::default();
/// let pack = "K5 | 44Q\n345 | 678\n";
/// let items = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
/// let batch = Batch::new(Options { threads: 2, ..Options::default() });
/// batch.observer(&counter).run(items, |_| Ok::<(), std::io::Error>(()))?;
/// assert_eq!(counter.0.into_inner(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Sync {
    /// A worker begins.
    fn begins(&self, _worker: usize, _puzzle: &Puzzle) {}
    /// A worker is done.
    fn ends(&self, _worker: usize) {}
    /// An item has its record, which may be written later. `replayed`: the record is from the journal.
    fn finished(&self, _replayed: bool) {}
    /// The plain certificate of a puzzle has more than `most` positions, and one that is not plain would have `compared`, if that is
    /// known. The record is undecided for lack of memory.
    fn too_large(&self, _puzzle: &Puzzle, _most: u32, _compared: Option<u64>) {}
}

impl Observer for () {}

/// Why a batch ends early.
///
/// ```
/// use canju::{Options, batch::{Batch, RunError}, puzzle, rules::Ruleset};
/// let pack = "K5 | 44Q\n345 | 678\n";
/// let items = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
/// let batch = Batch::new(Options { threads: 2, ..Options::default() });
/// let error = batch.run(items, |_| Err("the disk is full")).unwrap_err();
/// assert!(matches!(error, RunError::Sink("the disk is full")));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError<E> {
    /// A record can't be written.
    #[error("can't write the results")]
    Sink(#[source] E),
    /// The journal can't be read or written, or belongs to another batch.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A certificate can't be written.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The system gives no threads.
    #[error("the system gives no threads")]
    Threads(#[source] io::Error),
}

impl<E> InChinese for RunError<E> {
    fn in_chinese(&self) -> String {
        match self {
            RunError::Sink(_) => "无法写出结果".to_owned(),
            RunError::Journal(error) => error.in_chinese(),
            RunError::Certificate(error) => error.in_chinese(),
            RunError::Threads(_) => "系统不给线程".to_owned(),
        }
    }
}
