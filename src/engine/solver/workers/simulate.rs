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
//!
//! What it can't show: cache lines and memory bandwidth that the cores share, several sockets, cores that slow down as others
//! are busy, other programs. What a job finds is in the tables at once for jobs that begin later, even if they begin before it
//! ends; and what a cancelled job found after its end stays there.

use super::decide::{Resources, nodes_alone, of_winning, verdict_of_finished};
use super::locked_tree::{Desk, LockedTree, Next, Searched};
use crate::rules::{Move, State};
use crate::search::{Reason, Searcher, SolveContext, Statistics, Verdict};
use crate::tuning::Tuning;

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
    fn job(&self, number: u64, before: &Statistics, now: &Statistics) -> u64 {
        let cost = self.nodes(now, before);
        if self.seed == 0 {
            return cost;
        }
        let mixed = (self.seed ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (cost << (mixed >> 61)) / 8 + 1
    }

    fn nodes(&self, now: &Statistics, before: &Statistics) -> u64 {
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
    fn note_cancelled<const SEATS: usize>(&mut self, is_cancelled: bool, done: &Searched<SEATS>) {
        self.cancelled_put_back += is_cancelled as u64;
        self.cancelled_solved += (is_cancelled && done.is_solved()) as u64;
        self.cancelled_split += (is_cancelled && done.is_split()) as u64;
    }
}

/// A simulated worker.
struct Worker<'a, const SEATS: usize> {
    searcher: Searcher<'a, SEATS>,
    desk: Desk<SEATS>,
    /// The job that it searches.
    done: Option<Searched<SEATS>>,
    /// When it acts next; while it waits, since when it does.
    at: u64,
    /// When its job began.
    began: u64,
    waits: bool,
}

/// Decides a position in virtual time, with a worker for each memo.
pub fn simulate<const SEATS: usize>(
    position: &State<SEATS>,
    costs: Costs,
    resources: &mut Resources<SEATS>,
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
    let mut crew: Vec<Worker<SEATS>> = memos
        .iter_mut()
        .map(|memo| Worker {
            searcher: shared.searcher(memo),
            desk: Desk::default(),
            done: None,
            at: 0,
            began: 0,
            waits: false,
        })
        .collect();
    let tree = LockedTree::new(shared, pages, reaper, workers);
    let first = &mut crew[0].searcher;
    if first.is_small(position) {
        let (verdict, best) = first.decide_small(position, tree.decided(), None).map(of_winning).unzip();
        let (counts, best) = (first.counts(), best.flatten());
        let busy = costs.nodes(&counts, &Statistics::default());
        let idle = (workers as u64 - 1) * busy;
        let limit = shared.budget.expired();
        return Simulated { verdict, best, nodes: counts.nodes(), elapsed: busy, busy, idle, limit, ..nothing };
    }
    let alone = nodes_alone(first, position, shared.tuning);
    tree.begin(first.replies(position));
    let found = run(&tree, &mut crew, alone, costs, nothing);
    drop(crew);
    let Statistics { jobs_cancelled, branches_split, arenas_dropped, arenas_compacted, .. } = tree.counts();
    let found = Simulated { idle_leaves: tree.idle_leaves(), ..found };
    let counted = Simulated { jobs_cancelled, branches_split, arenas_dropped, arenas_compacted, ..found };
    let (verdict, best) = tree.finish().unzip();
    Simulated { verdict, best: best.flatten(), limit: shared.budget.expired(), ..counted }
}

/// Lets the workers act in the order of their clocks until the root is decided or a limit is reached.
fn run<const SEATS: usize>(
    tree: &LockedTree<SEATS>,
    crew: &mut [Worker<SEATS>],
    nodes_before_waking: u64,
    costs: Costs,
    mut total: Simulated,
) -> Simulated {
    let Tuning { nodes_between_looks, .. } = *tree.shared().tuning;
    // The first worker begins alone.
    let (mut awake, mut lock_free, workers) = (1, 0, crew.len());
    loop {
        let acting = crew[..awake].iter_mut().filter(|worker| !worker.waits).min_by_key(|worker| worker.at);
        let worker = acting.expect("a branch is idle or somebody is busy");
        let start = worker.at.max(lock_free);
        total.blocked += start - worker.at;
        let done = worker.done.take();
        if let Some(done) = &done {
            total.nodes += done.nodes;
            total.busy += worker.at - worker.began;
            total.note_cancelled(worker.desk.is_cancelled(), done);
        }
        let looks = tree.looks();
        let next = tree.exchange(&mut worker.desk, done, true);
        let held = costs.lock + (tree.looks() - looks) * costs.look;
        (total.locked, total.longest_lock) = (total.locked + held, total.longest_lock.max(held));
        let now = start + held;
        lock_free = now;
        tree.free(&mut worker.desk);
        match next {
            Next::Job(job) => {
                let before = worker.searcher.counts();
                // Alone it stops where the others are woken.
                let most =
                    if awake < workers { nodes_before_waking.saturating_sub(total.nodes).max(1) } else { u64::MAX };
                let searched = tree.search(&mut worker.searcher, job, most);
                (worker.began, worker.at) = (now, now + costs.job(total.jobs, &before, &worker.searcher.counts()));
                total.jobs += 1;
                worker.done = Some(searched);
            }
            Next::Wait => {
                assert!(!tree.has_idle(), "a branch is idle, but the worker does not find it");
                (worker.at, worker.waits) = (now, true);
            }
            Next::End => {
                total.elapsed = now;
                break;
            }
        }
        if awake < workers && total.nodes + crew[0].done.as_ref().map_or(0, |done| done.nodes) >= nodes_before_waking {
            let woken = crew[0].at + costs.wake;
            crew[1..].iter_mut().for_each(|worker| worker.at = woken);
            awake = workers;
        }
        shorten_cancelled(crew, now, nodes_between_looks);
        if tree.has_idle()
            && let Some(worker) = crew.iter_mut().filter(|worker| worker.waits).min_by_key(|worker| worker.at)
        {
            let woken = now + costs.wake;
            total.idle += woken - worker.at;
            (worker.at, worker.waits) = (woken, false);
        }
    }
    // What the others were at when the root was decided. As real workers they put their jobs back after that.
    crew.sort_unstable_by_key(|worker| worker.at);
    for worker in crew {
        let rest = total.elapsed.saturating_sub(if worker.waits { worker.at } else { worker.began });
        match worker.done.take() {
            Some(done) => {
                let share = rest.min(worker.at - worker.began);
                total.busy += share;
                total.nodes += done.nodes * share / (worker.at - worker.began).max(1);
                total.note_cancelled(worker.desk.is_cancelled(), &done);
                tree.exchange(&mut worker.desk, Some(done), false);
            }
            None if worker.waits => total.idle += rest,
            None => {}
        }
    }
    total
}

/// A job that was cancelled just now ends when its worker next looks at the budget.
fn shorten_cancelled<const SEATS: usize>(crew: &mut [Worker<SEATS>], now: u64, nodes_between_looks: u64) {
    for worker in crew.iter_mut().filter(|worker| worker.at > now && worker.desk.is_cancelled()) {
        let Some(done) = &mut worker.done else { continue };
        let (whole, nodes) = ((worker.at - worker.began).max(1), done.nodes.max(1));
        let end = (now.max(worker.began) + nodes_between_looks * whole / nodes).min(worker.at);
        done.nodes = done.nodes * (end - worker.began) / whole;
        worker.at = end;
    }
}
