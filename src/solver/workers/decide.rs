//! Decides one position with a pool of workers that share one [`SplitTree`].

use super::reaper::LazyReaper;
use super::split_tree::{Job, SplitTree};
use crate::rules::{Move, Position, finishing_move};
use crate::search::{Cut, FactsMemo, Node, Pool, Reason, Searcher, Shared, Successor, Verdict, after};
use crate::tables::ProofNumbers;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::sync::Arc;

/// The verdict of a position and, if it is a win, a winning move.
pub type Decision = (Verdict, Option<Move>);

/// What the workers of one decision need.
pub struct Resources<'a, const SEATS: usize> {
    /// Rules, tables, budget.
    pub shared: Shared<'a>,
    /// Pages for arenas.
    pub pages: Arc<Pool<Node<SEATS>>>,
    /// Where discarded branches go.
    pub reaper: &'a LazyReaper,
    /// A memo for each worker.
    pub memos: &'a mut [Option<FactsMemo>],
    /// The most bytes of what is known about lengths of games.
    pub length_bytes: usize,
    /// The workers' threads, if there is more than one worker.
    pub pool: Option<&'a rayon::ThreadPool>,
}

/// The verdict of a finished game, for the side whose turn it would be. The search itself must not be called for a finished
/// game: it would report a loss of the player without cards.
pub fn verdict_of_finished<const SEATS: usize>(position: &Position<SEATS>) -> Option<Verdict> {
    let winner = position.winner()?;
    Some(if winner == position.side_to_move() { Verdict::Win } else { Verdict::Loss })
}

/// Decides a position. A win at once is played at once: a move that sheds the last card is returned rather than another
/// winning one. A finished game has no winning move.
pub fn decide<const SEATS: usize>(position: &Position<SEATS>, resources: &mut Resources<SEATS>) -> Decision {
    if let Some(verdict) = verdict_of_finished(position) {
        return (verdict, None);
    }
    let (verdict, found) = search(position, resources);
    (verdict, found.map(|found| finishing_move(position, resources.shared.rules).unwrap_or(found)))
}

fn search<const SEATS: usize>(position: &Position<SEATS>, resources: &mut Resources<SEATS>) -> Decision {
    let Resources { shared, pages, reaper, memos, pool, .. } = resources;
    let shared = *shared;
    let alone = memos.len() == 1;
    let mut searcher = shared.searcher(&mut memos[0]);
    // Most positions are decided before other threads could wake up.
    match searcher.decide_small(position, if alone { u64::MAX } else { shared.tuning.nodes_before_waking }) {
        Some(Some(winning)) => return (Verdict::Win, Some(winning)),
        Some(None) => return (Verdict::Loss, None),
        None => {}
    }
    let replies = match searcher.replies(position, pages) {
        Ok(replies) => replies,
        Err(Cut::Wins(winning)) => return (Verdict::Win, Some(winning)),
        Err(Cut::Stopped) => return (unknown(shared), None),
    };
    drop(searcher);
    let top = SharedTree { tree: Mutex::new(SplitTree::new(replies)), changed: Condvar::new(), pages, reaper, alone };
    match pool {
        Some(pool) if !alone => {
            top.work(shared.searcher(&mut memos[0]), shared, shared.tuning.nodes_before_waking);
            if top.is_open(shared) {
                pool.in_place_scope(|scope| {
                    for memo in memos.iter_mut() {
                        scope.spawn(|_| top.work(shared.searcher(memo), shared, u64::MAX));
                    }
                });
            }
        }
        _ => top.work(shared.searcher(&mut memos[0]), shared, u64::MAX),
    }
    let tree = top.tree.into_inner();
    *shared.statistics.lock() += tree.counts;
    match tree.numbers() {
        ProofNumbers { pn: 0, .. } => (Verdict::Win, tree.winning_move()),
        ProofNumbers { dn: 0, .. } => (Verdict::Loss, None),
        _ => (unknown(shared), None),
    }
}

