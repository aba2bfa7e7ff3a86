//! Workers turn items of the window into records.
//!
//! Each has a single-threaded solver of its own, with an equal part of the memory; but of what is for its tables it lends most to
//! those that need more ([`Reserve`]).
//!
//! A worker ends what it has begun. Once a solve has taken [`Pacing::nodes_alone`] nodes, workers that have nothing else to do help
//! ([`Lobby`]). Nobody helps before that. So what one thread decides with as many nodes has always the same record, whoever had nothing
//! to do.

use super::record::Record;
use super::run::{CertificateError, CertificateStore, certify, judge};
use super::settings::{Observer, Pacing, Schedule, WINDOW_WORKERS};
use super::window::{Done, Failure, Finished, Item, Todo, Turn, Unsolved, Window};
use crate::puzzle::Puzzle;
use canju_engine::search::{Clock, Reason};
use canju_engine::solver::{Experiment, LEAST_MEMORY, Lobby, Options, Reserve, STACK_TOUCHED, Solver, Task};
use std::sync::Arc;
use std::thread;

/// The number of a batch's workers: its threads, but at most as many as fit into the memory. A worker gets twice what a thread of
/// one search needs, for its tables are its own.
#[doc(hidden)]
pub fn workers_that_fit(options: &Options) -> usize {
    workers_within(options, &Experiment::default())
}

fn workers_within(options: &Options, experiment: &Experiment) -> usize {
    Options { memory: options.memory / 2, ..options.clone() }.threads_within(&experiment.tuning)
}

/// The number of workers, and the options of the solver of each, which has one thread.
pub(crate) fn divided(options: &Options, experiment: &Experiment) -> (usize, Options) {
    let workers = workers_within(options, experiment);
    let share = (options.memory / workers).saturating_sub(STACK_TOUCHED);
    let (workers, memory) = match workers {
        2.. if share >= LEAST_MEMORY => (workers, share),
        // Too little memory to divide: one worker gets all of it.
        _ => (1, options.memory),
    };
    (workers, Options { threads: 1, memory, ..options.clone() })
}

/// How the threads and the memory of a batch are divided.
pub(super) struct Division {
    pub workers: usize,
    /// For the solver of one worker.
    pub options: Options,
    pub task: Task,
    pub experiment: Experiment,
    pub pacing: Pacing,
    /// The memory that the workers' tables have in common, if there is any.
    pub reserve: Option<Arc<Reserve>>,
}

impl Division {
    /// A memory that the task limits is that of the whole batch.
    pub fn new(options: &Options, task: &Task, experiment: Experiment, pacing: Pacing) -> Division {
        let memory = task.memory.unwrap_or(usize::MAX).min(options.memory);
        let (options, task) = (&Options { memory, ..options.clone() }, Task { memory: None, ..task.clone() });
        let (workers, options) = divided(options, &experiment);
        let reserve = Solver::reserve(workers, &options, &experiment).filter(|_| workers > 1);
        Division { workers, options, task, experiment, pacing, reserve }
    }

    /// A worker's solver, with the memory that all have in common.
    pub fn sharing(&self, mut solver: Solver) -> Solver {
        self.reserve.iter().for_each(|reserve| solver.share(reserve));
        solver
    }

    /// The most puzzles that are read and not yet written.
    pub fn window(&self) -> usize {
        self.pacing.window.max(self.pacing.window * self.workers / WINDOW_WORKERS)
    }

    /// After how many nodes a search gets a second worker, if any does.
    pub fn second_after(&self) -> Option<u64> {
        let Pacing { nodes_second, workers_second, .. } = self.pacing;
        (self.workers >= workers_second).then_some(nodes_second)
    }

    /// May a puzzle take more nodes than those with which others may help?
    pub fn may_be_long(&self) -> bool {
        self.workers > 1 && self.task.limits.nodes.is_none_or(|most| most > self.pacing.nodes_alone)
    }

    /// Tells which puzzles are hard, and how many nodes are expected of them. With one worker none is, and with few nodes.
    pub fn estimator(&self) -> impl FnMut(&Puzzle) -> Option<u64> + Send + use<> {
        let Pacing { nodes_hard, cards_hard, .. } = self.pacing;
        let (options, experiment) = (Options { memory: LEAST_MEMORY, ..self.options.clone() }, self.experiment);
        let is_any_hard = self.may_be_long();
        let mut solver = None;
        move |puzzle| {
            if !is_any_hard || puzzle.position.cards() < cards_hard || puzzle.position.winner().is_some() {
                return None;
            }
            let solver = solver.get_or_insert_with(|| Solver::with_experiment(options.clone(), experiment));
            Some(solver.expected_nodes(&puzzle.position)).filter(|&nodes| nodes >= nodes_hard)
        }
    }
}

