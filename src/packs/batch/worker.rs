//! Workers turn items of the window into records.
//!
//! Each has a single-threaded solver of its own. An item that this solver can't decide within [`Pacing::nodes_alone`] nodes
//! is set aside; the worker that takes it again solves it with the batch's one solver of all threads. Both attempts
//! together keep to the user's limits, and the record has the time and the nodes of both.

use super::record::Record;
use super::run::{CertificateError, CertificateStore, certify, judge};
use super::settings::{Observer, Pacing, Schedule};
use super::window::{Failure, Item, Spent, Task, Unsolved, Window};
use super::writer::Done;
use canju_engine::search::{Clock, Limits, Reason, Verdict};
use canju_engine::solver::{Experiment, LEAST_MEMORY, Options, Report, STACK_TOUCHED, Solver};
use crossbeam_channel::Sender;
use parking_lot::Mutex;

/// The number of a batch's workers: its threads, but at most as many as fit into the memory. Half of the memory is for the
/// solver of all threads, the other half for those of the workers.
#[doc(hidden)]
pub fn workers_that_fit(options: &Options) -> usize {
    workers_within(options, &Experiment::default())
}

fn workers_within(options: &Options, experiment: &Experiment) -> usize {
    Options { memory: options.memory / 2, ..options.clone() }.threads_within(&experiment.tuning)
}

/// How the threads and the memory of a batch are divided.
pub(super) struct Division {
    pub workers: usize,
    /// For the solver of one worker.
    alone: Options,
    /// For the solver of all threads; `None` if there is only one worker.
    together: Option<Options>,
    experiment: Experiment,
    /// The most nodes with which a worker's solver tries a puzzle.
    allowance: u64,
}

impl Division {
    pub fn new(schedule: &Schedule) -> Division {
        let Schedule { options, experiment, pacing: Pacing { nodes_alone, memory_alone, .. }, .. } = schedule;
        let (experiment, allowance) = (*experiment, *nodes_alone);
        let threads = workers_within(options, &experiment);
        let share = (options.memory / (2 * threads)).saturating_sub(STACK_TOUCHED).min(*memory_alone);
        // Too little memory to divide: one worker gets all of it.
        if threads == 1 || share < LEAST_MEMORY {
            return Division { workers: 1, alone: options.clone(), together: None, experiment, allowance };
        }
        let mut alone = Options { threads: 1, memory: share, ..options.clone() };
        alone.limits.nodes = Some(options.limits.nodes.map_or(allowance, |most| most.min(allowance)));
        let together =
            Options { threads, memory: options.memory - (share + STACK_TOUCHED) * threads, ..options.clone() };
        Division { workers: threads, alone, together: Some(together), experiment, allowance }
    }

    /// Did the worker's solver reach its allowance of nodes, rather than the user's limit?
    fn is_too_hard(&self, report: &Report) -> bool {
        match report.verdict() {
            Verdict::Unknown(Reason::Nodes) => self.more_nodes(),
            Verdict::Unknown(_) => false,
            // The verdict was found within the allowance, but not the length or the line.
            _ if report.plies_limit() == Some(Reason::Nodes) => self.more_nodes(),
            _ => self.more_nodes() && self.alone.line && report.line().is_empty(),
        }
    }

    /// May a puzzle take more nodes with all threads than alone?
    fn more_nodes(&self) -> bool {
        let more = |together: &Options| together.limits.nodes.is_none_or(|most| most > self.allowance);
        self.together.as_ref().is_some_and(more)
    }
}

/// One worker.
pub(super) struct Worker<'a> {
    pub number: usize,
    pub window: &'a Window,
    pub division: &'a Division,
    /// Made when it is first needed.
    pub solver_of_all: &'a Mutex<Option<Solver>>,
    pub certificates: Option<&'a dyn CertificateStore>,
    pub observer: &'a dyn Observer,
    pub schedule: &'a Schedule,
}

