//! Runs one piece of the program many times. `scripts/measure/instructions.sh` runs this under callgrind.
//!
//! `instructions PIECE N` does the piece `N` times and prints how many operations that was. The set-up takes instructions,
//! too, so the script runs with two values of `N` and takes the difference.

#[path = "positions.rs"]
mod positions;

use canju::rules::Ruleset;
use canju::{Options, Position, Solver, Task, Verdict};
use canju_engine::rules::{KickerOrder, for_each_answer, for_each_lead};
use canju_engine::tables::{Entry, ProofNumbers, TranspositionTable, Work};
use canju_engine::tables::{Key, Keys};
use std::hint::black_box;
use std::ops::ControlFlow;

/// A name, and a function that does the piece `n` times and returns the number of operations.
type Piece = (&'static str, fn(usize) -> usize);

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    // `cargo bench` gives no arguments. Then everything is run once.
    let (piece, n) = (arguments.next(), arguments.next().map_or(1, |n| n.parse().expect("a number")));
    let pieces: [Piece; 5] = [("lead", lead), ("answer", answer), ("key", key), ("table", table), ("solve", solve)];
    for (name, run) in pieces {
        if piece.as_deref().is_none_or(|piece| piece == name) {
            println!("{name} {}", run(n));
        }
    }
}

fn lead(n: usize) -> usize {
    let rules = Ruleset::default();
    for _ in 0..n {
        for (text, expected) in positions::RICH {
            let mut count = 0;
            let _ = for_each_lead::<()>(black_box(positions::hand(text)), &rules, KickerOrder::default(), |_| {
                count += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(count, expected, "{text}");
        }
    }
    n * positions::RICH.iter().map(|(_, leads)| leads).sum::<usize>()
}

fn answer(n: usize) -> usize {
    let rules = Ruleset::default();
    let positions: Vec<_> = positions::of_random_games(500).into_iter().filter(|p| p.trick().is_some()).collect();
    let expected: usize = positions.iter().map(|position| position.moves(&rules).len() - 1).sum();
    for _ in 0..n {
        let mut count = 0;
        for position in black_box(&positions) {
            let shape = position.trick().expect("filtered").shape;
            let _ = for_each_answer::<()>(position.hand(), shape, &rules, KickerOrder::default(), |_| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        assert_eq!(count, expected);
    }
    n * positions.len()
}

fn key(n: usize) -> usize {
    let (keys, positions) = (Keys::new(&Ruleset::default()), positions::of_random_games(500));
    let expected: Vec<Key> = positions.iter().map(|position| keys.key(position)).collect();
    for _ in 0..n {
        assert!(black_box(&positions).iter().zip(&expected).all(|(position, key)| keys.key(position) == *key));
    }
    n * positions.len()
}

/// A store and the probe that finds it.
fn table(n: usize) -> usize {
    const KEYS: u64 = 1_000;
    let table = TranspositionTable::new(1 << 20, 1 << 12);
    for _ in 0..n {
        for number in 0..KEYS {
            let key = Key { low: number.wrapping_mul(0x9e37_79b9_7f4a_7c15), high: number };
            let known = Entry { numbers: ProofNumbers { pn: 1 + number as u32, dn: 7 }, work: Work::of(number) };
            table.store(black_box(key), known);
            assert_eq!(table.probe(black_box(key)), Some(known));
        }
    }
    n * KEYS as usize
}

/// Nodes of one small puzzle.
fn solve(n: usize) -> usize {
    let mut solver = Solver::new(Options { threads: 1, memory: 1 << 20, ..Options::default() });
    let task = Task { line: false, ..Task::default() };
    let position: Position = "45569TKA2 | 4588TJKX".parse().expect("a position");
    let mut nodes = 0;
    for _ in 0..n {
        let report = solver.solve(black_box(&position), &task);
        assert_eq!(report.verdict(), Verdict::Win);
        nodes += report.nodes() as usize;
    }
    nodes
}
