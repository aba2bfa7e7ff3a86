//! Random configurations, so small that positions which an oracle can decide exercise what large positions exercise.
//!
//! With the defaults a position of 16 cards is solved depth-first by one thread in a table that never fills. Here a branch
//! is split after a few nodes, tables hold some hundred bytes, and pages a few nodes; and [`Coverage`] asserts that this
//! had the effect it was meant to have.

use canju_engine::{Experiment, Limits, Options, Report, Statistics, Task, Techniques, Tuning};
use rand::RngExt;
use rand::rngs::StdRng;

/// Constants from the low end of their ranges.
pub fn tuning(rng: &mut StdRng) -> Tuning {
    // Mostly very small, sometimes not.
    let few = rng.random_bool(0.35);
    let mut up_to = |small: u64, large: u64| match rng.random_bool(0.8) {
        true => rng.random_range(0..=small),
        false => rng.random_range(0..=large),
    };
    Tuning {
        // Nearly all cards in two of three, so that either search does a fair share of the nodes.
        depth_first_cards: if few { up_to(16, 26) as u32 } else { 26 - up_to(8, 16) as u32 },
        small_nodes: 5 + up_to(30, 300),
        easy_cards: up_to(20, 33) as u32,
        easy_number: up_to(100, 1_000) as u32,
        easy_nodes: up_to(5, 100),
        nodes_between_looks: up_to(10, 100),
        moves_between_looks: up_to(10, 100) as u32,
        nodes_before_waking: up_to(5, 100),
        nodes_before_helping: up_to(10, 1_000),
        job_nodes: up_to(20, 200),
        shared_job_nodes: up_to(20, 200),
        nodes_before_waking_soon: up_to(20, 200),
        nodes_before_split: up_to(10, 50),
        shared_nodes_before_split: up_to(60, 500),
        shared_split_denominator: 1 + up_to(20, 10_000),
        job_denominator: 1 + up_to(4, 16),
        least_job_nodes: up_to(10, 50),
        leaves_per_worker: up_to(8, 64),
        nodes_before_split_soon: up_to(10, 100),
        tree_nodes_soon: up_to(100, 1 << 16) as usize,
        nodes_before_split_alone: up_to(50, 1_000),
        job_nodes_alone: up_to(30, 300),
        split_denominator: up_to(20, 1_000),
        first_table_buckets: up_to(16, 1 << 10) as usize,
        first_partition_buckets: up_to(16, 1 << 10) as usize,
        partition_sets: up_to(1, 20) as usize,
        most_table_bytes: up_to(1 << 10, 1 << 20) as usize,
        most_partition_bytes: up_to(4 << 10, 1 << 20) as usize,
        most_arena_bytes: up_to(16 << 10, 1 << 20) as usize,
        page_nodes: up_to(32, 256) as usize,
        log2_facts: up_to(6, 13) as u32,
        log2_needed: up_to(6, 14) as u32,
        all_chains_cards: up_to(20, 54) as u32,
        least_thread_memory: 0,
        least_reaped_bytes: up_to(1 << 10, 256 << 10) as usize,
        most_correction_bytes: up_to(1 << 6, 1 << 16) as usize,
        ..Tuning::DEFAULT
    }
    .clamped()
}

/// All techniques, most of the time one or two of them switched off.
pub fn techniques(rng: &mut StdRng) -> Techniques {
    let mut on = || rng.random_bool(0.85);
    Techniques {
        static_wins: on(),
        kicker_dominance: on(),
        evaluation: on(),
        partition: on(),
        depth_first: on(),
        trained_order: on(),
        arenas: on(),
        corrections: on(),
    }
}

/// Nodes after which a drawn configuration may give up: with a table of some hundred bytes some searches never get
/// anywhere.
const MOST_NODES: u64 = 50_000;

/// These options with threads, constants and techniques drawn. One in 16 verdicts of three hands gets its certificate.
pub fn options(rng: &mut StdRng, options: Options) -> (Options, Experiment) {
    let threads = if rng.random_bool(0.4) { 1 } else { rng.random_range(2..=4) };
    let experiment = Experiment { tuning: tuning(rng), techniques: techniques(rng), certify_one_in: Some(16) };
    (Options { threads, ..options }, experiment)
}

/// What such a solver is asked: it may give up.
pub fn task() -> Task {
    Task::default().within(Limits { nodes: Some(MOST_NODES), time: None })
}

/// Counts over the solves of a whole test, to be asserted at its end.
#[derive(Default, Debug)]
pub struct Coverage {
    statistics: Statistics,
    solves: usize,
    given_up: usize,
}

impl Coverage {
    /// Takes note of a solve. Is all of its report there to be checked?
    pub fn add(&mut self, report: &Report) -> bool {
        self.statistics += report.statistics();
        self.solves += 1;
        let open = !report.verdict().is_decided() || report.moves().iter().any(|(_, verdict)| !verdict.is_decided());
        let gave_up = open || report.line().is_empty() && report.statistics().nodes() >= MOST_NODES / 2;
        self.given_up += gave_up as usize;
        !gave_up
    }

    /// Adds what another part of the test reached.
    pub fn join(&mut self, other: &Coverage) {
        self.statistics += other.statistics;
        self.solves += other.solves;
        self.given_up += other.given_up;
    }

    /// Neither of the two searches does nearly all of the work.
    pub fn assert_both_searches(&self) {
        let all = &self.statistics;
        for nodes in [all.proof_number_nodes, all.depth_first_nodes] {
            assert!(5 * nodes > all.nodes(), "{all:?}");
        }
    }

    /// With three hands some larger nodes look easy, and of the tries some solve them and some are given up.
    pub fn assert_easy_tries(&self) {
        let Statistics { easy_tries: tries, easy_tries_given_up: given_up, .. } = self.statistics;
        assert!(given_up > 0 && tries > given_up, "{self:?}");
    }

    /// Certificates of verdicts about three hands were checked.
    pub fn assert_certified(&self) {
        assert!(self.statistics.certificates_checked > 0, "{self:?}");
    }

    /// Everything happened that this is about.
    pub fn assert_all(&self) {
        let all = &self.statistics;
        println!("{} solves, {} given up: {all:?}", self.solves, self.given_up);
        assert!(10 * self.given_up < self.solves, "{self:?}");
        let counts = [
            all.proof_number_nodes,
            all.corrections,
            all.table_hits,
            all.table_stores,
            all.table_replacements,
            all.kickers_left_out,
            all.equal_moves,
            all.forced_passes,
            all.static_wins,
            all.jobs,
            all.branches_split,
            all.branches_reaped,
            all.branches_freed,
            all.arenas_compacted + all.arenas_dropped,
            all.nodes_not_kept,
            all.partition_hits,
            all.partition_stores,
            all.partition_replacements,
            all.small_tries - all.small_tries_given_up,
            all.small_tries_given_up,
        ];
        assert!(counts.iter().all(|&count| count > 0), "{all:?}");
        // Whether one branch holds most of the arenas is a matter of luck, and whether a job is still running when its node
        // is solved one of timing: each happens once in a few hundred solves, the latter hardly ever on a single core.
        if self.solves >= 1_000 {
            assert!(all.arenas_compacted > 0 && all.arenas_dropped > 0, "{all:?}");
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            assert!(all.jobs_cancelled > 0 || cores == 1, "{all:?}");
        }
    }
}
