//! Decides one position with a pool of workers over one [`SplitTree`].

use super::split_tree::SplitTree;
use crate::arena::Pool;
use crate::rules::{Move, Position};
use crate::search::{FactsMemo, Next, Node, Searcher, Shared, Verdict, after};
use crate::table::Numbers;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;

/// The verdict of a position and, if it is a win, a winning move.
pub type Decision = (Verdict, Option<Move>);

/// What the workers of one decision need.
pub struct Crew<'a, const SEATS: usize> {
    /// Rules, table, limits.
    pub shared: Shared<'a>,
    /// Pages for arenas.
    pub pages: Arc<Pool<Node<SEATS>>>,
    /// One memo a worker.
    pub memos: &'a mut [FactsMemo],
    /// Threads, if there is more than one worker.
    pub pool: Option<&'a rayon::ThreadPool>,
}

/// Nodes after which a job reports back when there are other workers.
const JOB_NODES: u64 = 2_000;

/// Nodes after which a branch is split when there are other workers.
const SPLIT_NODES: u64 = 10_000;

/// Decides a position.
pub fn decide<const SEATS: usize>(position: &Position<SEATS>, crew: &mut Crew<SEATS>) -> Decision {
    let Crew { shared, pages, memos, pool } = crew;
    let shared = *shared;
    let replies = match Searcher::new(shared, &mut memos[0]).replies(position, pages) {
        Ok(replies) => replies,
        Err(winning) => return (Verdict::Win, Some(winning)),
    };
    let alone = memos.len() == 1;
    let board = Board { tree: Mutex::new(SplitTree::new(replies)), changed: Condvar::new(), pages, alone };
    match pool {
        Some(pool) if !alone => pool.in_place_scope(|scope| {
            for memo in memos.iter_mut() {
                scope.spawn(|_| board.work(Searcher::new(shared, memo), shared));
            }
        }),
        _ => board.work(Searcher::new(shared, &mut memos[0]), shared),
    }
    let tree = board.tree.into_inner();
    match tree.numbers() {
        Numbers { pn: 0, .. } => (Verdict::Win, tree.winning_move()),
        Numbers { dn: 0, .. } => (Verdict::Loss, None),
        _ => (shared.watch.expired().map_or(Verdict::Loss, Verdict::Unknown), None),
    }
}

struct Board<'a, const SEATS: usize> {
    tree: Mutex<SplitTree<SEATS>>,
    changed: Condvar,
    pages: &'a Arc<Pool<Node<SEATS>>>,
    /// Is there one worker only?
    alone: bool,
}

impl<const SEATS: usize> Board<'_, SEATS> {
    /// One worker: takes jobs until the root is solved or a limit is reached.
    fn work(&self, mut searcher: Searcher<SEATS>, shared: Shared) {
        let most = if self.alone { u64::MAX } else { JOB_NODES };
        let mut tree = self.tree.lock();
        while !tree.numbers().is_solved() && shared.watch.expired().is_none() {
            let Some(mut job) = tree.take_job() else {
                self.changed.wait(&mut tree);
                continue;
            };
            drop(tree);
            let nodes = searcher.search(&mut job.branch, job.bounds, most, &job.cancel);
            let split = !self.alone && !job.branch.numbers().is_solved() && job.nodes + nodes >= SPLIT_NODES;
            if split {
                let replies = searcher.replies(job.branch.position(), self.pages);
                tree = self.tree.lock();
                tree.put_back_split(job, replies);
            } else {
                tree = self.tree.lock();
                tree.put_back(job, nodes);
            }
            drop(tree.take_discarded());
            self.changed.notify_all();
        }
        self.changed.notify_all();
    }
}

/// The verdict of one move of a position.
pub fn decide_move<const SEATS: usize>(position: &Position<SEATS>, played: Move, crew: &mut Crew<SEATS>) -> Verdict {
    let Next::Position(next) = after(position, played, crew.shared.rules) else { return Verdict::Win };
    let (verdict, _) = decide(&next, crew);
    match verdict {
        Verdict::Unknown(_) => verdict,
        _ if (verdict == Verdict::Win) == (next.side_to_move() == position.side_to_move()) => Verdict::Win,
        _ => Verdict::Loss,
    }
}
