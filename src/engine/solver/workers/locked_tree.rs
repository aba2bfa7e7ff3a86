//! The split tree under its lock, and the round of a worker: take a job, search it, put it back.
//!
//! A worker holds the lock once for each job: it puts one job back and takes the next. Branches are freed, replies generated and lists
//! allocated while the lock is free. Only workers that have nothing to do are woken, and only if there is something to take.

use super::family::{Family, Replies};
use super::reaper::LazyReaper;
use super::split_tree::{Job, SplitTree};
use crate::rules::Move;
use crate::search::{Branch, Cut, Node, PagePool, Searcher, SolveContext, Statistics, Verdict, thresholds};
use crate::tables::ProofNumbers;
use crate::tuning::Tuning;
use crossbeam_utils::CachePadded;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// How soon a worker without a job sees that it has something else to do.
const PATIENCE: Duration = Duration::from_millis(10);

/// See the module's head.
pub struct LockedTree<'a, const SEATS: usize> {
    core: Arc<Core<SEATS>>,
    shared: SolveContext<'a>,
    pages: &'a Arc<PagePool<Node<SEATS>>>,
    reaper: &'a LazyReaper,
}

/// The part of a tree that its workers change. It borrows nothing, so workers of other solvers may have it, too (`lobby.rs`).
pub struct Core<const SEATS: usize> {
    /// What workers write has cache lines of its own, here and below: the other fields are read all the time.
    state: CachePadded<Mutex<Guarded<SEATS>>>,
    changed: CachePadded<Condvar>,
    /// Nodes that all workers have visited in jobs.
    visited: CachePadded<AtomicU64>,
    /// Has somebody given the root its replies, or is about to?
    has_begun: AtomicBool,
    /// Is the root decided, by this tree or by another search?
    decided: AtomicBool,
    /// How many workers there are now.
    workers: AtomicUsize,
}

impl<const SEATS: usize> Core<SEATS> {
    /// Nodes that all workers have visited in jobs.
    pub fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// How many workers there are now.
    pub fn workers(&self) -> usize {
        self.workers.load(Ordering::Relaxed)
    }

    /// Is the root decided?
    pub fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }

    /// Another worker begins.
    pub fn join(&self) {
        self.workers.fetch_add(1, Ordering::Relaxed);
    }

    /// A worker has left.
    pub fn leave(&self) {
        self.workers.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<const SEATS: usize> Deref for LockedTree<'_, SEATS> {
    type Target = Core<SEATS>;

    fn deref(&self) -> &Core<SEATS> {
        &self.core
    }
}

/// What the lock guards.
struct Guarded<const SEATS: usize> {
    tree: SplitTree<SEATS>,
    /// Workers that wait for a job.
    waiting: usize,
}

/// A job that has been searched.
pub struct Searched<const SEATS: usize> {
    job: Job<SEATS>,
    /// Its branch is to be split into these.
    replies: Option<Result<Family<SEATS>, Cut>>,
    /// The nodes of this search.
    pub nodes: u64,
}

impl<const SEATS: usize> Searched<SEATS> {
    /// Has the search solved its branch?
    pub fn is_solved(&self) -> bool {
        self.job.branch.numbers().is_solved()
    }

    /// Is its branch to be split?
    pub fn is_split(&self) -> bool {
        self.replies.is_some()
    }
}

/// What a worker does next.
pub enum Next<const SEATS: usize> {
    /// Search this.
    Job(Job<SEATS>),
    /// Wait: all branches are being searched.
    Wait,
    /// Nothing more.
    End,
}

/// What a worker has for itself from job to job, so that nothing is allocated under the lock.
#[derive(Default)]
pub struct Scratch<const SEATS: usize> {
    cancel: Arc<AtomicBool>,
    discarded: Vec<Box<Branch<SEATS>>>,
    counts: Statistics,
}

