//! The worlds, solved.
//!
//! Worlds come in rounds of [`ROUND`]. A world always goes to the same solver, which decides there each move that is still in the race
//! (`race.rs`), the best one so far first. Positions of different worlds have much in common, so what was solved in one helps in the
//! next: the tables are kept. A verdict is exact and does not depend on them, but what is decided within a limit of nodes does: so with
//! such a limit each world of a round has a solver of its own, else each thread. Without a limit of time the advice is the same whatever
//! the number of threads, and with the usual nodes from 64 MiB on.
//!
//! With a limit of time each round gets an equal part of what is left, and so does each world of what is left of its round; with one of
//! nodes each world has as many. With both, time is divided only once half of it is gone: until then the advice does not depend on how
//! fast the machine is, or how busy. Of what a world has, a quarter goes to all moves in equal parts, which decides the easy ones, mostly
//! losses. Then half of what is left goes to each move that is open, in turn: those that have done best until then, at first by the
//! network's guess, are decided in nearly every world, the others where something is left. What the rounds leave goes to the moves that
//! are still open. What is open even then is estimated (`search/estimate.rs` of the engine), unless only what is exact is wanted. And where
//! one move is left in the race, as in a forced pass, it is settled what is advised: time alone does not make a world get more than the
//! usual nodes for it.

use crate::advice::choices::{Choice, choices};
use crate::advice::known::Known;
use crate::advice::race::{ExpectedPoints, Outcome, Race, Tally};
use crate::advice::worlds::{Drawn, World, worlds};
use canju_engine::rules::{Move, Position};
use canju_engine::search::{Clock, Limits, Reason, StopFlag, Verdict};
#[cfg(not(target_family = "wasm"))]
use canju_engine::solver::STACK_BYTES;
use canju_engine::solver::{Options, Solver, Task};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::thread;
use std::time::Duration;

/// Worlds of a round.
const ROUND: usize = 8;

/// With less time a move is left open: a search would take a while to find out that there is none.
const LEAST: Duration = Duration::from_micros(50);

/// Nodes for a world, if nobody says otherwise.
const WORLD_NODES: u64 = 6_000;

/// So many moves are asked for their points.
const MOST_WITH_POINTS: usize = 6;

/// This part of the time goes to guesses of the network at most: on a slow machine they would take all of it.
const GUESSING: u32 = 8;

/// So many nodes for each move: with fewer for a world fewer moves are searched there, those that have done best. A quarter of it is not
/// worth a search.
const LEAST_NODES: u64 = 1_000;

/// Bytes of a solver with a limit of nodes: so many for each node of a world, ...
const NODE_BYTES: usize = 1 << 10;

/// ... and at least so many, for the worlds that it is given one after another.
const LEAST_BYTES: usize = 8 << 20;

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
    /// Bytes for all of them together. With the usual nodes 64 MiB are used at most.
    pub memory: usize,
    /// The most time. If nodes are limited, too, worlds get parts of it only once half of it is gone.
    pub time: Option<Duration>,
    /// The most search nodes for a world; what one leaves goes to others.
    pub nodes: Option<u64>,
    /// Leave open what is not decided when a limit is reached, instead of estimating how likely it is won.
    pub exact_only: bool,
    /// Decide all moves in all worlds, also those that can no longer be the best.
    pub every_move: bool,
    /// Raised by the caller to end early.
    pub stop: StopFlag,
}

