//! Decides one position with a pool of workers that share one [`LockedTree`], or with one worker that others may join
//! (`lobby.rs`).
//!
//! **Why long-lived tasks, and not `par_iter`.** Each worker is one task in a rayon scope. It lives until the root is decided,
//! and takes the most promising branch again and again. `par_iter` divides a list that is known beforehand, by the number of
//! its items. Here most branches are never finished: which one is the most promising changes with each result, a large branch is
//! split while others are searched, and a proven win makes the rest needless. A task for each job would be no better: rayon
//! would choose its order, not the tree. From rayon come the threads with their stacks, the scope in which tasks borrow, and
//! panics that reach the caller.

use super::super::STACK_BYTES;
use super::super::thread_memory::LazyPool;
use super::lobby::Offer;
use super::locked_tree::LockedTree;
use super::reaper::LazyReaper;
use crate::rules::{Move, State, finishing_move};
use crate::search::{Alarm, FactsMemo, Node, PagePool, Reason, Searcher, SolveContext, Successor, Verdict, successor};
use crate::sync::HAS_THREADS;
use crate::tuning::Tuning;
use std::cell::OnceCell;
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
    pub thread_pool: Option<&'a LazyPool>,
    /// Where a worker alone opens its search to others.
    pub offer: Option<Offer<'a>>,
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
    let Resources { shared, pages, reaper, memos, thread_pool, offer, .. } = resources;
    let (shared, thread_pool) = (*shared, thread_pool.filter(|_| HAS_THREADS && memos.len() > 1));
    let offer = offer.filter(|_| HAS_THREADS);
    let tree = LockedTree::new(shared, pages, reaper, memos.len());
    let mut searcher = shared.searcher(&mut memos[0]);
    if searcher.is_small(position) {
        drop(searcher);
        let found = match (thread_pool, offer) {
            (None, Some(offer)) => small_and_open(position, &tree, &mut memos[0], offer),
            _ => small(position, &tree, memos, thread_pool),
        };
        let found = found.map(of_winning);
        let beside = tree.finish();
        return found.or(beside).unwrap_or((unknown(shared), None));
    }
    tree.begin(searcher.replies(position));
    match thread_pool {
        Some(thread_pool) => {
            let alone = nodes_alone(&mut searcher, position, shared.tuning);
            tree.work(searcher, alone);
            if tree.is_open() {
                match thread_pool.started() {
                    Some(thread_pool) => thread_pool.in_place_scope(|scope| {
                        for memo in memos.iter_mut() {
                            scope.spawn(|_| tree.work(shared.searcher(memo), u64::MAX));
                        }
                    }),
                    None => tree.work(shared.searcher(&mut memos[0]), u64::MAX),
                }
            }
        }
        None => match offer {
            Some(offer) => work_and_open(position, &tree, searcher, offer),
            None => tree.work(searcher, u64::MAX),
        },
    }
    tree.finish().unwrap_or((unknown(shared), None))
}

/// The nodes that the first worker visits before the others are woken: many positions are decided before they could wake up.
pub(super) fn nodes_alone<const SEATS: usize>(
    searcher: &mut Searcher<SEATS>,
    position: &State<SEATS>,
    tuning: &Tuning,
) -> u64 {
    let Tuning { nodes_before_waking, nodes_before_waking_soon, .. } = *tuning;
    let is_long = searcher.expected_nodes(position) >= nodes_before_waking;
    if is_long { nodes_before_waking_soon.min(nodes_before_waking) } else { nodes_before_waking }
}

