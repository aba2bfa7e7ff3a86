//! The verdict depends only on the position and the rules, not on threads, tables, memory or timing.

use canju_engine::Experiment;
use canju_engine::Position;
use canju_engine::rules::{Ruleset, State};
use canju_engine::search::{Budget, Cut, FactsMemo, Searcher, SolveContext};
use canju_engine::tables::Tables;
use canju_engine::{LEAST_MEMORY, Limits, Options, Report, Solver, Statistics, StopFlag, Task, Verdict};
use canju_engine::{Techniques, Tuning};
use canju_testing::budget::full;
use canju_testing::configurations::{self, Coverage};
use canju_testing::deals;
use parking_lot::Mutex;

const THREADS: [usize; 3] = [1, 2, 8];
const MEMORY: [usize; 3] = [64 << 10, 1 << 20, 256 << 20];

/// Positions of 200 to 50,000 nodes with the defaults.
const POSITIONS: [([&str; 2], &str); 9] = [
    (["448999TJJQQAD", "336688TAA22X"], "huanle"),
    (["45569TKA2", "4588TJKX"], "huanle"),
    (["66788TTKXD", "3366799AAA22"], "huanle"),
    (["33334567TTAAAA", "999JJXD"], "huanle,-trio_pair"),
    (["4455678899TJKD", "345668TTQKKAA2"], "huanle"),
    (["3445567789TTTJ", "334789JQKAA22D"], "rlcard"),
    (["35556778JJKAAA", "367789TTQKA22X"], "pagat"),
    (["4467899TJQQKKKA2", "355566789TJJAAA2"], "douzero"),
    (["45688TTJQQKKKAAXD", "335678999TQQKA222"], "huanle"),
];

fn solve(hands: [&str; 2], rules: &str, options: Options, task: &Task) -> Report {
    solve_with(hands, rules, options, task, Tuning::DEFAULT)
}

fn solve_with(hands: [&str; 2], rules: &str, options: Options, task: &Task, tuning: Tuning) -> Report {
    let position = Position::of_hands(&hands, None, None, None, rules.parse().unwrap()).unwrap();
    Solver::with_experiment(options, Experiment { tuning, ..Experiment::default() }).solve(&position, task)
}

fn without_line() -> Task {
    Task { line: false, ..Task::default() }
}

/// The same with the constants in proportion: a branch is split when it is a hundredth of these searches.
fn in_proportion() -> Tuning {
    Tuning {
        depth_first_cards: 20,
        nodes_before_waking: 5,
        job_nodes: 20,
        shared_job_nodes: 20,
        nodes_before_split: 100,
        nodes_before_split_alone: 100,
        least_reaped_bytes: 1 << 10,
        ..Tuning::DEFAULT
    }
}

#[test]
fn threads_and_memory_change_no_verdict() {
    let mut all = Statistics::default();
    for (number, (hands, rules)) in POSITIONS.into_iter().enumerate() {
        let mut verdicts = Vec::new();
        for (place, threads) in THREADS.into_iter().enumerate() {
            // All amounts of memory, or another one for each position.
            let amounts = MEMORY.into_iter().enumerate();
            for (_, memory) in amounts.filter(|(n, _)| full() || (number + place + n).is_multiple_of(MEMORY.len())) {
                let options = Options { threads, memory, ..Options::default() };
                let report = solve_with(hands, rules, options, &without_line(), in_proportion());
                assert!(report.verdict().is_decided(), "{hands:?} {rules} {threads} {memory}: {}", report.verdict());
                verdicts.push(report.verdict());
                all += report.statistics();
            }
        }
        assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "{hands:?} {rules}: {verdicts:?}");
    }
    println!("{all:?}");
    assert!(all.branches_split > 100 && all.jobs_cancelled > 0 && all.branches_reaped > 10, "{all:?}");
    assert!(all.table_replacements > 1_000 && all.partition_replacements > 1_000, "{all:?}");
    assert!(all.arenas_compacted + all.arenas_dropped > 50, "{all:?}");
}

