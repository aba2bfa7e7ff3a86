//! Threads that join the searches of another solver and leave again, with real threads: verdicts and moves against the oracle.
//!
//! A small search is over before another thread has looked up. So who opens one waits there until a helper has joined it.

use canju_engine::rules::{Ruleset, State};
use canju_engine::solver::{Joining, Lobby};
use canju_engine::{
    Experiment, Limits, Options, Position, Reason, Report, Solver, StopFlag, Task, Techniques, Tuning, Verdict,
};
use canju_testing::budget::share;
use canju_testing::oracle::Oracle;
use canju_testing::{configurations, deals, edge};
use rand::RngExt;
use rand::rngs::StdRng;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

/// A lobby whose owners wait until somebody has joined.
struct Meeting {
    lobby: Lobby,
    opened: Arc<AtomicU64>,
}

impl Meeting {
    fn new(threads: usize) -> Meeting {
        Meeting::until(threads, |lobby| lobby.helpers() > 0 || !lobby.is_open(Joining::Any))
    }

    /// One whose owners wait for something else.
    fn until(threads: usize, has_come: impl Fn(&Lobby) -> bool + Send + Sync + 'static) -> Meeting {
        let (place, opened) = (Arc::new(OnceLock::<Lobby>::new()), Arc::new(AtomicU64::new(0)));
        let (own, count) = (place.clone(), opened.clone());
        let wait = move || {
            count.fetch_add(1, Ordering::Relaxed);
            let lobby = own.get().expect("made before it is used");
            // Whoever helps helps here: there is one owner.
            while !has_come(lobby) {
                thread::yield_now();
            }
        };
        let lobby = Lobby::new(threads, wait);
        assert!(place.set(lobby.clone()).is_ok());
        Meeting { lobby, opened }
    }

