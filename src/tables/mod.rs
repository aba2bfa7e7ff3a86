//! What all searches of a solve know together, and by what they know it.
//!
//! | file | contents |
//! |---|---|
//! | `key.rs` | [`Keys`]: canonical form of a position and its exact packed key |
//! | `strength.rs` | [`strength`]: which positions are better than which |
//! | `proof_numbers.rs` | [`ProofNumbers`]: what the transposition table holds for a key |
//! | `transposition.rs` | [`TranspositionTable`]: numbers by exact key |
//! | `partition.rs` | [`PartitionTable`]: solved positions by relative strength |
//! | `buckets.rs` | the array behind both, without locks |

pub mod buckets;
mod key;
mod partition;
mod proof_numbers;
pub mod strength;
mod transposition;

pub use key::{Key, Keys, ToBeat};
pub use partition::PartitionTable;
pub use proof_numbers::{INFINITE, ProofNumbers, Work};
pub use transposition::{Entry, TranspositionTable};

use crate::tuning::Tuning;

/// What a table did with an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// It stands in a free place, or in that of an older entry about the same.
    Kept,
    /// It stands in the place of another entry, which is forgotten.
    Replaced,
    /// It follows from what is there, or someone else was writing there. That does no harm.
    Dropped,
}

/// Both tables, half of the budget each.
pub struct Tables {
    /// Proof numbers of positions, solved or not.
    pub transposition: TranspositionTable,
    /// Solved positions, with all that their proofs prove.
    pub partition: PartitionTable,
}

impl Tables {
    /// At most `bytes` bytes, or the little that both need at least.
    pub fn new(bytes: usize, tuning: &Tuning) -> Tables {
        let half = bytes / 2;
        Tables {
            transposition: TranspositionTable::new(half.min(tuning.most_table_bytes), tuning.first_table_buckets),
            partition: PartitionTable::new(half.min(tuning.most_partition_bytes), tuning.first_partition_buckets),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.transposition.clear();
        self.partition.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.transposition.bytes() + self.partition.bytes()
    }
}
