//! Many puzzles on all cores.
//!
//! ```text
//! reader thread ──► window of items ──► workers ──► channel ──► caller: journal, reorder buffer, sink
//!                        ▲                │ too hard
//!                        └── hard items ◄──┘
//! ```
//!
//! A puzzle is first given to one worker with a single-threaded solver of its own: most need nothing else, and there is
//! nothing to share or to wait for. One that is not decided within
//! [`Pacing::nodes_alone`] nodes is set aside. When no fresh puzzle waits, the
//! hard ones are solved one at a time by one solver with all threads, so that no core idles while the last of them is
//! being solved. Which way a puzzle goes depends on the puzzle alone, so a record does not depend on what else is in the
//! batch. (What many threads find is the same verdict, but not always the same winning move.)
//!
//! | file | contents |
//! |---|---|
//! | `window.rs` | what is read and not yet written; the order of items; the reader |
//! | `worker.rs` | an item to its record |
//! | `writer.rs` | records to the journal and, in order, to the sink |

use super::discover::InputError;
use super::journal::{Journal, JournalError, Replay};
use super::record::Record;
use super::repeats::Repeats;
use super::run::{CertificateError, CertificateStore};
use super::summary::Summary;
use super::window::{Failure, Window};
use super::worker::{Division, Worker};
use super::writer::{Done, RecordWriter};
use crate::puzzle::Puzzle;
use canju_engine::search::StopFlag;
use canju_engine::solver::{Experiment, Options, pool};
use crossbeam_channel::bounded;
use parking_lot::Mutex;
use std::io;
use std::sync::Arc;
use std::thread;

/// What all parts of a running batch know.
pub(super) struct Schedule {
    pub options: Options,
    pub quit: StopFlag,
    pub unordered: bool,
    pub fail_fast: bool,
    pub statistics: bool,
    pub pacing: Pacing,
    pub experiment: Experiment,
}

/// Constants that only control the effort of a batch, in one place so that tests can draw them.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pacing {
    /// The most puzzles that are read and not yet written.
    pub window: usize,
    /// How many solved puzzles are remembered for repeats.
    pub remembered: usize,
    /// The most nodes of a puzzle on one thread, a fraction of a second. A puzzle that needs more is solved again with all
    /// threads. For most hard puzzles one thread each is better (benches/history.md).
    pub nodes_alone: u64,
    /// The most memory of a worker, in bytes: enough for `nodes_alone`.
    pub memory_alone: usize,
}

impl Default for Pacing {
    fn default() -> Pacing {
        Pacing { window: 4096, remembered: 1 << 13, nodes_alone: 200_000, memory_alone: 64 << 20 }
    }
}

/// Many puzzles, solved on all cores.
///
/// ```
/// use canju::{Options, batch::Batch, puzzle, rules::Ruleset};
/// let pack = "K5 | 44Q | expect=win\n345 | 678 | 9TJ\n";
/// let items = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
/// let mut ids = Vec::new();
/// let summary = Batch::new(Options { threads: 2, ..Options::default() }).run(items, |record| {
///     ids.extend(record.id().map(str::to_owned));
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// assert_eq!((summary.decided(), summary.as_expected), (2, 1));
/// assert_eq!(ids, ["my.ddz:1", "my.ddz:2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Batch<'a> {
    schedule: Schedule,
    journal: Option<(Journal, Replay)>,
    certificates: Option<&'a dyn CertificateStore>,
    observer: &'a dyn Observer,
}

