//! All constants that only control the effort: how work is divided, when other threads are woken, how large tables are at
//! first.
//!
//! No verdict depends on them. They are in one place so that tests can draw them at random. The defaults are made for large
//! positions: one that is small enough for a naive solver never reaches a split branch or a full table with them. The
//! defaults were measured on two cores with the benchmark sets. The measurements are in `benches/history.md`.
//!
//! Constants that shape the evaluation (the networks and their scale, `evaluate.rs`) are not here, nor are constants that a
//! format fixes (`proof/`), or parts that all solvers of a process share (the reaper).

use std::ops::RangeInclusive;

macro_rules! tuning {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr, $range:expr;)+) => {
        /// See the module's head. Each field's documentation ends with its default and its range.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Tuning {
            $($(#[doc = $doc])+ #[doc = concat!("\n\nDefault: `", stringify!($default), "`; range: `", stringify!($range), "`.")] pub $name: $type,)+
        }

        impl Default for Tuning {
            fn default() -> Tuning {
                Tuning::DEFAULT
            }
        }

        impl Tuning {
            /// The measured defaults.
            pub const DEFAULT: Tuning = Tuning { $($name: $default,)+ };

            /// These constants, each brought into its range.
            #[must_use]
            pub fn clamped(mut self) -> Tuning {
                $(let range: RangeInclusive<$type> = $range; self.$name = self.$name.clamp(*range.start(), *range.end());)+
                self
            }

            /// The names of the constants that lie outside their range.
            pub fn out_of_range(&self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(let range: RangeInclusive<$type> = $range; if !range.contains(&self.$name) { names.push(stringify!($name)); })+
                names
            }

            /// The constants that differ from the defaults: the name, the value, and all constants with this one's default instead.
            pub fn changed(&self) -> Vec<(&'static str, String, Tuning)> {
                let mut changed = Vec::new();
                $(if self.$name != Tuning::DEFAULT.$name {
                    let without = Tuning { $name: Tuning::DEFAULT.$name, ..*self };
                    changed.push((stringify!($name), self.$name.to_string(), without));
                })+
                changed
            }
        }
    };
}