    /// Lets the owner do this while so many others help, who leave after a job as `stays` says.
    fn run<T>(&self, helpers: usize, stays: impl Fn(&mut StdRng) -> bool + Sync, owner: impl FnOnce() -> T) -> T {
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            for number in 0..helpers {
                let (lobby, over, stays) = (&self.lobby, &over, &stays);
                scope.spawn(move || {
                    let mut rng = deals::rng(number as u64);
                    // With memos of their own size.
                    let experiment = configurations::options(&mut rng, Options::default()).1;
                    let options = Options { threads: 1, memory: 1 << 20, ..Options::default() };
                    let mut solver = Solver::with_experiment(options, experiment);
                    while !over.load(Ordering::Relaxed) {
                        if !solver.help(lobby, Joining::Any, &mut || stays(&mut rng)) {
                            thread::yield_now();
                        }
                    }
                });
            }
            let result = catch_unwind(AssertUnwindSafe(owner));
            over.store(true, Ordering::Relaxed);
            result.unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

fn check<const SEATS: usize>(state: &State<SEATS>, report: &Report) {
    let (mut oracle, state) = (Oracle::<SEATS>::new(edge::rules("huanle")), edge::state(state));
    match report.verdict() {
        Verdict::Win => {
            let best = report.best().expect("a win has a move");
            assert!(oracle.is_winning(&state, edge::played(best)), "{}: {best}", report.position());
        }
        Verdict::Loss => assert!(!oracle.wins(&state), "{}", report.position()),
        Verdict::Unknown(reason) => assert_eq!(reason, Reason::Nodes, "{}", report.position()),
    }
    for &(played, verdict) in report.moves() {
        let wins = verdict == Verdict::Win;
        assert!(!verdict.is_decided() || wins == oracle.is_winning(&state, edge::played(played)), "{played}");
    }
}

/// Solves random positions with three helpers who come and go.
fn run<const SEATS: usize>(count: u64, sizes: std::ops::RangeInclusive<usize>, seed: u64) {
    let (meeting, rules) = (Meeting::new(4), Ruleset::default());
    let (mut helped, mut undecided, mut split, mut cancelled) = (0, 0, 0, 0);
    meeting.run(
        3,
        |rng| rng.random_bool(0.7),
        || {
            for seed in seed..seed + count {
                let mut rng = deals::rng(seed);
                let state: State<SEATS> = deals::deal(&mut rng, sizes.clone(), &rules);
                let (options, Experiment { tuning, techniques, .. }) =
                    configurations::options(&mut rng, Options::default());
                let techniques = Techniques { static_wins: rng.random_bool(0.3), ..techniques };
                // Small positions are searched depth-first, and others beside that by the tree.
                let depth_first_cards = if rng.random_bool(0.3) { 26 } else { 0 };
                let nodes_before_waking = rng.random_range(0..20);
                let nodes_before_helping = rng.random_range(0..50);
                let tuning = Tuning { depth_first_cards, nodes_before_waking, nodes_before_helping, ..tuning };
                let options = Options { memory: 4 << 20, ..options };
                let task = Task { all_moves: rng.random_bool(0.2), ..configurations::task() };
                let experiment = Experiment { tuning, techniques, certify_one_in: None };
                let after = if rng.random_bool(0.8) { 0 } else { 50 };
                let mut solver = Solver::with_lobby(options, experiment, meeting.lobby.clone(), after);
                let position = Position::of_state(state, &rules);
                // Twice, for the tables must be the owner's again.
                for _ in 0..2 {
                    let report = solver.solve(&position, &task);
                    check(&state, &report);
                    helped += (report.threads() > 1) as u64;
                    undecided += !report.verdict().is_decided() as u64;
                    split += report.statistics().branches_split;
                    cancelled += report.statistics().jobs_cancelled;
                }
            }
        },
    );
    let (opened, joined) = (meeting.opened.load(Ordering::Relaxed), meeting.lobby.joined());
    println!(
        "{opened} opened, {joined} joined, {helped} helped, {undecided} undecided, {split} split, {cancelled} cancelled"
    );
    assert!(2 * helped > count && joined > helped && opened >= helped, "{opened} {joined} {helped}");
    assert!(10 * undecided < count && split > count && cancelled > count / 4, "{undecided} {split} {cancelled}");
    assert!(!meeting.lobby.is_open(Joining::Any));
}

#[test]
fn helpers_come_and_go_with_two_hands() {
    run::<2>(share(400, 4) as u64, 4..=8, 1);
}

#[test]
fn helpers_come_and_go_with_three_hands() {
    run::<3>(share(150, 2) as u64, 2..=4, 2);
}

const HARDER: &str = "335599TJQQKKX | 3446688TTKAA2";

/// A position that takes some ten thousand nodes, and short searches before others join.
fn harder() -> (Position, Experiment) {
    let tuning = Tuning { depth_first_cards: 0, nodes_before_waking: 10, job_nodes_alone: 50, ..Tuning::DEFAULT };
    let position = HARDER.parse().expect("a position");
    (position, Experiment { tuning, ..Experiment::default() })
}

fn options() -> Options {
    Options { threads: 1, ..Options::default() }
}

fn task(nodes: Option<u64>) -> Task {
    Task { line: false, limits: Limits { nodes, time: None }, ..Task::default() }
}

/// Nobody can tell a solver that nobody joins from one without a lobby.
#[test]
fn an_owner_alone_searches_as_any_other() {
    let (position, experiment) = harder();
    let alone = Solver::with_experiment(options(), experiment).solve(&position, &task(None));
    let lobby = Lobby::new(4, || {});
    let owner = Solver::with_lobby(options(), experiment, lobby, 0).solve(&position, &task(None));
    assert_eq!((owner.nodes(), owner.best(), owner.threads()), (alone.nodes(), alone.best(), 1));
    assert_eq!(owner.statistics(), alone.statistics());
}

#[test]
fn nobody_joins_before_the_search_is_long() {
    let (position, experiment) = harder();
    for (after, joins) in [(1_000, true), (1 << 40, false)] {
        let meeting = Meeting::new(2);
        let report = meeting.run(
            1,
            |_| true,
            || {
                let mut solver = Solver::with_lobby(options(), experiment, meeting.lobby.clone(), after);
                solver.solve(&position, &task(None))
            },
        );
        let found = (report.threads(), meeting.lobby.joined() > 0, meeting.opened.load(Ordering::Relaxed) > 0);
        assert_eq!((report.verdict(), found), (Verdict::Win, (1 + joins as usize, joins, joins)));
    }
}

#[test]
fn limits_and_interruptions_end_all_workers() {
    let (position, experiment) = harder();
    let stop = StopFlag::default();
    stop.stop();
    for (nodes, stop, reason) in [(Some(2_000), StopFlag::default(), Reason::Nodes), (None, stop, Reason::Interrupted)]
    {
        let meeting = Meeting::new(3);
        let report = meeting.run(
            2,
            |_| true,
            || {
                let mut solver = Solver::with_lobby(options(), experiment, meeting.lobby.clone(), 0);
                solver.solve(&position, &task(nodes).with_stop(&stop))
            },
        );
        assert_eq!(report.verdict(), Verdict::Unknown(reason));
        assert!(nodes.is_none_or(|nodes| report.nodes() < nodes + 3 * 64), "{}", report.nodes());
        assert_eq!(report.statistics().nodes(), report.nodes(), "the helpers' counts are there");
    }
}

/// With two packs a worker may generate tens of thousands of moves at a time, and the memory has no room for many of them.
#[test]
fn no_more_join_than_the_memory_carries() {
    let (_, experiment) = harder();
    let position: Position = format!("{HARDER} | rules=huanle,packs=2").parse().expect("a position");
    // Where the tuning demands nothing, there is room for all; see `solver/memory.rs`.
    for (least_thread_memory, most) in [(16 << 20, 2), (0, 4)] {
        let tuning = Tuning { least_thread_memory, ..experiment.tuning };
        let meeting = Meeting::new(4);
        let report = meeting.run(
            3,
            |_| true,
            || {
                let options = Options { memory: 160 << 20, ..options() };
                let experiment = Experiment { tuning, ..experiment };
                let mut solver = Solver::with_lobby(options, experiment, meeting.lobby.clone(), 0);
                solver.solve(&position, &task(Some(20_000)))
            },
        );
        assert!((2..=most).contains(&report.threads()), "{}", report.threads());
    }
}

/// What the panicking worker was at is lost, so there is no answer; but nobody waits for ever.
#[test]
fn a_helper_that_panics_ends_the_search() {
    let (position, experiment) = harder();
    // The owner goes on when the helper has gone.
    let meeting = Meeting::until(2, |lobby| lobby.joined() == 1 && lobby.helpers() == 0);
    let mut verdict = None;
    let caught = catch_unwind(AssertUnwindSafe(|| {
        meeting.run(
            1,
            |_| panic!("as it was told"),
            || {
                let mut solver = Solver::with_lobby(options(), experiment, meeting.lobby.clone(), 0);
                verdict = Some(solver.solve(&position, &task(None)).verdict());
            },
        );
    }));
    assert!(caught.is_err() && meeting.lobby.joined() == 1);
    assert_eq!(verdict, Some(Verdict::Unknown(Reason::Interrupted)));
}

/// As the workers of a batch have it: what one has borrowed for a long search is there for the next.
#[test]
fn memory_in_common_goes_to_the_search_that_needs_it_and_back() {
    let hard = "3455569TTTJJJQQKA22D | 334446667788TJQK2 | 357788999QKKAAA2X".parse::<Position>().expect("a position");
    let easy = "346999Q2 | 34JAAD".parse::<Position>().expect("a position");
    let of = |mebibytes: usize| Options { memory: mebibytes << 20, ..options() };
    let (options, experiment) = (of(256), Experiment::default());
    assert!(Solver::reserve(2, &of(64), &experiment).is_none(), "each needs its share");
    let reserve = Solver::reserve(2, &options, &experiment).expect("each has some to lend");
    let all = reserve.left();
    let [mut first, mut second] = std::array::from_fn(|_| {
        let mut solver = Solver::new(options.clone());
        solver.share(&reserve);
        solver
    });
    assert_eq!(first.solve(&easy, &task(None)).verdict(), Verdict::Win);
    assert_eq!(reserve.left(), all, "little needs nothing");
    assert!(first.solve(&hard, &task(None)).verdict().is_decided());
    assert!(reserve.left() < all);
    first.give_back();
    assert_eq!(reserve.left(), all);
    // The next puzzle begins without it, too, and a solver that is gone has given it back. A part of the search is enough.
    let part = task(Some(400_000));
    second.solve(&hard, &part);
    assert!(reserve.left() < all);
    second.solve(&easy, &part);
    assert_eq!(reserve.left(), all);
    second.solve(&hard, &part);
    assert!(reserve.left() < all);
    drop(second);
    assert_eq!(reserve.left(), all);
}
