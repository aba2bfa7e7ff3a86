//! The top of the search as a tree in memory. Its leaves are the branches that the workers search.
//!
//! The first level are the root's replies, each a [`Branch`] with an arena of its own. A job takes the most promising idle
//! branch. The worker searches it until another branch looks better, as df-pn would, or until the job's nodes are visited. A
//! large branch is split into its own replies, so that all cores stay busy wherever the work is. When a node is solved, the jobs
//! below it are cancelled and their branches discarded.
//!
//! **Which branch is the most promising?** If no other worker is busy, it is the one that df-pn would go to: at each node
//! the reply with the least proof number. If that one is busy, another must be searched. Where its path leaves the best
//! reply, this work only helps if the best reply turns out to be worse than it looks. How much worse is the *regret* of the
//! branch: for each reply on its path the logarithm of its proof number divided by the best reply's, all added. A job takes
//! the idle branch with the least regret, wherever that is.
//!
//! With 16 threads this takes less than half of the nodes that the next best reply of the busy branch's node took.
//!
//! A single worker splits branches, too, once its search is long. In this tree the most promising branch is chosen anew
//! after each job, while df-pn stays below a move that must be refuted until it is refuted (`thresholds.rs`). For the large
//! branches of a long search the former is better; a short one is faster without splits. Figures of both:
//! `benches/history.md`, "Workers".
//!
//! The tree's own nodes are not counted against the memory budget. So a branch is never split before it holds a five-hundredth of the
//! search's nodes ([`Tuning::split_denominator`](crate::Tuning::split_denominator)), and however long the search takes, the tree stays small.

use crate::rules::Move;
use crate::search::{Branch, Cut, Statistics, natural_log, thresholds};
use crate::tables::{Children, ProofNumbers};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The index of a node in the tree.
type Id = u32;

struct SplitNode<const SEATS: usize> {
    played: Move,
    /// In the view of the side to move here.
    numbers: ProofNumbers,
    /// Does the parent's side move here too?
    same_side: bool,
    parent: Option<Id>,
    state: Progress<SEATS>,
}

enum Progress<const SEATS: usize> {
    /// A leaf that no worker searches, and the nodes visited in it so far.
    Idle(Box<Branch<SEATS>>, u64),
    /// A leaf that a worker searches, and the flag that cancels the job.
    Busy(Arc<AtomicBool>),
    /// An inner node with its replies.
    Split(Range<Id>),
    /// Solved, or below a solved node.
    Done,
}

/// A bounded search to be done by a worker.
pub struct Job<const SEATS: usize> {
    id: Id,
    /// The branch to search.
    pub branch: Box<Branch<SEATS>>,
    /// The numbers at which to stop.
    pub thresholds: ProofNumbers,
    /// Raised when the result is no longer wanted.
    pub cancel: Arc<AtomicBool>,
    /// Nodes visited in the branch so far.
    pub nodes: u64,
}

/// See the module's head.
pub struct SplitTree<const SEATS: usize> {
    nodes: Vec<SplitNode<SEATS>>,
    /// Branches that are no longer needed, for the caller to free.
    discarded: Vec<Box<Branch<SEATS>>>,
    /// Counts of jobs, cancellations and splits.
    pub counts: Statistics,
}

/// The replies of a position.
pub type Replies<const SEATS: usize> = Vec<(Move, Branch<SEATS>)>;

impl<const SEATS: usize> SplitTree<SEATS> {
    /// The tree of a root with these replies.
    pub fn new(replies: Replies<SEATS>) -> Self {
        let numbers = ProofNumbers { pn: 1, dn: 1 };
        let root = SplitNode { played: Move::Pass, numbers, same_side: true, parent: None, state: Progress::Done };
        let mut tree = SplitTree { nodes: vec![root], discarded: Vec::new(), counts: Statistics::default() };
        tree.split(0, replies);
        tree
    }

    /// The root's numbers.
    pub fn numbers(&self) -> ProofNumbers {
        self.nodes[0].numbers
    }

    /// The root's winning move, once one is proven.
    pub fn winning_move(&self) -> Option<Move> {
        self.children(0).find(|&id| self.seen(id).pn == 0).map(|id| self.nodes[id as usize].played)
    }