impl<const SEATS: usize> Scratch<SEATS> {
    /// Has the job been cancelled?
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

impl<'a, const SEATS: usize> LockedTree<'a, SEATS> {
    /// A tree without replies. `workers` will work on it.
    pub fn new(
        shared: SolveContext<'a>,
        pages: &'a Arc<PagePool<Node<SEATS>>>,
        reaper: &'a LazyReaper,
        workers: usize,
    ) -> Self {
        let core = Core {
            state: CachePadded::new(Mutex::new(Guarded { tree: SplitTree::new(), waiting: 0 })),
            changed: CachePadded::default(),
            visited: CachePadded::default(),
            has_begun: AtomicBool::new(false),
            decided: AtomicBool::new(false),
            workers: AtomicUsize::new(workers),
        };
        LockedTree::of(Arc::new(core), shared, pages, reaper)
    }

    /// The tree of a search that runs already.
    pub fn of(
        core: Arc<Core<SEATS>>,
        shared: SolveContext<'a>,
        pages: &'a Arc<PagePool<Node<SEATS>>>,
        reaper: &'a LazyReaper,
    ) -> Self {
        LockedTree { core, shared, pages, reaper }
    }

    /// For workers of other solvers.
    pub fn core(&self) -> &Arc<Core<SEATS>> {
        &self.core
    }

    fn lock(&self) -> MutexGuard<'_, Guarded<SEATS>> {
        self.state.lock()
    }

    /// Gives the root its replies, if nobody has.
    pub fn begin(&self, replies: impl FnOnce() -> Result<Replies<SEATS>, Cut>) {
        if self.has_begun.swap(true, Ordering::Relaxed) {
            return;
        }
        let replies = replies().map(Family::new);
        let mut state = self.lock();
        if !self.decided.load(Ordering::Relaxed) {
            state.tree.begin(replies);
            self.note_decision(&state.tree);
            self.changed.notify_all();
        }
    }

