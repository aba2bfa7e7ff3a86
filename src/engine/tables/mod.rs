//! The tables that all threads of a solve share, and the keys and strengths that find entries in them.
//!
//! | file | contents |
//! |---|---|
//! | `key.rs` | [`Keys`]: canonical form of a position and its exact packed key |
//! | `to_beat.rs` | [`ToBeat`]: the lowest body that beats a trick |
//! | `canonical.rs` | [`Canonical`]: positions that are equal up to renaming ranks |
//! | `strength.rs` | [`strength`]: when one position is at least as good as another |
//! | `layout.rs` | [`Layout`]: the groups of a hand, numbered for such comparisons |
//! | `lanes.rs` | a word for each group of a hand, all worked on at once |
//! | `need.rs` | [`Need`]: the facts that a proof rests on |
//! | `proof_numbers.rs` | [`ProofNumbers`]: what the transposition table holds for a key |
//! | `transposition.rs` | [`TranspositionTable`]: numbers by exact key |
//! | `partition.rs` | [`PartitionTable`]: solved positions by relative strength |
//! | `partition_bucket.rs` | the entries of one structure in this table |
//! | `corrections.rs` | [`Corrections`]: how far the evaluation was off about similar positions |
//! | `buckets.rs` | the lock-free array behind the two tables of positions |
//! | `words.rs` | `Words`: the memory of the tables, mapped |
//! | `reserve.rs` | [`Reserve`]: memory that the tables of several solvers have in common |

pub mod buckets;
mod canonical;
mod corrections;
mod key;
mod lanes;
mod layout;
mod need;
mod partition;
mod partition_bucket;
mod proof_numbers;
mod reserve;
pub mod strength;
mod to_beat;
mod transposition;
mod words;

pub use canonical::Canonical;
pub use corrections::{Correcting, CorrectionKeys, Corrections, ERROR_BITS, OwnCorrections, Weight};
pub use key::{Key, Keys};
pub use layout::Layout;
pub use need::{Answers, Need, Step};
pub use partition::PartitionTable;
pub use proof_numbers::{Children, INFINITE, ProofNumbers, Work};
pub use reserve::Reserve;
pub use to_beat::ToBeat;
pub use transposition::{Entry, TranspositionTable};
pub use words::mapped_bytes;

use crate::sync::Ordering;
use crate::tuning::Tuning;
use reserve::OWN_BYTES;
use std::sync::Arc;
use words::Words;

/// The corrections get at most the budget divided by this.
const CORRECTIONS_SHARE: usize = 64;

/// Up to twice as much memory for tables half of it is for the transposition table; of what goes beyond, ...
const TRANSPOSITION_HALF: usize = 64 << 20;

/// ... it is divided by this. A long search stores ten times as many solved positions, in the partition table, as others, and in few
/// bytes each (`benches/history.md`, "Arrays of buckets").
const TRANSPOSITION_SHARE: usize = 8;

/// Half of `bytes` up to `most_half`; of what is beyond twice that, one part in `share`.
pub fn half_then_share(bytes: usize, most_half: usize, share: usize) -> usize {
    let beyond = bytes.saturating_sub(2 * most_half);
    (bytes - beyond) / 2 + beyond / share
}

/// What a table did with an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// The entry took a free place, or that of an older entry of the same position or structure.
    Kept,
    /// The entry took the place of another entry, which is lost.
    Replaced,
    /// The entry was not stored: it follows from what is there, or another thread was writing there. That does no harm.
    Dropped,
}

/// All tables. Those of positions share the budget, but for a small part.
pub struct Tables {
    /// Proof numbers of positions, solved or not.
    pub transposition: TranspositionTable,
    /// Solved positions, each with all positions that its proof decides.
    pub partition: PartitionTable,
    /// How far the evaluation was off.
    pub corrections: Corrections,
}

/// The most bytes of the corrections.
fn correction_bytes(bytes: usize, tuning: &Tuning) -> usize {
    (bytes / CORRECTIONS_SHARE).min(tuning.most_correction_bytes)
}

/// The most bytes of the tables of positions, the transposition table and the partition table.
fn sizes(bytes: usize, tuning: &Tuning) -> [usize; 2] {
    let transposition = half_then_share(bytes, TRANSPOSITION_HALF, TRANSPOSITION_SHARE);
    [transposition.min(tuning.most_table_bytes), (bytes - transposition).min(tuning.most_partition_bytes)]
}

impl Tables {
    /// Tables of at most `bytes` bytes together. Each takes at least one set of buckets, even if that is more. If the system has less
    /// memory than they take at first, they are smaller.
    ///
    /// # Panics
    /// If the system has no memory for one set of each.
    pub fn new(bytes: usize, tuning: &Tuning) -> Tables {
        let corrections = Corrections::words(correction_bytes(bytes, tuning));
        let [transposition, partition] = sizes(bytes.saturating_sub(corrections * size_of::<u64>()), tuning);
        let (first, first_solved) = (tuning.first_table_buckets, tuning.first_partition_buckets);
        let first_words = [
            TranspositionTable::first_words(transposition, first),
            PartitionTable::first_words(partition, first_solved),
        ];
        let Some(mut memory) = Words::zeroed(first_words.iter().sum::<usize>() + corrections) else {
            assert!(bytes > 0, "the system has no memory");
            return Tables::new(bytes / 2, tuning);
        };
        // The first access has the system provide a huge page, which takes longer than to decide a small position. So it is done here.
        memory[0].store(0, Ordering::Relaxed);
        Tables {
            transposition: TranspositionTable::new_in(&mut memory, transposition, first),
            partition: PartitionTable::new_in(&mut memory, partition, first_solved, tuning.partition_sets),
            corrections: Corrections::new_in(memory.take(corrections)),
        }
    }

    /// The reserve of `count` solvers with tables of `bytes` bytes each: what these tables do not have to themselves. `None` if that is
    /// nothing.
    pub fn reserve(count: usize, bytes: usize, tuning: &Tuning) -> Option<Arc<Reserve>> {
        let sizes = sizes(bytes.saturating_sub(correction_bytes(bytes, tuning)), tuning);
        let each: usize = sizes.map(|size| size.saturating_sub(OWN_BYTES)).iter().sum();
        (each > 0).then(|| Arc::new(Reserve::new(count * each)))
    }

    /// Memory beyond what they have to themselves is taken from this reserve. They must be empty.
    pub fn share(&mut self, reserve: &Arc<Reserve>) {
        self.transposition.share(reserve);
        self.partition.share(reserve);
    }

    /// Have they memory of a reserve?
    pub fn have_borrowed(&self) -> bool {
        self.transposition.has_borrowed() || self.partition.has_borrowed()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.transposition.clear();
        self.partition.clear();
        self.corrections.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.transposition.bytes() + self.partition.bytes() + self.corrections.bytes()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_all_tables_count() {
        let tables = Tables::new(1 << 20, &Tuning::DEFAULT);
        let [transposition, partition] = [tables.transposition.bytes(), tables.partition.bytes()];
        assert!(transposition > 2 && partition > 2);
        assert_eq!(tables.bytes(), transposition + partition);
        let keys = CorrectionKeys { shared: [1].into_iter(), own: 1 };
        Correcting { shared: &tables.corrections, own: &OwnCorrections::default() }.learn(keys, [1, 1], Weight::Solved);
        assert_eq!(tables.bytes(), transposition + partition + (1 << 14));
    }
}
