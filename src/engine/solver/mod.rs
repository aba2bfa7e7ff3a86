//! [`Solver`]: one position in, one [`Report`] out, on one thread or many.
//!
//! | file | contents |
//! |---|---|
//! | `options.rs`, `task.rs`, `report.rs` | [`Options`], [`Task`] and [`Report`] |
//! | `memory.rs` | how the memory is divided, and the number of threads that fit into it |
//! | `threads.rs` | the workers' threads |
//! | `workers/` | one position decided by many threads: root split, split tree, searches that others join, reaper |
//! | `line/` | a line of play: a full game from a decided position |
//! | `points.rs` | [`Worth`]: what a position is worth in points |
//! | `certify.rs` | certificates of what was solved |
//! | `consult.rs` | questions about later positions |
//! | `helping.rs` | solvers that help with each other's searches |
//! | `in_order.rs` | any work on many threads, the results in the order of the items |
//! | `many.rs` | many positions in parallel |
//! | `repeat.rs` | the answer to a position that is equal to a solved one up to renaming ranks |
//! | `ranking.rs` | lists in the order of their keys |
//! | `simulated.rs` | solves with workers that one thread simulates |

mod certify;
mod consult;
mod helping;
mod in_order;
mod line;
mod many;
mod memory;
mod options;
mod points;
mod ranking;
mod repeat;
mod report;
mod simulated;
mod task;
mod threads;
mod workers;

use crate::rules::{AnyState, Move, Position, Ruleset, State, finishing_move};
use crate::search::StopFlag;
use crate::search::{Budget, FactsMemo, Limits, PagePool, Reason, SolveContext, Statistics, Verdict};
use crate::sync::HAS_THREADS;
#[doc(hidden)]
pub use crate::tables::Reserve;
use crate::tables::Tables;
pub use consult::Consultation;
use helping::Opening;
pub use in_order::{Crew, InOrder, NotYet};
pub use line::Resistance;
use line::{PlayedOut, Wanted, hardest_looking, play_out};
pub use many::SolvedInOrder;
use memory::MemoryPlan;
#[doc(hidden)]
pub use memory::STACK_TOUCHED;
#[doc(hidden)]
pub use options::Experiment;
pub use options::Options;
use parking_lot::Mutex;
use points::Game;
pub use points::Worth;
pub use report::Report;
#[doc(hidden)]
pub use report::Restored;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
pub use task::Task;
#[doc(hidden)]
pub use task::{Field, Kind, TaskKey, Value};
use threads::LazyPool;
#[doc(hidden)]
pub use threads::thread_pool;
#[doc(hidden)]
pub use workers::LazyReaper;
#[doc(hidden)]
pub use workers::{Costs, Director, Joining, Load, Lobby, Order, Simulated};
use workers::{Offer, Resources, decide, decide_move, verdict_of_finished};

/// Solves positions one after another. It keeps its threads and the memory of its tables; what the tables hold is forgotten
/// before each solve, unless [`Options::keep`] is set.
///
/// A decided verdict is always the same. The nodes, the best move and the line are the same each time only if options and task are
/// the same, there is one thread, [`Options::keep`] is not set, and neither a time limit nor a [`StopFlag`] ends the solve. With
/// more threads they may depend on timing: where several moves win, another one may be found.
///
/// ```
/// use canju::{Options, Position, Solver, Task, Verdict};
/// let mut solver = Solver::new(Options { threads: 2, ..Options::default() });
/// let position: Position = "4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair".parse()?;
/// assert_eq!(solver.solve(&position, &Task::default()).verdict(), Verdict::Loss);
/// # Ok::<(), canju::TextError>(())
/// ```
pub struct Solver {
    options: Options,
    experiment: Experiment,
    /// How the memory of the last task is divided.
    plan: MemoryPlan,
    /// The workers' threads, if there is more than one worker.
    thread_pool: Option<LazyPool>,
    /// One for each worker, once it has searched.
    memos: Vec<Option<FactsMemo>>,
    reaper: LazyReaper,
    /// The pages of the last solve with their bytes, if the reaper was to free them.
    retired: Option<(Weak<dyn Send + Sync>, usize)>,
    /// Nobody else has them but helpers, and these only while a search is open.
    tables: Arc<Tables>,
    /// Where its searches are open to others.
    opening: Option<Opening>,
    /// The most workers that a search of the last solve had at a time, if others may join.
    most_workers: AtomicUsize,
    /// The rules that the memos and the tables hold for.
    rules: Ruleset,
    /// The number of hands of the positions in the tables, which a key does not contain.
    seats: usize,
}

