//! Decides one position with a pool of workers that share one [`SplitTree`].
//!
//! **Why long-lived tasks, and not `par_iter`.** Each worker is one task in a rayon scope. It lives until the root is decided,
//! and takes the most promising branch again and again. `par_iter` divides a list that is known beforehand, by the number of
//! its items. Here most branches are never finished: which one is the most promising changes with each result, a large branch is
//! split while others are searched, and a proven win makes the rest needless. A task for each job would be no better: rayon
//! would choose its order, not the tree. From rayon come the threads with their stacks, the scope in which tasks borrow, and
//! panics that reach the caller.

use super::reaper::LazyReaper;
use super::split_tree::{Job, SplitTree};
use crate::rules::{Move, State, finishing_move};
use crate::search::{Cut, FactsMemo, Node, PagePool, Reason, Searcher, SolveContext, Successor, Verdict, successor};
use crate::tables::ProofNumbers;
use crate::tuning::Tuning;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// The verdict of a position and, if it is a win, a winning move.
pub type Decision = (Verdict, Option<Move>);

/// The resources of the workers of one decision.
pub struct Resources<'a, const SEATS: usize> {
    /// Rules, tables, budget.
    pub shared: SolveContext<'a>,
    /// Pages for arenas.
    pub pages: Arc<PagePool<Node<SEATS>>>,
    /// Where discarded branches go.
    pub reaper: &'a LazyReaper,
    /// A memo for each worker.
    pub memos: &'a mut [Option<FactsMemo>],
    /// The most bytes of known bounds on lengths of games.
    pub length_bytes: usize,
    /// The workers' threads, if there is more than one worker.
    pub thread_pool: Option<&'a rayon::ThreadPool>,
}

impl<const SEATS: usize> Resources<'_, SEATS> {
    /// Lets the reaper give the pages back to the system once the solve is finished. Returns what tells whether it has,
    /// and their bytes. Nothing is handed over that is small, or by a worker alone.
    pub fn retire_pages(&mut self) -> Option<(Weak<dyn Send + Sync>, usize)> {
        let bytes = self.pages.bytes();
        if self.memos.len() == 1 || bytes < self.shared.tuning.least_reaped_bytes {
            return None;
        }
        let pages = std::mem::replace(&mut self.pages, PagePool::new(0, 1));
        let retired: Weak<dyn Send + Sync> = Arc::<PagePool<Node<SEATS>>>::downgrade(&pages);
        self.reaper.free(pages).then_some((retired, bytes))
    }
}

/// The verdict of a finished game, for the side whose turn it would be. The search itself must not be called for a finished
/// game: it would report a loss of the player without cards.
pub fn verdict_of_finished<const SEATS: usize>(position: &State<SEATS>) -> Option<Verdict> {
    let winner = position.winner()?;
    Some(if winner == position.side_to_move() { Verdict::Win } else { Verdict::Loss })
}

/// Decides a position. A win at once is played at once: a move that sheds the last card is returned rather than another
/// winning one. A finished game has no winning move.
pub fn decide<const SEATS: usize>(position: &State<SEATS>, resources: &mut Resources<SEATS>) -> Decision {
    if let Some(verdict) = verdict_of_finished(position) {
        return (verdict, None);
    }
    let (verdict, found) = search(position, resources);
    (verdict, found.map(|found| finishing_move(position, resources.shared.rules).unwrap_or(found)))
}