    /// What is shared by all searches of the solve.
    pub fn shared(&self) -> SolveContext<'a> {
        self.shared
    }

    /// The pages for arenas.
    pub fn pages(&self) -> &'a Arc<PagePool<Node<SEATS>>> {
        self.pages
    }

    /// A flag that is raised when the root is decided.
    pub fn decided(&self) -> &AtomicBool {
        &self.decided
    }

    /// The root is decided elsewhere: ends the workers soon.
    pub fn end(&self) {
        let mut state = self.lock();
        self.decided.store(true, Ordering::Relaxed);
        state.tree.cancel_all();
        self.changed.notify_all();
    }

    /// Is the root undecided, and no limit reached?
    pub fn is_open(&self) -> bool {
        !self.decided.load(Ordering::Relaxed) && self.shared.budget.expired().is_none()
    }

    /// What the tree has counted.
    pub fn counts(&self) -> Statistics {
        self.lock().tree.counts
    }

    /// How often a family of the tree was gone through so far: a measure of the time under the lock.
    pub fn looks(&self) -> u64 {
        self.lock().tree.looks()
    }

    /// Is a branch idle?
    pub fn has_idle(&self) -> bool {
        self.lock().tree.has_idle()
    }

    /// How many leaves are idle.
    pub fn idle_leaves(&self) -> usize {
        self.lock().tree.idle_leaves()
    }

    /// The decision, if the root was solved here, else its numbers so far. Adds the tree's counts to those of the solve.
    pub fn finish(self) -> Result<(Verdict, Option<Move>), ProofNumbers> {
        let state = self.state.lock();
        let tree = &state.tree;
        *self.shared.statistics.lock() += tree.counts;
        match tree.numbers() {
            ProofNumbers { pn: 0, .. } => Ok((Verdict::Win, tree.winning_move())),
            ProofNumbers { dn: 0, .. } => Ok((Verdict::Loss, None)),
            open => Err(open),
        }
    }

    /// Runs one worker: it takes jobs until the root is decided or a limit is reached.
    pub fn work(&self, searcher: Searcher<SEATS>) {
        self.work_while(searcher, None);
    }

    /// As [`LockedTree::work`], as long as `stays` says so. It is asked after each job, and now and then without one.
    pub fn work_while(&self, mut searcher: Searcher<SEATS>, mut stays: Option<&mut dyn FnMut() -> bool>) {
        let (mut scratch, mut done) = (Scratch::default(), None);
        loop {
            let wants_more = stays.as_mut().is_none_or(|stays| stays());
            let next = self.exchange(&mut scratch, done.take(), wants_more);
            self.free(&mut scratch);
            match next {
                Next::Job(job) => done = Some(self.search(&mut searcher, job)),
                Next::Wait => self.wait(stays.is_some()),
                Next::End => break,
            }
        }
        *self.shared.statistics.lock() += scratch.counts;
    }

    /// Puts a job back and takes the next one, under one lock.
    pub fn exchange(
        &self,
        scratch: &mut Scratch<SEATS>,
        done: Option<Searched<SEATS>>,
        wants_more: bool,
    ) -> Next<SEATS> {
        let mut state = self.lock();
        if let Some(searched) = done {
            self.put_back(&mut state.tree, searched);
        }
        state.tree.take_discarded(&mut scratch.discarded);
        let next = if !wants_more || !self.is_open() {
            Next::End
        } else {
            // Nobody else has it: the job that it belonged to is back.
            scratch.cancel.store(false, Ordering::Relaxed);
            state.tree.take_job(&scratch.cancel).map_or(Next::Wait, Next::Job)
        };
        if matches!(next, Next::End) {
            self.changed.notify_all();
        } else if state.waiting > 0 && state.tree.has_idle() {
            self.changed.notify_one();
        }
        next
    }

    /// Waits until there may be a job, or nothing more to do; not long, if `briefly`, for it may have something else to do.
    fn wait(&self, briefly: bool) {
        let mut state = self.lock();
        if self.is_open() && !state.tree.has_idle() {
            state.waiting += 1;
            if briefly {
                self.changed.wait_for(&mut state, PATIENCE);
            } else {
                self.changed.wait(&mut state);
            }
            state.waiting -= 1;
        }
    }

    /// Searches a job, and generates the replies of its branch if this is to be split.
    pub fn search(&self, searcher: &mut Searcher<SEATS>, mut job: Job<SEATS>) -> Searched<SEATS> {
        let is_short = self.is_short();
        let nodes = nodes_of_job(self.most_nodes(is_short), job.nodes);
        let workers = self.workers() as u64;
        let thresholds = thresholds::of_job(job.thresholds, workers, self.shared.tuning.workers_of_slack);
        let nodes = searcher.search(&mut job.branch, self.pages, thresholds, nodes, &job.cancel);
        job.nodes += nodes;
        self.visited.fetch_add(nodes, Ordering::Relaxed);
        let is_split = !is_short && self.is_large(&job) && !job.branch.numbers().is_solved();
        let replies = is_split.then(|| searcher.replies(job.branch.position()).map(Family::new));
        if replies.is_none() {
            self.make_room(&mut job);
        }
        Searched { job, replies, nodes }
    }

    /// Is it a worker alone whose search is still short? It splits nothing.
    fn is_short(&self) -> bool {
        let most = self.shared.tuning.nodes_before_split_alone;
        self.workers() == 1 && self.visited() < most
    }

    /// The most nodes of a job. With several workers it is short at first: the sooner a job ends, the sooner all know what it found.
    fn most_nodes(&self, is_short: bool) -> u64 {
        let Tuning { job_nodes, job_nodes_alone, shared_job_nodes, job_denominator, least_job_nodes, .. } =
            *self.shared.tuning;
        match self.workers() as u64 {
            1 if is_short => job_nodes_alone,
            1 => job_nodes,
            workers => (self.visited() / job_denominator / workers).max(least_job_nodes).min(shared_job_nodes),
        }
    }

    /// Is a branch to be split? If it holds a large part of all nodes. With several workers a smaller part is enough, for while one
    /// of them searches the best branch the others search what is worse; and a branch is split soon if they have few idle leaves to
    /// choose from: the more there are, the more promising is the best of them.
    fn is_large(&self, job: &Job<SEATS>) -> bool {
        let tuning = self.shared.tuning;
        let (visited, workers) = (self.visited(), self.workers() as u64);
        let is_at_least = |nodes: u64, denominator: u64| job.nodes >= nodes.max(visited / denominator);
        if is_at_least(tuning.nodes_before_split, tuning.split_denominator) {
            return true;
        }
        let has_few = (job.idle as u64) < tuning.leaves_per_worker * workers;
        workers > 1
            && job.tree_nodes < tuning.tree_nodes_soon
            && (is_at_least(tuning.shared_nodes_before_split, tuning.shared_split_denominator)
                || has_few && job.nodes >= tuning.nodes_before_split_soon)
    }

    fn put_back(&self, tree: &mut SplitTree<SEATS>, searched: Searched<SEATS>) {
        match searched.replies {
            Some(replies) => tree.put_back_split(searched.job, replies),
            None => tree.put_back(searched.job),
        }
        self.note_decision(tree);
    }

    fn note_decision(&self, tree: &SplitTree<SEATS>) {
        if tree.numbers().is_solved() {
            self.decided.store(true, Ordering::Relaxed);
        }
    }

    /// Frees what was discarded: by the reaper, if it is much. A worker alone frees it at once: how soon the reaper has freed pages
    /// is a matter of timing, and with one worker the search should not depend on that.
    pub fn free(&self, scratch: &mut Scratch<SEATS>) {
        if scratch.discarded.is_empty() {
            return;
        }
        let all = scratch.discarded.len() as u64;
        let bytes: usize = scratch.discarded.iter().map(|branch| branch.bytes()).sum();
        // All together: to wake the reaper costs more than to free a small branch.
        let is_much = bytes >= self.shared.tuning.least_reaped_bytes;
        if is_much && self.hand_over(std::mem::take(&mut scratch.discarded)) {
            scratch.counts.branches_reaped += all;
        } else {
            scratch.discarded.clear();
            scratch.counts.branches_freed += all;
        }
    }

    /// Hands something over to the reaper, and returns whether it has taken it.
    fn hand_over(&self, garbage: impl Send + 'static) -> bool {
        self.workers() > 1 && self.reaper.free(garbage)
    }

    /// If the arenas have used up their budget, frees memory: the idle branches with the least work, or, if these hold less
    /// than the job's branch, half of that branch.
    fn make_room(&self, job: &mut Job<SEATS>) {
        if !self.pages.was_exhausted() {
            return;
        }
        let idle = self.lock().tree.clear_idle();
        if idle < job.branch.bytes() {
            if let Some(old) = job.branch.compact()
                && old.bytes() >= self.shared.tuning.least_reaped_bytes
            {
                self.hand_over(old);
            }
            self.lock().tree.counts.arenas_compacted += 1;
        }
    }
}