/// One worker.
pub(super) struct Worker<'a> {
    pub number: usize,
    pub window: &'a Window,
    pub division: &'a Division,
    pub lobby: &'a Lobby,
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
        let Division { options, experiment, pacing, .. } = self.division;
        let solver = Solver::with_lobby(options.clone(), *experiment, self.lobby.clone(), pacing.nodes_alone);
        let mut solver = self.division.sharing(solver);
        let mut finished = None;
        loop {
            match self.window.next(finished.take(), self.lobby) {
                Turn::Solve(item) => {
                    finished = self.finish(&mut solver, item);
                    solver.give_back();
                }
                Turn::Help(joining) => {
                    solver.help(self.lobby, joining, &mut || self.window.stays(joining));
                    self.window.left(joining);
                }
                Turn::End => return,
            }
        }
    }

    /// Makes an item's record. `None` if the batch ends.
    fn finish(&self, solver: &mut Solver, item: Item) -> Option<Finished> {
        let Item { index, expected, todo } = item;
        let (record, replayed) = match todo {
            Todo::Failed(record) => (record, false),
            Todo::Replayed(record, original) => {
                if let Some(original) = original.filter(|original| original.index == index) {
                    // For its repeats that the journal lacks.
                    original.finish(record.read_back(&original.position));
                }
                (record, true)
            }
            Todo::Solve(unsolved) => {
                self.observer.begins(self.number, &unsolved.puzzle);
                let record = self.solve(solver, &unsolved, index);
                self.observer.ends(self.number);
                match record {
                    Ok(record) => (record, false),
                    Err(error) => {
                        self.window.fail(Failure::Certificate(error));
                        return None;
                    }
                }
            }
        };
        self.observer.finished(replayed);
        Some(Finished { done: Done { index, record, replayed }, is_hard: expected.is_some() })
    }

    fn solve(&self, solver: &mut Solver, unsolved: &Unsolved, index: u64) -> Result<Record, CertificateError> {
        let Unsolved { puzzle, original } = unsolved;
        let task = &self.division.task;
        let clock = Clock::start(task.limits);
        let repeated = if original.index == index { None } else { original.for_repeat(&puzzle.position) };
        let same_as = repeated.as_ref().map(|_| original.id.clone());
        let left = || task.within(clock.left());
        let mut report = repeated.unwrap_or_else(|| solver.solve(&puzzle.position, &left()));
        if let Some(certificates) = self.certificates.filter(|_| report.verdict().is_decided()) {
            let output = certificates.open(index, puzzle)?;
            match certify(solver, &mut report, &left(), output) {
                Err(CertificateError::TooLarge { most, compared }) => {
                    // As with any limit that is reached on the way: the next puzzle may be smaller.
                    self.observer.too_large(puzzle, most, compared);
                    report.undecide(Reason::Memory);
                }
                result => result?,
            }
            certificates.settle(index, report.verdict().is_decided())?;
        }
        let ok = puzzle.expected.and_then(|expected| judge(solver, &report, &left(), expected));
        let mut record = Record::solved(puzzle, &report, ok);
        if let Record::Solved(record) = &mut record {
            record.same_as = same_as;
            record.statistics = record.statistics.filter(|_| self.schedule.statistics);
        }
        if original.index == index {
            original.finish(Some(report));
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_workers_read_further_ahead() {
        let window = |threads| {
            let options = Options { threads, memory: 16 << 30, ..Options::default() };
            let pacing = Pacing { window: 100, ..Pacing::default() };
            let division = Division::new(&options, &Task::default(), Experiment::default(), pacing);
            assert_eq!(division.workers, threads);
            division.window()
        };
        assert_eq!([1, 2, 8, 12, 64].map(window), [100, 100, 100, 150, 800]);
    }

    /// One worker has all of the memory anyway, and where the shares are small each table needs its own.
    #[test]
    fn many_workers_with_much_memory_have_some_in_common() {
        let in_common = |threads, memory| {
            let options = Options { threads, memory, ..Options::default() };
            let division = Division::new(&options, &Task::default(), Experiment::default(), Pacing::default());
            division.reserve.map_or(0, |reserve| reserve.left())
        };
        assert_eq!([in_common(1, 16 << 30), in_common(64, 4 << 30)], [0, 0]);
        let all = in_common(64, 64 << 30);
        assert!((32 << 30..64 << 30).contains(&all), "{all}: most of it is for tables");
    }
}
