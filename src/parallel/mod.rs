//! [`Solver`]: one position in, one [`Report`] out, on as many threads as asked for.

mod certify;
mod consult;
mod decide;
mod lengths;
mod line;
mod reaper;
mod resistance;
mod split_tree;

use crate::arena::Pool;
use crate::rules::{Move, Position, Ruleset};
use crate::search::{FactsMemo, Knowledge, Limits, Reason, Searcher, Shared, StopFlag, Techniques, Verdict, Watch};
use decide::{Crew, decide, decide_move, verdict_of_finished};
use line::line;
use reaper::Reaper;
pub use resistance::Resistance;
use std::time::Duration;

pub use consult::Consultation;

/// How to solve. None of this changes a verdict.
///
/// Not `#[non_exhaustive]`, which would forbid other crates the `..Options::default()` below: with it a further field
/// breaks nobody. The same goes for [`Limits`], [`Techniques`] and a batch's schedule.
///
/// ```
/// use canju::{Limits, Options};
/// use std::time::Duration;
/// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
/// let options = Options { threads: 4, memory: 1 << 30, limits, ..Options::default() };
/// assert!(options.line);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Worker threads; 0 for one per core.
    pub threads: usize,
    /// Bytes for the table, the arenas and garbage on its way out together.
    pub memory: usize,
    /// Bounds on each solve.
    pub limits: Limits,
    /// Decide every first move, not only as many as the verdict needs.
    pub all_moves: bool,
    /// Also find a full line of play.
    pub line: bool,
    /// How much the losing side's moves of that line may cost.
    pub resistance: Resistance,
    /// Keep what is known from one solve to the next: for positions of one game.
    pub keep: bool,
    /// Raised from outside to interrupt.
    pub stop: StopFlag,
    /// What makes the search fast, to be switched off one by one for tests and measurements.
    pub techniques: Techniques,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 0,
            memory: 256 << 20,
            limits: Limits::default(),
            all_moves: false,
            line: true,
            resistance: Resistance::default(),
            keep: false,
            stop: StopFlag::default(),
            techniques: Techniques::ALL,
        }
    }
}

/// What a solve found.
///
/// ```
/// use canju::{Options, Solver, Verdict, rules::{Position, Ruleset}};
/// let rules = Ruleset::default();
/// let position = Position::<2>::parse(["335", "4A"], None, &rules)?;
/// let report = Solver::new(Options { all_moves: true, ..Options::default() }).solve(&position, &rules);
/// assert_eq!(report.verdict, Verdict::Win);
/// assert_eq!((report.best.unwrap().to_string(), report.moves.len()), ("33".to_owned(), 3));
/// let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
/// assert_eq!(line, ["33", "pass", "5"]);
/// # Ok::<(), canju::rules::PositionError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// For the side to move.
    pub verdict: Verdict,
    /// A winning first move; `None` unless the verdict is a win, and for a finished game.
    pub best: Option<Move>,
    /// Every winning first move with [`Options::all_moves`], in the order of [`Position::moves`]; else the one found.
    pub winning_moves: Vec<Move>,
    /// With [`Options::all_moves`] the verdict of every first move, for the side that makes it; else empty.
    pub moves: Vec<(Move, Verdict)>,
    /// A full game: the winner plays winning moves, the loser holds out as [`Options::resistance`] says. Empty without a
    /// verdict, and where a limit is reached while looking for it.
    pub line: Vec<Move>,
    /// Nodes visited by all threads for the verdict; the line is not counted.
    pub nodes: u64,
    /// Wall-clock time to the verdict; the line is not counted.
    pub elapsed: Duration,
    /// Most bytes held by table, arenas and garbage together.
    pub memory_bytes: u64,
    /// Worker threads used.
    pub threads: usize,
}

/// Solves positions one after another, keeping its threads and its table.
///
/// ```
/// use canju::{Options, Solver, Verdict, rules::{Position, Ruleset}};
/// let mut solver = Solver::new(Options { threads: 2, all_moves: true, ..Options::default() });
/// let rules: Ruleset = "huanle,-trio_pair".parse()?;
/// let position = Position::<2>::parse(["4445678899KK2", "345567TTTKKAA"], None, &rules)?;
/// assert_eq!(solver.solve(&position, &rules).verdict, Verdict::Loss);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    options: Options,
    /// More than one worker: their threads.
    pool: Option<rayon::ThreadPool>,
    /// One a worker.
    memos: Vec<FactsMemo>,
    reaper: Reaper,
    knowledge: Knowledge,
    /// The rules the memos and the knowledge are for.
    rules: Ruleset,
    /// How many hands the positions known have: keys of two hands and of three are told apart by nothing else.
    seats: usize,
}

/// The least memory budget that can be worked with.
pub const LEAST_MEMORY: usize = 32 << 10;

/// Stack of a worker: a game is at most some hundred moves long, each a few hundred bytes deep.
const STACK_BYTES: usize = 4 << 20;

