//! Many puzzles on all cores.
//!
//! ```text
//! reader thread ──► window: items, records ──► caller: journal, reorder buffer, sink
//!                      │ ▲
//!                      ▼ │ a record
//!                     workers ◄──► lobby: long searches, for who has nothing else to do
//! ```
//!
//! Each worker has a single-threaded solver of its own, so there is nothing to share or to wait for. Hard puzzles, those for which the
//! network expects much work, begin first. When there is nothing else to do, workers join the searches of others, so no core idles while
//! the last hard ones are being solved (`agenda.rs`).
//!
//! Nobody joins before a puzzle has taken [`Pacing::nodes_alone`] nodes. So a record of fewer nodes depends neither on threads nor on
//! the rest of the batch. (Many threads find the same verdict, but not always the same winning move.)
//!
//! This is not an [`InOrder`](canju_engine::solver::InOrder), which gives each worker the next item: here the hardest puzzle
//! is next, and a repeat waits for the first of its kind. The journal needs the records
//! as they come, and `unordered` writes them so. What the two would share, a reorder buffer, is five lines of `writer.rs`.
//!
//! | file | contents |
//! |---|---|
//! | `settings.rs` | what its parts know, who hears of it, and why it ends early |
//! | `agenda.rs` | what a free worker does next |
//! | `window.rs` | what is read and not yet written; the reader |
//! | `worker.rs` | an item to its record |
//! | `writer.rs` | records to the journal and, in order, to the sink |

use super::discover::InputError;
use super::journal::{Journal, Replay};
use super::record::Record;
use super::repeats::Repeats;
use super::run::CertificateStore;
use super::settings::{Observer, Pacing, RunError, Schedule};
use super::summary::Summary;
use super::window::Window;
use super::worker::{Division, Worker};
use super::writer::RecordWriter;
use crate::puzzle::Puzzle;
use canju_engine::search::StopFlag;
use canju_engine::solver::{Experiment, Lobby, Options, Task, thread_pool};
use std::io;
use std::sync::Arc;
use std::thread;

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
    /// A batch solved with these options. Threads and memory are those of the whole batch.
    pub fn new(options: Options) -> Batch<'a> {
        let schedule = Schedule {
            options,
            task: Task::default(),
            quit: StopFlag::default(),
            unordered: false,
            fail_fast: false,
            statistics: false,
            pacing: Pacing::default(),
            experiment: Experiment::default(),
        };
        Batch { schedule, journal: None, certificates: None, observer: &() }
    }

    /// What is asked of each puzzle. The limits are those of one puzzle, a memory is that of the whole batch, and the stop flag
    /// interrupts what is being solved.
    ///
    /// ```
    /// use canju::{Limits, Options, Task, batch::{Batch, Record}, puzzle, rules::Ruleset};
    /// let items = puzzle::read(&b"346999Q2 | 34JAAD\n"[..], "my.ddz", Ruleset::default()).map(|item| Ok(item?));
    /// let task = Task { all_moves: true, limits: Limits { nodes: Some(10_000), time: None }, ..Task::default() };
    /// let mut moves = 0;
    /// Batch::new(Options { threads: 1, ..Options::default() }).task(task).run(items, |record| {
    ///     moves += if let Record::Solved(solved) = record { solved.moves.len() } else { 0 };
    ///     Ok::<(), std::convert::Infallible>(())
    /// })?;
    /// assert!(moves > 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn task(mut self, task: Task) -> Batch<'a> {
        // Raised at the end as well, which is not the user's wish.
        self.schedule.task = task.with_stop(&task.stop.child());
        self
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

    /// Does each record have the counts of the search?
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
        let division = Division::new(&schedule.options, &schedule.task, schedule.experiment, schedule.pacing);
        let (journal, replay) = journal.unzip();
        // The system may give fewer threads: then the agenda and the lobby must know.
        let pool = thread_pool(division.workers, "canju-batch");
        let pool = pool.map_err(|error| RunError::Threads(io::Error::other(error)))?;
        let workers = pool.current_num_threads();
        let window = Arc::new(Window::new(division.window(), workers, division.second_after(), schedule.quit.clone()));
        // Not joined: a reader blocked on a quiet stream can't be woken, but it can be left behind.
        let (reading, repeats) = (window.clone(), Repeats::new(schedule.pacing.remembered, schedule.task.all_moves));
        let reader = thread::Builder::new().name("canju-reader".to_owned());
        let mut estimate = division.estimator();
        let read = move || reading.fill(items, replay, repeats, &mut estimate);
        reader.spawn(read).map_err(RunError::Threads)?;

        let opened = window.clone();
        let lobby = Lobby::new(workers, move || opened.wake());
        pool.in_place_scope(|scope| {
            for number in 0..workers {
                let (window, division, lobby) = (&window, &division, &lobby);
                let worker = Worker { number, window, division, lobby, certificates, observer, schedule };
                scope.spawn(move |_| worker.work());
            }
            let mut writer = RecordWriter::new(schedule, &window, journal, sink);
            let written = writer.write_all();
            // However it ended: nothing more is wanted.
            let failure = window.close();
            schedule.task.stop.stop();
            let finished = writer.finish();
            written?;
            failure.map_or(finished, |failure| Err(failure.into()))
        })
    }
}
