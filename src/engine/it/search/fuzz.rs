//! Random positions under random configurations: no panic, no verdict that depends on threads or memory.
//!
//! Small positions are compared with the oracle, large ones with the same search on another number of threads and with
//! another memory budget. `cargo test` runs a fixed sample, `scripts/check/fuzz.sh` runs for as many minutes as asked for.
//! A failure prints the seed and the number of the case. `FUZZ_SEED=… FUZZ_CASE=…` runs this case alone.
//! `FUZZ_HANDS=3` draws three hands only, up to 18 cards each.

use canju_engine::Experiment;
use canju_engine::Position;
use canju_engine::rules::{Ruleset, Side, State};
use canju_engine::{Limits, Options, Report, Solver, Statistics, Task, Verdict};
use canju_engine::{Techniques, Tuning};
use canju_testing::configurations;
use canju_testing::deals::{self, PRESETS, TWO_PACKS, rule_strings, ruleset};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::time::{Duration, Instant};

/// What the cases came to.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    cases: u64,
    against_oracle: u64,
    against_itself: u64,
    undecided: u64,
    wins: u64,
    nodes: u64,
    largest: u32,
    statistics: Statistics,
}

/// The most cards a hand that the oracle decides at once, for two hands and for three.
const ORACLE_CARDS: [u32; 2] = [8, 4];

/// A solver and what it is asked.
#[derive(Clone, Debug)]
struct Configuration {
    options: Options,
    experiment: Experiment,
    task: Task,
}

/// A random configuration: half of the time as users have it, else with constants so small that the case meets splits and
/// replacements.
fn configuration(rng: &mut StdRng, nodes: u64) -> Configuration {
    let small = rng.random_bool(0.5);
    let (tuning, techniques) = (configurations::tuning(rng), configurations::techniques(rng));
    let experiment = Experiment {
        tuning: if small { tuning } else { Tuning::DEFAULT },
        techniques: if small { techniques } else { Techniques::ALL },
        certify_one_in: Some(8),
    };
    let options = Options {
        threads: if rng.random_bool(0.3) { 1 } else { rng.random_range(1..=8) },
        memory: (1 << 20) << rng.random_range(0..=8) | rng.random_range(0..1 << 20),
        ..Options::default()
    };
    let task = Task {
        limits: Limits { time: None, nodes: Some(nodes) },
        all_moves: rng.random_bool(0.1),
        line: rng.random_bool(0.2),
        ..Task::default()
    };
    Configuration { options, experiment, task }
}

/// Says which case it was, should it panic.
struct Name(String);

impl Drop for Name {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("\nfailed: {}", self.0);
        }
    }
}

