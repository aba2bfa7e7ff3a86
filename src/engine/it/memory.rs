//! A solver frees all memory that it has allocated, and takes it only as it is used. This is a test program of its own, since it
//! counts all allocations.
//!
//! `cargo test --release --test memory -- --nocapture` prints the figures.

use canju_engine::Experiment;
use canju_engine::Position;
use canju_engine::Tuning;
use canju_engine::rules::{Ruleset, State};
use canju_engine::tables::mapped_bytes;
use canju_engine::{Options, Solver, Statistics, Task};
use canju_testing::budget::share;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The system's allocator, counting the bytes in use and the most there were.
struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// Bytes in use, those of tables included, which are no allocator's.
fn live() -> usize {
    LIVE.load(Ordering::Relaxed) + mapped_bytes()
}

fn taken(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(live, Ordering::Relaxed);
}

fn given(bytes: usize) {
    LIVE.fetch_sub(bytes, Ordering::Relaxed);
}

// SAFETY: every call goes to `System` with the arguments it came with, so what `System` promises holds for this
// allocator; the counters are plain atomics, which neither allocate nor unwind.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps to the contract of `GlobalAlloc::alloc`.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            taken(layout.size());
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            taken(layout.size());
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block is from `System`, for this allocator has no other.
        unsafe { System.dealloc(block, layout) };
        given(layout.size());
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        let moved = unsafe { System.realloc(block, layout, size) };
        if !moved.is_null() {
            taken(size);
            given(layout.size());
        }
        moved
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// From some nodes to 16,000: the last one fills tables and arenas of 1 MiB several times.
const POSITIONS: [[&str; 2]; 5] = [
    ["346999Q2", "34JAAD"],
    ["448999TJJQQAD", "336688TAA22X"],
    ["66788TTKXD", "3366799AAA22"],
    ["3445567789TTTJ", "334789JQKAA22D"],
    ["344667899TJJQQKKKAA2", "345556677899TJJAA2XD"],
];

/// Threads end, and the thread pool's own garbage is collected, some time after a drop; this much may stay, however many
/// solvers there were.
const POOL_SLACK: usize = 64 << 10;

/// What a search of 8 MiB may take besides: memos of hands, stacks of the pool's queues, the report.
const FIXED_SLACK: usize = 2 << 20;

fn positions() -> Vec<State<2>> {
    let rules = Ruleset::default();
    POSITIONS.iter().map(|&hands| State::parse(hands, None, &rules).expect("a position")).collect()
}

fn solve_all(solver: &mut Solver, positions: &[State<2>]) -> Statistics {
    let mut all = Statistics::default();
    for position in positions {
        let report = solver.solve(&Position::of_state(*position, &Ruleset::default()), &Task::default());
        assert!(report.verdict().is_decided(), "{position:?}");
        all += report.statistics();
    }
    all
}

/// A solver of this many threads, however little memory there is.
fn solver_of(threads: usize, memory: usize) -> Solver {
    let tuning = Tuning { least_thread_memory: 0, ..Tuning::default() };
    let experiment = Experiment { tuning, ..Experiment::default() };
    Solver::with_experiment(Options { threads, memory, ..Options::default() }, experiment)
}

/// Bytes in use once they are at most `most`, or have stayed as they are for a twentieth of a second.
fn settled(most: usize) -> usize {
    let (mut held, mut since) = (live(), Instant::now());
    while held > most && since.elapsed() < Duration::from_millis(50) {
        std::thread::sleep(Duration::from_millis(5));
        if live() != held {
            (held, since) = (live(), Instant::now());
        }
    }
    held
}

/// Bytes of this process that are in memory; `None` where Linux does not tell.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(kibibytes.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") << 10)
}

/// All in one test: another one at the same time would be counted, too.
#[test]
fn memory_is_given_back_and_bounded() {
    let positions = positions();
    for threads in [1, 2, 4] {
        // What is set up once and stays: the pool's registry, thread-locals, the standard library's buffers.
        solve_all(&mut solver_of(threads, 8 << 20), &positions);
        let slack = if threads == 1 { 0 } else { POOL_SLACK };
        std::thread::sleep(Duration::from_millis(50));

        let before = live();
        for _ in 0..share(20, 4) {
            solve_all(&mut solver_of(threads, 8 << 20), &positions);
        }
        let after = settled(before + slack);
        println!("{threads} threads: {before} bytes before, {after} after the solvers were dropped");
        assert!(after <= before + slack, "{threads} threads: {before} before, {after} after");

        // One solver again and again: the memos of hands fill in the first rounds, then nothing grows.
        let mut kept = solver_of(threads, 8 << 20);
        // No growth of its own.
        let mut rounds = Vec::with_capacity(6);
        for _ in 0..6 {
            solve_all(&mut kept, &positions);
            rounds.push(live());
        }
        println!("{threads} threads: {rounds:?} bytes after each round of {} solves", positions.len());
        // With several threads chance decides in which round a table grows.
        let most = if threads == 1 { rounds[1] } else { before + (8 << 20) + FIXED_SLACK * threads };
        assert!(rounds[5] <= most, "{threads} threads: {rounds:?}");
        drop(kept);

        for memory in [1 << 20, 8 << 20, 64 << 20] {
            let before = settled(before + slack);
            PEAK.store(before - mapped_bytes(), Ordering::Relaxed);
            let mut solver = solver_of(threads, memory);
            assert_eq!(solver.threads(), threads);
            let reached = solve_all(&mut solver, &positions);
            if memory == 1 << 20 {
                let full = [reached.table_replacements, reached.partition_replacements];
                assert!(full.iter().all(|&count| count > 200), "{reached:?}");
            }
            let peak = PEAK.load(Ordering::Relaxed) + mapped_bytes() - before;
            println!(
                "{threads} threads, {memory} bytes allowed: {peak} at most, {} besides",
                peak.saturating_sub(memory)
            );
            assert!(peak <= memory + FIXED_SLACK * threads, "{threads} threads, {memory} allowed: {peak}");
        }
    }

    // A thread that has not searched yet has no memo.
    let taken_by = |threads| {
        let before = settled(live());
        let solver = solver_of(threads, 1 << 30);
        assert_eq!(solver.threads(), threads);
        live() - before
    };
    let (one, many) = (taken_by(1), taken_by(64));
    println!("a new solver: {one} bytes with one thread, {many} with 64");
    assert!(many <= one + (2 << 20), "{one} {many}");

    // What no search has wanted yet takes no memory from the system, and no addresses.
    if let Some(before) = resident() {
        let held = live();
        let solver = solver_of(1, 1 << 30);
        let (reserved, taken) = (live() - held, resident().expect("as before").saturating_sub(before));
        println!("a new solver of 1 GiB: {reserved} bytes reserved, {taken} resident");
        drop(solver);
        assert!(reserved < 16 << 20 && taken < 16 << 20, "{reserved} {taken}");
    }

    // Many threads and little memory: fewer threads search.
    let before = live();
    PEAK.store(before - mapped_bytes(), Ordering::Relaxed);
    let mut solver = Solver::new(Options { threads: 64, memory: 64 << 20, ..Options::default() });
    assert_eq!(solver.threads(), 4);
    solve_all(&mut solver, &positions);
    let peak = PEAK.load(Ordering::Relaxed) + mapped_bytes() - before;
    println!("64 threads, 64 MiB allowed: {peak} bytes at most");
    assert!(peak <= (64 << 20) + 4 * FIXED_SLACK, "{peak}");
}