impl Worker<'_> {
    /// Takes items until there are none, and sends their records.
    pub fn work(&self, sender: &Sender<Done>) {
        let mut alone = Solver::with_experiment(self.division.alone.clone(), self.division.experiment);
        while let Some((Item { cards, index, task }, hard)) = self.window.take() {
            let (record, replayed) = match task {
                Task::Failed(record) => (record, false),
                Task::Replayed(record, original) => {
                    if let Some(original) = original.filter(|original| original.index == index) {
                        // For its repeats that the journal lacks.
                        original.finish(record.read_back(&original.position));
                    }
                    (record, true)
                }
                Task::Solve(mut unsolved) => {
                    self.observer.begins(self.number, &unsolved.puzzle);
                    let record = match &self.division.together {
                        Some(options) if hard => {
                            let mut solver = self.solver_of_all.lock();
                            let solver = solver.get_or_insert_with(|| {
                                Solver::with_experiment(options.clone(), self.division.experiment)
                            });
                            self.solve(solver, options.limits, &unsolved, index, true)
                        }
                        _ => self.solve(&mut alone, self.division.alone.limits, &unsolved, index, false),
                    };
                    self.observer.ends(self.number);
                    match record {
                        Ok(Attempt::Done(record)) => (record, false),
                        Ok(Attempt::TooHard(spent)) => {
                            unsolved.spent = *spent;
                            self.window.set_aside(Item { cards, index, task: Task::Solve(unsolved) });
                            continue;
                        }
                        Err(error) => return self.window.fail(Failure::Certificate(error)),
                    }
                }
            };
            self.window.finished(index, hard);
            self.observer.finished(replayed);
            if sender.send(Done { index, record, replayed }).is_err() {
                break;
            }
        }
    }

    /// One attempt.
    fn solve(
        &self,
        solver: &mut Solver,
        limits: Limits,
        unsolved: &Unsolved,
        index: u64,
        hard: bool,
    ) -> Result<Attempt, CertificateError> {
        let Unsolved { puzzle, original, spent } = unsolved;
        let clock = Clock::start(limits.less(spent.time, spent.nodes));
        let repeated = if original.index == index { None } else { original.for_repeat(&puzzle.position) };
        let same_as = repeated.as_ref().map(|_| original.id.clone());
        solver.set_limits(clock.left());
        let mut report = repeated.unwrap_or_else(|| solver.solve(&puzzle.position));
        let (nodes, statistics) = (report.nodes(), report.statistics());
        let too_hard = || Ok(Attempt::TooHard(Box::new(Spent { time: clock.elapsed(), nodes, statistics })));
        report.add_attempt(spent.nodes, spent.time, spent.statistics);
        let may_defer = !hard && self.division.more_nodes() && !self.window.is_quitting();
        if !hard && same_as.is_none() && self.division.is_too_hard(&report) {
            if may_defer {
                return too_hard();
            }
            // The user is quitting: it is reported as interrupted instead of being set aside.
            report.undecide(Reason::Interrupted);
        }
        if let Some(certificates) = self.certificates.filter(|_| report.verdict().is_decided()) {
            let output = certificates.open(index, puzzle)?;
            solver.set_limits(clock.left());
            match certify(solver, &mut report, output) {
                Err(CertificateError::TooLarge { most, compared }) => {
                    // As with any limit that is reached on the way: the next puzzle may be smaller.
                    self.observer.too_large(puzzle, most, compared);
                    report.undecide(Reason::Memory);
                }
                result => result?,
            }
            certificates.settle(index, report.verdict().is_decided())?;
            if may_defer && report.verdict() == Verdict::Unknown(Reason::Nodes) {
                return too_hard();
            }
        }
        solver.set_limits(clock.left());
        let ok = puzzle.expected.and_then(|expected| judge(solver, &report, expected));
        if may_defer && ok.is_none() && puzzle.expected.is_some() && report.verdict().is_decided() {
            return too_hard();
        }
        let mut record = Record::solved(puzzle, &report, ok);
        if let Record::Solved(record) = &mut record {
            record.same_as = same_as;
            record.statistics = record.statistics.filter(|_| self.schedule.statistics);
        }
        if original.index == index {
            original.finish(Some(report));
        }
        Ok(Attempt::Done(record))
    }
}

/// The result of an attempt.
enum Attempt {
    Done(Record),
    /// A worker alone can't decide it within its nodes; it took this.
    TooHard(Box<Spent>),
}