    fn children(&self, id: Id) -> Range<Id> {
        match &self.nodes[id as usize].state {
            Progress::Split(children) => children.clone(),
            _ => 0..0,
        }
    }

    /// A node's numbers in the view of its parent's mover.
    fn seen(&self, id: Id) -> ProofNumbers {
        let node = &self.nodes[id as usize];
        node.numbers.seen_by_parent(node.same_side)
    }

    fn numbers_of_children(&self, id: Id) -> Children {
        ProofNumbers::of_children(self.children(id).map(|child| self.seen(child)))
    }

    /// Takes the most promising idle leaf. `None` if there is none.
    pub fn take_job(&mut self) -> Option<Job<SEATS>> {
        let (id, thresholds) = self.most_promising()?;
        let cancel = Arc::new(AtomicBool::new(false));
        let node = &mut self.nodes[id as usize];
        match std::mem::replace(&mut node.state, Progress::Done) {
            Progress::Idle(branch, nodes) => {
                node.state = Progress::Busy(cancel.clone());
                self.counts.jobs += 1;
                Some(Job { id, branch, thresholds, cancel, nodes })
            }
            state => {
                node.state = state;
                None
            }
        }
    }

    /// The idle leaf with the least regret (see the module's head), with the thresholds at which another one looks better.
    fn most_promising(&self) -> Option<(Id, ProofNumbers)> {
        // A queue of nodes that were reached. Next is the one with the least regret; of several, the one reached last.
        let mut reached = vec![(0, thresholds::NONE)];
        let mut queue = BinaryHeap::from([(Reverse(0), 0)]);
        while let Some((Reverse(regret), next)) = queue.pop() {
            let (id, wanted): (Id, ProofNumbers) = reached[next];
            let children = match &self.nodes[id as usize].state {
                Progress::Idle(..) => return Some((id, wanted)),
                Progress::Busy(_) | Progress::Done => continue,
                Progress::Split(children) => children.clone(),
            };
            let Children { numbers, second, .. } = self.numbers_of_children(id);
            // From the last one, so that of equal ones the first is reached last.
            for child in children.rev() {
                let seen = self.seen(child);
                if seen.dn == 0 {
                    continue;
                }
                let rival = if seen.pn == numbers.pn { second } else { seen.pn };
                let below = thresholds::of_child(wanted, numbers, seen, rival);
                let below = below.seen_by_parent(self.nodes[child as usize].same_side);
                let more = natural_log(seen.pn) - natural_log(numbers.pn);
                queue.push((Reverse(regret + more), reached.len()));
                reached.push((child, below));
            }
        }
        None
    }

    /// Takes a branch back from its worker.
    pub fn put_back(&mut self, job: Job<SEATS>) {
        let Job { id, branch, nodes, .. } = job;
        if matches!(self.nodes[id as usize].state, Progress::Done) || branch.numbers().is_solved() {
            // A node above has been solved meanwhile, or the branch is solved.
            self.discarded.push(branch);
            if !matches!(self.nodes[id as usize].state, Progress::Done) {
                self.solved(id, self.discarded[self.discarded.len() - 1].numbers());
            }
            return;
        }
        let node = &mut self.nodes[id as usize];
        node.numbers = branch.numbers();
        node.state = Progress::Idle(branch, nodes);
        let parent = node.parent;
        self.update(parent);
    }

    /// Replaces the branch of a job by its replies.
    pub fn put_back_split(&mut self, job: Job<SEATS>, replies: Result<Replies<SEATS>, Cut>) {
        if matches!(replies, Err(Cut::Stopped)) {
            return self.put_back(job);
        }
        let Job { id, branch, .. } = job;
        self.discarded.push(branch);
        if matches!(self.nodes[id as usize].state, Progress::Done) {
            let replies = replies.unwrap_or_default();
            self.discarded.extend(replies.into_iter().map(|(_, branch)| Box::new(branch)));
            return;
        }
        match replies {
            Ok(replies) => {
                self.counts.branches_split += 1;
                self.split(id, replies);
            }
            Err(_) => self.solved(id, ProofNumbers::WIN),
        }
    }