/// The least [`Options::memory`] with which a position can be solved, in bytes. With less every solve ends at once, and the
/// verdict is unknown ([`Reason::Memory`]), unless the game is over already.
///
/// ```
/// use canju::{LEAST_MEMORY, Options, Position, Reason, Solver, Task, Verdict};
/// let position: Position = "346999Q2 | 34JAAD".parse()?;
/// let with =
///     |memory| Solver::new(Options { memory, ..Options::default() }).solve(&position, &Task::default()).verdict();
/// assert_eq!(with(LEAST_MEMORY), Verdict::Win);
/// assert_eq!(with(LEAST_MEMORY - 1), Verdict::Unknown(Reason::Memory));
/// # Ok::<(), canju::TextError>(())
/// ```
pub const LEAST_MEMORY: usize = 32 << 10;

/// Stack bytes of a worker. A game has at most some hundred moves, and each takes a few hundred bytes of stack.
#[doc(hidden)]
pub const STACK_BYTES: usize = 4 << 20;

impl Solver {
    /// A solver with these options.
    ///
    /// It has fewer threads if the memory is too small for all of them ([`Options::threads_that_fit`]) or if the system
    /// gives fewer ([`Solver::threads`]). Without any it solves on the calling thread.
    pub fn new(options: Options) -> Solver {
        Solver::with_experiment(options, Experiment::default())
    }

    /// A solver with other techniques and constants than the measured ones: for tests and measurements.
    #[doc(hidden)]
    pub fn with_experiment(options: Options, mut experiment: Experiment) -> Solver {
        experiment.tuning = experiment.tuning.clamped();
        let threads = options.threads_within(&experiment.tuning);
        let threads = if HAS_THREADS { threads } else { 1 };
        let thread_pool = (threads > 1).then(|| LazyPool::new(threads));
        let plan = MemoryPlan::new(options.memory, threads, experiment.tuning);
        Solver {
            options,
            experiment,
            thread_pool,
            memos: (0..threads).map(|_| None).collect(),
            reaper: LazyReaper::default(),
            retired: None,
            tables: Arc::new(Tables::new(plan.tables(), &plan.tuning)),
            plan,
            opening: None,
            most_workers: AtomicUsize::new(1),
            rules: Ruleset::default(),
            seats: 2,
        }
    }

    /// Makes its tables and memos anew if a task wants another part of its memory than the last one. Tables that share a reserve are
    /// those of a batch, whose tasks want all of it.
    fn size_for(&mut self, task: &Task) {
        let memory = task.memory.unwrap_or(usize::MAX).min(self.options.memory);
        if memory == self.plan.all {
            return;
        }
        let threads = Options { memory, ..self.options.clone() }.threads_within(&self.experiment.tuning);
        let threads = threads.min(self.thread_pool.as_ref().map_or(1, LazyPool::threads));
        self.plan = MemoryPlan::new(memory, threads, self.experiment.tuning);
        self.memos = (0..threads).map(|_| None).collect();
        self.tables = Arc::new(Tables::new(self.plan.tables(), &self.plan.tuning));
    }

