//! What a search did, counted: so that tests can assert what they reached, and users see where the effort went.
//!
//! Each worker counts for itself and adds its counts to those of the solve when it is done. Counts never steer anything.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

macro_rules! statistics {
    ($($(#[doc = $doc:literal])+ $name:ident: $label:literal;)+; $($(#[doc = $most_doc:literal])+ $most:ident: $most_label:literal;)+) => {
        /// Counts of one solve, its line of play included; see the module's head.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
        #[serde(default)]
        #[non_exhaustive]
        pub struct Statistics {
            $($(#[doc = $doc])+ pub $name: u64,)+
            $($(#[doc = $most_doc])+ pub $most: u64,)+
        }

        impl AddAssign for Statistics {
            /// Adds counts; of bytes the larger number stays.
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
    /// Nodes visited by proof-number search.
    proof_number_nodes: "nodes by proof numbers";
    /// Nodes visited by depth-first search.
    depth_first_nodes: "nodes depth-first";
    /// Looks into the transposition table.
    table_probes: "table probes";
    /// Of these, positions found.
    table_hits: "table hits";
    /// Positions put into the transposition table.
    table_stores: "table stores";
    /// Of these, those that made another position go.
    table_replacements: "table replacements";
    /// Looks into the partition table.
    partition_probes: "partition probes";
    /// Of these, positions decided.
    partition_hits: "partition hits";
    /// Entries put into the partition table.
    partition_stores: "partition stores";
    /// Of these, those that made another entry go that decided other positions.
    partition_replacements: "partition replacements";
    /// Wins seen without search.
    static_wins: "static wins";
    /// Positions in which kickers were left out.
    kickers_left_out: "positions with kickers left out";
    /// Moves left out because another one leads to an equal position.
    equal_moves: "moves to equal positions left out";
    /// Passes skipped because nothing else was possible.
    forced_passes: "forced passes";
    /// Branches handed to a worker for some nodes.
    jobs: "jobs";
    /// Jobs cancelled because their result was no longer needed.
    jobs_cancelled: "jobs cancelled";
    /// Branches split into their replies.
    branches_split: "branches split";
    /// Discarded branches handed to the reaper.
    branches_reaped: "branches reaped";
    /// Discarded branches freed by the worker itself.
    branches_freed: "branches freed in place";
    /// Arenas of which the less worked-on half was dropped.
    arenas_compacted: "arenas compacted";
    /// Arenas of idle branches that were dropped whole.
    arenas_dropped: "arenas dropped";
    /// Expanded nodes that could not be kept for want of room.
    nodes_not_kept: "nodes not kept";
    ;
    /// The most bytes of the transposition table.
    table_bytes: "table";
    /// The most bytes of the partition table.
    partition_bytes: "partition table";
    /// The most bytes of arenas, garbage on its way out included.
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
