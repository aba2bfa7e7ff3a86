//! Workers turn items of the window into records.
//!
//! Each has a single-threaded solver of its own, enough for [`Pacing::nodes_alone`] nodes. An item that it can't decide with so many is
//! put back as a hard one. Hard items are solved by large solvers, of which there are a few: the worker that takes such an item owns
//! its search, and workers that have nothing else to do help ([`Lobby`]). All attempts together keep to the user's limits, and the
//! record has their time and nodes.
//!
//! Nobody helps before a search has taken [`Pacing::nodes_alone`] nodes. So what one thread decides with as many has always the same
//! record, whichever solver it had and whoever had nothing to do.

use super::record::Record;
use super::run::{CertificateError, CertificateStore, certify, judge};
use super::settings::{Observer, Pacing, Schedule};
use super::window::{Failure, Finished, Item, Spent, Task, Turn, Unsolved, Window};
use super::writer::Done;
use crate::puzzle::Puzzle;
use canju_engine::search::{Clock, Limits, Reason, Verdict};
use canju_engine::solver::{Experiment, LEAST_MEMORY, Lobby, Options, Report, STACK_TOUCHED, Solver};
use parking_lot::Mutex;
use std::thread;

/// The number of a batch's workers: its threads, but at most as many as fit into the memory. Half of the memory is for the
/// large solvers, the other half for those of the workers.
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
    /// The number of large solvers; none if there is only one worker.
    pub large: usize,
    /// For the solver of one worker.
    pub alone: Options,
    /// For a large solver.
    pub together: Options,
    experiment: Experiment,
    pub pacing: Pacing,
}

impl Division {
    pub fn new(options: &Options, experiment: Experiment, pacing: Pacing) -> Division {
        let workers = workers_within(options, &experiment);
        let share = (options.memory / (2 * workers)).saturating_sub(STACK_TOUCHED).min(pacing.memory_alone);
        let together = Options { threads: 1, ..options.clone() };
        // Too little memory to divide: one worker gets all of it.
        if workers == 1 || share < LEAST_MEMORY {
            return Division { workers: 1, large: 0, alone: options.clone(), together, experiment, pacing };
        }
        let mut alone = Options { threads: 1, memory: share, ..options.clone() };
        alone.limits.nodes = Some(options.limits.nodes.map_or(pacing.nodes_alone, |most| most.min(pacing.nodes_alone)));
        let rest = options.memory - (share + STACK_TOUCHED) * workers;
        let large = (rest / pacing.memory_large.max(1)).clamp(1, workers);
        let together = Options { memory: rest / large, ..together };
        Division { workers, large, alone, together, experiment, pacing }
    }

    /// Tells which puzzles are hard.
    pub fn estimator(&self) -> impl FnMut(&Puzzle) -> Option<u64> + Send + use<> {
        let Pacing { nodes_hard, cards_hard, .. } = self.pacing;
        let (options, experiment) = (Options { memory: LEAST_MEMORY, ..self.alone.clone() }, self.experiment);
        let mut solver = None;
        let is_any_hard = self.more_nodes();
        move |puzzle| {
            if !is_any_hard || puzzle.position.cards() < cards_hard || puzzle.position.winner().is_some() {
                return None;
            }
            let solver = solver.get_or_insert_with(|| Solver::with_experiment(options.clone(), experiment));
            Some(solver.expected_nodes(&puzzle.position)).filter(|&nodes| nodes >= nodes_hard)
        }
    }

    fn large_solver(&self, lobby: &Lobby) -> Solver {
        Solver::with_lobby(self.together.clone(), self.experiment, lobby.clone())
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

    /// May a puzzle take more nodes with a large solver?
    pub fn more_nodes(&self) -> bool {
        self.large > 0 && self.together.limits.nodes.is_none_or(|most| most > self.pacing.nodes_alone)
    }
}

/// One worker.
pub(super) struct Worker<'a> {
    pub number: usize,
    pub window: &'a Window,
    pub division: &'a Division,
    pub lobby: &'a Lobby,
    /// Large solvers that have no owner. They are made when they are first needed.
    pub large: &'a Mutex<Vec<Solver>>,
    pub certificates: Option<&'a dyn CertificateStore>,
    pub observer: &'a dyn Observer,
    pub schedule: &'a Schedule,
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.window.leave(thread::panicking());
    }
}

impl Worker<'_> {
    /// Takes items until there are none, and hands their records over.
    pub fn work(&self) {
        let mut alone = Solver::with_experiment(self.division.alone.clone(), self.division.experiment);
        let mut finished = None;
        loop {
            finished = match self.window.next(self.number, finished, self.lobby) {
                Turn::Alone(item) => self.finish(&mut alone, item, false),
                Turn::Own(item) => {
                    let idle = self.large.lock().pop();
                    let mut solver = idle.unwrap_or_else(|| self.division.large_solver(self.lobby));
                    let finished = self.finish(&mut solver, item, true);
                    self.large.lock().push(solver);
                    finished
                }
                Turn::Help => {
                    alone.help(self.lobby, &mut || self.window.stays(self.number));
                    None
                }
                Turn::End => return,
            };
        }
    }

    /// Makes an item's record. `None` if it is put back, or if the batch ends.
    fn finish(&self, solver: &mut Solver, item: Item, owned: bool) -> Option<Finished> {
        let Item { cards, index, task, expected } = item;
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
                let options = if owned { &self.division.together } else { &self.division.alone };
                if owned {
                    // What was tried alone is known to be long.
                    let is_first = unsolved.spent.nodes == 0;
                    solver.open_after(if is_first { self.division.pacing.nodes_alone } else { 0 });
                }
                let attempt = self.solve(solver, options.limits, &unsolved, index, owned);
                self.observer.ends(self.number);
                match attempt {
                    Ok(Attempt::Done(record)) => (record, false),
                    Ok(Attempt::TooHard(spent)) => {
                        unsolved.spent = *spent;
                        // It is at least as far from its end as from its beginning (see `Load::left`).
                        let expected = Some(expected.unwrap_or_default().max(2 * spent.nodes));
                        self.window.put_back(Item { cards, index, expected, task: Task::Solve(unsolved) });
                        return None;
                    }
                    Err(error) => {
                        self.window.fail(Failure::Certificate(error));
                        return None;
                    }
                }
            }
        };
        self.observer.finished(replayed);
        Some(Finished { done: Done { index, record, replayed }, owned })
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