impl<'a> Batch<'a> {
    /// A batch solved with these options. Threads and memory are those of all of it. The stop flag interrupts what is being
    /// solved.
    pub fn new(options: Options) -> Batch<'a> {
        let schedule = Schedule {
            options,
            quit: StopFlag::default(),
            unordered: false,
            fail_fast: false,
            statistics: false,
            pacing: Pacing::default(),
            experiment: Experiment::default(),
        };
        Batch { schedule, journal: None, certificates: None, observer: &() }
    }

    /// Once this flag is raised, nothing new is begun.
    pub fn quit(mut self, flag: StopFlag) -> Batch<'a> {
        self.schedule.quit = flag;
        self
    }

    /// Are records written as they come, not in input order?
    pub fn unordered(mut self, unordered: bool) -> Batch<'a> {
        self.schedule.unordered = unordered;
        self
    }

    /// Does it stop after the first error or wrong answer?
    pub fn fail_fast(mut self, fail_fast: bool) -> Batch<'a> {
        self.schedule.fail_fast = fail_fast;
        self
    }

    /// Does each record say what the search did?
    pub fn statistics(mut self, statistics: bool) -> Batch<'a> {
        self.schedule.statistics = statistics;
        self
    }

    /// Items in the journal are not solved again, and new records go to the journal first.
    pub fn journal(mut self, journal: Journal, replay: Replay) -> Batch<'a> {
        self.journal = Some((journal, replay));
        self
    }

    /// The certificate of each verdict goes here.
    pub fn certificates(mut self, store: &'a dyn CertificateStore) -> Batch<'a> {
        self.certificates = Some(store);
        self
    }

    /// Hears what is being solved.
    pub fn observer(mut self, observer: &'a dyn Observer) -> Batch<'a> {
        self.observer = observer;
        self
    }

    /// Other constants than the measured ones: for tests and measurements.
    #[doc(hidden)]
    pub fn experiment(mut self, pacing: Pacing, experiment: Experiment) -> Batch<'a> {
        (self.schedule.pacing, self.schedule.experiment) = (pacing, experiment);
        self
    }

    /// Solves puzzles on all cores and hands the records to `sink`, in input order unless it was said otherwise. A bad item
    /// becomes an error record.
    ///
    /// # Errors
    /// The first error of the sink, the journal or a certificate ends the run.
    pub fn run<E>(
        self,
        items: impl Iterator<Item = Result<Puzzle, InputError>> + Send + 'static,
        sink: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<Summary, RunError<E>> {
        let Batch { schedule, journal, certificates, observer } = self;
        let schedule = &schedule;
        let division = Division::new(schedule);
        let (journal, replay) = journal.unzip();
        let window = Arc::new(Window::new(&schedule.pacing, schedule.quit.clone()));
        // Not joined: a reader blocked on a quiet stream can't be woken, but it can be left behind.
        let (reading, repeats) = (window.clone(), Repeats::new(schedule.pacing.remembered, schedule.options.all_moves));
        let reader = thread::Builder::new().name("canju-reader".to_owned());
        reader.spawn(move || reading.fill(items, replay, repeats)).map_err(RunError::Threads)?;
        let pool = pool(division.workers, "canju-batch").map_err(|error| {
            window.close();
            RunError::Threads(io::Error::other(error))
        })?;

        let (sender, receiver) = bounded::<Done>(256);
        let solver_of_all = Mutex::new(None);
        pool.in_place_scope(|scope| {
            for number in 0..pool.current_num_threads() {
                let (sender, window, division, solver_of_all) = (sender.clone(), &*window, &division, &solver_of_all);
                let worker = Worker { number, window, division, solver_of_all, certificates, observer, schedule };
                scope.spawn(move |_| worker.work(&sender));
            }
            drop(sender);
            let mut writer = RecordWriter::new(schedule, &window, journal, sink);
            let written = writer.write_all(&receiver);
            // However it ended: nothing more is wanted.
            let failure = window.close();
            schedule.options.stop.stop();
            drop(receiver);
            let finished = writer.finish();
            written?;
            failure.map_or(finished, |failure| Err(failure.into()))
        })
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
    /// A worker is done, or has set the puzzle aside for all workers.
    fn ends(&self, _worker: usize) {}
    /// An item has its record, which may be written later. `replayed`: the record is from the journal.
    fn finished(&self, _replayed: bool) {}
}

impl Observer for () {}

/// What is wrong where results can't be written; the system says why.
pub const CANT_WRITE: &str = "can't write the results";

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
    #[error("{CANT_WRITE}")]
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

impl<E> From<Failure> for RunError<E> {
    fn from(failure: Failure) -> RunError<E> {
        match failure {
            Failure::Journal(error) => error.into(),
            Failure::Certificate(error) => error.into(),
        }
    }
}