/// Decides a small position depth-first on the calling thread: a winning move, or nothing if there is none. `None` at a limit, and
/// if the tree has been solved first.
///
/// This search is never given up, for of nearly all small positions it is the quickest. Once it has visited many nodes, or
/// soon if the network expects many, the other workers begin beside it with the split tree. Both share the tables, and
/// whoever decides the root first ends the other.
fn small<const SEATS: usize>(
    position: &State<SEATS>,
    tree: &LockedTree<SEATS>,
    memos: &mut [Option<FactsMemo>],
    thread_pool: Option<&LazyPool>,
) -> Option<Option<Move>> {
    let shared = tree.shared();
    let (memo, others) = memos.split_first_mut().expect("a worker");
    let Some(thread_pool) = thread_pool else {
        return shared.searcher(memo).decide_small(position, tree.decided(), None);
    };
    let Tuning { nodes_before_waking, nodes_before_helping, .. } = *shared.tuning;
    // The first of the others is a thread of this scope, since rayon's are to be started at the alarm and not before.
    std::thread::scope(|scope| {
        let mut searcher = shared.searcher(memo);
        let is_long = searcher.expected_nodes(position) >= nodes_before_helping;
        let at = if is_long { nodes_before_waking } else { nodes_before_helping };
        let alarm = Alarm::new(at, || {
            let beside = move || work_beside(position, tree, others, thread_pool);
            // If the system gives no thread, this search goes on alone.
            let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, beside);
        });
        let found = searcher.decide_small(position, tree.decided(), Some(alarm));
        tree.end();
        found
    })
}

/// Works on the split tree with these memos: one on this thread, the others on those of the pool.
fn work_beside<const SEATS: usize>(
    position: &State<SEATS>,
    tree: &LockedTree<SEATS>,
    memos: &mut [Option<FactsMemo>],
    thread_pool: &LazyPool,
) {
    let shared = tree.shared();
    let (first, rest) = memos.split_first_mut().expect("another worker");
    let mut searcher = shared.searcher(first);
    tree.begin(searcher.replies(position));
    let pool = if rest.is_empty() { None } else { thread_pool.started() };
    match pool {
        None => tree.work(searcher, u64::MAX),
        Some(pool) => pool.in_place_scope(|scope| {
            for memo in rest {
                scope.spawn(move |_| tree.work(shared.searcher(memo), u64::MAX));
            }
            tree.work(searcher, u64::MAX);
        }),
    }
}

/// Decides a small position as [`small`] does, on this thread. Once the search is long, others may try the split tree beside it.
fn small_and_open<'a, const SEATS: usize>(
    position: &State<SEATS>,
    tree: &'a LockedTree<'a, SEATS>,
    memo: &'a mut Option<FactsMemo>,
    offer: Offer<'a>,
) -> Option<Option<Move>> {
    // Outlives the searcher, which has the alarm.
    let opened = OnceCell::new();
    let its_place = &opened;
    let mut searcher = tree.shared().searcher(memo);
    let expected = searcher.expected_nodes(position);
    let at = offer.after.saturating_sub(offer.budget.nodes()).max(tree.shared().tuning.nodes_before_helping);
    let alarm = Alarm::new(at, move || drop(its_place.set(offer.open(tree, position, expected, false))));
    let found = searcher.decide_small(position, tree.decided(), Some(alarm));
    tree.end();
    found
}

/// Runs the only worker of a tree. Once the search is long, others may join.
fn work_and_open<'a, const SEATS: usize>(
    position: &State<SEATS>,
    tree: &'a LockedTree<'a, SEATS>,
    mut searcher: Searcher<SEATS>,
    offer: Offer<'a>,
) {
    let expected = searcher.expected_nodes(position);
    let mut opened = None;
    let mut open = || {
        if opened.is_none() && offer.is_due() && tree.visited() >= tree.shared().tuning.nodes_before_waking {
            opened = Some(offer.open(tree, position, expected, true));
        }
        true
    };
    tree.work_while(searcher, u64::MAX, Some(&mut open));
}

/// The decision of a search that has found a winning move, or that there is none.
pub fn of_winning(winning: Option<Move>) -> Decision {
    (if winning.is_some() { Verdict::Win } else { Verdict::Loss }, winning)
}

