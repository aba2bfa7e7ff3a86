//! Counts of what a search did. Tests check their coverage with them, and users see where the effort went.
//!
//! Each worker has its own counts and adds them to those of the solve at its end. No decision depends on a count.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

macro_rules! statistics {
    ($($(#[doc = $doc:literal])+ $name:ident: $label:literal;)+; $($(#[doc = $most_doc:literal])+ $most:ident: $most_label:literal;)+) => {
        /// Counts of one solve, its line of play included.
        ///
        /// ```
        /// use canju::{Position, Solver, Task};
        /// let position: Position = "346999Q2 | 34JAAD".parse()?;
        /// let statistics = Solver::default().solve(&position, &Task::default()).statistics();
        /// assert_eq!(statistics.nodes(), statistics.proof_number_nodes + statistics.depth_first_nodes);
        /// assert!(statistics.counts().contains(&("static wins", statistics.static_wins)));
        /// # Ok::<(), canju::TextError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
        #[serde(default)]
        #[non_exhaustive]
        pub struct Statistics {
            $($(#[doc = $doc])+ pub $name: u64,)+
            $($(#[doc = $most_doc])+ pub $most: u64,)+
        }

        impl AddAssign for Statistics {
            /// Adds the counts, and takes the larger number of bytes.
            fn add_assign(&mut self, other: Statistics) {
                $(self.$name += other.$name;)+
                $(self.$most = self.$most.max(other.$most);)+
            }
        }

        impl Statistics {
            /// Every count with its label, in a fixed order.
            pub fn counts(&self) -> Vec<(&'static str, u64)> {
                vec![$(($label, self.$name),)+]
            }

            /// The most bytes of each part with its label.
            pub fn bytes(&self) -> Vec<(&'static str, u64)> {
                vec![$(($most_label, self.$most),)+]
            }
        }
    };
}

statistics! {
    /// Nodes visited by the proof-number search.
    proof_number_nodes: "nodes by proof numbers";
    /// Nodes visited by the depth-first search.
    depth_first_nodes: "nodes depth-first";
    /// Small nodes of the proof-number search, which are first tried depth-first.
    small_tries: "small positions tried";
    /// Such tries that were given up.
    small_tries_given_up: "small positions given up";
    /// Larger nodes of the proof-number search that looked easy and were tried depth-first, too.
    easy_tries: "easy positions tried";
    /// Such tries that were given up.
    easy_tries_given_up: "easy positions given up";
    /// Positions visited to measure how long the game lasts.
    length_nodes: "nodes for the length";
    /// Look-ups in the transposition table.
    table_probes: "table probes";
    /// Look-ups that found the position.
    table_hits: "table hits";
    /// Positions stored in the transposition table.
    table_stores: "table stores";
    /// Stores that replaced another position.
    table_replacements: "table replacements";
    /// Look-ups in the partition table.
    partition_probes: "partition probes";
    /// Look-ups that decided the position.
    partition_hits: "partition hits";
    /// Entries stored in the partition table.
    partition_stores: "partition stores";
    /// Stores that replaced an entry that does not follow from the new one.
    partition_replacements: "partition replacements";
    /// Visits from which the evaluation's corrections were learned.
    corrections: "corrections learned";
    /// Static wins found.
    static_wins: "static wins";
    /// Positions in which kicker dominance could leave out kickers.
    kickers_left_out: "positions with kickers left out";
    /// Moves left out because another move leads to a position with the same key.
    equal_moves: "moves to equal positions left out";
    /// Forced passes: the player to move had nothing that beats the trick.
    forced_passes: "forced passes";
    /// Jobs: branches that a worker took to search for some nodes.
    jobs: "jobs";
    /// Jobs cancelled because their result was no longer needed.
    jobs_cancelled: "jobs cancelled";
    /// Branches split into their replies.
    branches_split: "branches split";
    /// Discarded branches handed to the reaper.
    branches_reaped: "branches reaped";
    /// Discarded branches that the worker freed itself.
    branches_freed: "branches freed in place";
    /// Arenas compacted to the half with the most work.
    arenas_compacted: "arenas compacted";
    /// Arenas of idle branches that were freed as a whole.
    arenas_dropped: "arenas dropped";
    /// Nodes whose children were not kept in an arena.
    nodes_not_kept: "nodes not kept";
    /// Verdicts whose own certificate was written and verified (`Experiment::certify_one_in`).
    certificates_checked: "own certificates checked";
    ;
    /// The most bytes of the transposition table.
    table_bytes: "table";
    /// The most bytes of the partition table.
    partition_bytes: "partition table";
    /// The most bytes of arenas, including those on the way to the reaper.
    arena_bytes: "arenas";
}

impl Statistics {
    /// All nodes.
    pub fn nodes(&self) -> u64 {
        self.proof_number_nodes + self.depth_first_nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_bytes_keep_the_most() {
        let mut all = Statistics { jobs: 2, table_bytes: 100, ..Statistics::default() };
        all += Statistics { jobs: 3, static_wins: 1, table_bytes: 60, ..Statistics::default() };
        assert_eq!(all, Statistics { jobs: 5, static_wins: 1, table_bytes: 100, ..Statistics::default() });
        assert!(all.counts().contains(&("jobs", 5)) && all.bytes().contains(&("table", 100)));
    }
}
