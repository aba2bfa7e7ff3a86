//! The worlds, solved.
//!
//! Worlds come in rounds of [`ROUND`]. Each thread has a solver that it keeps, and takes one world after another: in it it decides
//! each move that is still in the race (`race.rs`), the best one so far first. Positions of different worlds have much in common, so
//! what was solved in one helps in the next: the tables are kept. A verdict is exact and does not depend on them. So without a limit
//! of time the advice is the same whatever the number of threads.
//!
//! With a limit of time each round gets an equal part of what is left, and a world in it as much as any other. There a quarter of
//! the time goes to all moves in equal parts, which decides the easy ones, mostly losses. Then half of the time left goes to each
//! move that is open, in turn: those that have done best until then, at first by the network's guess, are decided in nearly every
//! world, the others where time is left. Time that the rounds leave goes to the moves that are still open.

use crate::advice::choices::{Choice, choices};
use crate::advice::known::Known;
use crate::advice::race::{Outcome, Race, Tally};
use crate::advice::worlds::{Drawn, World, worlds};
use canju_engine::rules::{Move, Position};
use canju_engine::search::{Clock, Limits, Reason, StopFlag, Verdict};
#[cfg(not(target_family = "wasm"))]
use canju_engine::solver::STACK_BYTES;
use canju_engine::solver::{Options, Solver, Task};
#[cfg(not(target_family = "wasm"))]
use std::sync::Mutex;
#[cfg(not(target_family = "wasm"))]
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::thread;
use std::time::Duration;

/// Worlds of a round.
const ROUND: usize = 8;

/// With less time a move is left open: a search would take a while to find out that there is none.
const LEAST: Duration = Duration::from_micros(50);

/// How much work advice may take.
///
/// ```
/// use canju::advice::Effort;
/// let quick = Effort { worlds: 16, ..Effort::default() };
/// assert_eq!((quick.worlds, quick.time), (16, None));
/// ```
#[derive(Clone, Debug)]
pub struct Effort {
    /// The most worlds.
    pub worlds: usize,
    /// What the worlds are drawn with.
    pub seed: u64,
    /// Worker threads, 0 for one per core. At most eight have work at a time.
    pub threads: usize,
    /// Bytes for all of them together.
    pub memory: usize,
    /// The most time. When it is over, moves are open in some worlds.
    pub time: Option<Duration>,
    /// Decide all moves in all worlds, also those that can no longer be the best.
    pub every_move: bool,
    /// Raised by the caller to end early.
    pub stop: StopFlag,
}

impl Default for Effort {
    fn default() -> Effort {
        let (stop, every_move) = (StopFlag::default(), false);
        Effort { worlds: 64, seed: 0, threads: 0, memory: 256 << 20, time: None, every_move, stop }
    }
}

/// Advice: an estimate, not a verdict.
///
/// ```
/// use canju::advice::{Advice, Drawn};
/// fn shown(advice: &Advice) -> String {
///     let how = if advice.drawn == Drawn::All { "all" } else { "drawn" };
///     format!("{}: {:?} of {} worlds ({how})", advice.moves[0].played, advice.moves[0].share(), advice.worlds)
/// }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Advice {
    /// What it is about.
    pub known: Known,
    /// The legal moves, the best one first; equal ones are one.
    pub moves: Vec<Advised>,
    /// How many worlds there were to decide.
    pub worlds: usize,
    /// Which worlds.
    pub drawn: Drawn,
    /// The time it took.
    pub elapsed: Duration,
    /// Search nodes. With several threads they differ from run to run, since each thread has tables of its own.
    pub nodes: u64,
    /// The limit that left moves open that may be the best, if one did.
    pub limit: Option<Reason>,
}