fn unknown(shared: Shared) -> Verdict {
    Verdict::Unknown(shared.budget.expired().unwrap_or(Reason::Interrupted))
}

struct SharedTree<'a, const SEATS: usize> {
    tree: Mutex<SplitTree<SEATS>>,
    changed: Condvar,
    pages: &'a Arc<Pool<Node<SEATS>>>,
    reaper: &'a LazyReaper,
    /// Is there one worker only?
    alone: bool,
}

impl<const SEATS: usize> SharedTree<'_, SEATS> {
    /// Is the root unsolved, and no limit reached?
    fn is_open(&self, shared: Shared) -> bool {
        !self.tree.lock().numbers().is_solved() && shared.budget.expired().is_none()
    }

    /// Runs one worker: it takes jobs until the root is solved, a limit is reached or `nodes` nodes are visited.
    fn work(&self, mut searcher: Searcher<SEATS>, shared: Shared, nodes: u64) {
        let most = (if self.alone { shared.tuning.job_nodes_alone } else { shared.tuning.job_nodes }).min(nodes);
        let mut left = nodes;
        let mut tree = self.tree.lock();
        while !tree.numbers().is_solved() && shared.budget.expired().is_none() && left > 0 {
            let Some(mut job) = tree.take_job() else {
                self.changed.wait(&mut tree);
                continue;
            };
            drop(tree);
            // If nothing could be kept, a job starts again at the branch's root. So the share grows with the nodes visited
            // in the branch before. At last one job is long enough, however small tables and arenas are.
            let share = most.max(job.nodes / 16).min(left);
            let nodes = searcher.search(&mut job.branch, job.thresholds, share, &job.cancel);
            left = left.saturating_sub(nodes);
            let split = !self.alone
                && !job.branch.numbers().is_solved()
                && job.nodes + nodes >= shared.tuning.nodes_before_split;
            if split {
                let replies = searcher.replies(job.branch.position(), self.pages);
                tree = self.tree.lock();
                tree.put_back_split(job, replies);
            } else {
                tree = self.make_room(&mut job);
                tree.put_back(job, nodes);
            }
            let discarded = tree.take_discarded();
            self.changed.notify_all();
            drop(tree);
            let mut reaped = 0;
            let all = discarded.len() as u64;
            for branch in discarded {
                // A branch that is not handed over is freed at the end of this block.
                if branch.bytes() >= shared.tuning.least_reaped_bytes {
                    reaped += self.reaper.free(branch) as u64;
                }
            }
            tree = self.tree.lock();
            tree.counts.branches_reaped += reaped;
            tree.counts.branches_freed += all - reaped;
        }
        self.changed.notify_all();
    }

    /// Locks the tree. If the arenas have used up their budget, it first frees memory: the idle branches with the least
    /// work, or, if these hold less than the job's branch, half of that branch.
    fn make_room(&self, job: &mut Job<SEATS>) -> MutexGuard<'_, SplitTree<SEATS>> {
        if !self.pages.was_exhausted() {
            return self.tree.lock();
        }
        let idle = self.tree.lock().clear_idle();
        if idle < job.branch.bytes() {
            self.reaper.free(job.branch.compact());
            let mut tree = self.tree.lock();
            tree.counts.arenas_compacted += 1;
            return tree;
        }
        self.tree.lock()
    }
}

/// The verdict of one move of a position.
pub fn decide_move<const SEATS: usize>(
    position: &Position<SEATS>,
    played: Move,
    resources: &mut Resources<SEATS>,
) -> Verdict {
    let Successor::Position(next, _) = after(position, played, resources.shared.rules) else { return Verdict::Win };
    let (verdict, _) = decide(&next, resources);
    match verdict {
        Verdict::Unknown(_) => verdict,
        _ if (verdict == Verdict::Win) == (next.side_to_move() == position.side_to_move()) => Verdict::Win,
        _ => Verdict::Loss,
    }
}
