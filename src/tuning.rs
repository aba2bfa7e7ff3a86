//! Every constant that only steers effort: how work is cut up, when help is called, how large things start.
//!
//! No verdict depends on any of them. They stand in one place so that tests can draw them at random: a position of
//! the size that an oracle can decide never meets a split branch or a full table with the defaults, for these are made for
//! positions a thousand times larger. The defaults were measured on two cores with the benchmark sets; the tables of
//! measurements stand where the constants are used.
//!
//! What shapes a guess rather than effort (the networks and their scale, `evaluate.rs`) is not here, and neither is what a
//! format fixes (`proof/`).

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

            /// The same with every constant brought into its range.
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
        }
    };
}

tuning! {
    /// The most cards in all hands together of a node that is solved depth-first (`depth_first.rs`).
    depth_first_cards: u32 = 26, 0..=108;
    /// Nodes between two looks at the limits: 64 take about a tenth of a millisecond.
    nodes_between_looks: u64 = 64, 1..=10_000;
    /// Moves of one node between two looks at the limits: with two packs a node can have tens of thousands.
    moves_between_looks: u32 = 32, 1..=10_000;
    /// Nodes that one worker searches before the others are woken: 500 take about a millisecond.
    nodes_before_waking: u64 = 500, 0..=1_000_000;
    /// Nodes after which a job reports back when there are other workers.
    job_nodes: u64 = 1_000, 1..=1_000_000;
    /// The same for a worker alone: often enough to make room in time.
    job_nodes_alone: u64 = 20_000, 1..=1_000_000;
    /// Nodes after which a branch is split when there are other workers.
    nodes_before_split: u64 = 10_000, 1..=10_000_000;
    /// Buckets of the transposition table in use at first, 64 bytes each.
    first_table_buckets: usize = 1 << 12, 1..=1 << 30;
    /// Buckets of the partition table in use at first, 128 bytes each; a multiple of 4.
    first_partition_buckets: usize = 1 << 13, 4..=1 << 30;
    /// The most bytes of the transposition table, if that is less than its share of the budget.
    most_table_bytes: usize = usize::MAX, 64..=usize::MAX;
    /// The most bytes of the partition table, if that is less than its share of the budget.
    most_partition_bytes: usize = usize::MAX, 512..=usize::MAX;
    /// The most bytes of arenas, if that is less than their share of the budget.
    most_arena_bytes: usize = usize::MAX, 0..=usize::MAX;
    /// Nodes on a page of an arena.
    page_nodes: usize = 256, 1..=1 << 16;
    /// Hands whose facts a worker remembers, as a binary logarithm (`facts.rs`).
    log2_facts: u32 = 13, 1..=24;
    /// Hands whose hands needed a worker remembers, as a binary logarithm (`hands_needed.rs`).
    log2_needed: u32 = 14, 1..=24;
    /// The most cards of a hand of which all ways to take chains are tried (`hands_needed.rs`).
    all_chains_cards: u32 = 20, 0..=54;
    /// The least bytes of a discarded branch that are worth waking the reaper for.
    least_reaped_bytes: usize = 256 << 10, 0..=usize::MAX;
    /// The most cards, all hands together, of a position whose exact length is looked for (`resistance.rs`).
    length_cards: u32 = 16, 0..=108;
    /// The most nodes a look for the exact length of a game may take.
    length_nodes: u64 = 10_000, 0..=u64::MAX;
    /// Nodes that a puzzle of a batch may take on one thread before it is solved with all (`batch/`): a fraction of a second.
    /// 40 full deals and 10,000 of 8 + 8 cards take 2.1 s on two cores, with 50,000 nodes 2.7 s: most hard ones are better
    /// off one to a worker.
    batch_nodes_alone: u64 = 200_000, 1..=u64::MAX;
    /// The most memory of a worker of a batch, in bytes: enough for that many nodes.
    batch_memory_alone: usize = 64 << 20, 1 << 15..=usize::MAX;
    /// Puzzles of a batch that may be read and not yet written.
    batch_window: usize = 4096, 1..=1 << 20;
    /// Solved puzzles that a batch remembers for repeats.
    batch_remembered: usize = 1 << 13, 0..=1 << 24;
    /// The most nodes the count of the winning replies to the moves of one position may take.
    reply_nodes: u64 = 10_000, 0..=u64::MAX;
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
    fn what_is_out_of_range_is_named_and_brought_back() {
        let odd = Tuning { job_nodes: 0, depth_first_cards: 200, ..Tuning::DEFAULT };
        assert_eq!(odd.out_of_range(), ["depth_first_cards", "job_nodes"]);
        assert_eq!(odd.clamped(), Tuning { job_nodes: 1, depth_first_cards: 108, ..Tuning::DEFAULT });
    }
}
