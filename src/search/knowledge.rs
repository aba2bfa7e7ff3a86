//! What all searches of a solve know together: numbers by exact key, and solved positions by relative strength.

use crate::frontier::Frontier;
use crate::table::Table;

/// Both memories, half of the budget each.
pub struct Knowledge {
    /// Numbers of positions, solved or not.
    pub table: Table,
    /// Solved positions of two hands, with all that their proofs prove.
    pub frontier: Frontier,
}

impl Knowledge {
    /// At most `bytes` bytes, or the little that both need at least.
    pub fn new(bytes: usize) -> Knowledge {
        Knowledge { table: Table::new(bytes / 2), frontier: Frontier::new(bytes / 2) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.frontier.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.frontier.bytes()
    }
}