fn unknown(shared: SolveContext) -> Verdict {
    Verdict::Unknown(shared.budget.expired().unwrap_or(Reason::Interrupted))
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
    use super::super::example::{SHORT, position, with_shared};
    use super::*;
    use crate::search::Statistics;

    /// Decides a position with this many workers, on this many threads if any. Returns the counts, and which workers have
    /// searched.
    fn decided(workers: usize, threads: Option<usize>, tuning: Tuning) -> (Statistics, Vec<bool>) {
        let threads = threads.map(LazyPool::new);
        let mut memos: Vec<Option<FactsMemo>> = std::iter::repeat_with(|| None).take(workers).collect();
        let (decision, statistics) = with_shared(&tuning, |shared| {
            let (pages, reaper) = (PagePool::new(1 << 22, 256), &LazyReaper::default());
            let (memos, thread_pool, offer) = (&mut memos[..], threads.as_ref(), None);
            decide(&position(), &mut Resources { shared, pages, reaper, memos, length_bytes: 0, thread_pool, offer })
        });
        assert_eq!(decision.0, Verdict::Win);
        assert_eq!(decision.1.map(|played| played.to_string()).as_deref(), Some("3999"));
        (statistics, memos.iter().map(Option::is_some).collect())
    }

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
                let none_soon = Tuning { tree_nodes_soon: 0, nodes_before_split_alone: 40, ..SHORT };
                let tuning = Tuning { nodes_before_split, split_denominator, ..none_soon };
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
    fn several_workers_split_soon_while_there_are_few_leaves_and_few_nodes() {
        let split = |workers, leaves_per_worker, tree_nodes_soon| {
            let never = Tuning { nodes_before_split: 1 << 40, shared_nodes_before_split: 1 << 40, ..SHORT };
            let tuning = Tuning {
                nodes_before_split_soon: 30,
                leaves_per_worker,
                tree_nodes_soon,
                nodes_before_split_alone: 40,
                ..never
            };
            decided(workers, None, tuning).0.branches_split
        };
        let [all, fewer] = [1_000, 12].map(|leaves| split(2, leaves, 1 << 16));
        assert!(0 < fewer && fewer < all, "{fewer} {all}");
        assert!(0 < split(2, 1_000, 40) && split(2, 1_000, 40) < all);
        assert_eq!((split(2, 0, 1 << 16), split(2, 1_000, 0), split(1, 1_000, 1 << 16)), (0, 0, 0));
    }

    #[test]
    fn several_workers_split_smaller_parts_while_the_tree_is_small() {
        let split = |workers, nodes, denominator, tree_nodes_soon| {
            let tuning = Tuning {
                nodes_before_split: 1 << 40,
                leaves_per_worker: 0,
                shared_nodes_before_split: nodes,
                shared_split_denominator: denominator,
                tree_nodes_soon,
                nodes_before_split_alone: 40,
                ..SHORT
            };
            decided(workers, None, tuning).0.branches_split
        };
        let [few, many] = [60, 1].map(|nodes| split(2, nodes, 1 << 40, 1 << 16));
        assert!(0 < few && few < many, "{few} {many}");
        let large = split(2, 1, 1, 1 << 16);
        assert!(large < many, "{large} {many}");
        assert_eq!((split(2, 1, 1 << 40, 0), split(1, 1, 1 << 40, 1 << 16)), (0, 0));
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
                let (thread_pool, offer) = (None, None);
                let mut resources = Resources { shared, pages, reaper, memos, length_bytes: 0, thread_pool, offer };
                decide(&position(), &mut resources);
                let bytes = resources.pages.bytes();
                let retired = resources.retire_pages().map(|(_, bytes)| bytes);
                assert_eq!(retired, is_handed_over.then_some(bytes));
                assert_eq!(resources.pages.bytes(), if is_handed_over { 0 } else { bytes });
                assert!(bytes > 0);
            });
        }
    }
}
