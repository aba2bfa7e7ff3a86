//! Many puzzles on all cores.
//!
//! ```text
//! reader thread ──► window of jobs ──► workers ──► channel ──► caller: journal, reorder buffer, sink
//!                        ▲                │ too hard
//!                        └── hard jobs ◄──┘
//! ```
//!
//! A puzzle is first given to one worker with a single-threaded solver of its own: most need nothing else, and
//! there is nothing to share or to wait for. One that is not decided within [`Tuning::batch_nodes_alone`](crate::Tuning::batch_nodes_alone)
//! nodes is set aside. When no fresh
//! puzzle waits the hard ones are solved one at a time by one solver with all threads, so that no core idles while the
//! last of them is being solved. Which way a puzzle goes depends on the puzzle alone, so a record does not depend on
//! what else is in the batch. (What many threads find is the same verdict, but not always the same winning move.)
//!
//! Reading stops when [`Tuning::batch_window`](crate::Tuning::batch_window) puzzles are read and not yet written, so memory is bounded however long the input
//! is. Within the window the puzzles with the most cards go first.

use super::discover::InputError;
use super::journal::{Journal, JournalError, Replay};
use super::record::Record;
use super::repeats::{Original, Repeats, translated};
use super::run::{CertificateError, CertificateStore, certify, decide, judge};
use super::summary::Summary;
use crate::puzzle::{AnyPosition, Puzzle};
use crate::search::{Reason, StopFlag, Verdict};
use crate::solver::{LEAST_MEMORY, Options, Report, STACK_BYTES, Solver};
use crate::tuning::Tuning;
use crossbeam_channel::{Sender, bounded};
use parking_lot::{Condvar, Mutex};
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// How soon a raised flag is seen by who waits for something else.
const PATIENCE: Duration = Duration::from_millis(50);

/// How to run a batch.
///
/// ```
/// use canju::{Options, batch::{Schedule, run}, puzzle, rules::Ruleset};
/// let pack = "K5 | 44Q | expect=win\n345 | 678 | 9TJ\n";
/// let items = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
/// let schedule = Schedule { options: Options { threads: 2, ..Options::default() }, ..Schedule::default() };
/// let mut ids = Vec::new();
/// let summary = run(items, &schedule, None, None, &(), |record| {
///     ids.extend(record.id().map(str::to_owned));
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// assert_eq!((summary.decided(), summary.as_expected), (2, 1));
/// assert_eq!(ids, ["my.ddz:1", "my.ddz:2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// How to solve. Threads and memory are those of the whole batch. The stop flag interrupts what is being solved.
    pub options: Options,
    /// Raised from outside to begin nothing new.
    pub quit: StopFlag,
    /// Records as they come, not in input order?
    pub unordered: bool,
    /// End after the first error or answer that differs?
    pub fail_fast: bool,
}

/// Is told what is being solved: for a display. Workers are numbered from 0.
///
/// ```
/// use canju::{Options, batch::{Observer, Schedule, run}, puzzle, rules::Ruleset};
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
/// let schedule = Schedule { options: Options { threads: 2, ..Options::default() }, ..Schedule::default() };
/// run(items, &schedule, None, None, &counter, |_| Ok::<(), std::io::Error>(()))?;
/// assert_eq!(counter.0.into_inner(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Sync {
    /// A worker begins.
    fn begins(&self, _worker: usize, _puzzle: &Puzzle) {}
    /// A worker is done, or has set the puzzle aside for all workers.
    fn ends(&self, _worker: usize) {}
    /// An item has its record, which may be written later. `replayed`: it is the journal's.
    fn finished(&self, _replayed: bool) {}
}

impl Observer for () {}