    /// The branches discarded since the last call.
    pub fn take_discarded(&mut self) -> Vec<Box<Branch<SEATS>>> {
        std::mem::take(&mut self.discarded)
    }

    /// Frees the arenas of idle branches, those with the least nodes visited first, until half of the bytes are freed.
    /// Returns how many bytes the idle branches held in all. The nodes are generated again if they are visited.
    pub fn clear_idle(&mut self) -> usize {
        let mut idle: Vec<_> = self
            .nodes
            .iter_mut()
            .filter_map(|node| match &mut node.state {
                Progress::Idle(branch, nodes) => Some((*nodes, branch)),
                _ => None,
            })
            .collect();
        idle.sort_unstable_by_key(|(nodes, _)| *nodes);
        let all: usize = idle.iter().map(|(_, branch)| branch.bytes()).sum();
        let mut dropped = 0;
        for (_, branch) in idle {
            if 2 * dropped >= all {
                break;
            }
            dropped += branch.bytes();
            self.counts.arenas_dropped += (branch.bytes() > 0) as u64;
            branch.clear();
        }
        all
    }

    fn solved(&mut self, id: Id, numbers: ProofNumbers) {
        self.nodes[id as usize].numbers = numbers;
        self.nodes[id as usize].state = Progress::Done;
        let parent = self.nodes[id as usize].parent;
        self.update(parent);
    }

    fn split(&mut self, id: Id, replies: Replies<SEATS>) {
        let first = self.nodes.len() as Id;
        self.nodes.extend(replies.into_iter().map(|(played, branch)| SplitNode {
            played,
            numbers: branch.numbers(),
            same_side: branch.same_side(),
            parent: Some(id),
            state: Progress::Idle(Box::new(branch), 0),
        }));
        self.nodes[id as usize].state = Progress::Split(first..self.nodes.len() as Id);
        self.update(Some(id));
    }

    /// Recomputes the numbers from a node up to the root and discards what is below a solved node.
    fn update(&mut self, mut from: Option<Id>) {
        while let Some(id) = from {
            let numbers = self.numbers_of_children(id).numbers;
            self.nodes[id as usize].numbers = numbers;
            if numbers.is_solved() {
                self.children(id).for_each(|child| self.discard(child));
                if id != 0 {
                    self.nodes[id as usize].state = Progress::Done;
                }
            }
            from = self.nodes[id as usize].parent;
        }
    }