#[test]
fn threads_and_memory_change_no_winning_move() {
    let (mut rng, mut coverage) = (deals::rng(4_711), Coverage::default());
    let rules = Ruleset::default();
    for _ in 0..40 {
        let position = deals::deal::<2>(&mut rng, 6..=9, &rules);
        let usual = Options { threads: 1, ..Options::default() };
        let [endless, task] =
            [Task::default(), configurations::task()].map(|task| Task { all_moves: true, line: false, ..task });
        let expected = Solver::new(usual.clone()).solve(&Position::of_state(position, &rules), &endless);
        let expected = expected.winning_moves();
        for memory in [256 << 20, 1 << 20, 64 << 10] {
            let (options, experiment) = configurations::options(&mut rng, Options { memory, ..usual.clone() });
            let mut solver = Solver::with_experiment(options.clone(), experiment);
            let report = solver.solve(&Position::of_state(position, &rules), &task);
            if coverage.add(&report) {
                assert_eq!(report.winning_moves(), expected, "{position:?} {options:?} {experiment:?}");
            }
        }
    }
    coverage.assert_all();
}

/// A small position of some ten thousand nodes.
const SMALL: [&str; 2] = ["335599TJQQKKX", "3446688TTKAA2"];

/// Its search is never given up for one by many threads: that would begin again.
#[test]
fn a_small_position_takes_the_same_work_with_any_number_of_threads() {
    let [alone, others @ ..] = [1, 2, 4, 8].map(|threads| {
        let report = solve(SMALL, "huanle", Options { threads, ..Options::default() }, &without_line());
        assert_eq!(report.verdict(), Verdict::Win);
        report.statistics()
    });
    assert!(alone.nodes() > 5_000 && alone.jobs == 0, "{alone:?}");
    assert_eq!(others, [alone; 3]);
}

/// If it takes long, the others begin beside it. Whoever decides it first ends the other.
#[test]
fn other_threads_help_with_a_small_position_that_takes_long() {
    let tuning = Tuning { nodes_before_helping: 100, shared_job_nodes: 50, nodes_before_split: 200, ..Tuning::DEFAULT };
    let mut all = Statistics::default();
    for threads in [2, 3, 8].repeat(10) {
        let options = Options { threads, ..Options::default() };
        let report = solve_with(SMALL, "huanle", options, &without_line(), tuning);
        assert_eq!(
            (report.verdict(), report.best().map(|best| best.to_string())),
            (Verdict::Win, Some("3".to_owned()))
        );
        all += report.statistics();
    }
    assert!(all.jobs > 1_000 && all.jobs_cancelled > 0 && all.branches_split > 10, "{all:?}");
}

/// With one thread not even the work: a batch resumed elsewhere gives the same records.
#[test]
fn what_was_solved_before_changes_nothing() {
    let mut rng = deals::rng(815);
    let rules = Ruleset::default();
    // So little memory that entries are replaced all the time.
    let options = Options { threads: 1, memory: 64 << 10, ..Options::default() };
    let mut solver = Solver::new(options.clone());
    for _ in 0..200 {
        let position = deals::deal::<2>(&mut rng, 8..=10, &rules);
        let [here, alone] = [&mut solver, &mut Solver::new(options.clone())].map(|solver| {
            let report = solver.solve(&Position::of_state(position, &rules), &Task::default());
            (report.verdict(), report.nodes(), report.line().to_vec())
        });
        assert_eq!(here, alone, "{position:?}");
    }
}

/// With a part of the memory a solver does what one does that has no more, whatever it has solved before.
#[test]
fn a_task_may_have_a_part_of_the_memory() {
    const ALL: usize = 64 << 20;
    let of = |memory| Solver::new(Options { threads: 1, memory, ..Options::default() });
    let options = Options { threads: 4, memory: ALL, ..Options::default() };
    let experiment = Experiment { tuning: in_proportion(), ..Experiment::default() };
    let (mut solver, mut many) = (of(ALL), Solver::with_experiment(options, experiment));
    let (mut with_least, mut with_all) = (0, 0);
    // The last two take long with little memory.
    for (hands, rules) in POSITIONS.into_iter().take(7) {
        let position = Position::of_hands(&hands, None, None, None, rules.parse().unwrap()).unwrap();
        let solve = |solver: &mut Solver, memory| {
            let task = Task { memory, ..Task::default() };
            let (report, mut certificate) = (solver.solve(&position, &task), Vec::new());
            let is_written = solver.certify(&report, &task, &mut certificate).is_ok();
            assert!(report.memory_bytes() <= memory.unwrap_or(ALL).min(ALL) as u64, "{hands:?} {memory:?}");
            assert_eq!(is_written, report.verdict().is_decided(), "{hands:?} {memory:?}");
            (report.verdict(), report.nodes(), report.line().to_vec(), certificate)
        };
        let all = solve(&mut of(ALL), None);
        with_all += all.1;
        for memory in [64 << 10, 8 << 20, 1 << 20, LEAST_MEMORY - 1, 8 << 20, 64 << 10] {
            let found = solve(&mut solver, Some(memory));
            assert_eq!(found, solve(&mut of(memory), None), "{hands:?} {memory}");
            with_least += if memory == 64 << 10 { found.1 } else { 0 };
            assert_eq!(solve(&mut many, Some(memory)).0, found.0, "{hands:?} {memory}");
        }
        // The options' memory is the most there is.
        for memory in [None, Some(ALL), Some(usize::MAX)] {
            assert_eq!(solve(&mut solver, memory), all, "{hands:?} {memory:?}");
            assert_eq!(solve(&mut many, memory).0, all.0, "{hands:?} {memory:?}");
        }
    }
    assert!(with_least > 2 * with_all, "{with_least} {with_all}");
}