/// What became of a move.
///
/// ```
/// use canju::advice::Advised;
/// /// Has it won in every world that was decided?
/// fn always(advised: &Advised) -> bool {
///     advised.share() == Some(1.0) && advised.open == 0
/// }
/// ```
///
/// Numbers are worlds if they are drawn, and deals if they are all listed.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Advised {
    /// The move.
    pub played: Move,
    /// Others that come to the same in every world.
    pub equal: Vec<Move>,
    /// Where it wins.
    pub won: u64,
    /// Where it loses.
    pub lost: u64,
    /// Where a limit left it open.
    pub open: u64,
    /// Can it no longer be the best? Then it was not asked about in all worlds.
    pub is_dropped: bool,
    /// The interval of the share of worlds in which it wins, 0 to 1: with 95 % confidence if worlds are drawn, for sure if all are listed.
    pub interval: (f64, f64),
}

impl Advised {
    /// The share of worlds in which it wins, of those in which it is decided.
    pub fn share(&self) -> Option<f64> {
        let decided = self.won + self.lost;
        (decided > 0).then(|| self.won as f64 / decided as f64)
    }
}

/// Advises the player to move.
///
/// ```
/// use canju::advice::{Effort, Question, Seat, advise};
/// use canju::rules::Ruleset;
/// // The landlord's last four cards against two unseen hands: which of them are safe?
/// let mut question = Question::new("3AA2", Seat::Landlord);
/// question.played = "33344445555666677778888999TTTTJJJJQQQKKKAA222XD".to_owned();
/// question.left = Some([2, 1]);
/// let advice = advise(&question.known(&Ruleset::default())?, &Effort::default());
/// let best = &advice.moves[0];
/// assert_eq!((advice.worlds, best.share(), advice.moves[1].share()), (3, Some(1.0), Some(1.0)));
/// # Ok::<(), canju::advice::QuestionError>(())
/// ```
pub fn advise(known: &Known, effort: &Effort) -> Advice {
    advise_by(known, effort, |worlds| solvers(effort, worlds))
}

/// As [`advise`], on this thread alone and with a solver that the caller keeps: `threads` and `memory` don't count.
///
/// ```
/// use canju::advice::{Effort, Question, Seat, advise_with};
/// use canju::{Solver, rules::Ruleset};
/// let mut question = Question::new("3AA2", Seat::Landlord);
/// question.played = "33344445555666677778888999TTTTJJJJQQQKKKAA222XD".to_owned();
/// question.left = Some([2, 1]);
/// let (known, mut solver) = (question.known(&Ruleset::default())?, Solver::default());
/// assert_eq!(advise_with(&known, &Effort::default(), &mut solver).moves[0].share(), Some(1.0));
/// # Ok::<(), canju::advice::QuestionError>(())
/// ```
pub fn advise_with(known: &Known, effort: &Effort, solver: &mut Solver) -> Advice {
    advise_by(known, effort, |_| std::slice::from_mut(solver))
}