    /// The number of worker threads that it may have. They are started when a search first wants more than one: only then is it known
    /// whether the system gives fewer.
    ///
    /// ```
    /// use canju::{Options, Solver};
    /// let solver = Solver::new(Options { threads: 1_000, memory: 32 << 20, ..Options::default() });
    /// assert!(solver.threads() <= 2);
    /// ```
    pub fn threads(&self) -> usize {
        self.thread_pool.as_ref().map_or(1, LazyPool::threads)
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Its techniques and constants.
    #[doc(hidden)]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Clears the memos and the tables if they are of other rules, and the tables if their positions have other numbers of
    /// hands.
    fn prepare<const SEATS: usize>(&mut self, rules: &Ruleset) {
        if self.seats != SEATS {
            self.seats = SEATS;
            self.clear_tables();
        }
        self.set_rules(rules);
    }

    fn set_rules(&mut self, rules: &Ruleset) {
        if self.rules != *rules {
            self.rules = *rules;
            self.memos.iter_mut().flatten().for_each(|memo| memo.set_rules(rules));
            self.clear_tables();
        }
    }

    /// Forgets what its tables hold, so that a consultation does not depend on what was solved before.
    #[doc(hidden)]
    pub fn forget(&mut self) {
        self.clear_tables();
    }

    fn clear_tables(&mut self) {
        Arc::get_mut(&mut self.tables).expect("all helpers have left").clear();
    }

    /// The resources of [`decide`], with at most `arenas` bytes for arenas.
    fn resources<'a, const SEATS: usize>(
        &'a mut self,
        rules: &'a Ruleset,
        budget: &'a Arc<Budget>,
        statistics: &'a Mutex<Statistics>,
        arenas: usize,
    ) -> Resources<'a, SEATS> {
        let Solver { experiment, plan, tables, reaper, retired, memos, thread_pool, .. } = self;
        let tuning = &plan.tuning;
        let (opening, most_seen) = (&self.opening, &self.most_workers);
        let techniques = &experiment.techniques;
        let workers = plan.workers(memos.len(), rules);
        let not_freed = retired.as_ref().filter(|(pages, _)| pages.strong_count() > 0).map_or(0, |(_, bytes)| *bytes);
        let offer = opening.as_ref().map(|Opening { lobby, after }| {
            let most_workers = plan.workers(lobby.threads(), rules);
            Offer { lobby, tables, budget, after: *after, most_workers, most_seen }
        });
        let generating = offer.map_or(workers, |offer| offer.most_workers);
        let own = plan.own(workers, generating, rules) + not_freed;
        Resources {
            shared: SolveContext { rules, tables, budget, techniques: *techniques, tuning, statistics },
            pages: PagePool::new(arenas.saturating_sub(own).min(tuning.most_arena_bytes), tuning.page_nodes),
            length_bytes: plan.eighth(),
            reaper,
            memos: &mut memos[..workers],
            thread_pool: thread_pool.as_ref(),
            offer,
            left_at: None,
        }
    }

    /// Decides a position. The verdict is unknown only if one of the task's limits is reached. A finished game gets the
    /// verdict of the side whose turn it would be, without a move and without a line.
    pub fn solve(&mut self, position: &Position, task: &Task) -> Report {
        let mut report = match position.state() {
            AnyState::Two(state) => self.run(position, state, task),
            AnyState::Three(state) => self.run(position, state, task),
        };
        let is_checked = self.check_own_certificate(&report, task);
        report.statistics.certificates_checked += is_checked as u64;
        report
    }

    /// Every legal move with its verdict, for the side that makes it, in the order of [`Position::moves`]. The verdict is
    /// unknown for moves that a limit left undecided. Empty if the game is over, and with less memory than [`LEAST_MEMORY`].
    ///
    /// ```
    /// use canju::{Position, Solver, Task, Verdict};
    /// let position: Position = "335 | 4A".parse()?;
    /// let moves = Solver::default().moves(&position, &Task::default());
    /// let winning: Vec<String> =
    ///     moves.iter().filter(|(_, verdict)| *verdict == Verdict::Win).map(|(played, _)| played.to_string()).collect();
    /// assert_eq!((moves.len(), winning), (3, vec!["33".to_owned()]));
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn moves(&mut self, position: &Position, task: &Task) -> Vec<(Move, Verdict)> {
        self.solve(position, &Task { all_moves: true, ..task.clone() }).moves
    }

    /// The move after which a win of the other side looks hardest to the evaluation: a move for a player without a verdict.
    /// `None` if the game is over.
    ///
    /// ```
    /// use canju::{Position, Solver};
    /// let position: Position = "335 | 4A".parse()?;
    /// let guess = Solver::default().guess(&position).unwrap();
    /// assert!(position.moves().contains(&guess)); // legal, but nothing is proved
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn guess(&mut self, position: &Position) -> Option<Move> {
        match position.state() {
            AnyState::Two(state) => self.guess_of(state, position.rules()),
            AnyState::Three(state) => self.guess_of(state, position.rules()),
        }
    }

    fn guess_of<const SEATS: usize>(&mut self, state: &State<SEATS>, rules: &Ruleset) -> Option<Move> {
        self.prepare::<SEATS>(rules);
        let budget = Arc::new(Budget::start(Limits::default(), StopFlag::default()));
        let statistics = Mutex::default();
        let resources = self.resources::<SEATS>(rules, &budget, &statistics, 0);
        let mut searcher = resources.shared.searcher(&mut resources.memos[0]);
        hardest_looking(state, state.side_to_move().opponent(), rules, &mut searcher)
    }

    fn run<const SEATS: usize>(&mut self, asked: &Position, position: &State<SEATS>, task: &Task) -> Report {
        let rules = asked.rules();
        self.size_for(task);
        self.prepare::<SEATS>(rules);
        if !self.options.keep {
            self.clear_tables();
        }
        let &Task { all_moves, line, shortest: length, resistance, .. } = task;
        let (budget, statistics) = (Arc::new(task.budget()), Mutex::default());
        self.most_workers = AtomicUsize::new(1);
        let (memory, arenas) = (self.plan.all, self.plan.arenas(length));
        let resources = &mut self.resources::<SEATS>(rules, &budget, &statistics, arenas);
        let game = asked.stakes().scoring.has_points().then(|| Game { position, stakes: asked.stakes() });
        let mut report = Report::undecided(*asked, Reason::Memory, resources.memos.len());
        if let Some(verdict) = verdict_of_finished(position) {
            report.verdict = verdict;
        } else if memory >= LEAST_MEMORY {
            if all_moves {
                let mut verdict = |played| match budget.expired() {
                    // Without a search: with two packs there are tens of thousands of moves.
                    Some(reason @ (Reason::Time | Reason::Interrupted)) => Verdict::Unknown(reason),
                    _ => decide_move(position, played, resources),
                };
                report.moves = position.moves(rules).into_iter().map(|played| (played, verdict(played))).collect();
                let wins = report.moves.iter().filter(|(_, verdict)| *verdict == Verdict::Win);
                report.winning_moves = wins.map(|&(played, _)| played).collect();
                let finishing = finishing_move(position, rules).filter(|played| report.winning_moves.contains(played));
                report.best = finishing.or(report.winning_moves.first().copied());
                report.verdict = of_moves(&report.moves);
                if let Some(game) = &game {
                    let mut worth =
                        |&(played, verdict): &(Move, Verdict)| game.worth_of_move(played, verdict, resources);
                    report.worths = report.moves.iter().map(&mut worth).collect();
                    report.worth = Worth::of_moves(&report.worths);
                    let best_moves = report.best_moves();
                    let finishing = finishing_move(position, rules).filter(|played| best_moves.contains(played));
                    report.best = finishing.or(best_moves.first().copied()).or(report.best);
                }
            } else {
                (report.verdict, report.best) = decide(position, resources);
                if let Some(game) = &game {
                    let (outcome, best) = game.doublings((report.verdict, report.best), resources);
                    (report.best, report.worth) = (best, Some(game.worth(outcome)));
                }
                report.winning_moves = report.best.into_iter().filter(|_| report.verdict == Verdict::Win).collect();
            }
        }
        report.elapsed = budget.elapsed();
        report.nodes = budget.nodes();
        let Resources { shared, pages, .. } = &*resources;
        report.memory_bytes = (shared.tables.bytes() + pages.bytes()) as u64;
        if report.verdict.is_decided() && position.winner().is_none() {
            match (&game, report.worth) {
                (Some(game), Some(worth)) => {
                    if line {
                        report.line = game.line(worth, report.best, resistance, resources);
                        report.best = report.best.or(report.line.first().copied());
                    }
                }
                _ => {
                    let (wanted, decision) = (Wanted { length, line, resistance }, (report.verdict, report.best));
                    let PlayedOut { best, plies, line } = play_out(position, decision, wanted, resources);
                    report.best = best;
                    report.line = line;
                    report.plies = plies;
                    report.plies_limit = budget.expired().filter(|_| length && plies.is_none());
                    if !all_moves {
                        report.winning_moves = best.into_iter().collect();
                    }
                }
            }
        }
        let arena_bytes = resources.pages.bytes() as u64;
        let retired = resources.retire_pages();
        self.retired = retired;
        report.threads = report.threads.max(self.most_workers.load(Ordering::Relaxed));
        let tables = &self.tables;
        report.statistics = statistics.into_inner();
        report.statistics += Statistics {
            table_bytes: tables.transposition.bytes() as u64,
            partition_bytes: tables.partition.bytes() as u64,
            arena_bytes,
            ..Statistics::default()
        };
        report
    }
}

impl Default for Solver {
    /// With [`Options::default`].
    fn default() -> Solver {
        Solver::new(Options::default())
    }
}

/// The verdict of a position from those of its moves.
fn of_moves(moves: &[(Move, Verdict)]) -> Verdict {
    let verdicts = || moves.iter().map(|&(_, verdict)| verdict);
    if verdicts().any(|verdict| verdict == Verdict::Win) {
        return Verdict::Win;
    }
    verdicts().find(|verdict| !verdict.is_decided()).unwrap_or(Verdict::Loss)
}
