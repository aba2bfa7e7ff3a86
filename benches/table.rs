//! The transposition table against a bounded table on dashmap, under contention.
//!
//! Each thread does one store after every three probes, since the search looks up each child of a node and stores the node.
//! The keys are random ones of one set. The set `fits` has 2^16 keys, which both tables can hold. The set `overflows` has
//! 2^22 keys, several times as many as fit in 64 MiB. The value stored with a key follows from the key, and every probe
//! that finds a value asserts it.

use canju_engine::tables::Key;
use canju_engine::tables::{Entry, INFINITE, ProofNumbers, TranspositionTable, Work};
use criterion::{BenchmarkId, Criterion, Throughput};
use dashmap::DashMap;
use rustc_hash::FxBuildHasher;
use std::sync::{Barrier, Mutex};
use std::time::{Duration, Instant};

/// The budget of both tables.
const BYTES: usize = 64 << 20;

const THREADS: [usize; 4] = [1, 2, 8, 16];

/// The operations of both tables.
trait Memory: Sync {
    fn probe(&self, key: Key) -> Option<Entry>;
    fn store(&self, key: Key, known: Entry);
}

impl Memory for TranspositionTable {
    fn probe(&self, key: Key) -> Option<Entry> {
        TranspositionTable::probe(self, key)
    }

    fn store(&self, key: Key, known: Entry) {
        TranspositionTable::store(self, key, known);
    }
}

/// The number of operations when the processor time is measured.
const MEASURED: u64 = 8_000_000;

const WAYS: usize = 4;

#[derive(Clone, Copy)]
struct Record {
    key: Key,
    known: Entry,
}

/// The search's table as it was at first. The map's keys are bucket numbers, as many as fit in the budget. In a full bucket
/// the entry with the least work is replaced.
struct DashTable {
    buckets: DashMap<u64, [Option<Record>; WAYS], FxBuildHasher>,
    count: u64,
}

impl DashTable {
    /// The bytes of a bucket with its number, including the slack and the control bytes of a hash map that has just
    /// doubled: it is at most 7/8 full.
    const BUCKET_BYTES: usize = (size_of::<(u64, [Option<Record>; WAYS])>() + 1) * 16 / 7;

    fn new(bytes: usize) -> DashTable {
        let count = (bytes / DashTable::BUCKET_BYTES).max(1) as u64;
        DashTable { buckets: DashMap::with_hasher_and_shard_amount(FxBuildHasher, 64), count }
    }

    fn bucket(&self, key: Key) -> u64 {
        ((mixed(key) as u128 * self.count as u128) >> 64) as u64
    }
}

impl Memory for DashTable {
    fn probe(&self, key: Key) -> Option<Entry> {
        let bucket = self.buckets.get(&self.bucket(key))?;
        bucket.iter().flatten().find(|entry| entry.key == key).map(|entry| entry.known)
    }

    fn store(&self, key: Key, known: Entry) {
        let mut bucket = self.buckets.entry(self.bucket(key)).or_insert([None; WAYS]);
        let same = |entry: &Option<Record>| entry.is_some_and(|entry| entry.key == key);
        let slot = match bucket.iter().position(same) {
            Some(slot) => slot,
            None => (0..WAYS).min_by_key(|&slot| bucket[slot].map(|entry| entry.known.work)).expect("some ways"),
        };
        if bucket[slot]
            .is_none_or(|entry| entry.key != key || !entry.known.numbers.is_solved() || known.numbers.is_solved())
        {
            bucket[slot] = Some(Record { key, known });
        }
    }
}

fn mixed(key: Key) -> u64 {
    let mixed = (key.low ^ key.high.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The `n`th key.
fn key(n: u64) -> Key {
    let low = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Key { low, high: (low ^ low >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 8 }
}

/// The value that is stored with the key.
fn known(key: Key) -> Entry {
    let bits = mixed(Key { low: key.high, high: key.low });
    let numbers = match bits & 3 {
        0 => ProofNumbers::WIN,
        1 => ProofNumbers::LOSS,
        _ => ProofNumbers { pn: 1 + (bits >> 8) as u32 % (INFINITE - 1), dn: 1 + (bits >> 36) as u32 % (INFINITE - 1) },
    };
    Entry { numbers, work: Work::of(bits >> 32 & 0xfff) }
}

/// The processor time that this thread has used, if the system reports it. Unlike wall-clock time it is comparable on a busy
/// machine.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The wall-clock time of `operations` operations, divided between `threads` threads, and the threads' processor time.
fn run(table: &impl Memory, threads: usize, keys: u64, operations: u64) -> (Duration, Option<Duration>) {
    let barrier = Barrier::new(threads + 1);
    let used = Mutex::new(Some(Duration::ZERO));
    let share = operations.div_ceil(threads as u64);
    std::thread::scope(|scope| {
        for thread in 0..threads as u64 {
            let (barrier, used) = (&barrier, &used);
            scope.spawn(move || {
                let mut state = (thread + 1).wrapping_mul(0xd129_0d3f_3c1b_9e55);
                barrier.wait();
                let before = processor_time();
                for n in 0..share {
                    // xorshift64
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    let key = key(state % keys);
                    if n & 3 == 3 {
                        table.store(key, known(key));
                    } else if let Some(found) = table.probe(key) {
                        assert_eq!(found, known(key));
                    }
                }
                let after = processor_time();
                {
                    let mut used = used.lock().expect("no thread panicked");
                    *used = (*used).zip(after).zip(before).map(|((used, after), before)| used + (after - before));
                }
                barrier.wait();
            });
        }
        barrier.wait();
        let start = Instant::now();
        barrier.wait();
        (start.elapsed(), *used.lock().expect("no thread panicked"))
    })
}

fn compare(c: &mut Criterion, name: &str, table: &impl Memory) {
    let mut group = c.benchmark_group(format!("table/{name}"));
    group.throughput(Throughput::Elements(1)).sample_size(10);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    for (set, keys) in [("fits", 1 << 16), ("overflows", 1 << 22)] {
        for n in 0..keys {
            table.store(key(n), known(key(n)));
        }
        let kept = (0..keys).filter(|&n| table.probe(key(n)).is_some()).count() as u64;
        println!("table/{name}/{set}: {kept} of {keys} keys kept");
        assert!(kept > keys / 8);
        for threads in THREADS {
            let id = BenchmarkId::new(set, format!("{threads} threads"));
            group.bench_function(id, |b| b.iter_custom(|operations| run(table, threads, keys, operations).0));
            let (wall, processor) = run(table, threads, keys, MEASURED);
            let each = |time: Duration| time.as_nanos() as f64 / MEASURED as f64;
            let processor = processor.map_or("unknown".to_owned(), |time| format!("{:.0} ns", each(time)));
            println!(
                "table/{name}/{set}/{threads} threads: {:.0} ns an operation, processor time {processor}",
                each(wall)
            );
        }
    }
    group.finish();
}

pub fn benches(c: &mut Criterion) {
    compare(c, "array", &TranspositionTable::new(BYTES, 1 << 12));
    compare(c, "dashmap", &DashTable::new(BYTES));
}