impl Solver {
    /// A solver with these options.
    ///
    /// # Panics
    /// If the system gives no threads.
    pub fn new(options: Options) -> Solver {
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n,
        };
        let pool = (threads > 1).then(|| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES);
            pool.thread_name(|n| format!("canju-{n}")).build().expect("the system gives threads")
        });
        let rules = Ruleset::default();
        let memos = (0..threads).map(|_| FactsMemo::new(&rules)).collect();
        let knowledge = Knowledge::new(options.memory / 2);
        Solver { options, pool, memos, reaper: Reaper::start(), knowledge, rules, seats: 2 }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets what was known under other rules.
    fn take_rules(&mut self, rules: &Ruleset) {
        if self.rules != *rules {
            self.rules = *rules;
            self.memos = self.memos.iter().map(|_| FactsMemo::new(rules)).collect();
            self.knowledge.clear();
        }
    }

    /// The clock of a solve that begins now.
    fn watch(&self) -> Watch {
        Watch::start(self.options.limits, self.options.stop.clone())
    }

    /// All that deciding takes, with so many bytes for arenas.
    fn crew<'a, const SEATS: usize>(
        &'a mut self,
        rules: &'a Ruleset,
        watch: &'a Watch,
        arenas: usize,
    ) -> Crew<'a, SEATS> {
        Crew {
            shared: Shared { rules, knowledge: &self.knowledge, watch, techniques: self.options.techniques },
            pages: Pool::new(arenas),
            reaper: &self.reaper,
            memos: &mut self.memos,
            pool: self.pool.as_ref(),
        }
    }

    /// Decides a position under these rules. Only the options' limits leave it undecided. A finished game gets the verdict
    /// of the side whose turn it would be, without a move and without a line.
    pub fn solve<const SEATS: usize>(&mut self, position: &Position<SEATS>, rules: &Ruleset) -> Report {
        self.run(position, rules, self.options.all_moves)
    }

    /// As [`Solver::solve`] with [`Options::all_moves`].
    pub fn solve_all_moves<const SEATS: usize>(&mut self, position: &Position<SEATS>, rules: &Ruleset) -> Report {
        self.run(position, rules, true)
    }

    /// The move after which a win of the other side looks hardest, by the evaluation alone: for who must move without a
    /// verdict. `None` if the game is over.
    pub fn guess<const SEATS: usize>(&mut self, position: &Position<SEATS>, rules: &Ruleset) -> Option<Move> {
        self.take_rules(rules);
        let watch = Watch::start(Limits::default(), self.options.stop.clone());
        let shared = Shared { rules, knowledge: &self.knowledge, watch: &watch, techniques: self.options.techniques };
        let mut searcher = Searcher::new(shared, &mut self.memos[0]);
        resistance::hardest_looking(position, position.side_to_move().opponent(), rules, &mut searcher)
    }

    fn run<const SEATS: usize>(&mut self, position: &Position<SEATS>, rules: &Ruleset, all_moves: bool) -> Report {
        self.take_rules(rules);
        if !self.options.keep || self.seats != SEATS {
            self.knowledge.clear();
            self.seats = SEATS;
        }
        let Options { memory, line: wants_line, resistance, .. } = self.options;
        let watch = self.watch();
        let crew = &mut self.crew::<SEATS>(rules, &watch, memory / 2);
        let mut report = Report {
            verdict: Verdict::Unknown(Reason::Memory),
            best: None,
            winning_moves: Vec::new(),
            moves: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            memory_bytes: 0,
            threads: crew.memos.len(),
        };
        if let Some(verdict) = verdict_of_finished(position) {
            report.verdict = verdict;
        } else if memory >= LEAST_MEMORY {
            if all_moves {
                let mut verdict = |played| match crew.shared.watch.expired() {
                    // With two packs there are tens of thousands of moves, too many for a look at each.
                    Some(reason @ (Reason::Time | Reason::Interrupted)) => Verdict::Unknown(reason),
                    _ => decide_move(position, played, crew),
                };
                report.moves = position.moves(rules).into_iter().map(|played| (played, verdict(played))).collect();
                let wins = report.moves.iter().filter(|(_, verdict)| *verdict == Verdict::Win);
                report.winning_moves = wins.map(|&(played, _)| played).collect();
                report.best = report.winning_moves.first().copied();
                report.verdict = of_moves(&report.moves);
            } else {
                (report.verdict, report.best) = decide(position, crew);
                report.winning_moves = report.best.into_iter().collect();
            }
        }
        report.elapsed = watch.elapsed();
        report.nodes = watch.nodes();
        report.memory_bytes = (crew.shared.knowledge.bytes() + crew.pages.bytes()) as u64;
        if wants_line && report.verdict.is_decided() {
            let side = position.side_to_move();
            let winner = if report.verdict == Verdict::Win { side } else { side.opponent() };
            report.line = match report.best {
                Some(best) => {
                    let next = position.play(best);
                    let rest = line(&next, winner, resistance, crew);
                    let cut_short = rest.is_empty() && next.winner().is_none();
                    if cut_short { rest } else { std::iter::once(best).chain(rest).collect() }
                }
                None => line(position, winner, resistance, crew),
            };
        }
        report
    }
}

/// The verdict of a position whose moves have these.
fn of_moves(moves: &[(Move, Verdict)]) -> Verdict {
    let verdicts = || moves.iter().map(|&(_, verdict)| verdict);
    if verdicts().any(|verdict| verdict == Verdict::Win) {
        return Verdict::Win;
    }
    verdicts().find(|verdict| !verdict.is_decided()).unwrap_or(Verdict::Loss)
}
