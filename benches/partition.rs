//! The partition table under contention. As in `table.rs`, each thread does one store after every three probes.
//!
//! The positions are from random games, with their structures and strengths as in the search. The verdicts are made up: a
//! strength wins if it has enough bits. So every answer can be checked.

use crate::positions::of_random_games;
use canju::rules::Ruleset;
use canju_engine::rules::State;
use canju_engine::tables::strength::{Outline, Strength, Structure};
use canju_engine::tables::{Keys, Layout, PartitionTable};
use criterion::{BenchmarkId, Criterion, Throughput};
use std::hint::black_box;
use std::sync::Barrier;
use std::time::{Duration, Instant};

const BYTES: usize = 64 << 20;

const THREADS: [usize; 2] = [1, 2];

type Entry = (Structure, Strength);

fn entries() -> Vec<Entry> {
    let keys = Keys::new(&Ruleset::default());
    let entry = |position: &State<2>| {
        let layouts = position.hands().map(|hand| Layout::new(hand, keys.links(hand)));
        let to_beat = keys.to_beat(position);
        let outline = Outline::new(position, layouts.each_ref(), to_beat);
        (outline.structure(position.goal()), outline.strength())
    };
    of_random_games(1 << 16).iter().map(entry).collect()
}

fn wins((structure, strength): &Entry) -> bool {
    let bits: u32 = strength.words.iter().map(|word| word.count_ones()).sum();
    bits >= 32 * structure.words() as u32
}

/// The time of `operations` operations, divided between `threads` threads.
fn run(table: &PartitionTable, threads: usize, entries: &[Entry], operations: u64) -> Duration {
    let barrier = Barrier::new(threads + 1);
    let share = operations.div_ceil(threads as u64);
    std::thread::scope(|scope| {
        for thread in 0..threads as u64 {
            let barrier = &barrier;
            scope.spawn(move || {
                let mut found = Strength::NONE;
                let mut state = (thread + 1).wrapping_mul(0xd129_0d3f_3c1b_9e55);
                barrier.wait();
                for n in 0..share {
                    // xorshift64
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    let entry = &entries[state as usize % entries.len()];
                    let (structure, strength) = black_box(entry);
                    if n & 3 == 3 {
                        table.store(structure, strength, wins(entry));
                    } else if let Some(won) = table.probe(structure, |known| *known = *strength, &mut found) {
                        assert_eq!(won, wins(entry));
                    }
                }
                barrier.wait();
            });
        }
        barrier.wait();
        let start = Instant::now();
        barrier.wait();
        start.elapsed()
    })
}

pub fn benches(c: &mut Criterion) {
    let (table, entries) = (PartitionTable::new(BYTES, 1 << 13, 16), entries());
    for entry in &entries {
        table.store(&entry.0, &entry.1, wins(entry));
    }
    let mut found = Strength::NONE;
    let known = entries
        .iter()
        .filter(|(structure, strength)| table.probe(structure, |known| *known = *strength, &mut found).is_some());
    let known = known.count();
    assert!(known > entries.len() * 9 / 10, "{known} of {}", entries.len());
    let mut group = c.benchmark_group("partition");
    group.throughput(Throughput::Elements(1)).sample_size(10);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    for threads in THREADS {
        let id = BenchmarkId::new("random games", format!("{threads} threads"));
        group.bench_function(id, |b| b.iter_custom(|operations| run(&table, threads, &entries, operations)));
    }
    group.finish();
}
