//! Many positions in parallel: each thread solves a position of its own, and the reports come in the order of the positions.
//!
//! The iterator reads its input only some positions ahead, so it may be endless. For packs, records, repeats and hard
//! puzzles shared by all threads see `canju::batch`.

use super::{LEAST_MEMORY, Options, Report, Solver};
use crate::rules::Position;
use crate::search::StopFlag;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;
use std::time::Duration;

/// A position with its number.
type Job = (u64, Position);

/// The reports of many positions, in their order; see [`Solver::solve_many`]. Dropping it interrupts what is being solved.
///
/// ```
/// use canju::{Options, Position, SolvedInOrder, Solver};
/// let position: Position = "K5 | 44Q".parse()?;
/// let solver = Solver::new(Options { threads: 2, ..Options::default() });
/// let mut reports: SolvedInOrder<_> = solver.solve_many(std::iter::repeat(position));
/// assert!(reports.next().is_some_and(|report| report.verdict().is_decided())); // of an endless input
/// # Ok::<(), canju::TextError>(())
/// ```
pub struct SolvedInOrder<I> {
    positions: I,
    jobs: Sender<Job>,
    reports: Receiver<(u64, thread::Result<Report>)>,
    /// Reports that came before those in front of them.
    early: BTreeMap<u64, Report>,
    /// Positions read.
    read: u64,
    /// Reports taken.
    taken: u64,
    most_ahead: u64,
    stop: StopFlag,
    /// Solves here, on the thread that takes the reports, if the system gives no others.
    alone: Option<Solver>,
}

impl Solver {
    /// Solves many positions in parallel, one on each thread, with this solver's options; returns the reports in the order
    /// of the positions. The threads share the memory. Limits are those of each solve.
    ///
    /// ```
    /// use canju::{Position, Solver, Verdict};
    /// let lines = ["K5 | 44Q", "345 | 678", "345 | 678 | 9TJ"];
    /// let positions: Vec<Position> = lines.iter().map(|line| line.parse()).collect::<Result<_, _>>()?;
    /// let verdicts: Vec<Verdict> = Solver::default().solve_many(positions).map(|report| report.verdict()).collect();
    /// assert_eq!(verdicts, [Verdict::Win, Verdict::Loss, Verdict::Loss]);
    /// # Ok::<(), canju::TextError>(())
    /// ```
    ///
    /// If the system gives fewer threads there are fewer. If it gives none, the thread that takes the reports solves.
    pub fn solve_many<I: IntoIterator<Item = Position>>(&self, positions: I) -> SolvedInOrder<I::IntoIter> {
        let ahead = self.experiment.tuning.many_ahead;
        let wanted = self.options.threads_within(&self.experiment.tuning);
        let experiment = self.experiment;
        let stop = self.options.stop.child();
        let (jobs, to_do) = unbounded::<Job>();
        let (done, reports) = unbounded();
        let options = Options {
            threads: 1,
            memory: (self.options.memory / wanted)
                .saturating_sub(super::STACK_TOUCHED)
                .max(LEAST_MEMORY.min(self.options.memory)),
            stop: stop.clone(),
            ..self.options.clone()
        };
        let mut workers = 0;
        for number in 0..wanted {
            let (options, to_do, done) = (options.clone(), to_do.clone(), done.clone());
            let work = move || {
                let mut solver = Solver::with_experiment(options, experiment);
                for (index, position) in to_do {
                    // A panic goes to whoever takes the reports: that thread would otherwise wait for ever.
                    let report = catch_unwind(AssertUnwindSafe(|| solver.solve(&position)));
                    let is_last = report.is_err();
                    if done.send((index, report)).is_err() || is_last {
                        break;
                    }
                }
            };
            let builder = thread::Builder::new().name(format!("canju-many-{number}")).stack_size(super::STACK_BYTES);
            if builder.spawn(work).is_err() {
                break;
            }
            workers += 1;
        }
        let alone = (workers == 0).then(|| Solver::with_experiment(options, experiment));
        let (positions, most_ahead, early) = (positions.into_iter(), ahead * workers, BTreeMap::new());
        SolvedInOrder { positions, jobs, reports, early, read: 0, taken: 0, most_ahead, stop, alone }
    }
}

/// The next report is not there yet: what [`SolvedInOrder::next_within`] says.
///
/// ```
/// use canju::{NotYet, Position, Solver};
/// use std::time::Duration;
/// let position: Position = "346999Q2 | 34JAAD".parse()?;
/// match Solver::default().solve_many([position]).next_within(Duration::from_millis(1)) {
///     Ok(report) => assert!(report.is_some()),
///     Err(NotYet) => {} // it is still searched
/// }
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotYet;

impl<I: Iterator<Item = Position>> SolvedInOrder<I> {
    /// The next report, as [`Iterator::next`] gives it, if it comes soon: for a caller that has something else to look after.
    /// It waits at most `patience` from one report to the next, in whatever order they come. The input is waited for as
    /// long as it takes.
    ///
    /// # Errors
    /// [`NotYet`]. Ask again.
    ///
    /// # Panics
    /// As [`Iterator::next`].
    ///
    /// ```
    /// use canju::{Position, Solver, Verdict};
    /// use std::time::Duration;
    /// let position: Position = "K5 | 44Q".parse()?;
    /// let mut reports = Solver::default().solve_many([position]);
    /// let report = loop {
    ///     match reports.next_within(Duration::from_millis(50)) {
    ///         Ok(report) => break report,
    ///         Err(canju::NotYet) => {} // show progress, look for a key
    ///     }
    /// };
    /// assert_eq!(report.map(|report| report.verdict()), Some(Verdict::Win));
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn next_within(&mut self, patience: Duration) -> Result<Option<Report>, NotYet> {
        if let Some(solver) = &mut self.alone {
            return Ok(self.positions.next().map(|position| solver.solve(&position)));
        }
        while self.read - self.taken < self.most_ahead
            && let Some(position) = self.positions.next()
        {
            self.jobs.send((self.read, position)).expect("workers wait for jobs");
            self.read += 1;
        }
        if self.taken == self.read {
            return Ok(None);
        }
        while !self.early.contains_key(&self.taken) {
            let (index, report) = match self.reports.recv_timeout(patience) {
                Ok(found) => found,
                Err(RecvTimeoutError::Timeout) => return Err(NotYet),
                Err(RecvTimeoutError::Disconnected) => unreachable!("workers are there"),
            };
            self.early.insert(index, report.unwrap_or_else(|panic| resume_unwind(panic)));
        }
        self.taken += 1;
        Ok(self.early.remove(&(self.taken - 1)))
    }
}

/// How long [`Iterator::next`] waits at a time. It then waits again.
const PATIENCE: Duration = Duration::from_secs(3600);

impl<I: Iterator<Item = Position>> Iterator for SolvedInOrder<I> {
    type Item = Report;

    /// # Panics
    /// If the solve of a position panicked.
    fn next(&mut self) -> Option<Report> {
        loop {
            if let Ok(report) = self.next_within(PATIENCE) {
                return report;
            }
        }
    }
}

impl<I> Drop for SolvedInOrder<I> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
