//! The top of the search as a tree in memory. Its leaves are the branches that the workers search.
//!
//! The first level are the root's replies, each a [`Branch`] with an arena of its own. A job takes the most promising idle
//! branch. The worker searches it until another branch looks better, as df-pn would, or until the job's nodes are visited. A
//! large branch is split into its own replies, so that all cores stay busy wherever the work is. When a node is solved, the jobs
//! below it are cancelled and their branches discarded.
//!
//! **Which branch is the most promising?** The one whose work is most likely a part of the proof. If no other worker is busy, it is
//! the one that df-pn would go to: at each node the reply with the least proof number. If that one is busy, another must be
//! searched. Where its path leaves the best reply, there are two cases:
//!
//! - The node is lost for its mover. Then all replies must be refuted, and the work is needed in any case.
//! - The node is won. Then the work is needed only if the better replies fail. This is taken to be as likely as the best reply's
//!   proof number is smaller than the reply's own, p / q.
//!
//! A node with the proof number p and the disproof number d is taken to be lost with probability p / (p + d). So the work is needed
//! with probability p / (p + d) + d / (p + d) · p / q, which is a quotient of two terms of the same form: p / (p + d) and
//! q / (q + d). The *regret* of a branch is the negative logarithm of the product of these probabilities along its path. A small part of
//! ln (q / p) is added, so that among replies that are needed in any case the most dangerous one comes first. A job takes the idle
//! branch with the least regret, wherever that is.
//!
//! Each node knows the least regret below it, counted from itself, and the reply that leads there. Both are kept up to date where numbers
//! change, in the pass that recomputes these. So a job is found by one way down, however many workers are busy.
//!
//! The regret only chooses what is searched next. A verdict follows from numbers that are proven.
//!
//! A single worker splits branches, too, once its search is long. In this tree the most promising branch is chosen anew
//! after each job, while df-pn stays below a move that must be refuted until it is refuted (`thresholds.rs`). For the large
//! branches of a long search the former is better; a short one is faster without splits. Figures of both:
//! `benches/history.md`, "Workers".
//!
//! **When is a branch split?** Once it holds a five-hundredth of the search's nodes
//! ([`Tuning::split_denominator`](crate::Tuning::split_denominator)): so the tree stays small however long the search takes, for its own
//! nodes are not counted against the memory budget. As long as the tree has no more than
//! [`Tuning::tree_nodes_soon`](crate::Tuning::tree_nodes_soon) nodes, several workers split sooner: once a branch holds a part of all
//! nodes that is sixteen times smaller, for while one of them searches the best branch, the others search what is worse; and at
//! once while there are few idle leaves to choose from. Otherwise most of sixty-four workers would wait. A node takes some 200 bytes
//! with its branch. What is below a solved node makes room for other nodes.

use super::family::{Family, Looked, NONE_IDLE, Place, Progress, Seen, SplitNode};
use crate::rules::Move;
use crate::search::{Branch, Cut, Statistics, thresholds};
use crate::solver::ranking::greatest_first;
use crate::tables::ProofNumbers;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The root, in a family of its own.
const ROOT: Place = Place { family: 0, number: 0 };

/// A bounded search to be done by a worker.
pub struct Job<const SEATS: usize> {
    place: Place,
    /// That of its family.
    generation: u32,
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
    families: Vec<Family<SEATS>>,
    /// Families that are no longer needed.
    free: Vec<u32>,
    /// Branches that are no longer needed, for the caller to free.
    discarded: Vec<Box<Branch<SEATS>>>,
    /// The root's move that was known to win before there were replies.
    winning: Option<Move>,
    /// How many nodes there are, and how many of them are idle leaves.
    nodes: usize,
    idle: usize,
    /// How often a family was gone through: a measure of the time that the tree takes.
    looks: u64,
    /// Counts of jobs, cancellations and splits.
    pub counts: Statistics,
}

impl<const SEATS: usize> SplitTree<SEATS> {
    /// A tree of a root without replies.
    pub fn new() -> Self {
        let root = SplitNode { played: Move::Pass, same_side: true, state: Progress::Done };
        SplitTree {
            families: vec![Family::root(root)],
            free: Vec::new(),
            discarded: Vec::new(),
            winning: None,
            nodes: 1,
            idle: 0,
            looks: 0,
            counts: Statistics::default(),
        }
    }