/// Where arenas are compacted, too: how soon their pages are free again must not be a matter of timing.
#[test]
fn with_one_thread_the_search_is_the_same_each_time() {
    let rules = Ruleset::default();
    let deal = ["3334557789TJQKKAA222", "355667888TTTJAA2D", "444667999JJQQQKKX"];
    let position = State::<3>::parse(deal, None, &rules).unwrap();
    let options = Options { threads: 1, memory: 2 << 20, ..Options::default() };
    let task = without_line().within(Limits { nodes: Some(100_000), time: None });
    let [first, others @ ..] =
        [(); 4].map(|()| Solver::new(options.clone()).solve(&Position::of_state(position, &rules), &task).statistics());
    assert!(first.arenas_compacted > 1 && first.arenas_dropped > 10 && first.branches_reaped == 0, "{first:?}");
    assert_eq!(others, [first; 3]);
}

#[test]
fn too_little_memory_is_said() {
    let options = Options { memory: 1 << 10, ..Options::default() };
    let report = solve(["346999Q2", "34JAAD"], "huanle", options, &Task::default());
    assert_eq!(report.verdict(), Verdict::Unknown(canju_engine::Reason::Memory));
}

#[test]
fn limits_end_a_search_with_their_reason() {
    let hard = ["4455678899TTJKKAD", "33456678TTJQQKA22"];
    for threads in THREADS {
        let (options, task) = (Options { threads, ..Options::default() }, without_line());
        let solve = |task: &Task| solve(hard, "huanle", options.clone(), task);
        let report = solve(&task.within(Limits { nodes: Some(2_000), time: None }));
        assert_eq!(report.verdict(), Verdict::Unknown(canju_engine::Reason::Nodes));
        assert!(report.nodes() <= 2_000 + 64 * threads as u64, "{}", report.nodes());
        let report = solve(&task.within(Limits { time: Some(std::time::Duration::ZERO), nodes: None }));
        assert_eq!(report.verdict(), Verdict::Unknown(canju_engine::Reason::Time));
        task.stop.stop();
        assert_eq!(solve(&task).verdict(), Verdict::Unknown(canju_engine::Reason::Interrupted));
    }
}

/// A deal of two packs has some thirty thousand first moves: a limit is looked at among them, not only after them.
#[test]
fn a_node_of_many_moves_is_cut_short() {
    let rules = deals::ruleset("huanle,packs=2");
    let hands = [
        "TT75J8A82A76TT98Q99433964DK824T35JT32Q4QJQ54J97J57A76K",
        "8A68X4623485TK9QK7373D5229JKKA5K9AAXA66J72324QKTQ85JQ6",
    ];
    let position = State::<2>::parse(hands, None, &rules).expect("a deal");
    let stop = StopFlag::default();
    stop.stop();
    let (tables, budget) = (Tables::new(1 << 20, &Tuning::DEFAULT), Budget::start(Limits::default(), stop));
    let (techniques, statistics) = (Techniques::ALL, Mutex::default());
    let shared = SolveContext {
        rules: &rules,
        tables: &tables,
        budget: &budget,
        techniques,
        tuning: &Tuning::DEFAULT,
        statistics: &statistics,
    };
    let mut memo = FactsMemo::new(&rules, &Tuning::DEFAULT);
    let replies = Searcher::new(shared, &mut memo).replies(&position);
    assert!(matches!(replies, Err(Cut::Stopped)));
}
