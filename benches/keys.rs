//! Canonical keys.

use crate::positions::of_random_games;
use canju::rules::Ruleset;
use canju_engine::tables::Keys;
use criterion::{Criterion, Throughput};
use std::collections::HashSet;
use std::hint::black_box;

pub fn benches(c: &mut Criterion) {
    let keys = Keys::new(&Ruleset::default());
    let positions = of_random_games(10_000);
    // Most positions have different keys.
    let found: Vec<_> = positions.iter().map(|position| keys.key(position)).collect();
    assert!(found.iter().collect::<HashSet<_>>().len() > positions.len() / 2);
    let sum = found.iter().fold(0u64, |sum, key| sum.wrapping_add(key.low ^ key.high));
    let mut group = c.benchmark_group("keys");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("random games", |b| {
        b.iter(|| {
            let keys = black_box(&positions).iter().map(|position| keys.key(position));
            assert_eq!(keys.fold(0u64, |sum, key| sum.wrapping_add(key.low ^ key.high)), sum);
        });
    });
    group.finish();
}