    /// Gives the root its replies, or the move that is known to win. Stopped by a limit it stays without any.
    pub fn begin(&mut self, replies: Result<Family<SEATS>, Cut>) {
        match replies {
            Ok(replies) => self.split(ROOT, replies),
            Err(Cut::Wins(winning)) => {
                self.winning = Some(winning);
                self.set(ROOT, ProofNumbers::WIN, NONE_IDLE);
            }
            Err(Cut::Stopped) => {}
        }
    }

    /// The root's numbers.
    pub fn numbers(&self) -> ProofNumbers {
        self.numbers_of(ROOT)
    }

    /// The root's winning move, once one is proven.
    pub fn winning_move(&self) -> Option<Move> {
        let Progress::Split(replies) = self.node(ROOT).state else { return self.winning };
        self.families[replies as usize].winning_move()
    }

    fn node(&self, Place { family, number }: Place) -> &SplitNode<SEATS> {
        &self.families[family as usize].nodes[number as usize]
    }

    fn node_mut(&mut self, Place { family, number }: Place) -> &mut SplitNode<SEATS> {
        &mut self.families[family as usize].nodes[number as usize]
    }

    fn seen(&self, Place { family, number }: Place) -> Seen {
        self.families[family as usize].seen(number)
    }

    /// A node's numbers, in the view of the side to move there.
    fn numbers_of(&self, place: Place) -> ProofNumbers {
        self.seen(place).numbers.seen_by_parent(self.node(place).same_side)
    }

    /// Sets a node's numbers, in the view of the side to move there, and the least regret below it.
    fn set(&mut self, place: Place, numbers: ProofNumbers, regret: i32) {
        let numbers = numbers.seen_by_parent(self.node(place).same_side);
        self.families[place.family as usize].set(place.number, Seen { numbers, regret });
    }

    fn parent(&self, place: Place) -> Option<Place> {
        self.families[place.family as usize].parent
    }

    /// Takes the most promising idle leaf. The flag, which is not raised, cancels the job. `None` if there is no idle leaf.
    pub fn take_job(&mut self, cancel: &Arc<AtomicBool>) -> Option<Job<SEATS>> {
        let (place, thresholds) = self.most_promising()?;
        let node = self.node_mut(place);
        match std::mem::replace(&mut node.state, Progress::Busy(cancel.clone())) {
            Progress::Idle(branch, nodes) => {
                let family = &mut self.families[place.family as usize];
                family.set_regret(place.number, NONE_IDLE);
                let (generation, parent) = (family.generation, family.parent);
                self.update(parent);
                self.counts.jobs += 1;
                self.idle -= 1;
                let (cancel, idle, tree_nodes) = (cancel.clone(), self.idle, self.nodes);
                Some(Job { place, generation, branch, thresholds, cancel, nodes, idle, tree_nodes })
            }
            state => {
                node.state = state;
                None
            }
        }
    }

    /// The idle leaf with the least regret (see the module's head), with the thresholds at which another one looks better.
    fn most_promising(&self) -> Option<(Place, ProofNumbers)> {
        let (mut place, mut wanted) = (ROOT, thresholds::NONE);
        while let Progress::Split(replies) = self.node(place).state
            && self.seen(place).regret < NONE_IDLE
        {
            let Family { second, next, .. } = self.families[replies as usize];
            let numbers = self.numbers_of(place);
            place = Place { family: replies, number: next };
            let seen = self.seen(place).numbers;
            let rival = if seen.pn == numbers.pn { second } else { seen.pn };
            let below = thresholds::of_child(wanted, numbers, seen, rival);
            wanted = below.seen_by_parent(self.node(place).same_side);
        }
        matches!(self.node(place).state, Progress::Idle(..)).then_some((place, wanted))
    }

    /// How often a family was gone through so far.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Is there an idle leaf?
    pub fn has_idle(&self) -> bool {
        self.seen(ROOT).regret < NONE_IDLE
    }

    /// How many leaves are idle.
    pub fn idle_leaves(&self) -> usize {
        self.idle
    }

    /// Cancels all jobs and discards all branches: the root is decided elsewhere.
    pub fn cancel_all(&mut self) {
        self.discard_replies(ROOT);
        self.families[ROOT.family as usize].set_regret(ROOT.number, NONE_IDLE);
    }

    /// Is the node of a job still there, and not solved?
    fn is_wanted(&self, job: &Job<SEATS>) -> bool {
        let family = &self.families[job.place.family as usize];
        family.generation == job.generation
            && matches!(family.nodes[job.place.number as usize].state, Progress::Busy(_))
    }

