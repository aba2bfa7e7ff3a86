//! Makes a schedule that fails small: fewer workers, fewer cards, default constants. What is left is printed as an expression
//! that repeats it.

use super::schedules::Schedule;
use canju_engine::rules::{Hand, Turn};
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
const MOST_TRIES: u64 = 20_000;

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
        let Schedule { position, workers, nodes, tuning, techniques, costs } = *self;
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
        write!(f, "}}")
    }
}