/// Advises with the solvers that are made for this many worlds, one for each thread.
fn advise_by<S: AsMut<[Solver]>>(known: &Known, effort: &Effort, solvers: impl FnOnce(usize) -> S) -> Advice {
    let clock = Clock::start(Limits { time: effort.time, nodes: None });
    let task = Task { line: false, stop: effort.stop.clone(), ..Task::default() };
    let is_over = || effort.stop.is_stopped() || clock.left().time == Some(Duration::ZERO);
    let (worlds, drawn) = worlds(known, effort.worlds.max(1), effort.seed);
    let choices = choices(known, &worlds, is_over);
    let mut solvers = solvers(worlds.len());
    let solvers = solvers.as_mut();
    let outlooks = outlooks(known, &worlds, &choices, &mut solvers[0], is_over);
    let weights = worlds.iter().map(|world| world.weight).collect();
    let mut race = Race::new(outlooks, weights, drawn != Drawn::All);
    let nodes = AtomicU64::new(0);
    for (round, some) in worlds.chunks(ROUND).enumerate() {
        let rounds = worlds.len().div_ceil(ROUND) - round;
        let time = clock.left().time.map(|left| left / rounds as u32);
        let in_race: Vec<usize> = race.order().into_iter().filter(|&choice| !race.is_dropped(choice)).collect();
        if is_over() {
            let left = round * ROUND..worlds.len();
            left.for_each(|world| in_race.iter().for_each(|&choice| race.note(choice, world, Outcome::Open)));
            break;
        }
        let asked =
            Round { known, worlds: some, choices: &choices, in_race: &in_race, time, task: &task, nodes: &nodes };
        for (world, choice, outcome) in asked.outcomes(solvers) {
            race.note(choice, round * ROUND + world, outcome);
        }
        if !effort.every_move {
            race.drop_beaten();
        }
    }
    // A move gets part of the time of its world alone: what is left of all goes to those that this left open.
    while effort.time.is_some() && !is_over() {
        let order = race.order();
        let some: Vec<(usize, Vec<usize>)> = (0..worlds.len())
            .map(|number| (number, race.open_in(number, &order)))
            .filter(|(_, open)| !open.is_empty())
            .collect();
        if some.is_empty() {
            break;
        }
        for (place, &(number, ref open)) in some.iter().enumerate() {
            if is_over() {
                break;
            }
            let time = clock.left().time.map(|left| left / (some.len() - place) as u32);
            let world = std::slice::from_ref(&worlds[number]);
            let asked =
                Round { known, worlds: world, choices: &choices, in_race: open, time, task: &task, nodes: &nodes };
            for (_, choice, outcome) in asked.outcomes(solvers) {
                race.note(choice, number, outcome);
            }
        }
        if !effort.every_move {
            race.drop_beaten();
        }
    }
    let order = race.order();
    let mut choices: Vec<Option<Choice>> = choices.into_iter().map(Some).collect();
    let moves: Vec<Advised> = order
        .into_iter()
        .map(|choice| {
            let Tally { won, lost, open, .. } = race.tally(choice);
            let (is_dropped, interval) = (race.is_dropped(choice), race.interval(choice));
            let Choice { played, equal } = choices[choice].take().expect("each once");
            Advised { played, equal, won, lost, open, is_dropped, interval }
        })
        .collect();
    let reason = if effort.stop.is_stopped() { Reason::Interrupted } else { Reason::Time };
    let limit = moves.iter().any(|advised| advised.open > 0 && !advised.is_dropped).then_some(reason);
    Advice {
        known: known.clone(),
        moves,
        worlds: worlds.len(),
        drawn,
        elapsed: clock.elapsed(),
        nodes: nodes.into_inner(),
        limit,
    }
}

/// A solver for each thread.
fn solvers(effort: &Effort, worlds: usize) -> Vec<Solver> {
    let wanted = Options { threads: effort.threads, memory: effort.memory, ..Options::default() };
    let threads = wanted.threads_that_fit().min(worlds).clamp(1, ROUND);
    let options = Options { threads: 1, memory: effort.memory / threads, keep: true };
    (0..threads).map(|_| Solver::new(options.clone())).collect()
}

/// For each move how often the network expects it to win, in the worlds of the first round, or in those before it is over.
fn outlooks(
    known: &Known,
    worlds: &[World],
    choices: &[Choice],
    solver: &mut Solver,
    is_over: impl Fn() -> bool,
) -> Vec<f64> {
    let some = &worlds[..worlds.len().min(ROUND)];
    let all: f64 = some.iter().map(|world| world.weight as f64).sum();
    let mut sums = vec![0.0; choices.len()];
    for world in some.iter().take_while(|_| !is_over()) {
        let position = known.position(world.hands);
        for (sum, choice) in sums.iter_mut().zip(choices) {
            let next = position.after(choice.played);
            let guess = solver.outlook(&next);
            let own = if next.side_to_move() == position.side_to_move() { guess } else { 1.0 - guess };
            *sum += own * world.weight as f64 / all;
        }
    }
    sums
}

