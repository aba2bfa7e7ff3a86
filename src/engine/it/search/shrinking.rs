//! Makes a schedule that fails small: fewer workers, fewer cards, default constants. What is left is printed as an expression
//! that repeats it.

use super::schedule::{MOST_NODES, Schedule};
use canju_engine::rules::{Hand, Turn, parse_cards};
use canju_engine::solver::Costs;
use canju_engine::{Position, Techniques, Tuning};
use std::fmt;

/// The fields of a value that differ from the default: the name, the value, and all fields with this one's default instead.
macro_rules! changed {
    ($value:expr, $default:expr, $type:ident { $($field:ident),* }) => {{
        // Names all fields, so that none is forgotten.
        let $type { $($field),* } = $value;
        let default = $default;
        let mut changed = Vec::new();
        $(if $field != default.$field {
            changed.push((stringify!($field), $field.to_string(), $type { $field: default.$field, ..$value }));
        })*
        changed
    }};
}

fn changed_techniques(techniques: Techniques) -> Vec<(&'static str, String, Techniques)> {
    changed!(
        techniques,
        Techniques::ALL,
        Techniques {
            static_wins,
            kicker_dominance,
            evaluation,
            corrections,
            partition,
            depth_first,
            trained_order,
            arenas
        }
    )
}

fn changed_costs(costs: Costs, seats: usize) -> Vec<(&'static str, String, Costs)> {
    changed!(costs, Costs::of(seats), Costs { proof_number_node, depth_first_node, lock, look, wake, seed })
}

/// The position without some of its cards, or without the move to answer.
fn simpler_positions(position: &Position) -> Vec<Position> {
    let (hands, turn) = (position.hands(), position.turn());
    let with = |hands: &[Hand], turn| Position::new(hands, turn, *position.rules()).ok();
    let mut found: Vec<Option<Position>> = Vec::new();
    if turn.last.is_some() {
        found.push(with(hands, Turn { last: None, ..turn }));
    }
    // All cards of a rank first, then one.
    for whole in [true, false] {
        for (seat, hand) in hands.iter().enumerate() {
            for rank in hand.ranks() {
                let count = if whole { hand.count(rank) } else { 1 };
                let mut hands = hands.to_vec();
                hands[seat] = hand.minus(Hand::of(rank, count));
                found.push(with(&hands, turn));
            }
        }
    }
    found.into_iter().flatten().collect()
}

impl Schedule {
    /// Schedules that are simpler in one thing, the boldest steps first.
    fn simpler(&self) -> Vec<Schedule> {
        let this = *self;
        let seats = this.position.hands().len();
        let mut found = Vec::new();
        let mut workers = vec![2, this.workers / 2, this.workers - 1];
        workers.retain(|&workers| 2 <= workers && workers < this.workers);
        workers.dedup();
        found.extend(workers.into_iter().map(|workers| Schedule { workers, ..this }));
        found.extend(simpler_positions(&this.position).into_iter().map(|position| Schedule { position, ..this }));
        let tunings = this.tuning.changed();
        if tunings.len() > 1 {
            found.push(Schedule { tuning: Tuning::DEFAULT, ..this });
        }
        found.extend(tunings.into_iter().map(|(.., tuning)| Schedule { tuning, ..this }));
        let techniques = changed_techniques(this.techniques);
        found.extend(techniques.into_iter().map(|(.., techniques)| Schedule { techniques, ..this }));
        if this.traffic {
            found.push(Schedule { traffic: false, ..this });
        }
        if this.nodes != MOST_NODES {
            found.push(Schedule { nodes: MOST_NODES, ..this });
        }
        // What is simpler may fail only in another order.
        let of_other_order = |schedule: &Schedule| {
            let other = |seed| Schedule { costs: Costs { seed, ..schedule.costs }, ..*schedule };
            [*schedule].into_iter().chain((1..=FEW_SEEDS).map(other)).collect::<Vec<_>>()
        };
        let mut found: Vec<Schedule> = found.iter().flat_map(of_other_order).collect();
        found.extend(changed_costs(this.costs, seats).into_iter().map(|(.., costs)| Schedule { costs, ..this }));
        let seeds = 1..this.costs.seed.min(FEW_SEEDS + 1);
        found.extend(seeds.map(|seed| Schedule { costs: Costs { seed, ..this.costs }, ..this }));
        found
    }
}

/// How many other orders are tried of each simpler schedule.
const FEW_SEEDS: u64 = 8;

/// The most schedules that are tried in all.
const MOST_TRIES: u64 = 10_000;

/// A schedule that was made small.
pub struct Shrunk {
    pub schedule: Schedule,
    /// How it fails.
    pub why: String,
    /// Steps that made it simpler, and schedules tried.
    pub steps: u64,
    pub tried: u64,
}

/// Makes a schedule simpler step by step, as long as it fails. `failure` says how a schedule fails, if it does.
///
/// # Panics
/// If the schedule itself does not fail.
pub fn shrunk(schedule: Schedule, failure: impl Fn(&Schedule) -> Option<String>) -> Shrunk {
    let why = failure(&schedule).expect("a schedule fails each time or never");
    let mut best = Shrunk { schedule, why, steps: 0, tried: 0 };
    loop {
        let found = best.schedule.simpler().into_iter().find_map(|simpler| {
            best.tried += 1;
            (best.tried <= MOST_TRIES).then(|| failure(&simpler)).flatten().map(|why| (simpler, why))
        });
        let Some((schedule, why)) = found else { return best };
        best = Shrunk { schedule, why, steps: best.steps + 1, ..best };
    }
}

