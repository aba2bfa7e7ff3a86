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
//! the idle branch with the least regret, wherever that is. Each node knows the least regret below it, counted from itself. It is kept up
//! to date where numbers change, in the pass that recomputes these: so a job is found by one way down, however many workers
//! are busy.
//!
//! With 16 threads this takes less than half of the nodes that the next best reply of the busy branch's node took.
//!
//! A single worker splits branches, too, once its search is long. In this tree the most promising branch is chosen anew
//! after each job, while df-pn stays below a move that must be refuted until it is refuted (`thresholds.rs`). For the large
//! branches of a long search the former is better; a short one is faster without splits. Figures of both:
//! `benches/history.md`, "Workers".
//!
//! **When is a branch split?** Once it holds a five-hundredth of the search's nodes
//! ([`Tuning::split_denominator`](crate::Tuning::split_denominator)): so the tree stays small however long the search takes, for its own
//! nodes are not counted against the memory budget. Several workers also split a branch soon while there are few idle leaves to
//! choose from, as long as the tree has no more than [`Tuning::tree_nodes_soon`](crate::Tuning::tree_nodes_soon) nodes. Otherwise most of
//! sixty-four workers would wait, and the others would search what looks bad. A node takes some 200 bytes with its branch.

use crate::rules::Move;
use crate::search::{Branch, Cut, Statistics, natural_log, thresholds};
use crate::tables::{Children, ProofNumbers};
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
    /// The logarithm of its proof number in the view of its parent's mover.
    log_pn: i64,
    /// The least regret of the idle leaves below it, counted from here; [`NONE_IDLE`] if there is none.
    regret: i64,
}

impl<const SEATS: usize> SplitNode<SEATS> {
    /// Its numbers in the view of its parent's mover.
    fn seen(&self) -> ProofNumbers {
        self.numbers.seen_by_parent(self.same_side)
    }
}

/// The regret where no leaf is idle: more than any sum of logarithms.
const NONE_IDLE: i64 = i64::MAX / 2;

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
    /// Leaves that were idle when it was taken, and all nodes of the tree.
    pub idle: usize,
    pub tree_nodes: usize,
}

/// See the module's head.
pub struct SplitTree<const SEATS: usize> {
    nodes: Vec<SplitNode<SEATS>>,
    /// Branches that are no longer needed, for the caller to free.
    discarded: Vec<Box<Branch<SEATS>>>,
    /// The root's move that was known to win before there were replies.
    winning: Option<Move>,
    /// How many leaves are idle.
    idle: usize,
    /// Nodes looked at so far: a measure of the time that the tree takes.
    looks: u64,
    /// Counts of jobs, cancellations and splits.
    pub counts: Statistics,
}

/// The replies of a position.
pub type Replies<const SEATS: usize> = Vec<(Move, Box<Branch<SEATS>>)>;

impl<const SEATS: usize> SplitTree<SEATS> {
    /// A tree of a root without replies.
    pub fn new() -> Self {
        let root = SplitNode {
            played: Move::Pass,
            numbers: ProofNumbers { pn: 1, dn: 1 },
            same_side: true,
            parent: None,
            state: Progress::Done,
            log_pn: 0,
            regret: NONE_IDLE,
        };
        let counts = Statistics::default();
        SplitTree { nodes: vec![root], discarded: Vec::new(), winning: None, idle: 0, looks: 0, counts }
    }

    /// Gives the root its replies, or the move that is known to win. Stopped by a limit it stays without any.
    pub fn begin(&mut self, replies: Result<Replies<SEATS>, Cut>) {
        match replies {
            Ok(replies) => self.split(0, replies),
            Err(Cut::Wins(winning)) => {
                self.winning = Some(winning);
                self.nodes[0].numbers = ProofNumbers::WIN;
            }
            Err(Cut::Stopped) => {}
        }
    }

    /// The root's numbers.
    pub fn numbers(&self) -> ProofNumbers {
        self.nodes[0].numbers
    }

    /// The root's winning move, once one is proven.
    pub fn winning_move(&self) -> Option<Move> {
        let proven = self.children(0).find(|&id| self.seen(id).pn == 0);
        proven.map(|id| self.nodes[id as usize].played).or(self.winning)
    }

    fn children(&self, id: Id) -> Range<Id> {
        match &self.nodes[id as usize].state {
            Progress::Split(children) => children.clone(),
            _ => 0..0,
        }
    }

    /// A node's numbers in the view of its parent's mover.
    fn seen(&self, id: Id) -> ProofNumbers {
        self.nodes[id as usize].seen()
    }

    fn numbers_of_children(&self, id: Id) -> Children {
        ProofNumbers::of_children(self.children(id).map(|child| self.seen(child)))
    }

    /// The first child with the least regret, and this regret, counted from the node. `None` if no leaf below it is idle.
    fn least_regret(&self, id: Id) -> Option<(Id, i64)> {
        let open = self.children(id).filter(|&child| self.seen(child).dn != 0);
        let least_log = open.clone().map(|child| self.nodes[child as usize].log_pn).min()?;
        let regret = |child: Id| self.nodes[child as usize].regret + self.nodes[child as usize].log_pn - least_log;
        open.map(|child| (child, regret(child)))
            .min_by_key(|&(_, regret)| regret)
            .filter(|&(_, regret)| regret < NONE_IDLE / 2)
    }