/// Why a batch ends early.
///
/// ```
/// use canju::{Options, batch::{RunError, Schedule, run}, puzzle, rules::Ruleset};
/// let pack = "K5 | 44Q\n345 | 678\n";
/// let items = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
/// let schedule = Schedule { options: Options { threads: 2, ..Options::default() }, ..Schedule::default() };
/// let error = run(items, &schedule, None, None, &(), |_| Err("the disk is full")).unwrap_err();
/// assert!(matches!(error, RunError::Sink("the disk is full")));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError<E> {
    /// A record can't be written.
    #[error("can't write the results")]
    Sink(#[source] E),
    /// The journal can't be read or written, or is another's.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A certificate can't be written.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// There are no threads to be had.
    #[error("the system gives no threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Solves puzzles on all cores and hands the records to `sink`, in input order unless that is not wanted; a bad item
/// becomes its error record. What the journal has is not solved again, and each new record is put there first.
///
/// # Errors
/// The first error of the sink or the journal ends the run.
pub fn run<E>(
    items: impl Iterator<Item = Result<Puzzle, InputError>> + Send + 'static,
    schedule: &Schedule,
    journal: Option<(Journal, Replay)>,
    certificates: Option<&dyn CertificateStore>,
    observer: &dyn Observer,
    mut sink: impl FnMut(Record) -> Result<(), E>,
) -> Result<Summary, RunError<E>> {
    let crew = Crew::new(&schedule.options);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(crew.workers).stack_size(STACK_BYTES);
    let pool = pool.thread_name(|n| format!("canju-batch-{n}")).build()?;
    let (mut journal, replay) = journal.unzip();
    let board = Arc::new(Board::new(schedule));
    // Not joined: a reader blocked on a quiet stream can't be woken, but it can be left behind.
    let reading = board.clone();
    std::thread::spawn(move || read(items, &reading, replay));

    let (sender, receiver) = bounded::<Done>(256);
    let hard_solver = Mutex::new(None);
    pool.in_place_scope(|scope| {
        for number in 0..crew.workers {
            let (sender, board, crew, hard_solver) = (sender.clone(), &board, &crew, &hard_solver);
            scope.spawn(move |_| Worker { number, board, crew, hard_solver, certificates, observer }.work(&sender));
        }
        drop(sender);
        let mut summary = Summary::default();
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let mut write = |record: Record| {
            summary.add(&record);
            board.written();
            let bad =
                matches!(&record, Record::Failed(_)) || matches!(&record, Record::Solved(r) if r.ok == Some(false));
            sink(record).map_err(RunError::Sink).map(|()| schedule.fail_fast && bad)
        };
        let mut result = (|| {
            for Done { index, record, replayed } in receiver.iter() {
                if let Some(journal) = journal.as_mut().filter(|_| !replayed && !is_interrupted(&record)) {
                    journal.append(index, &record)?;
                }
                if schedule.unordered {
                    if write(record)? {
                        return Ok(());
                    }
                    continue;
                }
                waiting.insert(index, record);
                while let Some(record) = waiting.remove(&next) {
                    next += 1;
                    if write(record)? {
                        return Ok(());
                    }
                }
            }
            // After an interruption: what is finished is written, though something before it is not.
            for record in std::mem::take(&mut waiting).into_values() {
                write(record)?;
            }
            Ok(())
        })();
        if let Some(error) = board.state.lock().error.take() {
            result = result.and(Err(error.into()));
        }
        if let Some(error) = board.state.lock().certificate_error.take() {
            result = result.and(Err(error.into()));
        }
        // However it ended: nothing more is wanted.
        board.state.lock().over = true;
        schedule.options.stop.stop();
        drop(receiver);
        if let Some(journal) = journal {
            result = result.and(journal.finish().map_err(RunError::Journal));
        }
        result.map(|()| summary)
    })
}

fn is_interrupted(record: &Record) -> bool {
    matches!(record, Record::Solved(record) if record.reason.as_deref() == Some(Reason::Interrupted.name()))
}

/// Who works with what.
struct Crew {
    workers: usize,
    small: Options,
    /// For what is too hard for one worker; none where workers do all there is to do.
    hard: Option<Options>,
}

impl Crew {
    fn new(options: &Options) -> Crew {
        let threads = options.thread_count();
        let allowance = options.tuning.batch_nodes_alone;
        let share = (options.memory / (2 * threads)).min(options.tuning.batch_memory_alone);
        // With so little memory one solver after all: as much as there is for every puzzle.
        if threads == 1 || share < LEAST_MEMORY {
            return Crew { workers: 1, small: options.clone(), hard: None };
        }
        let mut small = Options { threads: 1, memory: share, ..options.clone() };
        small.limits.nodes = Some(options.limits.nodes.map_or(allowance, |most| most.min(allowance)));
        let hard = Options { threads, memory: options.memory - share * threads, ..options.clone() };
        Crew { workers: threads, small, hard: Some(hard) }
    }

    /// Did this report of a small solver end by its allowance, not by the user's limit?
    fn is_too_hard(&self, report: &Report) -> bool {
        match report.verdict {
            Verdict::Unknown(Reason::Nodes) => self.more_nodes(),
            Verdict::Unknown(_) => false,
            // The verdict came just in time, but there was nothing left for the line.
            _ => self.more_nodes() && self.small.line && report.line.is_empty(),
        }
    }

    /// May a hard puzzle take more nodes than a small one?
    fn more_nodes(&self) -> bool {
        let more = |hard: &Options| hard.limits.nodes.is_none_or(|most| most > hard.tuning.batch_nodes_alone);
        self.hard.as_ref().is_some_and(more)
    }
}

/// A finished item.
struct Done {
    index: u64,
    record: Record,
    replayed: bool,
}

/// An item to be finished.
struct Job {
    /// Cards of all hands: the more, the sooner.
    cards: u32,
    index: u64,
    task: Task,
}

enum Task {
    /// Only to be handed on.
    Finished(Record, bool),
    /// To be solved.
    Solve(Box<Puzzle>, AnyPosition, Arc<Original>),
}

impl PartialEq for Job {
    fn eq(&self, other: &Job) -> bool {
        self.index == other.index
    }
}

impl Eq for Job {}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Job) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Job {
    fn cmp(&self, other: &Job) -> std::cmp::Ordering {
        self.cards.cmp(&other.cards).then(other.index.cmp(&self.index))
    }
}