/// The most nodes of the next job in a branch in which `before` nodes have been visited.
///
/// If nothing could be kept, a job starts again at the branch's root. So the jobs grow with the nodes visited before, until
/// one job is long enough, however small tables and arenas are.
fn nodes_of_job(most: u64, before: u64) -> u64 {
    most.max(before / 16)
}

#[cfg(test)]
mod tests {
    use super::super::example::{SHORT, position, with_shared};
    use super::*;

    #[test]
    fn jobs_grow_with_the_branch() {
        assert_eq!(
            [0, 15_999, 16_000, 16_016, 32_000].map(|before| nodes_of_job(1_000, before)),
            [1_000, 1_000, 1_000, 1_001, 2_000]
        );
    }

    /// Lets `test` work on the tree of the position, with this many bytes for arenas, in pages of 1 KiB.
    fn with_tree(bytes: usize, test: impl FnOnce(&LockedTree<2>, &mut Searcher<2>)) {
        let memo = &mut None;
        with_shared(&SHORT, |shared| {
            let mut searcher = shared.searcher(memo);
            let (pages, reaper) = (&PagePool::new(bytes, 16), &LazyReaper::default());
            let tree = LockedTree::new(shared, pages, reaper, 1);
            tree.begin(|| searcher.replies(&position()));
            test(&tree, &mut searcher);
        });
    }