    /// Takes the most promising idle leaf. The flag, which is not raised, cancels the job. `None` if there is no idle leaf.
    pub fn take_job(&mut self, cancel: &Arc<AtomicBool>) -> Option<Job<SEATS>> {
        let (id, thresholds) = self.most_promising()?;
        let node = &mut self.nodes[id as usize];
        match std::mem::replace(&mut node.state, Progress::Done) {
            Progress::Idle(branch, nodes) => {
                node.state = Progress::Busy(cancel.clone());
                node.regret = NONE_IDLE;
                let parent = node.parent;
                self.update(parent);
                self.counts.jobs += 1;
                self.idle -= 1;
                Some(Job {
                    id,
                    branch,
                    thresholds,
                    cancel: cancel.clone(),
                    nodes,
                    idle: self.idle,
                    tree_nodes: self.nodes.len(),
                })
            }
            state => {
                node.state = state;
                None
            }
        }
    }

    /// The idle leaf with the least regret (see the module's head), with the thresholds at which another one looks better.
    fn most_promising(&mut self) -> Option<(Id, ProofNumbers)> {
        let (mut id, mut wanted) = (0, thresholds::NONE);
        while let Progress::Split(_) = self.nodes[id as usize].state {
            self.looks += self.children(id).len() as u64;
            let (child, _) = self.least_regret(id)?;
            let Children { numbers, second, .. } = self.numbers_of_children(id);
            let seen = self.seen(child);
            let rival = if seen.pn == numbers.pn { second } else { seen.pn };
            let below = thresholds::of_child(wanted, numbers, seen, rival);
            wanted = below.seen_by_parent(self.nodes[child as usize].same_side);
            id = child;
        }
        matches!(self.nodes[id as usize].state, Progress::Idle(..)).then_some((id, wanted))
    }

    /// Nodes looked at so far.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Is there an idle leaf?
    pub fn has_idle(&self) -> bool {
        self.nodes[0].regret < NONE_IDLE
    }

    /// How many leaves are idle.
    pub fn idle_leaves(&self) -> usize {
        self.idle
    }

    /// Cancels all jobs and discards all branches: the root is decided elsewhere.
    pub fn cancel_all(&mut self) {
        self.children(0).for_each(|child| self.discard(child));
        self.nodes[0].regret = NONE_IDLE;
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
        self.idle += 1;
        (node.log_pn, node.regret) = (natural_log(node.seen().pn), 0);
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
            self.discarded.extend(replies.into_iter().map(|(_, branch)| branch));
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

    /// Fills an empty list with the branches discarded since the last call. The list's memory stays in use here, so that under the
    /// tree's lock nothing need be allocated for it.
    pub fn take_discarded(&mut self, into: &mut Vec<Box<Branch<SEATS>>>) {
        std::mem::swap(&mut self.discarded, into);
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
        let node = &mut self.nodes[id as usize];
        node.numbers = numbers;
        node.state = Progress::Done;
        (node.log_pn, node.regret) = (natural_log(node.seen().pn), NONE_IDLE);
        let parent = node.parent;
        self.update(parent);
    }

    fn split(&mut self, id: Id, replies: Replies<SEATS>) {
        let first = self.nodes.len() as Id;
        self.nodes.extend(replies.into_iter().map(|(played, branch)| SplitNode {
            played,
            numbers: branch.numbers(),
            same_side: branch.same_side(),
            parent: Some(id),
            log_pn: natural_log(branch.numbers().seen_by_parent(branch.same_side()).pn),
            regret: 0,
            state: Progress::Idle(branch, 0),
        }));
        self.nodes[id as usize].state = Progress::Split(first..self.nodes.len() as Id);
        self.idle += self.nodes.len() - first as usize;
        self.update(Some(id));
    }

    /// Recomputes numbers and regrets from a node up to the root, as far as they change, and discards what is below a solved node.
    fn update(&mut self, mut from: Option<Id>) {
        while let Some(id) = from {
            let numbers = self.numbers_of_children(id).numbers;
            let regret = self.least_regret(id).map_or(NONE_IDLE, |(_, regret)| regret);
            self.looks += self.children(id).len() as u64;
            let node = &mut self.nodes[id as usize];
            if (numbers, regret) == (node.numbers, node.regret) {
                return;
            }
            node.numbers = numbers;
            (node.log_pn, node.regret) = (natural_log(node.seen().pn), regret);
            if numbers.is_solved() {
                node.regret = NONE_IDLE;
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
        self.looks += 1;
        self.nodes[id as usize].regret = NONE_IDLE;
        self.children(id).for_each(|child| self.discard(child));
        match std::mem::replace(&mut self.nodes[id as usize].state, Progress::Done) {
            Progress::Idle(branch, _) => {
                self.idle -= 1;
                self.discarded.push(branch);
            }
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
        let mut tree = SplitTree::new();
        tree.begin(searcher.replies(&position, &PagePool::new(1 << 20, 256)));
        test(tree, &mut searcher);
    }

    /// The next job, with a flag of its own.
    fn take(tree: &mut SplitTree<2>) -> Option<Job<2>> {
        tree.take_job(&Arc::default())
    }

    fn solve(job: &mut Job<2>, searcher: &mut Searcher<'_, 2>) {
        searcher.search(&mut job.branch, thresholds::NONE, u64::MAX, &AtomicBool::new(false));
        assert!(job.branch.numbers().is_solved());
    }

    /// Of all first moves only 3999 wins. All are being searched when it is proven.
    #[test]
    fn a_proven_win_cancels_all_other_jobs() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let mut jobs: Vec<Job<2>> = std::iter::from_fn(|| take(&mut tree)).collect();
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
            assert!(take(&mut tree).is_none() && !tree.has_idle());
            let mut discarded = Vec::new();
            tree.take_discarded(&mut discarded);
            assert_eq!(discarded.len(), tree.nodes.len() - 1);
            assert!(tree.nodes[1..].iter().all(|node| matches!(node.state, Progress::Done)));
            assert_eq!(tree.numbers(), ProofNumbers::WIN);
        });
    }

    /// The first move 6 loses, to a J among others. Its replies are all being searched when one of them proves that.
    #[test]
    fn what_was_cancelled_below_a_solved_node_changes_nothing() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let mut first: Vec<Job<2>> = std::iter::from_fn(|| take(&mut tree)).collect();
            let wrong = |job: &Job<2>| tree.nodes[job.id as usize].played.to_string() == "6";
            let place = first.iter().position(wrong).expect("one of the moves");
            let job = first.remove(place);
            let id = job.id as usize;
            let replies = searcher.replies(job.branch.position(), &PagePool::new(1 << 20, 256));
            tree.put_back_split(job, replies);
            let mut jobs: Vec<Job<2>> = std::iter::from_fn(|| take(&mut tree)).collect();
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
                let mut job = take(&mut tree).expect("nobody else is at work");
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
                let job = take(&mut tree).expect("an idle branch");
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
        tree.nodes[id as usize].log_pn = natural_log(seen.pn);
    }