    /// Cancels and discards a node and everything below it.
    fn discard(&mut self, id: Id) {
        self.children(id).for_each(|child| self.discard(child));
        match std::mem::replace(&mut self.nodes[id as usize].state, Progress::Done) {
            Progress::Idle(branch, _) => self.discarded.push(branch),
            Progress::Busy(cancel) => {
                cancel.store(true, Ordering::Relaxed);
                self.counts.jobs_cancelled += 1;
            }
            Progress::Split(_) | Progress::Done => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Ruleset, State};
    use crate::search::{Budget, FactsMemo, Limits, PagePool, Searcher, SolveContext, StopFlag, Techniques};
    use crate::tables::{INFINITE, Tables};
    use crate::tuning::Tuning;
    use parking_lot::Mutex;

    /// Lets `test` work on the tree of a position with a searcher without static wins, so that replies are branches.
    fn with_tree(hands: [&str; 2], test: impl FnOnce(SplitTree<2>, &mut Searcher<'_, 2>)) {
        let (rules, tuning) = (Ruleset::default(), Tuning::DEFAULT);
        let (tables, statistics) = (Tables::new(1 << 20, &tuning), Mutex::default());
        let budget = Budget::start(Limits::default(), StopFlag::default());
        let (techniques, statistics) = (Techniques { arenas: true, ..Techniques::NONE }, &statistics);
        let shared =
            SolveContext { rules: &rules, tables: &tables, budget: &budget, techniques, tuning: &tuning, statistics };
        let mut memo = FactsMemo::new(&rules, &tuning);
        let position = State::<2>::parse(hands, None, &rules).expect("a position");
        let mut searcher = Searcher::new(shared, &mut memo);
        let Ok(replies) = searcher.replies(&position, &PagePool::new(1 << 20, 256)) else {
            panic!("nothing is known yet")
        };
        test(SplitTree::new(replies), &mut searcher);
    }

    fn solve(job: &mut Job<2>, searcher: &mut Searcher<'_, 2>) {
        searcher.search(&mut job.branch, thresholds::NONE, u64::MAX, &AtomicBool::new(false));
        assert!(job.branch.numbers().is_solved());
    }

    /// Of all first moves only 3999 wins. All are being searched when it is proven.
    #[test]
    fn a_proven_win_cancels_all_other_jobs() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let mut jobs: Vec<Job<2>> = std::iter::from_fn(|| tree.take_job()).collect();
            assert_eq!(jobs.len(), tree.nodes.len() - 1);
            assert_eq!(tree.counts.jobs, jobs.len() as u64);
            let played = |tree: &SplitTree<2>, id: Id| tree.nodes[id as usize].played.to_string();
            let place = jobs.iter().position(|job| played(&tree, job.id) == "3999").expect("one of the moves");
            let mut winner = jobs.remove(place);
            solve(&mut winner, searcher);
            assert!(jobs.iter().all(|job| !job.cancel.load(Ordering::Relaxed)));
            tree.put_back(winner);
            assert_eq!(tree.winning_move().map(|played| played.to_string()).as_deref(), Some("3999"));
            assert!(jobs.iter().all(|job| job.cancel.load(Ordering::Relaxed)));
            assert_eq!(tree.counts.jobs_cancelled, jobs.len() as u64);
            // What comes back is only freed: nobody searches it again, and the answer stays.
            for job in jobs {
                tree.put_back(job);
            }
            assert!(tree.take_job().is_none());
            assert_eq!(tree.take_discarded().len(), tree.nodes.len() - 1);
            assert!(tree.nodes[1..].iter().all(|node| matches!(node.state, Progress::Done)));
            assert_eq!(tree.numbers(), ProofNumbers::WIN);
        });
    }

    /// The first move 6 loses, to a J among others. Its replies are all being searched when one of them proves that.
    #[test]
    fn what_was_cancelled_below_a_solved_node_changes_nothing() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let mut first: Vec<Job<2>> = std::iter::from_fn(|| tree.take_job()).collect();
            let wrong = |job: &Job<2>| tree.nodes[job.id as usize].played.to_string() == "6";
            let place = first.iter().position(wrong).expect("one of the moves");
            let job = first.remove(place);
            let id = job.id as usize;
            let replies = searcher.replies(job.branch.position(), &PagePool::new(1 << 20, 256));
            tree.put_back_split(job, replies);
            let mut jobs: Vec<Job<2>> = std::iter::from_fn(|| tree.take_job()).collect();
            while !tree.nodes[id].numbers.is_solved() {
                let mut job = jobs.pop().expect("one of the replies wins");
                solve(&mut job, searcher);
                tree.put_back(job);
            }
            assert!(!jobs.is_empty() && jobs.iter().all(|job| job.cancel.load(Ordering::Relaxed)));
            let (solved, root) = (tree.nodes[id].numbers, tree.numbers());
            for job in jobs {
                tree.put_back(job);
                assert_eq!((tree.nodes[id].numbers, tree.numbers()), (solved, root));
            }
        });
    }

    /// A branch that is split is decided by its replies as it is by its own search.
    #[test]
    fn a_split_branch_has_the_value_of_its_replies() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let mut split = 0;
            while !tree.numbers().is_solved() {
                let mut job = tree.take_job().expect("nobody else is at work");
                if tree.nodes[job.id as usize].parent == Some(0) {
                    let replies = searcher.replies(job.branch.position(), &PagePool::new(1 << 20, 256));
                    split += replies.is_ok() as u64;
                    tree.put_back_split(job, replies);
                } else {
                    solve(&mut job, searcher);
                    tree.put_back(job);
                }
            }
            assert!(split > 1, "{split}");
            assert_eq!(tree.counts.branches_split, split);
            assert_eq!(tree.winning_move().map(|played| played.to_string()).as_deref(), Some("3999"));
        });
    }

    #[test]
    fn a_job_ends_when_another_branch_looks_better() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, _| {
            // Seen from the root, the proof numbers are 10, 30, 20, 40 and so on.
            for (n, id) in [1, 3, 2].into_iter().chain(4..tree.nodes.len() as u32).zip(1..) {
                set(&mut tree, id, ProofNumbers { pn: 10 * n, dn: 7 });
            }
            tree.update(Some(0));
            assert_eq!(tree.numbers().pn, 10);
            // The first until it is a quarter worse than the second. For a further worker any branch is searched until it
            // gets worse.
            for (id, pn, most) in [(1, 10, 26), (3, 20, 26), (2, 30, 38)] {
                let job = tree.take_job().expect("an idle branch");
                let thresholds = job.thresholds.seen_by_parent(tree.nodes[id].same_side);
                assert_eq!((job.id as usize, tree.seen(job.id).pn), (id, pn));
                assert_eq!(thresholds, ProofNumbers { pn: most, dn: INFINITE });
            }
        });
    }

    /// Sets a node's numbers, given in the view of its parent's mover.
    fn set(tree: &mut SplitTree<2>, id: Id, seen: ProofNumbers) {
        let same_side = tree.nodes[id as usize].same_side;
        tree.nodes[id as usize].numbers = seen.seen_by_parent(same_side);
    }

    /// Where all are busy on the best path, the next leaf need not be next to it.
    #[test]
    fn the_next_leaf_is_the_one_with_the_least_regret() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let job = tree.take_job().expect("an idle branch");
            let split = job.id;
            let replies = searcher.replies(job.branch.position(), &PagePool::new(1 << 20, 256));
            tree.put_back_split(job, replies);
            let replies: Vec<Id> = tree.children(split).collect();
            let others: Vec<Id> = tree.children(0).filter(|&id| id != split).collect();
            assert!(replies.len() > 3 && others.len() > 1);
            // Their proof numbers are 100, 200, 400 and so on: regrets of ln 1, ln 2, ln 4.
            for (n, &id) in replies.iter().enumerate() {
                set(&mut tree, id, ProofNumbers { pn: 100 << n, dn: 1 });
            }
            // The root sees the sum of the disproof numbers. The other moves have regrets of ln 3, ln 5, ln 7.
            for (n, &id) in (1..).zip(&others) {
                set(&mut tree, id, ProofNumbers { pn: replies.len() as u32 * (2 * n + 1), dn: 1 });
            }
            tree.update(Some(split));
            let taken: Vec<Id> = std::iter::from_fn(|| tree.take_job().map(|job| job.id)).take(5).collect();
            assert_eq!(taken, [replies[0], replies[1], others[0], replies[2], others[1]]);
        });
    }

    #[test]
    fn idle_branches_with_the_least_nodes_are_cleared_until_half_is_free() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let jobs: Vec<Job<2>> = std::iter::from_fn(|| tree.take_job()).take(3).collect();
            let ids = [0, 1, 2].map(|n: usize| jobs[n].id as usize);
            let mut bytes = 0;
            for (mut job, nodes) in jobs.into_iter().zip([300, 100, 200]) {
                searcher.search(&mut job.branch, thresholds::NONE, 5, &AtomicBool::new(false));
                bytes = job.branch.bytes();
                job.nodes = nodes;
                tree.put_back(job);
            }
            let held = |tree: &SplitTree<2>| {
                ids.map(|id| match &tree.nodes[id].state {
                    Progress::Idle(branch, nodes) => (branch.bytes(), *nodes),
                    _ => panic!("nobody searches it"),
                })
            };
            assert!(bytes > 0);
            assert_eq!(held(&tree), [(bytes, 300), (bytes, 100), (bytes, 200)]);
            assert_eq!(tree.clear_idle(), 3 * bytes);
            assert_eq!(held(&tree), [(bytes, 300), (0, 100), (0, 200)]);
            assert_eq!(tree.counts.arenas_dropped, 2, "those without an arena do not count");
        });
    }
}
