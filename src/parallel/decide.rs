//! Decides one position with a pool of workers over one [`SplitTree`].

use super::split_tree::{Job, SplitTree};
use crate::rules::{Move, Position};
use crate::search::{HandsNeeded, Next, Searcher, Shared, Verdict, after};
use crate::table::Numbers;
use parking_lot::{Condvar, Mutex};

/// The verdict of a position and, if it is a win, a winning move.
pub type Decision = (Verdict, Option<Move>);

/// Nodes of a job: enough to make the tree's upkeep cheap, few enough to split early.
const JOB_NODES: u64 = 2_000;

/// Decides a position; `pool` is for more than one worker, of which there are as many as memos.
pub fn decide<const SEATS: usize>(
    position: &Position<SEATS>,
    shared: Shared,
    memos: &mut [HandsNeeded],
    pool: Option<&rayon::ThreadPool>,
) -> Decision {
    let replies = match Searcher::new(shared, &mut memos[0]).replies(position) {
        Ok(replies) => replies,
        Err(winning) => return (Verdict::Win, Some(winning)),
    };
    let tree = SplitTree::new(*position, replies);
    let board = Board { tree: Mutex::new(tree), changed: Condvar::new() };
    match pool {
        Some(pool) if memos.len() > 1 => pool.in_place_scope(|scope| {
            for memo in memos {
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

struct Board<const SEATS: usize> {
    tree: Mutex<SplitTree<SEATS>>,
    changed: Condvar,
}

impl<const SEATS: usize> Board<SEATS> {
    /// One worker: takes jobs until the root is solved or a limit is reached.
    fn work(&self, mut searcher: Searcher<SEATS>, shared: Shared) {
        let mut tree = self.tree.lock();
        while !tree.numbers().is_solved() && shared.watch.expired().is_none() {
            let Some(Job { id, position, cancel }) = tree.take_job() else {
                self.changed.wait(&mut tree);
                continue;
            };
            drop(tree);
            let mut numbers = searcher.search(&position, JOB_NODES, &cancel);
            let mut replies = Vec::new();
            if !numbers.is_solved() {
                match searcher.replies(&position) {
                    Ok(open) => replies = open,
                    Err(_) => numbers = Numbers::WIN,
                }
            }
            tree = self.tree.lock();
            tree.finish(id, numbers, replies);
            self.changed.notify_all();
        }
        self.changed.notify_all();
    }
}

/// The verdict of one move of a position.
pub fn decide_move<const SEATS: usize>(
    position: &Position<SEATS>,
    played: Move,
    shared: Shared,
    memos: &mut [HandsNeeded],
    pool: Option<&rayon::ThreadPool>,
) -> Verdict {
    let Next::Position(next) = after(position, played, shared.rules) else { return Verdict::Win };
    let (verdict, _) = decide(&next, shared, memos, pool);
    match verdict {
        Verdict::Unknown(_) => verdict,
        _ if (verdict == Verdict::Win) == (next.side_to_move() == position.side_to_move()) => Verdict::Win,
        _ => Verdict::Loss,
    }
}