    /// Where all are busy on the best path, the next leaf need not be next to it.
    #[test]
    fn the_next_leaf_is_the_one_with_the_least_regret() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let job = take(&mut tree).expect("an idle branch");
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
            let taken: Vec<Id> = std::iter::from_fn(|| take(&mut tree).map(|job| job.id)).take(5).collect();
            assert_eq!(taken, [replies[0], replies[1], others[0], replies[2], others[1]]);
        });
    }

    /// What a node knows of the least regret below it is what a walk through the whole tree finds, whatever happens in the tree.
    #[test]
    fn regrets_are_up_to_date() {
        fn walked(tree: &SplitTree<2>, id: Id) -> Option<i64> {
            let node = &tree.nodes[id as usize];
            match &node.state {
                Progress::Idle(..) => Some(0),
                Progress::Busy(_) | Progress::Done => None,
                Progress::Split(children) => {
                    let least = children.clone().map(|child| tree.seen(child).pn).min().expect("replies");
                    let of = |child| Some(walked(tree, child)? + natural_log(tree.seen(child).pn) - natural_log(least));
                    children.clone().filter_map(of).min()
                }
            }
        }
        let (mut taken, mut split, mut most_busy) = (0, 0, 0);
        with_tree(["3445567789TTT", "334789JQKAA22"], |mut tree, searcher| {
            let mut busy: Vec<Job<2>> = Vec::new();
            for step in 0_usize.. {
                let root = walked(&tree, 0).filter(|_| !tree.numbers().is_solved());
                assert_eq!(tree.has_idle(), root.is_some());
                assert_eq!(tree.nodes[0].regret, root.unwrap_or(NONE_IDLE));
                if tree.numbers().is_solved() || step == 3_000 {
                    break;
                }
                // Up to seven jobs at a time, put back in another order.
                let next = if busy.len() < 1 + step / 5 % 7 { take(&mut tree) } else { None };
                if let Some(job) = next {
                    busy.push(job);
                    taken += 1;
                } else {
                    let mut job = busy.swap_remove(step % busy.len());
                    job.nodes += searcher.search(&mut job.branch, job.thresholds, 20, &job.cancel);
                    if job.nodes > 150 && !job.branch.numbers().is_solved() {
                        let replies = searcher.replies(job.branch.position(), &PagePool::new(1 << 20, 256));
                        tree.put_back_split(job, replies);
                        split += 1;
                    } else {
                        tree.put_back(job);
                    }
                }
                most_busy = most_busy.max(busy.len());
            }
        });
        assert!(taken > 300 && split > 10 && most_busy == 7, "{taken} {split} {most_busy}");
    }

    #[test]
    fn idle_branches_with_the_least_nodes_are_cleared_until_half_is_free() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let jobs: Vec<Job<2>> = std::iter::from_fn(|| take(&mut tree)).take(3).collect();
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
