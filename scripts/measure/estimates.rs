//! Positions of whole games with what a limited search thinks of them, and who wins:
//! `cargo run --release --example estimates -- COUNT SEED`.
//!
//! Whole deals are played on for up to 13 moves, each the one after which the network likes the player's side best, with some noise. Then
//! one of the six moves that it likes best is asked about: by the network alone, within 500, 2,000, 8,000, 32,000 and 128,000 nodes, each
//! time with a new solver, and last within 2,000,000. A line a move: number, cards that are left, the estimates, separated by spaces
//! (1 or 0 where the move is decided), and `win`, `loss` or `open`.
//!
//! `scripts/measure/estimates.py` makes the page's table and plot of it.

use canju::generate::Deals;
use canju::rules::{Move, Ruleset, Turn};
use canju::{Limits, Options, Position, Solver, Task, Verdict};
use rand::prelude::*;
use rand::rngs::SmallRng;

const USAGE: &str = "expected COUNT SEED";
/// Plies that are played before the question.
const MOST_PLIES: u32 = 13;
/// One of so many moves is asked about.
const CHOICES: usize = 6;
/// The limits, the last of which tells who wins.
const NODES: [u64; 6] = [500, 2_000, 8_000, 32_000, 128_000, 2_000_000];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed] = arguments.as_slice() else { panic!("{USAGE}") };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let mut rng = SmallRng::seed_from_u64(seed);
    let new = || Solver::new(Options { threads: 1, memory: 128 << 20, ..Options::default() });
    let mut network = new();
    for (number, hands) in Deals::new("20+17+17".parse()?, 1, seed)?.take(count).enumerate() {
        let mut position = Position::new(&hands, Turn::default(), Ruleset::default()).expect("a deal");
        for _ in 0..rng.random_range(0..=MOST_PLIES) {
            if position.winner().is_none() {
                position = position.after(liked(&position, &mut network, &mut rng)[0]);
            }
        }
        if position.winner().is_some() {
            continue;
        }
        let moves = liked(&position, &mut network, &mut rng);
        let played = moves[rng.random_range(0..moves.len().min(CHOICES))];
        let mut estimates = vec![network.outlook(&position, played)];
        let mut verdict = Verdict::Unknown(canju::Reason::Nodes);
        for nodes in NODES {
            let estimate = match verdict {
                Verdict::Unknown(_) => {
                    let limits = Limits { nodes: Some(nodes), time: None };
                    let task = Task { line: false, limits, ..Task::default() };
                    let estimate;
                    (verdict, estimate) =
                        new().consult(&position, &task, |asked| asked.judge_move(&position, played, u64::MAX));
                    estimate
                }
                _ => *estimates.last().expect("an estimate"),
            };
            estimates.push(estimate);
        }
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