impl Effort {
    /// The default effort with these limits. A time that is given is used up if need be, though not for the only move that is left;
    /// without one a world gets 6,000 nodes, which takes about a second for 64 worlds at the first move of a game. What is exact has no
    /// limit but those that are given.
    #[must_use]
    pub fn within(time: Option<Duration>, nodes: Option<u64>, exact_only: bool) -> Effort {
        let usual = if time.is_some() || exact_only { None } else { Some(WORLD_NODES) };
        let (stop, every_move, memory) = (StopFlag::default(), false, 256 << 20);
        Effort { worlds: 64, seed: 0, threads: 0, memory, time, nodes: nodes.or(usual), exact_only, every_move, stop }
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::within(None, None, false)
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
    /// Where a limit left it open and how likely it wins was estimated.
    pub estimated: u64,
    /// In how many of these it is expected to win.
    pub expected: f64,
    /// Can it no longer be the best? Then it was not asked about in all worlds.
    pub is_dropped: bool,
    /// The interval of the share of worlds in which it wins, 0 to 1: with 95 % confidence if worlds are drawn, for sure if all are
    /// listed.
    pub interval: (f64, f64),
    /// What it may be expected to bring, if it is played for points. Only the moves that win most often are asked.
    pub points: Option<ExpectedPoints>,
}

impl Advised {
    /// The share of worlds in which it wins, of those in which it is decided or estimated.
    pub fn share(&self) -> Option<f64> {
        let counted = self.won + self.lost + self.estimated;
        (counted > 0).then(|| (self.won as f64 + self.expected) / counted as f64)
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
    let has_points = known.stakes().scoring.has_points();
    let whole = Clock::start(Limits { time: effort.time, nodes: None });
    // Points take as long as who wins.
    let clock =
        Clock::start(Limits { time: effort.time.map(|time| if has_points { time / 2 } else { time }), nodes: None });
    let is_over = || effort.stop.is_stopped() || clock.left().time == Some(Duration::ZERO);
    let (worlds, drawn) = worlds(known, effort.worlds.max(1), effort.seed);
    let choices = choices(known, &worlds, is_over);
    let mut solvers = solvers(effort, worlds.len());
    let mut race = Race::new(choices.len(), worlds.iter().map(|world| world.weight).collect(), drawn != Drawn::All);
    let guessed = if effort.exact_only { worlds.len().min(ROUND) } else { worlds.len() };
    let is_guessed_enough = || is_over() || effort.time.is_some_and(|time| whole.elapsed() >= time / GUESSING);
    guess(known, &worlds[..guessed], &choices, &mut solvers[0], is_guessed_enough, |choice, world, likelihood| {
        race.guess(choice, world, likelihood, !effort.exact_only);
    });
    // Is one move left, and no limit of nodes given?
    let is_settled = |race: &Race| effort.nodes.is_none() && !effort.exact_only && race.is_won();
    let nodes_for = |race: &Race| effort.nodes.or(is_settled(race).then_some(WORLD_NODES));
    let (threads, nodes) = (threads(effort), AtomicU64::new(0));
    let undivided = first_half(effort, clock.left().time);
    let mut work = Work { known, worlds: &worlds, choices: &choices, effort, undivided, threads, nodes };
    let rounds = worlds.len().div_ceil(ROUND);
    for round in 0..rounds {
        let numbers = round * ROUND..worlds.len().min((round + 1) * ROUND);
        let mut in_race: Vec<usize> = race.order().into_iter().filter(|&choice| !race.is_dropped(choice)).collect();
        if is_over() {
            race.leave_open(numbers.start);
            break;
        }
        if let Some(nodes) = effort.nodes {
            in_race.truncate((nodes / LEAST_NODES).max(2) as usize);
        }
        let asked: Vec<(usize, Vec<usize>)> = numbers.map(|world| (world, in_race.clone())).collect();
        let time = clock.left().time.map(|left| left / (rounds - round) as u32);
        work.ask(What::Wins, &asked, Limits { time, nodes: nodes_for(&race) }, &mut solvers, &mut race);
    }
    // A move gets part of the time and nodes of its world alone: what is left of all goes to those that this left open.
    while !is_over() && !is_settled(&race) && (effort.time.is_some() || effort.nodes.is_some()) {
        let order = race.order();
        let open = (0..worlds.len()).map(|world| (world, race.open_in(world, &order)));
        let open: Vec<(usize, Vec<usize>)> = open.filter(|(_, open)| !open.is_empty()).collect();
        let all = effort.nodes.map(|nodes| nodes.saturating_mul(worlds.len() as u64));
        let left = all.map(|all| all.saturating_sub(work.nodes.load(Ordering::Relaxed)) / open.len().max(1) as u64);
        if open.is_empty() || left.is_some_and(|left| left < LEAST_NODES) {
            break;
        }
        work.ask(What::Wins, &open, Limits { time: clock.left().time, nodes: left }, &mut solvers, &mut race);
    }
    if has_points {
        let order = race.order();
        let wanted = order.iter().copied().filter(|&choice| effort.every_move || !race.is_dropped(choice));
        let most = if effort.every_move { order.len() } else { MOST_WITH_POINTS };
        let wanted: Vec<usize> = wanted.take(most).collect();
        let asked: Vec<(usize, Vec<usize>)> = (0..worlds.len()).map(|world| (world, wanted.clone())).collect();
        let limits = Limits { time: whole.left().time, nodes: nodes_for(&race) };
        work.undivided = first_half(effort, limits.time);
        work.ask(What::Points, &asked, limits, &mut solvers, &mut race);
    }
    let nodes = work.nodes.into_inner();
    let order = if has_points { race.order_by_points() } else { race.order() };
    let mut choices: Vec<Option<Choice>> = choices.into_iter().map(Some).collect();
    let moves: Vec<Advised> = order
        .into_iter()
        .map(|choice| {
            let Tally { won, lost, open, estimated, expected, .. } = race.tally(choice);
            let (is_dropped, interval, points) = (race.is_dropped(choice), race.interval(choice), race.points(choice));
            let Choice { played, equal } = choices[choice].take().expect("each once");
            Advised { played, equal, won, lost, open, estimated, expected, is_dropped, interval, points }
        })
        .collect();
    let reason = match () {
        () if effort.stop.is_stopped() => Reason::Interrupted,
        () if is_over() || (effort.nodes.is_none() && !is_settled(&race)) => Reason::Time,
        () => Reason::Nodes,
    };
    let is_left = |advised: &Advised| advised.open + advised.estimated > 0 && !advised.is_dropped;
    let limit = moves.iter().any(is_left).then_some(reason);
    Advice { known: known.clone(), moves, worlds: worlds.len(), drawn, elapsed: whole.elapsed(), nodes, limit }
}

/// What stops a search in the first half of this time, if that is not divided.
fn first_half(effort: &Effort, time: Option<Duration>) -> Option<StopFlag> {
    effort.nodes.and(time).map(|time| effort.stop.child_for(time / 2))
}

/// A solver for each thread; with a limit of nodes one for each world of a round, and no more memory than that takes, so that what is
/// decided within the limit depends neither on the threads nor on the machine.
fn solvers(effort: &Effort, worlds: usize) -> Vec<Solver> {
    let (count, most) = match effort.nodes {
        Some(nodes) => {
            (ROUND, usize::try_from(nodes).unwrap_or(usize::MAX).saturating_mul(NODE_BYTES).max(LEAST_BYTES))
        }
        None => (threads(effort), usize::MAX),
    };
    let count = count.min(worlds).clamp(1, ROUND);
    let options = Options { threads: 1, memory: (effort.memory / count).min(most), keep: true };
    (0..count).map(|_| Solver::new(options.clone())).collect()
}

/// So many threads are asked for, or fit.
fn threads(effort: &Effort) -> usize {
    Options { threads: effort.threads, memory: effort.memory, ..Options::default() }.threads_that_fit()
}

/// Tells how likely each move wins in each of these worlds, as the network guesses it, until that is enough.
fn guess(
    known: &Known,
    worlds: &[World],
    choices: &[Choice],
    solver: &mut Solver,
    is_enough: impl Fn() -> bool,
    mut listener: impl FnMut(usize, usize, f64),
) {
    for (number, world) in worlds.iter().enumerate().take_while(|_| !is_enough()) {
        let position = known.position(world.hands);
        for (number_of_choice, choice) in choices.iter().enumerate() {
            listener(number_of_choice, number, solver.outlook(&position, choice.played));
        }
    }
}

/// Lets each solver, on so many threads at most, do its share of these tasks: task `n` is done by solver `n` of those that there are.
#[cfg(not(target_family = "wasm"))]
fn share_out(solvers: &mut [Solver], threads: usize, work: impl Fn(usize, &mut Solver) + Sync) {
    let threads = threads.min(solvers.len());
    let left = Mutex::new(solvers.iter_mut().enumerate());
    let work = || {
        // The lock is not held while the solver works.
        let next = || left.lock().expect("nobody panics with it").next();
        while let Some((number, solver)) = next() {
            work(number, solver);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            let builder = thread::Builder::new().name("canju-advice".to_owned()).stack_size(STACK_BYTES);
            // If the system gives no more threads, the others do its work.
            let _ = builder.spawn_scoped(scope, work);
        }
        work();
    });
}

/// The same where there are no threads: the module for the web has no room for what would start some.
#[cfg(target_family = "wasm")]
fn share_out(solvers: &mut [Solver], _: usize, work: impl Fn(usize, &mut Solver)) {
    solvers.iter_mut().enumerate().for_each(|(number, solver)| work(number, solver));
}

/// What is asked about a move in a world.
#[derive(Clone, Copy)]
enum What {
    Wins,
    Points,
}

/// What is found about a move in a world.
enum Found {
    Outcome(Outcome),
    /// The points that may be expected, and whether they are exact.
    Points((f64, bool)),
}

/// The work of all rounds.
struct Work<'a> {
    known: &'a Known,
    worlds: &'a [World],
    choices: &'a [Choice],
    effort: &'a Effort,
    /// Until this is raised, time is not divided.
    undivided: Option<StopFlag>,
    threads: usize,
    nodes: AtomicU64,
}