    /// Searches the next branch for `nodes` nodes.
    fn search(top: &LockedTree<2>, searcher: &mut Searcher<2>, nodes: u64) -> Job<2> {
        let mut job = top.lock().tree.take_job(&Arc::default()).expect("an idle branch");
        searcher.search(&mut job.branch, top.pages, thresholds::NONE, nodes, &AtomicBool::new(false));
        assert!(!job.branch.numbers().is_solved());
        job
    }

    #[test]
    fn a_cancelled_job_ends_when_it_looks_at_its_flag() {
        for (is_cancelled, is_short) in [(false, false), (true, true)] {
            with_tree(1 << 22, |top, searcher| {
                let cancel = Arc::new(AtomicBool::new(is_cancelled));
                let mut job = top.lock().tree.take_job(&cancel).expect("an idle branch");
                job.thresholds = thresholds::NONE;
                assert_eq!(top.search(searcher, job).nodes == 1, is_short);
            });
        }
    }

    #[test]
    fn a_job_of_many_workers_does_not_end_as_soon_as_another_branch_looks_better() {
        let visited = [0, 3_200].map(|others| {
            let mut nodes = 0;
            with_tree(1 << 22, |top, searcher| {
                (0..others).for_each(|_| top.join());
                let mut job = top.lock().tree.take_job(&Arc::default()).expect("an idle branch");
                let ProofNumbers { pn, dn } = job.branch.numbers();
                job.thresholds = ProofNumbers { pn: pn + 1, dn: dn + 1 };
                nodes = top.search(searcher, job).nodes;
            });
            nodes
        });
        assert!(visited[0] < visited[1] / 2, "{visited:?}");
    }

    /// How many arenas were compacted and dropped.
    fn room_made(top: &LockedTree<2>, job: &mut Job<2>) -> [u64; 2] {
        top.make_room(job);
        let counts = top.lock().tree.counts;
        [counts.arenas_compacted, counts.arenas_dropped]
    }

    #[test]
    fn room_is_made_only_when_the_arenas_are_full() {
        with_tree(1 << 22, |top, searcher| {
            let first = search(top, searcher, 50);
            assert!(first.branch.bytes() > 0);
            top.lock().tree.put_back(first);
            let mut job = search(top, searcher, 50);
            assert_eq!(room_made(top, &mut job), [0, 0]);
        });
    }

    #[test]
    fn a_branch_is_compacted_if_the_idle_ones_hold_less_than_it_does() {
        with_tree(16 << 10, |top, searcher| {
            let mut job = search(top, searcher, 100);
            let bytes = job.branch.bytes();
            assert_eq!(room_made(top, &mut job), [1, 0]);
            assert!(job.branch.bytes() < bytes);
        });
    }

    #[test]
    fn idle_branches_are_cleared_if_they_hold_more_than_the_branch() {
        with_tree(16 << 10, |top, searcher| {
            let first = search(top, searcher, 100);
            top.lock().tree.put_back(first);
            assert!(top.pages.was_exhausted());
            let mut job = search(top, searcher, 50);
            assert_eq!(room_made(top, &mut job), [0, 1]);
        });
    }

    #[test]
    fn there_is_nothing_to_compact_in_a_branch_without_an_arena() {
        with_tree(0, |top, searcher| {
            let mut job = search(top, searcher, 50);
            assert_eq!(room_made(top, &mut job), [0, 0]);
        });
    }
}
