//! Positions of whole games with what a limited search thinks of them, and who wins:
//! `cargo run --release --example estimates -- COUNT SEED [TABLE]`.
//!
//! Whole deals are played on for up to 13 moves, each the one after which the network likes the player's side best, with some noise. Then
//! one of the six moves that it likes best is asked about: by the network alone, within 500, 2,000, 8,000, 32,000 and 128,000 nodes, each
//! time with a new solver, and last within 2,000,000. A line a move: number, cards that are left, the estimates, separated by spaces
//! (1 or 0 where the move is decided), and `win`, `loss` or `open`.
//!
//! With TABLE, the lines of `benches/open-hands/data/huanle_20+17+17.jsonl.gz`, unpacked, which has the deals of seed 1, the first move is
//! asked about, up to 32,000 nodes. All moves of a deal that is lost lose, and those of a deal that the table has open are open.
//!
//! `scripts/measure/estimates.py` makes the page's table and plot of it.

use canju::generate::Deals;
use canju::rules::{Move, Ruleset, Turn};
use canju::{Limits, Options, Position, Reason, Solver, Task, Verdict};
use rand::prelude::*;
use rand::rngs::SmallRng;
use serde_json::Value;

const USAGE: &str = "expected COUNT SEED [TABLE]";
/// Plies that are played before the question.
const MOST_PLIES: u32 = 13;
/// One of so many moves is asked about.
const CHOICES: usize = 6;
/// The limits for estimates; with a table only the first of them.
const NODES: [u64; 5] = [500, 2_000, 8_000, 32_000, 128_000];
const NODES_WITH_TABLE: usize = 4;
/// The limit that tells who wins.
const MOST_NODES: u64 = 2_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed, table @ ..] = arguments.as_slice() else { panic!("{USAGE}") };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let table: Option<String> = table.first().map(std::fs::read_to_string).transpose()?;
    let table: Option<Vec<Value>> =
        table.map(|text| serde_json::Deserializer::from_str(&text).into_iter().collect()).transpose()?;
    let mut rng = SmallRng::seed_from_u64(seed);
    let new = || Solver::new(Options { threads: 1, memory: 128 << 20, ..Options::default() });
    let mut network = new();
    for (number, hands) in Deals::new("20+17+17".parse()?, 1, seed)?.take(count).enumerate() {
        let mut position = Position::new(&hands, Turn::default(), Ruleset::default()).expect("a deal");
        let known = table.as_ref().map(|table| {
            assert_eq!(table[number]["id"], format!("{seed}:{number}"));
            table[number]["verdict"].as_str().expect("a verdict")
        });
        if known.is_none() {
            for _ in 0..rng.random_range(0..=MOST_PLIES) {
                if position.winner().is_none() {
                    position = position.after(liked(&position, &mut network, &mut rng)[0]);
                }
            }
        }
        if position.winner().is_some() {
            continue;
        }
        let moves = liked(&position, &mut network, &mut rng);
        let played = moves[rng.random_range(0..moves.len().min(CHOICES))];
        let judge = |nodes| {
            let limits = Limits { nodes: Some(nodes), time: None };
            let task = Task { line: false, limits, ..Task::default() };
            new().consult(&position, &task, |asked| asked.judge_move(&position, played, u64::MAX))
        };
        let mut estimates = vec![network.outlook(&position, played)];
        let mut verdict = Verdict::Unknown(Reason::Nodes);
        for &nodes in if known.is_some() { &NODES[..NODES_WITH_TABLE] } else { &NODES } {
            let mut estimate = *estimates.last().expect("an estimate");
            if !verdict.is_decided() {
                (verdict, estimate) = judge(nodes);
            }
            estimates.push(estimate);
        }
        let verdict = match (verdict, known) {
            (Verdict::Win, Some("loss")) => panic!("{seed}:{number}: {played} wins a deal that is lost"),
            (Verdict::Unknown(_), Some("loss")) => Verdict::Loss,
            (Verdict::Unknown(_), Some("win") | None) => judge(MOST_NODES).0,
            (verdict, _) => verdict,
        };
        let estimates: Vec<String> = estimates.iter().map(|estimate| format!("{estimate:.4}")).collect();
        let verdict = match verdict {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Unknown(_) => "open",
        };
        println!("{seed}:{number} {} {} {verdict}", position.cards(), estimates.join(" "));
    }
    Ok(())
}

/// The moves, those first after which the network likes the mover's side best, with some noise.
fn liked(position: &Position, network: &mut Solver, rng: &mut SmallRng) -> Vec<Move> {
    let mut moves: Vec<(f64, Move)> = position
        .moves()
        .into_iter()
        .map(|played| (network.outlook(position, played) + 0.05 * rng.random::<f64>(), played))
        .collect();
    moves.sort_by(|one, other| other.0.total_cmp(&one.0));
    moves.into_iter().map(|(_, played)| played).collect()
}