#[derive(Default)]
struct State {
    /// Items read and not yet written.
    outstanding: usize,
    /// Items read and not yet finished.
    unfinished: usize,
    ready: BinaryHeap<Job>,
    /// By their number in the input.
    hard: BTreeMap<u64, Job>,
    hard_running: bool,
    /// Repeats of puzzles not yet solved, by these puzzles' numbers.
    parked: HashMap<u64, Vec<Job>>,
    /// Is everything read?
    ended: bool,
    /// Is nothing more wanted?
    over: bool,
    /// Why reading ended early.
    error: Option<JournalError>,
    /// Why there is no certificate.
    certificate_error: Option<CertificateError>,
}

/// What reader, workers and caller share.
struct Board {
    state: Mutex<State>,
    /// There may be a job, or none ever again.
    work: Condvar,
    /// There is room in the window.
    room: Condvar,
    quit: StopFlag,
    /// Puzzles that may be read and not yet written.
    window: usize,
    repeats: Repeats,
}

impl Board {
    fn new(schedule: &Schedule) -> Board {
        let Tuning { batch_window: window, batch_remembered, .. } = schedule.options.tuning;
        let (quit, repeats) = (schedule.quit.clone(), Repeats::new(batch_remembered));
        Board { state: Mutex::default(), work: Condvar::new(), room: Condvar::new(), quit, window, repeats }
    }

    /// Puts a job into the window, waiting for room. False if it is no longer wanted.
    fn put(&self, job: Job) -> bool {
        let mut state = self.state.lock();
        while state.outstanding >= self.window && !state.over {
            self.room.wait_for(&mut state, PATIENCE);
        }
        state.outstanding += 1;
        state.unfinished += 1;
        match &job.task {
            Task::Solve(_, _, original) if original.index != job.index && original.report.get().is_none() => {
                state.parked.entry(original.index).or_default().push(job);
            }
            _ => {
                state.ready.push(job);
                self.work.notify_one();
            }
        }
        !state.over
    }

    fn end(&self, error: Option<JournalError>) {
        let mut state = self.state.lock();
        state.ended = true;
        state.over |= error.is_some();
        state.error = error;
        self.work.notify_all();
    }

    /// The next job, and whether it is a hard one. `None` if there will be none.
    fn take(&self) -> Option<(Job, bool)> {
        let mut state = self.state.lock();
        loop {
            if self.quit.is_stopped() || state.over || (state.ended && state.unfinished == 0) {
                return None;
            }
            if let Some(job) = state.ready.pop() {
                return Some((job, false));
            }
            if !state.hard_running
                && let Some((_, job)) = state.hard.pop_first()
            {
                state.hard_running = true;
                return Some((job, true));
            }
            self.work.wait_for(&mut state, PATIENCE);
        }
    }

    fn too_hard(&self, job: Job) {
        let mut state = self.state.lock();
        state.hard.insert(job.index, job);
        self.work.notify_one();
    }

    /// An item is finished; what waited for it can go on.
    fn finished(&self, index: u64, hard: bool) {
        let mut state = self.state.lock();
        state.unfinished -= 1;
        state.hard_running &= !hard;
        let freed = state.parked.remove(&index);
        let changed = hard || freed.is_some() || (state.ended && state.unfinished == 0);
        state.ready.extend(freed.into_iter().flatten());
        if changed {
            self.work.notify_all();
        }
    }

    fn written(&self) {
        let mut state = self.state.lock();
        state.outstanding -= 1;
        // Not for every single place: waking a thread costs as much as a small puzzle.
        if state.outstanding == self.window / 4 * 3 {
            self.room.notify_one();
        }
    }
}