fn search<const SEATS: usize>(position: &State<SEATS>, resources: &mut Resources<SEATS>) -> Decision {
    let Resources { shared, pages, reaper, memos, thread_pool, .. } = resources;
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
    let (tree, changed) = (Mutex::new(SplitTree::new(replies)), Condvar::new());
    let top = LockedTree { tree, changed, pages, reaper, visited: AtomicU64::new(0), alone };
    match thread_pool {
        Some(thread_pool) if !alone => {
            top.work(shared.searcher(&mut memos[0]), shared, shared.tuning.nodes_before_waking);
            if top.is_open(shared) {
                thread_pool.in_place_scope(|scope| {
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

fn unknown(shared: SolveContext) -> Verdict {
    Verdict::Unknown(shared.budget.expired().unwrap_or(Reason::Interrupted))
}

/// The split tree under its lock, with the workers' pages, their reaper and a count of nodes.
struct LockedTree<'a, const SEATS: usize> {
    tree: Mutex<SplitTree<SEATS>>,
    changed: Condvar,
    pages: &'a Arc<PagePool<Node<SEATS>>>,
    reaper: &'a LazyReaper,
    /// Nodes that all workers have visited in jobs.
    visited: AtomicU64,
    /// Is there one worker only?
    alone: bool,
}

impl<const SEATS: usize> LockedTree<'_, SEATS> {
    /// Is the root unsolved, and no limit reached?
    fn is_open(&self, shared: SolveContext) -> bool {
        !self.tree.lock().numbers().is_solved() && shared.budget.expired().is_none()
    }

    /// Runs one worker: it takes jobs until the root is solved, a limit is reached or `nodes` nodes are visited.
    fn work(&self, mut searcher: Searcher<SEATS>, shared: SolveContext, nodes: u64) {
        let Tuning {
            job_nodes, job_nodes_alone, nodes_before_split, nodes_before_split_alone, split_denominator, ..
        } = *shared.tuning;
        let mut left = nodes;
        let mut tree = self.tree.lock();
        while !tree.numbers().is_solved() && shared.budget.expired().is_none() && left > 0 {
            let Some(mut job) = tree.take_job() else {
                self.changed.wait(&mut tree);
                continue;
            };
            drop(tree);
            let is_short = self.alone && self.visited.load(Ordering::Relaxed) < nodes_before_split_alone;
            let most = if is_short { job_nodes_alone } else { job_nodes };
            let nodes = nodes_of_job(most, job.nodes).min(left);
            let nodes = searcher.search(&mut job.branch, job.thresholds, nodes, &job.cancel);
            left = left.saturating_sub(nodes);
            job.nodes += nodes;
            let visited = self.visited.fetch_add(nodes, Ordering::Relaxed) + nodes;
            let is_large = job.nodes >= nodes_before_split.max(visited / split_denominator);
            if is_large && !is_short && !job.branch.numbers().is_solved() {
                let replies = searcher.replies(job.branch.position(), self.pages);
                tree = self.tree.lock();
                tree.put_back_split(job, replies);
            } else {
                tree = self.make_room(&mut job);
                tree.put_back(job);
            }
            let discarded = tree.take_discarded();
            self.changed.notify_all();
            drop(tree);
            let all = discarded.len() as u64;
            let bytes: usize = discarded.iter().map(|branch| branch.bytes()).sum();
            // All together: to wake the reaper costs more than to free a small branch. What is not handed over is freed here.
            let is_handed_over = all > 0 && bytes >= shared.tuning.least_reaped_bytes && self.free(discarded);
            let reaped = if is_handed_over { all } else { 0 };
            tree = self.tree.lock();
            tree.counts.branches_reaped += reaped;
            tree.counts.branches_freed += all - reaped;
        }
        self.changed.notify_all();
    }

    /// Hands over what was discarded to the reaper, and returns whether it has taken it. A worker alone frees it at once:
    /// how soon the reaper has freed pages is a matter of timing, and with one worker the search should not depend on that.
    fn free(&self, discarded: impl Send + 'static) -> bool {
        !self.alone && self.reaper.free(discarded)
    }

    /// Locks the tree. If the arenas have used up their budget, it first frees memory: the idle branches with the least
    /// work, or, if these hold less than the job's branch, half of that branch.
    fn make_room(&self, job: &mut Job<SEATS>) -> MutexGuard<'_, SplitTree<SEATS>> {
        if !self.pages.was_exhausted() {
            return self.tree.lock();
        }
        let idle = self.tree.lock().clear_idle();
        if idle < job.branch.bytes() {
            self.free(job.branch.compact());
            let mut tree = self.tree.lock();
            tree.counts.arenas_compacted += 1;
            return tree;
        }
        self.tree.lock()
    }
}

/// The most nodes of the next job in a branch in which `before` nodes have been visited.
///
/// If nothing could be kept, a job starts again at the branch's root. So the jobs grow with the nodes visited before, until
/// one job is long enough, however small tables and arenas are.
fn nodes_of_job(most: u64, before: u64) -> u64 {
    most.max(before / 16)
}

/// The verdict of one move of a position.
pub fn decide_move<const SEATS: usize>(
    position: &State<SEATS>,
    played: Move,
    resources: &mut Resources<SEATS>,
) -> Verdict {
    let Successor::State(next, _) = successor(position, played, resources.shared.rules) else { return Verdict::Win };
    let (verdict, _) = decide(&next, resources);
    match verdict {
        Verdict::Unknown(_) => verdict,
        _ if (verdict == Verdict::Win) == (next.side_to_move() == position.side_to_move()) => Verdict::Win,
        _ => Verdict::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ruleset;
    use crate::search::{Budget, Limits, Statistics, StopFlag, Techniques};
    use crate::tables::Tables;
    use std::sync::atomic::AtomicBool;

    /// Calls `test` with what is shared by searches without static wins.
    fn with_shared<R>(tuning: &Tuning, test: impl FnOnce(SolveContext) -> R) -> (R, Statistics) {
        let (rules, tables, statistics) = (Ruleset::default(), Tables::new(1 << 22, tuning), Mutex::default());
        let budget = Budget::start(Limits::default(), StopFlag::default());
        let techniques = Techniques { arenas: true, ..Techniques::NONE };
        let result = test(SolveContext {
            rules: &rules,
            tables: &tables,
            budget: &budget,
            techniques,
            tuning,
            statistics: &statistics,
        });
        (result, statistics.into_inner())
    }

    fn position() -> State<2> {
        State::parse(["346999Q2", "34JAAD"], None, &Ruleset::default()).expect("a position")
    }

    /// Decides a position with this many workers, on this many threads if any. Returns the counts, and which workers have
    /// searched.
    fn decided(workers: usize, threads: Option<usize>, tuning: Tuning) -> (Statistics, Vec<bool>) {
        let threads = threads.map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
        let mut memos: Vec<Option<FactsMemo>> = std::iter::repeat_with(|| None).take(workers).collect();
        let (decision, statistics) = with_shared(&tuning, |shared| {
            let (pages, reaper) = (PagePool::new(1 << 22, 256), &LazyReaper::default());
            let (memos, thread_pool) = (&mut memos[..], threads.as_ref());
            decide(&position(), &mut Resources { shared, pages, reaper, memos, length_bytes: 0, thread_pool })
        });
        assert_eq!(decision.0, Verdict::Win);
        assert_eq!(decision.1.map(|played| played.to_string()).as_deref(), Some("3999"));
        (statistics, memos.iter().map(Option::is_some).collect())
    }

    /// Short jobs.
    const SHORT: Tuning = Tuning { job_nodes: 20, job_nodes_alone: 20, nodes_before_waking: 20, ..Tuning::DEFAULT };

    #[test]
    fn further_workers_search_only_if_the_first_has_not_decided() {
        assert_eq!(decided(3, Some(2), SHORT).1, [true, true, true]);
        assert_eq!(decided(3, Some(2), Tuning { nodes_before_waking: 1 << 40, ..SHORT }).1, [true, false, false]);
    }

    #[test]
    fn a_worker_alone_leaves_the_threads_alone() {
        // If others were woken, a job would end early. Some of these numbers lie within a job.
        for nodes_before_waking in [50, 101, 203, 307, 509] {
            let tuning = Tuning { nodes_before_waking, ..SHORT };
            let ((with, searched), (without, _)) = (decided(1, Some(2), tuning), decided(1, None, tuning));
            assert_eq!((with, searched), (without, vec![true]));
        }
    }

    #[test]
    fn long_branches_are_split() {
        for workers in [1, 2] {
            let split = |nodes_before_split, split_denominator| {
                let tuning = Tuning { nodes_before_split, nodes_before_split_alone: 40, split_denominator, ..SHORT };
                decided(workers, None, tuning).0.branches_split
            };
            let [few, many, none] = [60, 1, 1 << 40].map(|nodes| split(nodes, 1 << 40));
            assert!(0 < few && few < many && none == 0, "{few} {many} {none}");
            // A branch that holds all nodes is large in any case, one of many is not.
            let [large, all] = [1, 10].map(|parts| split(1, parts));
            assert!(large < all && all < many, "{large} {all} {many}");
        }
        // A worker alone has none in a short search.
        assert_eq!(decided(1, None, Tuning { nodes_before_split: 1, ..SHORT }).0.branches_split, 0);
    }

    #[test]
    fn a_discarded_branch_is_freed_here_or_by_the_reaper() {
        let freed = |least_reaped_bytes| {
            let Statistics { branches_reaped, branches_freed, .. } =
                decided(2, None, Tuning { least_reaped_bytes, nodes_before_split: 60, ..SHORT }).0;
            [branches_reaped, branches_freed]
        };
        let ([none, all], [reaped, rest]) = (freed(usize::MAX), freed(0));
        assert!(none == 0 && all > 0, "{none} {all}");
        assert!(reaped > 0 && reaped + rest == all && reaped <= all, "{reaped} {rest} {all}");
    }

    #[test]
    fn the_reaper_gets_the_pages_of_a_finished_solve_if_they_are_many() {
        for (workers, least_reaped_bytes, is_handed_over) in [(2, 0, true), (2, usize::MAX, false), (1, 0, false)] {
            let mut memos: Vec<Option<FactsMemo>> = std::iter::repeat_with(|| None).take(workers).collect();
            with_shared(&Tuning { least_reaped_bytes, ..SHORT }, |shared| {
                let (pages, reaper, memos) = (PagePool::new(1 << 22, 256), &LazyReaper::default(), &mut memos[..]);
                let mut resources = Resources { shared, pages, reaper, memos, length_bytes: 0, thread_pool: None };
                decide(&position(), &mut resources);
                let bytes = resources.pages.bytes();
                let retired = resources.retire_pages().map(|(_, bytes)| bytes);
                assert_eq!(retired, is_handed_over.then_some(bytes));
                assert_eq!(resources.pages.bytes(), if is_handed_over { 0 } else { bytes });
                assert!(bytes > 0);
            });
        }
    }

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
            let pages = &PagePool::new(bytes, 16);
            let Ok(replies) = searcher.replies(&position(), pages) else { panic!("nothing is known yet") };
            let (tree, reaper) = (Mutex::new(SplitTree::new(replies)), &LazyReaper::default());
            let (changed, visited) = (Condvar::new(), AtomicU64::new(0));
            test(&LockedTree { tree, changed, pages, reaper, visited, alone: true }, &mut searcher);
        });
    }

    /// Searches the next branch for `nodes` nodes.
    fn search(top: &LockedTree<2>, searcher: &mut Searcher<2>, nodes: u64) -> Job<2> {
        let mut job = top.tree.lock().take_job().expect("an idle branch");
        searcher.search(&mut job.branch, crate::search::thresholds::NONE, nodes, &AtomicBool::new(false));
        assert!(!job.branch.numbers().is_solved());
        job
    }

    /// How many arenas were compacted and dropped.
    fn room_made(top: &LockedTree<2>, job: &mut Job<2>) -> [u64; 2] {
        let counts = top.make_room(job).counts;
        [counts.arenas_compacted, counts.arenas_dropped]
    }

    #[test]
    fn room_is_made_only_when_the_arenas_are_full() {
        with_tree(1 << 22, |top, searcher| {
            let first = search(top, searcher, 50);
            assert!(first.branch.bytes() > 0);
            top.tree.lock().put_back(first);
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
            top.tree.lock().put_back(first);
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