tuning! {
    /// The most cards in all hands together of a small node, which is first tried depth-first (`dfpn.rs`).
    depth_first_cards: u32 = 26, 0..=108;
    /// The most nodes of such a try.
    small_nodes: u64 = 200, 1..=1_000_000;
    /// The most cards in all hands together of a node of three hands that is tried, too, if it looks easy.
    easy_cards: u32 = 33, 0..=108;
    /// A node looks easy if its proof number or its disproof number is at most this.
    easy_number: u32 = 300, 0..=u32::MAX;
    /// The most nodes of such a try.
    easy_nodes: u64 = 100, 1..=1_000_000;
    /// Nodes between two checks of the budget: 64 take about a tenth of a millisecond.
    nodes_between_looks: u64 = 64, 1..=10_000;
    /// Moves of one node between two checks of the budget: with two packs a node can have tens of thousands.
    moves_between_looks: u32 = 32, 1..=10_000;
    /// Nodes that one worker visits before the others are woken: 500 take about a millisecond.
    nodes_before_waking: u64 = 500, 0..=1_000_000;
    /// The same, if the network expects the search to take `nodes_before_waking` nodes or more.
    nodes_before_waking_soon: u64 = 50, 0..=1_000_000;
    /// Nodes after which the other workers help with a small position. If the network expects as many, they are woken as for any other.
    nodes_before_helping: u64 = 20_000, 0..=1_000_000_000;
    /// The most nodes of a job. A branch with many nodes behind it gets longer jobs (`locked_tree.rs`).
    job_nodes: u64 = 1_000, 1..=1_000_000;
    /// The same with several workers: what a job finds tells the others where to search.
    shared_job_nodes: u64 = 300, 1..=1_000_000;
    /// With several workers: this fraction of all nodes so far, divided by the number of workers, is the most for a job: the
    /// fraction's denominator.
    job_denominator: u64 = 4, 1..=u64::MAX;
    /// But a job may have as many nodes as this.
    least_job_nodes: u64 = 100, 1..=1_000_000;
    /// So many further workers raise the numbers at which a job ends by as much again (`thresholds.rs`).
    workers_of_slack: u64 = 32, 1..=u64::MAX;
    /// The idle leaves for each worker that several workers should have. With fewer a branch is split sooner.
    leaves_per_worker: u64 = 64, 0..=1_000_000;
    /// Nodes after which a branch is split then.
    nodes_before_split_soon: u64 = 50, 1..=10_000_000;
    /// While the split tree has fewer nodes than this, several workers split sooner than a worker alone.
    tree_nodes_soon: usize = 1 << 16, 0..=1 << 24;
    /// Nodes after which a branch is split (`split_tree.rs`).
    nodes_before_split: u64 = 10_000, 1..=10_000_000;
    /// The same with several workers.
    shared_nodes_before_split: u64 = 1_000, 1..=10_000_000;
    /// Nodes of the whole search after which a worker alone has such jobs, and splits branches, too.
    nodes_before_split_alone: u64 = 200_000, 0..=u64::MAX;
    /// The most nodes of its jobs until then: few enough to make room in the arenas in time.
    job_nodes_alone: u64 = 20_000, 1..=1_000_000;
    /// A branch is split only once it has this fraction of all nodes: the fraction's denominator.
    split_denominator: u64 = 500, 1..=u64::MAX;
    /// The same with several workers.
    shared_split_denominator: u64 = 8_000, 1..=u64::MAX;
    /// Buckets of the transposition table in use at first, 64 bytes each.
    first_table_buckets: usize = 1 << 12, 1..=1 << 30;
    /// Buckets of the partition table in use at first, 128 bytes each; a multiple of 4.
    first_partition_buckets: usize = 1 << 13, 4..=1 << 30;
    /// The most sets of buckets of the partition table for one structure (`partition.rs`).
    partition_sets: usize = 16, 1..=1 << 20;
    /// The most bytes of the transposition table, if this is less than its share of the memory budget.
    most_table_bytes: usize = usize::MAX, 64..=usize::MAX;
    /// The most bytes of the partition table, if this is less than its share of the memory budget.
    most_partition_bytes: usize = usize::MAX, 512..=usize::MAX;
    /// The most bytes of the correction history, if this is less than its share of the memory budget: with 32 MiB searches are not
    /// shorter.
    most_correction_bytes: usize = 512 << 10, 8..=usize::MAX;
    /// The most bytes of arenas, if this is less than their share of the memory budget.
    most_arena_bytes: usize = usize::MAX, 0..=usize::MAX;
    /// Nodes on a page of an arena.
    page_nodes: usize = 256, 1..=1 << 16;
    /// How many hands' facts a worker remembers, as a binary logarithm (`facts.rs`).
    log2_facts: u32 = 13, 1..=15;
    /// For how many hands a worker remembers the hands needed, as a binary logarithm (`hands_needed.rs`).
    log2_needed: u32 = 14, 1..=24;
    /// The most cards of a hand for which all ways to take chains are tried (`hands_needed.rs`).
    all_chains_cards: u32 = 20, 0..=54;
    /// The least memory for each thread, in bytes: with less there are fewer threads (`solver/memory.rs`).
    least_thread_memory: usize = 16 << 20, 0..=usize::MAX;
    /// The least bytes for which the reaper is woken: to free as much takes as long as to wake it (benches/README.md).
    least_reaped_bytes: usize = 4 << 20, 0..=usize::MAX;
    /// The most cards in all hands together of a position for which the exact length is searched (`resistance.rs`).
    length_cards: u32 = 16, 0..=108;
    /// The most nodes of a search for the exact length of a game, and of a count of the winning replies to the moves of one position.
    line_nodes: u64 = 10_000, 0..=u64::MAX;
    /// The most cards in all hands together of a win whose quickest move is looked for with as many nodes as the verdict took
    /// (`line/mod.rs`).
    quick_win_cards: u32 = 20, 0..=108;
    /// The least nodes, halved for every second ply that the game takes at least, with which that search is worth a try. If the verdict
    /// took fewer than twice as many, it gets twice as many.
    quick_win_share: u64 = 8, 0..=1_000_000;
    /// The most positions for each thread of [`Solver::solve_many`](crate::Solver::solve_many) that are read and whose
    /// reports are not yet taken.
    many_ahead: u64 = 64, 1..=1 << 20;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges() {
        assert_eq!(Tuning::DEFAULT.out_of_range(), Vec::<&str>::new());
        assert_eq!(Tuning::DEFAULT.clamped(), Tuning::DEFAULT);
    }

    #[test]
    fn what_differs_from_the_defaults_is_named_and_goes_one_by_one() {
        assert_eq!(Tuning::DEFAULT.changed(), []);
        let one = Tuning { job_nodes: 7, ..Tuning::DEFAULT };
        let two = Tuning { page_nodes: 3, ..one };
        let other = Tuning { page_nodes: 3, ..Tuning::DEFAULT };
        assert_eq!(two.changed(), [("job_nodes", "7".to_owned(), other), ("page_nodes", "3".to_owned(), one)]);
    }

    #[test]
    fn what_is_out_of_range_is_named_and_brought_back() {
        let odd = Tuning { job_nodes: 0, depth_first_cards: 200, ..Tuning::DEFAULT };
        assert_eq!(odd.out_of_range(), ["depth_first_cards", "job_nodes"]);
        assert_eq!(odd.clamped(), Tuning { job_nodes: 1, depth_first_cards: 108, ..Tuning::DEFAULT });
    }
}