/// The reader: items to jobs.
fn read(items: impl Iterator<Item = Result<Puzzle, InputError>>, board: &Board, mut replay: Option<Replay>) {
    let mut count = 0;
    for (index, item) in (0..).zip(items) {
        count = index + 1;
        let known = match replay.as_mut().map(|replay| replay.take(index, &item)).transpose() {
            Ok(known) => known.flatten(),
            Err(error) => return board.end(Some(error)),
        };
        let (cards, task) = match item {
            Err(error) => (u32::MAX, Task::Finished(Record::failed(error.id(), error.to_string()), false)),
            Ok(puzzle) => match puzzle.position() {
                Err(error) => (u32::MAX, Task::Finished(Record::failed(puzzle.id.clone(), error.to_string()), false)),
                Ok(position) => {
                    let original = board.repeats.original(index, &puzzle, &position);
                    if let Some(Record::Solved(record)) = known.as_ref().filter(|_| original.index == index) {
                        // For the repeats of it that are still to come.
                        let _ = original.report.set(record.report(&puzzle.rules));
                    }
                    (puzzle.hands.cards(), Task::Solve(Box::new(puzzle), position, original))
                }
            },
        };
        let job = match known {
            Some(record) => Job { cards: u32::MAX, index, task: Task::Finished(record, true) },
            None => Job { cards, index, task },
        };
        if !board.put(job) {
            return board.end(None);
        }
    }
    board.end(replay.and_then(|replay| replay.end(count).err()));
}

struct Worker<'a> {
    number: usize,
    board: &'a Board,
    crew: &'a Crew,
    /// Made when it is first needed.
    hard_solver: &'a Mutex<Option<Solver>>,
    certificates: Option<&'a dyn CertificateStore>,
    observer: &'a dyn Observer,
}

impl Worker<'_> {
    fn work(&self, sender: &Sender<Done>) {
        let mut small = Solver::new(self.crew.small.clone());
        while let Some((Job { cards, index, task }, hard)) = self.board.take() {
            let (record, replayed) = match task {
                Task::Finished(record, replayed) => (record, replayed),
                Task::Solve(puzzle, position, original) => {
                    self.observer.begins(self.number, &puzzle);
                    let record = match &self.crew.hard {
                        Some(options) if hard => {
                            let mut solver = self.hard_solver.lock();
                            let solver = solver.get_or_insert_with(|| Solver::new(options.clone()));
                            self.solve(solver, &puzzle, &position, &original, index, true)
                        }
                        _ => self.solve(&mut small, &puzzle, &position, &original, index, false),
                    };
                    self.observer.ends(self.number);
                    match record {
                        Ok(Some(record)) => (record, false),
                        Err(error) => {
                            let mut state = self.board.state.lock();
                            state.certificate_error = Some(error);
                            state.over = true;
                            self.board.work.notify_all();
                            break;
                        }
                        Ok(None) => {
                            self.board.too_hard(Job { cards, index, task: Task::Solve(puzzle, position, original) });
                            continue;
                        }
                    }
                }
            };
            self.board.finished(index, hard);
            self.observer.finished(replayed);
            if sender.send(Done { index, record, replayed }).is_err() {
                break;
            }
        }
    }

    /// The record, or `None` if this is too hard.
    fn solve(
        &self,
        solver: &mut Solver,
        puzzle: &Puzzle,
        position: &AnyPosition,
        original: &Original,
        index: u64,
        hard: bool,
    ) -> Result<Option<Record>, CertificateError> {
        let repeated = if original.index == index { None } else { translated(original, position, &puzzle.rules) };
        let same_as = repeated.as_ref().map(|_| original.id.clone());
        let mut report = repeated.unwrap_or_else(|| decide(solver, position, &puzzle.rules));
        let may_defer = !hard && self.crew.more_nodes() && !self.board.quit.is_stopped();
        if !hard && same_as.is_none() && self.crew.is_too_hard(&report) {
            if may_defer {
                return Ok(None);
            }
            // It was running, so it is reported; but nothing new is begun.
            report.verdict = Verdict::Unknown(Reason::Interrupted);
        }
        if let Some(certificates) = self.certificates.filter(|_| report.verdict.is_decided()) {
            let output = certificates.open(index, puzzle)?;
            certify(solver, puzzle, &mut report, output)?;
            certificates.settle(index, report.verdict.is_decided())?;
            if may_defer && report.verdict == Verdict::Unknown(Reason::Nodes) {
                return Ok(None);
            }
        }
        let ok = puzzle.expected.and_then(|expected| judge(solver, puzzle, position, &report, expected));
        if may_defer && ok.is_none() && puzzle.expected.is_some() && report.verdict.is_decided() {
            return Ok(None);
        }
        let mut record = Record::solved(puzzle, &report, ok);
        if let Record::Solved(record) = &mut record {
            record.same_as = same_as;
        }
        if original.index == index {
            let _ = original.report.set(Some(report));
        }
        Ok(Some(record))
    }
}