impl Work<'_> {
    /// Asks about some moves, the best one first, in some worlds, and takes note of what is found. The time is for all of them, the nodes
    /// are for each world.
    fn ask(&self, what: What, asked: &[(usize, Vec<usize>)], limits: Limits, solvers: &mut [Solver], race: &mut Race) {
        let (threads, count) = (self.threads, solvers.len());
        let at_a_time = threads.min(count).min(asked.len());
        let (clock, begun, all) = (Clock::start(limits), AtomicUsize::new(0), Mutex::new(Vec::new()));
        // The same world always goes to the same solver.
        share_out(solvers, threads, |number, solver| {
            for (world, moves) in asked.iter().filter(|(world, _)| world % count == number) {
                let cards = &self.worlds[*world];
                // Worlds that took too long, as one may on a slow machine, leave less to the others.
                let left = asked.len() - begun.fetch_add(1, Ordering::Relaxed);
                let part = || clock.left().time.map(|time| time / left.div_ceil(at_a_time) as u32);
                let undivided = self.undivided.as_ref().filter(|stop| !stop.is_stopped());
                let (stop, time) = undivided.map_or_else(|| (&self.effort.stop, part()), |stop| (stop, None));
                let task =
                    Task { line: false, stop: stop.clone(), limits: Limits { time, ..limits }, ..Task::default() };
                let found = match what {
                    What::Wins => self.outcomes_in(cards, moves, &task, solver),
                    What::Points => self.points_in(cards, moves, &task, solver),
                };
                all.lock().expect("nobody panics with it").push((*world, found));
            }
        });
        for (world, found) in all.into_inner().expect("nobody panics with it") {
            for (choice, found) in found {
                match found {
                    Found::Outcome(outcome) => race.note(choice, world, outcome),
                    Found::Points(points) => race.note_points(choice, world, points),
                }
            }
        }
        if matches!(what, What::Wins) && !self.effort.every_move {
            race.drop_beaten();
        }
    }

    /// The points of these moves in a world, whether they are exact, for those for which there is time.
    fn points_in(&self, world: &World, moves: &[usize], task: &Task, solver: &mut Solver) -> Vec<(usize, Found)> {
        /// A move is asked about for each number of doublings.
        const QUESTIONS: u64 = 4;
        let (clock, mut spent, mut found) = (Clock::start(task.limits), 0, Vec::new());
        let position = self.known.position(world.hands);
        for (place, &choice) in moves.iter().enumerate() {
            let (left, part) = (clock.left().less(Duration::ZERO, spent), (moves.len() - place) as u32);
            let limits = Limits { time: left.time.map(|left| left / part), nodes: None };
            let nodes = left.nodes.map_or(u64::MAX, |left| left / u64::from(part) / QUESTIONS);
            if task.stop.is_stopped() || is_too_little(limits) {
                break;
            }
            let played = self.choices[choice].played;
            let (points, nodes) = solver.consult(&position, &task.within(limits), |asked| {
                (asked.expected_points(&position, played, nodes), asked.nodes())
            });
            self.nodes.fetch_add(nodes, Ordering::Relaxed);
            spent += nodes;
            let points = points.filter(|&(_, is_exact)| is_exact || !self.effort.exact_only);
            found.extend(points.map(|points| (choice, Found::Points(points))));
        }
        found
    }

    fn outcomes_in(&self, world: &World, moves: &[usize], task: &Task, solver: &mut Solver) -> Vec<(usize, Found)> {
        let (clock, mut spent) = (Clock::start(task.limits), 0);
        let position = self.known.position(world.hands);
        let stop = &task.stop;
        let mut found = vec![Outcome::Unasked; moves.len()];
        for pass in 0.. {
            let mut open = found.iter().filter(|outcome| outcome.is_undecided()).count() as u32;
            for (&choice, outcome) in moves.iter().zip(&mut found).filter(|(_, outcome)| outcome.is_undecided()) {
                let part = if pass == 0 { 4 * open } else { 2 };
                let left = clock.left().less(Duration::ZERO, spent);
                let limits = Limits {
                    time: left.time.map(|left| left / part),
                    nodes: left.nodes.map(|left| left / u64::from(part)),
                };
                if stop.is_stopped() || is_too_little(limits) {
                    if *outcome == Outcome::Unasked && self.effort.exact_only {
                        *outcome = Outcome::Open;
                    }
                    continue;
                }
                let (verdict, likelihood, nodes) =
                    judge(solver, &position, self.choices[choice].played, &task.within(limits));
                *outcome = match verdict {
                    Verdict::Win => Outcome::Won,
                    Verdict::Loss => Outcome::Lost,
                    Verdict::Unknown(_) if self.effort.exact_only => Outcome::Open,
                    Verdict::Unknown(_) => Outcome::Estimated(likelihood as f32),
                };
                self.nodes.fetch_add(nodes, Ordering::Relaxed);
                spent += nodes;
                open -= 1;
            }
            let left = clock.left().less(Duration::ZERO, spent);
            let next = Limits { time: left.time.map(|left| left / 2), nodes: left.nodes.map(|left| left / 2) };
            let has_end = left.time.is_some() || left.nodes.is_some();
            let is_over = stop.is_stopped() || !has_end || is_too_little(next);
            if is_over || !found.iter().any(|outcome| outcome.is_undecided()) {
                break;
            }
        }
        let found = moves.iter().copied().zip(found);
        let found = found.filter(|(_, outcome)| *outcome != Outcome::Unasked);
        found.map(|(choice, outcome)| (choice, Found::Outcome(outcome))).collect()
    }
}

/// Is this not worth a search?
fn is_too_little(limits: Limits) -> bool {
    limits.time.is_some_and(|time| time < LEAST) || limits.nodes.is_some_and(|nodes| nodes < LEAST_NODES / 4)
}

/// Does a move win for the side that makes it, how likely if that is not decided, and how many nodes does it take to say so?
fn judge(solver: &mut Solver, position: &Position, played: Move, task: &Task) -> (Verdict, f64, u64) {
    solver.consult(position, task, |asked| {
        let (verdict, likelihood) = asked.judge_move(position, played, u64::MAX);
        (verdict, likelihood, asked.nodes())
    })
}
