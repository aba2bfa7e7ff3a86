//! What a simulation is told and what it tells: costs, who directs it, and what it took.

use super::lobby::Load;
use super::locked_tree::Searched;
use crate::rules::Move;
use crate::search::{Reason, Statistics, Verdict};

/// What things cost, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// A node of the proof-number search.
    pub proof_number_node: u64,
    /// A node of the depth-first search.
    pub depth_first_node: u64,
    /// To take the tree's lock and to give it back.
    pub lock: u64,
    /// To go through the replies of a node of the tree under the lock.
    pub look: u64,
    /// Until a worker that waits is awake.
    pub wake: u64,
    /// If it is not 0, each job takes between an eighth and sixteen times as long, by chance with this seed: workers put jobs back
    /// in another order for each seed.
    pub seed: u64,
}

impl Costs {
    /// Of two hands, and of three, as they were measured on two cores (benches/README.md).
    pub fn of(seats: usize) -> Costs {
        let [proof_number_node, depth_first_node] = if seats == 2 { [8_000, 1_300] } else { [7_600, 1_550] };
        Costs { proof_number_node, depth_first_node, lock: 800, look: 85, wake: 50_000, seed: 0 }
    }

    /// The time of a job, by what the searcher had counted before and has counted now.
    pub(super) fn job(&self, number: u64, before: &Statistics, now: &Statistics) -> u64 {
        let cost = self.nodes(now, before);
        if self.seed == 0 {
            return cost;
        }
        let mixed = (self.seed ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (cost << (mixed >> 61)) / 8 + 1
    }

    /// The time of what was counted between two moments.
    pub fn nodes(&self, now: &Statistics, before: &Statistics) -> u64 {
        (now.proof_number_nodes - before.proof_number_nodes) * self.proof_number_node
            + (now.depth_first_nodes - before.depth_first_nodes) * self.depth_first_node
    }
}

/// What a simulated search took. All times are virtual, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Simulated {
    /// As any search finds it.
    pub verdict: Option<Verdict>,
    /// A winning move.
    pub best: Option<Move>,
    /// Simulated workers.
    pub workers: usize,
    /// Nodes that were visited until the root was decided.
    pub nodes: u64,
    /// From the start to the decision.
    pub elapsed: u64,
    /// Searching, of all workers together.
    pub busy: u64,
    /// Without a job.
    pub idle: u64,
    /// Waiting for the lock.
    pub blocked: u64,
    /// Holding the lock.
    pub locked: u64,
    /// The longest time that the lock was held.
    pub longest_lock: u64,
    /// Jobs taken.
    pub jobs: u64,
    /// Jobs cancelled.
    pub jobs_cancelled: u64,
    /// Branches split.
    pub branches_split: u64,
    /// Jobs put back after they had been cancelled.
    pub cancelled_put_back: u64,
    /// Those of them that had solved their branch.
    pub cancelled_solved: u64,
    /// Those of them that had split their branch.
    pub cancelled_split: u64,
    /// Arenas of idle branches dropped, since the arenas were full.
    pub arenas_dropped: u64,
    /// Arenas of branches compacted, since the arenas were full.
    pub arenas_compacted: u64,
    /// The limit that was reached.
    pub limit: Option<Reason>,
    /// Leaves of the tree that are idle at the end: none if the root is decided.
    pub idle_leaves: usize,
}

impl Simulated {
    /// Both searches, one after the other; the verdict is the first one's.
    #[must_use]
    pub fn plus(self, other: &Simulated) -> Simulated {
        Simulated {
            verdict: self.verdict,
            best: self.best,
            workers: self.workers,
            nodes: self.nodes + other.nodes,
            elapsed: self.elapsed + other.elapsed,
            busy: self.busy + other.busy,
            idle: self.idle + other.idle,
            blocked: self.blocked + other.blocked,
            locked: self.locked + other.locked,
            longest_lock: self.longest_lock.max(other.longest_lock),
            jobs: self.jobs + other.jobs,
            jobs_cancelled: self.jobs_cancelled + other.jobs_cancelled,
            branches_split: self.branches_split + other.branches_split,
            cancelled_put_back: self.cancelled_put_back + other.cancelled_put_back,
            cancelled_solved: self.cancelled_solved + other.cancelled_solved,
            cancelled_split: self.cancelled_split + other.cancelled_split,
            arenas_dropped: self.arenas_dropped + other.arenas_dropped,
            arenas_compacted: self.arenas_compacted + other.arenas_compacted,
            limit: self.limit.or(other.limit),
            idle_leaves: self.idle_leaves + other.idle_leaves,
        }
    }

    /// Counts a job that is put back, if it has been cancelled.
    pub(super) fn note_cancelled<const SEATS: usize>(&mut self, is_cancelled: bool, done: &Searched<SEATS>) {
        self.cancelled_put_back += is_cancelled as u64;
        self.cancelled_solved += (is_cancelled && done.is_solved()) as u64;
        self.cancelled_split += (is_cancelled && done.is_split()) as u64;
    }
}

/// What happens before a simulated search acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Nothing: it acts.
    Act,
    /// A worker of this number joins at this time, which has not yet passed.
    Join(usize, u64),
}

/// Decides which workers a simulated search has. Its owner has the number 0 here.
pub trait Director {
    /// The search acts next at this time. It is asked again after each worker that joins.
    fn next(&mut self, at: u64, load: Load) -> Order;

    /// Does a helper stay, which has ended a job at this time?
    fn stays(&mut self, _worker: usize, _at: u64) -> bool {
        true
    }

    /// After how long a worker without a job asks whether it stays.
    fn patience(&self) -> Option<u64> {
        None
    }

    /// A helper has left. Those that are there at the end leave then.
    fn left(&mut self, _worker: usize, _at: u64) {}
}