impl fmt::Display for Shrunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shrunk { schedule, why, steps, tried } = self;
        writeln!(f, "made simpler in {steps} steps, {tried} schedules tried; {why}:")?;
        write!(f, "{schedule}\n.run()\n.unwrap();")
    }
}

/// A struct expression with those fields that differ from a default.
fn expression<T>(name: &str, changed: Vec<(&str, String, T)>, default: &str) -> String {
    if changed.is_empty() {
        return default.to_owned();
    }
    let fields: String = changed.iter().map(|(field, value, _)| format!("{field}: {value}, ")).collect();
    format!("{name} {{ {fields}..{default} }}")
}

impl fmt::Display for Schedule {
    /// As Rust code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Schedule { position, workers, nodes, tuning, techniques, costs, traffic } = *self;
        let seats = position.hands().len();
        let tuning = expression("Tuning", tuning.changed(), "Tuning::DEFAULT");
        let techniques = expression("Techniques", changed_techniques(techniques), "Techniques::ALL");
        let costs = expression("Costs", changed_costs(costs, seats), &format!("Costs::of({seats})"));
        writeln!(f, "Schedule {{")?;
        writeln!(f, "    position: \"{position}\".parse().unwrap(),")?;
        writeln!(f, "    workers: {workers},")?;
        writeln!(f, "    nodes: {nodes},")?;
        writeln!(f, "    tuning: {tuning},")?;
        writeln!(f, "    techniques: {techniques},")?;
        writeln!(f, "    costs: {costs},")?;
        writeln!(f, "    traffic: {traffic},")?;
        write!(f, "}}")
    }
}

/// A schedule, and the text of its expression.
macro_rules! pasted {
    ($($schedule:tt)*) => {
        ($($schedule)*, stringify!($($schedule)*))
    };
}

/// With something of each kind that can be made simpler.
fn large() -> (Schedule, &'static str) {
    pasted!(Schedule {
        position: "4455678 | 3668KA | 77TQ2 | rules=huanle turn=3 last=55 by=1".parse().unwrap(),
        workers: 13,
        nodes: 700,
        tuning: Tuning {
            depth_first_cards: 0,
            nodes_before_waking: 5,
            job_nodes: 20,
            page_nodes: 4,
            ..Tuning::DEFAULT
        },
        techniques: Techniques { static_wins: false, depth_first: false, ..Techniques::ALL },
        costs: Costs { wake: 17, seed: 4242, ..Costs::of(3) },
        traffic: true,
    })
}

#[test]
fn what_is_printed_is_code() {
    let same = |text: &str| text.split_whitespace().collect::<String>().replace(",}", "}");
    let (schedule, text) = large();
    assert_eq!(same(&schedule.to_string()), same(text));
    let (plain, text) = pasted!(Schedule {
        position: "3 | 4 | rules=huanle".parse().unwrap(),
        workers: 2,
        nodes: 50000,
        tuning: Tuning::DEFAULT,
        techniques: Techniques::ALL,
        costs: Costs::of(2),
        traffic: false,
    });
    assert_eq!(same(&plain.to_string()), same(text));
    assert!(plain.run().is_ok() && plain.simpler().is_empty());
}

#[test]
fn only_what_a_failure_needs_is_left() {
    let fails = |schedule: &Schedule| {
        let hands = schedule.position.hands();
        let is_needed = hands[1].contains(parse_cards("66K").unwrap())
            && hands[2].contains(parse_cards("7").unwrap())
            && schedule.workers >= 3
            && schedule.tuning.page_nodes < 10
            && !schedule.techniques.depth_first
            && schedule.costs.seed % 7 == 5;
        is_needed.then(|| format!("{} workers", schedule.workers))
    };
    let (schedule, _) = large();
    let start = Schedule { costs: Costs { seed: 7_005, ..schedule.costs }, ..schedule };
    let Shrunk { schedule, why, .. } = shrunk(start, fails);
    let left = Schedule {
        position: "8 | 66K | 7 | rules=huanle turn=3".parse().unwrap(),
        workers: 3,
        nodes: MOST_NODES,
        tuning: Tuning { page_nodes: 4, ..Tuning::DEFAULT },
        techniques: Techniques { depth_first: false, ..Techniques::ALL },
        costs: Costs { seed: 5, ..Costs::of(3) },
        traffic: false,
    };
    assert_eq!((schedule, why.as_str()), (left, "3 workers"));
}

/// As if it were a fault that a job comes back after it was cancelled.
#[test]
fn a_failure_that_hangs_on_the_order_of_steps_becomes_small() {
    let fails = |schedule: &Schedule| {
        let found = schedule.run().expect("the tree is right");
        (found.cancelled_put_back > 0).then(|| format!("{found:?}"))
    };
    let (large, _) = large();
    let drawn = |seed| Schedule { workers: 4, costs: Costs { seed, ..large.costs }, ..large };
    let start = (1..100).map(drawn).find(|schedule| fails(schedule).is_some()).expect("a job is cancelled");
    let Shrunk { schedule, why, .. } = shrunk(start, fails);
    assert_eq!(fails(&schedule).as_deref(), Some(why.as_str()), "it fails in the same way each time");
    let (changed, cards) = (schedule.tuning.changed().len(), schedule.position.cards());
    assert!(schedule.workers == 2 && cards <= 10 && changed <= 3, "{schedule}");
}
