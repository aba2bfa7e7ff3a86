//! A workstation with any number of cores, simulated by one thread in virtual time.
//!
//! The split tree, the jobs, the searches and the tables are the real ones. Only the clocks are not: each worker has its own, in
//! nanoseconds of a model ([`Costs`]). The worker with the earliest clock acts next: it puts its job back, takes the next one and
//! searches that to its end. So the result is the same each time.
//!
//! - **A job** takes as long as its nodes cost, by kind. If it is cancelled by what another worker puts back meanwhile, it
//!   ends at that worker's time, when the budget is next looked at.
//! - **The tree's lock** is held by one worker at a time: for a fixed time and some for each node of the tree that was looked at. Who
//!   comes meanwhile waits.
//! - **A worker without a job** waits, and wakes some time after a branch has become idle: one at a time, each wakes the next.
//! - **Helpers** join and leave when a [`Director`] says so. It is told when the search acts next and may add workers before that;
//!   and it is asked between two jobs whether a helper stays, as in `lobby.rs`.
//!
//! What it can't show: cache lines and memory bandwidth that the cores share, several sockets, cores that slow down as others
//! are busy, other programs. What a job finds is in the tables at once for jobs that begin later, even if they begin before it
//! ends; and what a cancelled job found after its end stays there.

use super::decide::{Resources, nodes_alone, of_winning, verdict_of_finished};
use super::lobby::Load;
use super::locked_tree::LockedTree;
use super::simulation::{Costs, Director, Order, Simulated};
use super::virtual_time::Crew;
use crate::rules::State;
use crate::search::{FactsMemo, SolveContext, Statistics};
use crate::tuning::Tuning;

/// All workers join once the first has visited so many nodes, and stay.
struct AllAtOnce {
    workers: usize,
    awake: usize,
    nodes_alone: u64,
}

impl Director for AllAtOnce {
    fn next(&mut self, at: u64, load: Load) -> Order {
        if self.awake == self.workers || load.visited < self.nodes_alone {
            return Order::Act;
        }
        self.awake += 1;
        Order::Join(self.awake - 1, at)
    }
}

/// Decides a position in virtual time, with a worker for each memo: all from when the first is joined by the others, or, with a
/// director, at first one, and others as it says.
pub fn simulate<const SEATS: usize>(
    position: &State<SEATS>,
    costs: Costs,
    resources: &mut Resources<SEATS>,
    director: Option<&mut dyn Director>,
) -> Simulated {
    let Resources { shared, pages, reaper, memos, .. } = resources;
    // When the reaper has freed something is a matter of real time.
    let tuning = Tuning { least_reaped_bytes: usize::MAX, ..*shared.tuning };
    let shared = SolveContext { tuning: &tuning, ..*shared };
    let workers = memos.len();
    let nothing = Simulated { verdict: verdict_of_finished(position), workers, ..Simulated::default() };
    if nothing.verdict.is_some() {
        return nothing;
    }
    let (first_memo, memos): (_, &mut [Option<FactsMemo>]) = memos.split_first_mut().expect("a worker");
    let mut first = shared.searcher(first_memo);
    let tree = LockedTree::new(shared, pages, reaper, if director.is_some() { 1 } else { workers });
    if first.is_small(position) {
        let (verdict, best) = first.decide_small(position, tree.decided()).map(of_winning).unzip();
        let (counts, best) = (first.counts(), best.flatten());
        let busy = costs.nodes(&counts, &Statistics::default());
        let idle = if director.is_some() { 0 } else { (workers as u64 - 1) * busy };
        let limit = shared.budget.expired();
        return Simulated { verdict, best, nodes: counts.nodes(), elapsed: busy, busy, idle, limit, ..nothing };
    }
    let expected = first.expected_nodes(position);
    let mut all_at_once = AllAtOnce { workers, awake: 1, nodes_alone: nodes_alone(false, expected, shared.tuning) };
    let director = director.unwrap_or(&mut all_at_once);
    tree.begin(|| first.replies(position));
    let found = Crew::new(&tree, first, memos, costs, expected).run(director, nothing);
    let Statistics { jobs_cancelled, branches_split, arenas_dropped, arenas_compacted, .. } = tree.counts();
    let found = Simulated { idle_leaves: tree.idle_leaves(), ..found };
    let counted = Simulated { jobs_cancelled, branches_split, arenas_dropped, arenas_compacted, ..found };
    let (verdict, best) = tree.finish().ok().unzip();
    Simulated { verdict, best: best.flatten(), limit: shared.budget.expired(), ..counted }
}
