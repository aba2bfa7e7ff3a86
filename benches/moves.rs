//! Move generation.

use crate::positions::{RICH, hand, of_random_games};
use canju::rules::Ruleset;
use canju_engine::rules::{KickerOrder, State, for_each_answer, for_each_lead, perft};
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use std::ops::ControlFlow;

/// Positions, depth, and the leaves: `puzzles/perft/presets.txt`, counted by another program.
const PERFT: ([&str; 2], u32, u64) = (["3334445556666XD", "7777889K"], 4, 12_036);

pub fn benches(c: &mut Criterion) {
    let rules = Ruleset::default();
    let mut group = c.benchmark_group("moves");
    for (text, expected) in RICH {
        let hand = hand(text);
        let leads = |hand| {
            let mut count = 0;
            let _ = for_each_lead::<()>(hand, &rules, KickerOrder::default(), |_| {
                count += 1;
                ControlFlow::Continue(())
            });
            count
        };
        assert_eq!(leads(hand), expected, "{text}");
        group.throughput(Throughput::Elements(expected as u64));
        group.bench_function(format!("lead {text}"), |b| b.iter(|| leads(black_box(hand))));
    }

    let answers: Vec<_> = of_random_games(1_000).into_iter().filter(|position| position.trick().is_some()).collect();
    let all = |positions: &[State<2>]| {
        let mut count = 0;
        for position in positions {
            let shape = position.trick().expect("filtered").shape;
            let _ = for_each_answer::<()>(position.hand(), shape, &rules, KickerOrder::default(), |_| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        count
    };
    // `pass` is not among the answers.
    let expected: usize = answers.iter().map(|position| position.moves(&rules).len() - 1).sum();
    assert_eq!(all(&answers), expected);
    group.throughput(Throughput::Elements(answers.len() as u64));
    group.bench_function("answer", |b| b.iter(|| all(black_box(&answers))));

    let (hands, depth, leaves) = PERFT;
    let position = State::<2>::parse(hands, None, &rules).expect("a position");
    group.throughput(Throughput::Elements(leaves));
    group.bench_function("perft", |b| b.iter(|| assert_eq!(perft(black_box(&position), &rules, depth), leaves)));
    group.finish();
}