/// One case: draws a position and rules, solves it and asks the oracle or another configuration.
fn case(seed: u64, number: u64, nodes: u64, three: bool, counts: &mut Counts) {
    let mut rng = deals::rng(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let here = format!("FUZZ_SEED={seed} FUZZ_CASE={number}{}", if three { " FUZZ_HANDS=3" } else { "" });
    let one_pack = if rng.random_bool(0.7) { &PRESETS[..] } else { rule_strings() };
    if three {
        let sizes = [2..=4, 3..=8, 3..=8, 6..=12, 10..=18].choose(&mut rng).expect("some sizes").clone();
        return check::<3>(&mut rng, sizes, one_pack, nodes, here, counts);
    }
    match rng.random_range(0..20) {
        0 => check::<2>(&mut rng, 2..=9, TWO_PACKS, nodes, here, counts),
        1 | 2 => check::<3>(&mut rng, 2..=5, one_pack, nodes, here, counts),
        3..=10 => check::<2>(&mut rng, 2..=8, one_pack, nodes, here, counts),
        11..=15 => check::<2>(&mut rng, 5..=13, one_pack, nodes, here, counts),
        16..=18 => check::<2>(&mut rng, 10..=17, one_pack, nodes, here, counts),
        _ => check::<2>(&mut rng, 2..=20, one_pack, nodes, here, counts),
    }
}

fn check<const SEATS: usize>(
    rng: &mut StdRng,
    sizes: std::ops::RangeInclusive<usize>,
    texts: impl AsRef<[&'static str]>,
    nodes: u64,
    here: String,
    counts: &mut Counts,
) {
    let text = texts.as_ref().choose(rng).expect("some rules");
    let rules = ruleset(text);
    let draw = if rng.random_bool(0.7) { deals::deal::<SEATS> } else { deals::mid_trick::<SEATS> };
    let position = draw(rng, sizes, &rules);
    let hands = position.hands().map(|hand| hand.to_string()).join(" | ");
    let [one, mut other] = [(); 2].map(|()| configuration(rng, nodes));
    if rng.random_bool(0.5) {
        // The other one proves each position by itself, which takes several times as many nodes.
        let techniques = &mut other.experiment.techniques;
        *techniques = Techniques { partition: false, depth_first: false, ..*techniques };
        other.task.limits.nodes = Some(4 * nodes);
    }
    let _name = Name(format!(
        "{here}: {hands} | rules={text} (hand {} to move, {:?}); {one:?}; or {other:?}",
        position.to_move() + 1,
        position.trick(),
    ));

    let report = solve(&position, &rules, one);
    counts.cases += 1;
    counts.nodes += report.nodes();
    counts.statistics += report.statistics();
    counts.largest = counts.largest.max(position.hands().iter().map(|hand| hand.len()).max().unwrap_or(0));
    if !report.verdict().is_decided() {
        counts.undecided += 1;
        return;
    }
    counts.wins += (report.verdict() == Verdict::Win) as u64;
    if position.hands().iter().all(|hand| hand.len() <= ORACLE_CARDS[SEATS - 2]) {
        let mut oracle = Oracle::new(edge::rules(text));
        let state = edge::state(&position);
        assert_eq!(report.verdict() == Verdict::Win, oracle.wins(&state), "the oracle says otherwise");
        for &played in report.winning_moves() {
            assert!(oracle.is_winning(&state, edge::played(played)), "{played:?} does not win");
        }
        counts.against_oracle += 1;
    } else {
        let again = solve(&position, &rules, other);
        if again.verdict().is_decided() {
            assert_eq!(report.verdict(), again.verdict(), "another configuration says otherwise");
            counts.against_itself += 1;
        } else {
            counts.undecided += 1;
        }
    }
}

/// Solves and checks what needs no second opinion.
fn solve<const SEATS: usize>(position: &State<SEATS>, rules: &Ruleset, with: Configuration) -> Report {
    let Configuration { options, experiment, task } = with;
    let budget = options.memory as u64;
    let report = Solver::with_experiment(options, experiment).solve(&Position::of_state(*position, rules), &task);
    assert!(report.memory_bytes() <= budget, "{} bytes of {budget}", report.memory_bytes());
    assert_eq!(report.best().is_some(), report.verdict() == Verdict::Win);
    let mut at = *position;
    for &played in report.line() {
        at = at.try_play(played, rules).unwrap_or_else(|error| panic!("line {:?}: {error}", report.line()));
    }
    // The node limit may end the search for the line behind the winning move.
    if report.line().len() > 1 {
        let mover: Side = position.side_to_move();
        let won = at.winner().map(|winner| winner == mover);
        assert_eq!(won, Some(report.verdict() == Verdict::Win), "line {:?}", report.line());
    }
    report
}

#[test]
fn sample() {
    let mut counts = Counts::default();
    for number in 0..150 {
        case(20_261_121, number, 5_000, number >= 120, &mut counts);
    }
    assert!(counts.against_oracle > 40 && counts.against_itself > 20, "{counts:?}");
    let Statistics { branches_split, partition_replacements, table_replacements, .. } = counts.statistics;
    assert!(branches_split > 0 && partition_replacements > 0 && table_replacements > 0, "{counts:?}");
}

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text}: expected a number")))
}

#[test]
#[ignore = "as long as asked for; run scripts/check/fuzz.sh"]
fn fuzz() {
    let seed = number("FUZZ_SEED").unwrap_or_else(|| rand::rng().random_range(0..1 << 32));
    let nodes = number("FUZZ_NODES").unwrap_or(100_000);
    let three = number("FUZZ_HANDS") == Some(3);
    let mut counts = Counts::default();
    if let Some(wanted) = number("FUZZ_CASE") {
        case(seed, wanted, nodes, three, &mut counts);
        println!("case {wanted} of seed {seed}: {counts:?}");
        return;
    }
    let duration = Duration::from_secs(60 * number("FUZZ_MINUTES").unwrap_or(1));
    println!("seed {seed}, {duration:?}, at most {nodes} nodes a solve");
    let (start, mut said) = (Instant::now(), 0);
    while start.elapsed() < duration {
        case(seed, counts.cases, nodes, three, &mut counts);
        if start.elapsed().as_secs() / 60 > said {
            said += 1;
            println!("{said} min: {counts:?}");
        }
    }
    println!("no difference: {counts:?}");
}