    /// Takes a branch back from its worker.
    pub fn put_back(&mut self, job: Job<SEATS>) {
        let is_wanted = self.is_wanted(&job);
        let Job { place, branch, nodes, .. } = job;
        let numbers = branch.numbers();
        if !is_wanted {
            self.discarded.push(branch);
        } else if numbers.is_solved() {
            self.discarded.push(branch);
            self.solved(place, numbers);
        } else {
            self.set(place, numbers, 0);
            self.node_mut(place).state = Progress::Idle(branch, nodes);
            self.idle += 1;
            self.update(self.parent(place));
        }
    }

    /// Replaces the branch of a job by its replies.
    pub fn put_back_split(&mut self, job: Job<SEATS>, replies: Result<Family<SEATS>, Cut>) {
        if matches!(replies, Err(Cut::Stopped)) {
            return self.put_back(job);
        }
        let is_wanted = self.is_wanted(&job);
        let Job { place, branch, .. } = job;
        self.discarded.push(branch);
        match replies {
            Ok(replies) if is_wanted => {
                self.counts.branches_split += 1;
                self.split(place, replies);
            }
            // A node above has been solved meanwhile.
            Ok(replies) => self.discarded.extend(replies.nodes.into_iter().filter_map(|node| match node.state {
                Progress::Idle(branch, _) => Some(branch),
                _ => None,
            })),
            Err(_) if is_wanted => self.solved(place, ProofNumbers::WIN),
            Err(_) => {}
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
        let nodes = self.families.iter_mut().flat_map(|family| &mut family.nodes);
        let mut idle: Vec<_> = nodes
            .filter_map(|node| match &mut node.state {
                Progress::Idle(branch, nodes) => Some((*nodes, branch)),
                _ => None,
            })
            .collect();
        let all: usize = idle.iter().map(|(_, branch)| branch.bytes()).sum();
        let mut dropped = 0;
        let least_first = greatest_first(&mut idle.iter().map(|(nodes, _)| !nodes));
        for place in least_first {
            if 2 * dropped >= all {
                break;
            }
            let (_, branch) = &mut idle[place];
            dropped += branch.bytes();
            self.counts.arenas_dropped += (branch.bytes() > 0) as u64;
            branch.clear();
        }
        all
    }

    fn solved(&mut self, place: Place, numbers: ProofNumbers) {
        self.set(place, numbers, NONE_IDLE);
        self.node_mut(place).state = Progress::Done;
        self.update(self.parent(place));
    }

    fn split(&mut self, place: Place, mut replies: Family<SEATS>) {
        (self.nodes, self.idle) = (self.nodes + replies.nodes.len(), self.idle + replies.nodes.len());
        replies.parent = Some(place);
        let family = match self.free.pop() {
            Some(free) => {
                replies.generation = self.families[free as usize].generation;
                self.families[free as usize] = replies;
                free
            }
            None => {
                self.families.push(replies);
                self.families.len() as u32 - 1
            }
        };
        self.node_mut(place).state = Progress::Split(family);
        self.update(Some(place));
    }

    /// Recomputes numbers and regrets from a node up to the root, as far as they change, and discards what is below a solved node.
    fn update(&mut self, mut from: Option<Place>) {
        while let Some(place) = from
            && let Progress::Split(replies) = self.node(place).state
        {
            let Looked { numbers, regret } = self.families[replies as usize].look();
            self.looks += 1;
            let regret = if numbers.is_solved() { NONE_IDLE } else { regret };
            if (numbers, regret) == (self.numbers_of(place), self.seen(place).regret) {
                return;
            }
            self.set(place, numbers, regret);
            if numbers.is_solved() {
                self.discard_replies(place);
            }
            from = self.parent(place);
        }
    }

    /// Cancels and discards everything below a node. The root keeps its replies, for one of them is its winning move.
    fn discard_replies(&mut self, place: Place) {
        let Progress::Split(replies) = self.node(place).state else { return };
        if place != ROOT {
            self.node_mut(place).state = Progress::Done;
        }
        self.looks += 1;
        for number in 0..self.families[replies as usize].nodes.len() as u32 {
            let reply = Place { family: replies, number };
            self.discard_replies(reply);
            match std::mem::replace(&mut self.node_mut(reply).state, Progress::Done) {
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
        if place != ROOT {
            self.nodes -= self.families[replies as usize].nodes.len();
            self.families[replies as usize].generation += 1;
            self.free.push(replies);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::family::needless;
    use super::*;
    use crate::rules::{Ruleset, State};
    use crate::search::{Budget, FactsMemo, Limits, Node, PagePool, Searcher, SolveContext, StopFlag, Techniques};
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
        tree.begin(searcher.replies(&position).map(Family::new));
        test(tree, &mut searcher);
    }

    /// The replies of a node.
    fn replies(tree: &SplitTree<2>, place: Place) -> Vec<Place> {
        match tree.node(place).state {
            Progress::Split(family) => {
                (0..tree.families[family as usize].nodes.len() as u32).map(|number| Place { family, number }).collect()
            }
            _ => Vec::new(),
        }
    }

    fn pool() -> Arc<PagePool<Node<2>>> {
        PagePool::new(1 << 20, 256)
    }

    /// The replies of a job's branch.
    fn family(job: &Job<2>, searcher: &mut Searcher<'_, 2>) -> Result<Family<2>, Cut> {
        searcher.replies(job.branch.position()).map(Family::new)
    }

    /// The next job, with a flag of its own.
    fn take(tree: &mut SplitTree<2>) -> Option<Job<2>> {
        tree.take_job(&Arc::default())
    }

    fn solve(job: &mut Job<2>, searcher: &mut Searcher<'_, 2>) {
        searcher.search(&mut job.branch, &pool(), thresholds::NONE, u64::MAX, &AtomicBool::new(false));
        assert!(job.branch.numbers().is_solved());
    }

    /// Of all first moves only 3999 wins. All are being searched when it is proven.
    #[test]
    fn a_proven_win_cancels_all_other_jobs() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let mut jobs: Vec<Job<2>> = std::iter::from_fn(|| take(&mut tree)).collect();
            assert_eq!(jobs.len(), tree.nodes - 1);
            assert_eq!(tree.counts.jobs, jobs.len() as u64);
            let is_winner = |job: &Job<2>| tree.node(job.place).played.to_string() == "3999";
            let place = jobs.iter().position(is_winner).expect("one of the moves");
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
            assert_eq!(discarded.len(), tree.nodes - 1);
            assert!(replies(&tree, ROOT).iter().all(|&reply| matches!(tree.node(reply).state, Progress::Done)));
            assert_eq!(tree.numbers(), ProofNumbers::WIN);
        });
    }

    /// The first move 6 loses, to a J among others. Its replies are all being searched when one of them proves that.
    #[test]
    fn what_was_cancelled_below_a_solved_node_changes_nothing() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let mut first: Vec<Job<2>> = std::iter::from_fn(|| take(&mut tree)).collect();
            let wrong = |job: &Job<2>| tree.node(job.place).played.to_string() == "6";
            let place = first.iter().position(wrong).expect("one of the moves");
            let job = first.remove(place);
            let place = job.place;
            let replies = family(&job, searcher);
            tree.put_back_split(job, replies);
            let mut jobs: Vec<Job<2>> = std::iter::from_fn(|| take(&mut tree)).collect();
            while !tree.numbers_of(place).is_solved() {
                let mut job = jobs.pop().expect("one of the replies wins");
                solve(&mut job, searcher);
                tree.put_back(job);
            }
            assert!(!jobs.is_empty() && jobs.iter().all(|job| job.cancel.load(Ordering::Relaxed)));
            // Meanwhile the replies of another first move have taken their places in the tree.
            let other = first.pop().expect("another move");
            let replies = family(&other, searcher);
            let split = other.place;
            tree.put_back_split(other, replies);
            let (families, nodes) = (tree.families.len(), tree.nodes);
            let Progress::Split(reused) = tree.node(split).state else { panic!("it was split") };
            assert!(jobs.iter().all(|job| job.place.family == reused && !tree.is_wanted(job)));
            let all = |tree: &SplitTree<2>| [place, split, ROOT].map(|place| tree.numbers_of(place));
            let before = all(&tree);
            for (number, job) in jobs.into_iter().enumerate() {
                // Some have found out that a move wins when they were to be split.
                match number % 2 {
                    0 => tree.put_back(job),
                    _ => tree.put_back_split(job, Err(Cut::Wins(Move::Pass))),
                }
                assert_eq!(all(&tree), before);
            }
            assert!(tree.families[reused as usize].nodes.iter().all(|node| matches!(node.state, Progress::Idle(..))));
            assert_eq!((tree.families.len(), tree.nodes), (families, nodes));
        });
    }

    /// A branch that is split is decided by its replies as it is by its own search.
    #[test]
    fn a_split_branch_has_the_value_of_its_replies() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let mut split = 0;
            while !tree.numbers().is_solved() {
                let mut job = take(&mut tree).expect("nobody else is at work");
                if tree.parent(job.place) == Some(ROOT) {
                    let replies = family(&job, searcher);
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

    /// A limit can be reached while a branch is being split: then nothing is known about it that was not known before.
    #[test]
    fn a_split_that_a_limit_has_stopped_decides_nothing() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, _| {
            let job = take(&mut tree).expect("an idle branch");
            let (place, nodes) = (job.place, job.nodes + 7);
            let before = [tree.numbers_of(place), tree.numbers_of(ROOT)];
            assert!(before.iter().all(|numbers| !numbers.is_solved()));
            tree.put_back_split(Job { nodes, ..job }, Err(Cut::Stopped));
            assert_eq!([tree.numbers_of(place), tree.numbers_of(ROOT)], before);
            assert!(matches!(tree.node(place).state, Progress::Idle(_, kept) if kept == nodes));
            assert_eq!(tree.counts.branches_split, 0);
            let mut discarded = Vec::new();
            tree.take_discarded(&mut discarded);
            assert!(discarded.is_empty() && tree.winning_move().is_none());
        });
    }

    #[test]
    fn a_job_ends_when_another_branch_looks_better() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, _| {
            // Seen from the root, the proof numbers are 10, 30, 20, 40 and so on.
            let mut places = replies(&tree, ROOT);
            places.swap(1, 2);
            for (n, &place) in (1..).zip(&places) {
                set(&mut tree, place, ProofNumbers { pn: 10 * n, dn: 7 });
            }
            tree.update(Some(ROOT));
            assert_eq!(tree.numbers().pn, 10);
            // The first until it is a quarter worse than the second. For a further worker any branch is searched until it
            // gets worse.
            for (&place, (pn, most)) in places.iter().zip([(10, 26), (20, 26), (30, 38)]) {
                let job = take(&mut tree).expect("an idle branch");
                let thresholds = job.thresholds.seen_by_parent(tree.node(place).same_side);
                assert_eq!((job.place, tree.seen(place).numbers.pn), (place, pn));
                assert_eq!(thresholds, ProofNumbers { pn: most, dn: INFINITE });
            }
        });
    }

    /// Sets a node's numbers, given in the view of its parent's mover.
    fn set(tree: &mut SplitTree<2>, place: Place, seen: ProofNumbers) {
        let Seen { regret, .. } = tree.seen(place);
        tree.families[place.family as usize].set(place.number, Seen { numbers: seen, regret });
    }

    /// A proof number doubled `times` times.
    fn many_times(pn: u32, times: usize) -> u32 {
        (u64::from(pn) << times).min(INFINITE as u64 - 1) as u32
    }

    /// Where all are busy on the best path, the next leaf need not be next to it.
    #[test]
    fn the_next_leaf_is_the_one_with_the_least_regret() {
        // At a node that seems won, the next reply is worth as much as a first move that is as much worse than the best.
        // At a node that seems lost all replies must be refuted: they come before any other first move.
        for (is_lost, order) in [(false, "rororo"), (true, "rrrr")] {
            with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
                let job = take(&mut tree).expect("an idle branch");
                let split = job.place;
                let family = family(&job, searcher);
                tree.put_back_split(job, family);
                let replied = replies(&tree, split);
                let others: Vec<Place> = replies(&tree, ROOT).into_iter().filter(|&place| place != split).collect();
                assert!(replied.len() > 3 && others.len() > 2, "{} {}", replied.len(), others.len());
                // Proof numbers of 1000, 4000, 16000 and so on.
                let dn = if is_lost { 1 } else { 1 << 16 };
                for (n, &place) in replied.iter().enumerate() {
                    set(&mut tree, place, ProofNumbers { pn: many_times(1_000, 2 * n), dn });
                }
                tree.update(Some(split));
                // The other first moves are worse than this one by 2, 8, 32 and so on, and the root seems won.
                let best = tree.seen(split).numbers;
                for (n, &place) in others.iter().enumerate() {
                    set(&mut tree, place, ProofNumbers { pn: many_times(best.pn, 2 * n + 1), dn: 1 << 24 });
                }
                tree.update(Some(ROOT));
                let taken: Vec<Place> = std::iter::from_fn(|| take(&mut tree).map(|job| job.place)).collect();
                let kinds: String = taken.iter().map(|place| if replied.contains(place) { 'r' } else { 'o' }).collect();
                assert!(kinds.starts_with(order), "{kinds}");
                // Within one node the best comes first.
                let of = |all: &[Place]| taken.iter().copied().filter(|place| all.contains(place)).collect::<Vec<_>>();
                assert_eq!((of(&replied), of(&others)), (replied, others));
            });
        }
    }

    /// What a node knows of the least regret below it is what a walk through the whole tree finds, whatever happens in the tree.
    #[test]
    fn regrets_are_up_to_date() {
        fn walked(tree: &SplitTree<2>, place: Place) -> Option<i32> {
            match &tree.node(place).state {
                Progress::Idle(..) => Some(0),
                Progress::Busy(_) | Progress::Done => None,
                Progress::Split(_) => {
                    let ProofNumbers { pn: least, dn } = tree.numbers_of(place);
                    let sum: u64 =
                        replies(tree, place).iter().map(|&reply| u64::from(tree.seen(reply).numbers.dn)).sum();
                    assert!(least == 0 || u64::from(dn) == sum.min(u64::from(INFINITE) - 1));
                    let of = |&reply: &Place| {
                        let pn = tree.seen(reply).numbers.pn;
                        Some(walked(tree, reply)? + needless(pn, dn) - needless(least, dn))
                    };
                    replies(tree, place).iter().filter_map(of).min()
                }
            }
        }
        /// All nodes that are there, and how many of them are idle.
        fn counted(tree: &SplitTree<2>, place: Place) -> (usize, usize) {
            let own = (1, matches!(tree.node(place).state, Progress::Idle(..)) as usize);
            let below = replies(tree, place).into_iter().map(|reply| counted(tree, reply));
            below.fold(own, |(nodes, idle), (more, more_idle)| (nodes + more, idle + more_idle))
        }
        let (mut taken, mut split, mut most_busy) = (0, 0, 0);
        let pool = pool();
        with_tree(["3445567789TTT", "334789JQKAA22"], |mut tree, searcher| {
            let mut busy: Vec<Job<2>> = Vec::new();
            for step in 0_usize.. {
                let root = walked(&tree, ROOT).filter(|_| !tree.numbers().is_solved());
                assert_eq!(tree.has_idle(), root.is_some());
                assert_eq!(tree.seen(ROOT).regret, root.unwrap_or(NONE_IDLE));
                assert_eq!((tree.nodes, tree.idle), counted(&tree, ROOT));
                if tree.numbers().is_solved() || step == 3_000 {
                    break;
                }
                // Up to twenty jobs at a time, put back in another order.
                let next = if busy.len() < 1 + step / 5 % 20 { take(&mut tree) } else { None };
                if let Some(job) = next {
                    busy.push(job);
                    taken += 1;
                } else {
                    // Some come back late, when others may be in their places.
                    let number = if step % 60 == 0 { 0 } else { busy.len() - 1 };
                    let mut job = busy.remove(number);
                    job.nodes += searcher.search(&mut job.branch, &pool, job.thresholds, 20, &job.cancel);
                    if job.nodes > 60 && !job.branch.numbers().is_solved() {
                        let replies = family(&job, searcher);
                        tree.put_back_split(job, replies);
                        split += 1;
                    } else {
                        tree.put_back(job);
                    }
                }
                most_busy = most_busy.max(busy.len());
            }
        });
        assert!(taken > 300 && split > 10 && most_busy == 20, "{taken} {split} {most_busy}");
    }

    #[test]
    fn idle_branches_with_the_least_nodes_are_cleared_until_half_is_free() {
        with_tree(["346999Q2", "34JAAD"], |mut tree, searcher| {
            let jobs: Vec<Job<2>> = std::iter::from_fn(|| take(&mut tree)).take(3).collect();
            let pool = pool();
            let places = [0, 1, 2].map(|n: usize| jobs[n].place);
            let mut bytes = 0;
            for (mut job, nodes) in jobs.into_iter().zip([300, 100, 200]) {
                searcher.search(&mut job.branch, &pool, thresholds::NONE, 5, &AtomicBool::new(false));
                bytes = job.branch.bytes();
                job.nodes = nodes;
                tree.put_back(job);
            }
            let held = |tree: &SplitTree<2>| {
                places.map(|place| match &tree.node(place).state {
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
