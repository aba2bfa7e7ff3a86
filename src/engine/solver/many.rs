//! Many positions in parallel: each thread solves a position of its own, and the reports come in the order of the positions.
//!
//! The iterator reads its input only some positions ahead, so it may be endless. For packs, records, repeats and hard
//! puzzles shared by all threads see `canju::batch`.

use super::in_order::{Crew, InOrder, NotYet};
use super::{LEAST_MEMORY, Options, Report, STACK_TOUCHED, Solver, Task};
use crate::rules::Position;
use crate::search::StopFlag;
use std::time::Duration;

/// The reports of many positions, in their order; see [`Solver::solve_many`]. Dropping it interrupts what is being solved.
///
/// ```
/// use canju::{Options, Position, SolvedInOrder, Solver, Task};
/// let position: Position = "K5 | 44Q".parse()?;
/// let solver = Solver::new(Options { threads: 2, ..Options::default() });
/// let mut reports: SolvedInOrder<_> = solver.solve_many(std::iter::repeat(position), &Task::default());
/// assert!(reports.next().is_some_and(|report| report.verdict().is_decided())); // of an endless input
/// # Ok::<(), canju::TextError>(())
/// ```
pub struct SolvedInOrder<I: Iterator<Item = Position>> {
    reports: InOrder<I, Report>,
    stop: StopFlag,
}

impl Solver {
    /// Solves many positions in parallel, one on each thread, each with this task; returns the reports in the order
    /// of the positions. Each thread has tables of its own, in an equal part of the memory. Limits are those of each solve.
    ///
    /// A position is solved by one thread from beginning to end, so a hard one at the end leaves the other threads idle.
    /// In a `batch::Batch` (feature `packs`) threads that have nothing else to do help with it.
    ///
    /// Without a time limit and without [`Options::keep`], neither the nodes nor the moves of a report depend on the other
    /// positions, on their order, or on which thread was free: they are those of a solver with one thread and this part of the
    /// memory. They may depend on the number of threads, because with more threads the part is smaller. No decided verdict does.
    ///
    /// ```
    /// use canju::{Position, Solver, Task, Verdict};
    /// let lines = ["K5 | 44Q", "345 | 678", "345 | 678 | 9TJ"];
    /// let positions: Vec<Position> = lines.iter().map(|line| line.parse()).collect::<Result<_, _>>()?;
    /// let verdicts: Vec<Verdict> = Solver::default().solve_many(positions, &Task::default()).map(|report| report.verdict()).collect();
    /// assert_eq!(verdicts, [Verdict::Win, Verdict::Loss, Verdict::Loss]);
    /// # Ok::<(), canju::TextError>(())
    /// ```
    ///
    /// If the system gives fewer threads there are fewer. If it gives none, the thread that takes the reports solves.
    pub fn solve_many<I: IntoIterator<Item = Position>>(
        &self,
        positions: I,
        task: &Task,
    ) -> SolvedInOrder<I::IntoIter> {
        let experiment = self.experiment;
        let threads = self.options.threads_within(&experiment.tuning);
        let stop = task.stop.child();
        let task = task.with_stop(&stop);
        let share = (self.options.memory / threads).saturating_sub(STACK_TOUCHED);
        let options =
            Options { threads: 1, memory: share.max(LEAST_MEMORY.min(self.options.memory)), ..self.options.clone() };
        let crew = Crew { name: "canju-many", threads, ahead: experiment.tuning.many_ahead as usize };
        let make = move || {
            let mut solver = Solver::with_experiment(options.clone(), experiment);
            let task = task.clone();
            move |position: Position| solver.solve(&position, &task)
        };
        SolvedInOrder { reports: InOrder::new(crew, positions.into_iter(), make), stop }
    }
}

impl<I: Iterator<Item = Position>> SolvedInOrder<I> {
    /// The next report, as [`Iterator::next`] gives it, if it comes soon: for a caller that has other work, too. The input
    /// is waited for as long as it takes.
    ///
    /// # Errors
    /// [`NotYet`]. Ask again.
    ///
    /// # Panics
    /// As [`Iterator::next`].
    ///
    /// ```
    /// use canju::{Position, Solver, Task, Verdict};
    /// use std::time::Duration;
    /// let position: Position = "K5 | 44Q".parse()?;
    /// let mut reports = Solver::default().solve_many([position], &Task::default());
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
        self.reports.next_within(patience)
    }
}

impl<I: Iterator<Item = Position>> Iterator for SolvedInOrder<I> {
    type Item = Report;

    /// # Panics
    /// If the solve of a position panicked.
    fn next(&mut self) -> Option<Report> {
        self.reports.next()
    }
}

impl<I: Iterator<Item = Position>> Drop for SolvedInOrder<I> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
