//! Solved states for the training of the evaluation: `cargo run --release --example sample_states -- COUNT SEED`.
//!
//! Random deals of 8 to 20 cards a hand are played on, half sensibly (the move after which the fewest combinations are
//! needed, with some noise), half at random; states of at most 24 cards are solved and printed, a line a state: 1 if the side
//! to move wins else 0, cards, nodes, features. States that are won at sight are left out: the search never asks
//! for their evaluation. `scripts/train_evaluation.py` reads this.

use canju::rules::{Hand, Move, Rank, Ruleset, Setup};
use canju::search::{FactsMemo, Next, after, features, wins_at_sight};
use canju::{Limits, Options, Solver, Verdict};
use rand::prelude::*;
use rand::rngs::SmallRng;

/// States that take more are left out.
const MOST_NODES: u64 = 60_000;
/// Cards of both hands of a state at most.
const MOST_CARDS: u32 = 24;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().expect("a number"));
    let (Some(count), Some(seed)) = (arguments.next(), arguments.next()) else { panic!("expected COUNT SEED") };
    let mut rng = SmallRng::seed_from_u64(seed);
    let rules = Ruleset::default();
    let mut memo = FactsMemo::new(&rules);
    let limits = Limits { nodes: Some(MOST_NODES), time: None };
    let mut solver = Solver::new(Options { threads: 1, line: false, limits, ..Options::default() });
    let mut printed = 0;
    while printed < count {
        let mut deck: Vec<Rank> = Hand::deck(1).cards().collect();
        deck.shuffle(&mut rng);
        let first = rng.random_range(8..=17);
        let second = (first as i32 + rng.random_range(-2..=2)).clamp(6, 20) as usize;
        let hands = [&deck[..first], &deck[first..first + second]].map(|cards| cards.iter().copied().collect());
        let mut position = Setup::<2> { hands, last: None }.validate(&rules).expect("a deal is legal");
        loop {
            let moves = position.moves(&rules);
            let hand = position.hand();
            let mut badness = |played: &Move| {
                let rest = played.combo().map_or(hand, |combo| hand.minus(combo.cards));
                let reluctance = if *played == Move::Pass { rng.random_range(-3..4) } else { 0 };
                4 * memo.of(rest).needed as i32 + rng.random_range(0..6) + reluctance
            };
            let sensible = moves.iter().copied().min_by_key(&mut badness);
            let played = if rng.random_range(0..3) == 0 { moves.choose(&mut rng).copied() } else { sensible };
            let Some(Next::Position(next)) = played.map(|played| after(&position, played, &rules)) else { break };
            position = next;
            let cards: u32 = position.cards();
            if cards > MOST_CARDS || rng.random_range(0..3) != 0 {
                continue;
            }
            let mine = memo.of(position.hand());
            let theirs = memo.of(position.hands()[1 - position.to_move()]);
            let trick = position.trick().map(|trick| trick.shape);
            if wins_at_sight(&mine, &theirs, trick, &rules).is_some() {
                continue;
            }
            let report = solver.solve(&position, &rules);
            if let Verdict::Unknown(_) = report.verdict {
                continue;
            }
            let wins = (report.verdict == Verdict::Win) as u8;
            let features = features::features(&mine, &theirs, trick).map(|feature| feature.to_string());
            println!("{wins},{cards},{},{}", report.nodes, features.join(","));
            printed += 1;
        }
    }
}