/// What `work` finds in each of these worlds, which the solvers share out, each with a thread.
#[cfg(not(target_family = "wasm"))]
fn in_worlds<T: Send>(
    worlds: &[World],
    solvers: &mut [Solver],
    work: impl Fn(&World, &mut Solver) -> T + Sync,
) -> Vec<T> {
    let threads = solvers.len().min(worlds.len());
    let next = AtomicUsize::new(0);
    let found: Vec<Mutex<Option<T>>> = worlds.iter().map(|_| Mutex::default()).collect();
    let work = |solver: &mut Solver| {
        while let Some((place, world)) = found.iter().zip(worlds).nth(next.fetch_add(1, Ordering::Relaxed)) {
            *place.lock().expect("nobody panics with it") = Some(work(world, solver));
        }
    };
    thread::scope(|scope| {
        let (own, others) = solvers[..threads].split_first_mut().expect("at least one");
        for solver in others {
            let builder = thread::Builder::new().name("canju-advice".to_owned()).stack_size(STACK_BYTES);
            // If the system gives no more threads, the others do its work.
            let _ = builder.spawn_scoped(scope, || work(solver));
        }
        work(own);
    });
    let whole = |found: Mutex<Option<T>>| found.into_inner().expect("nobody panics with it").expect("all are taken");
    found.into_iter().map(whole).collect()
}

/// The same where there are no threads: the module for the web has no room for what would start some.
#[cfg(target_family = "wasm")]
fn in_worlds<T>(worlds: &[World], solvers: &mut [Solver], work: impl Fn(&World, &mut Solver) -> T) -> Vec<T> {
    worlds.iter().map(|world| work(world, &mut solvers[0])).collect()
}

/// The work of a round.
struct Round<'a> {
    known: &'a Known,
    worlds: &'a [World],
    choices: &'a [Choice],
    /// The moves still in the race, the best one first.
    in_race: &'a [usize],
    time: Option<Duration>,
    task: &'a Task,
    nodes: &'a AtomicU64,
}

impl Round<'_> {
    /// What the moves do in the worlds: world, move, outcome.
    fn outcomes(&self, solvers: &mut [Solver]) -> Vec<(usize, usize, Outcome)> {
        // A thread takes so many worlds at most, one after another.
        let each = self.worlds.len().div_ceil(solvers.len().min(self.worlds.len())) as u32;
        let time = self.time.map(|time| time / each);
        let found = in_worlds(self.worlds, solvers, |world, solver| self.outcomes_in(world, time, solver));
        let in_world = |(world, outcomes): (usize, Vec<(usize, Outcome)>)| {
            outcomes.into_iter().map(move |(choice, outcome)| (world, choice, outcome))
        };
        found.into_iter().enumerate().flat_map(in_world).collect()
    }

    fn outcomes_in(&self, world: &World, time: Option<Duration>, solver: &mut Solver) -> Vec<(usize, Outcome)> {
        let clock = Clock::start(Limits { time, nodes: None });
        let position = self.known.position(world.hands);
        let stop = &self.task.stop;
        let mut found = vec![Outcome::Unasked; self.in_race.len()];
        for pass in 0.. {
            let mut open = found.iter().filter(|outcome| outcome.is_undecided()).count() as u32;
            for (&choice, outcome) in self.in_race.iter().zip(&mut found).filter(|(_, outcome)| outcome.is_undecided())
            {
                let part = if pass == 0 { 4 * open } else { 2 };
                let limits = Limits { time: clock.left().time.map(|left| left / part), nodes: None };
                if stop.is_stopped() || limits.time.is_some_and(|time| time < LEAST) {
                    *outcome = Outcome::Open;
                    continue;
                }
                let nodes;
                (*outcome, nodes) = decide(solver, &position, self.choices[choice].played, &self.task.within(limits));
                self.nodes.fetch_add(nodes, Ordering::Relaxed);
                open -= 1;
            }
            let is_over = stop.is_stopped() || clock.left().time.is_none_or(|left| left / 2 < LEAST);
            if is_over || !found.iter().any(|outcome| outcome.is_undecided()) {
                break;
            }
        }
        self.in_race.iter().copied().zip(found).collect()
    }
}

/// Does a move win for the side that makes it, and how many nodes does it take to say so?
fn decide(solver: &mut Solver, position: &Position, played: Move, task: &Task) -> (Outcome, u64) {
    let (verdict, nodes) =
        solver.consult(position, task, |asked| (asked.decide_move(position, played, u64::MAX), asked.nodes()));
    let outcome = match verdict {
        Verdict::Win => Outcome::Won,
        Verdict::Loss => Outcome::Lost,
        Verdict::Unknown(_) => Outcome::Open,
    };
    (outcome, nodes)
}
