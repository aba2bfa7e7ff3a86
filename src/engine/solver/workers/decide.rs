//! Decides one position. The calling thread is the *owner* of the search. Once that is long, helpers join it: this solver's other
//! threads, or those of other solvers (`lobby.rs`). All share one [`LockedTree`].
//!
//! **Why long-lived tasks, and not `par_iter`.** Each helper is one task in a rayon scope. It lives until the root is decided,
//! and takes the most promising branch again and again. `par_iter` divides a list that is known beforehand, by the number of
//! its items. Here most branches are never finished: which one is the most promising changes with each result, a large branch is
//! split while others are searched, and a proven win makes the rest needless. A task for each job would be no better: rayon
//! would choose its order, not the tree. From rayon come the threads with their stacks, the scope in which tasks borrow, and
//! panics that reach the caller.

use super::super::STACK_BYTES;
use super::super::threads::LazyPool;
use super::lobby::Offer;
use super::locked_tree::LockedTree;
use super::reaper::LazyReaper;
use crate::rules::{Move, Side, State, finishing_move};
use crate::search::{Alarm, FactsMemo, Node, PagePool, Reason, SolveContext, Successor, Verdict, successor};
use crate::sync::HAS_THREADS;
use crate::tables::ProofNumbers;
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
    /// The numbers of the position, for the side to move there, at which a limit ended the last search; the depth-first search has none.
    pub left_at: Option<ProofNumbers>,
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
    position.winner().map(|winner| verdict_for(winner, position))
}

/// The verdict for the side to move if this side wins.
fn verdict_for<const SEATS: usize>(winner: Side, position: &State<SEATS>) -> Verdict {
    if winner == position.side_to_move() { Verdict::Win } else { Verdict::Loss }
}

/// Decides a position. A win at once is played at once: a move that sheds the last card is returned rather than another
/// winning one. A finished game has no winning move.
pub fn decide<const SEATS: usize>(position: &State<SEATS>, resources: &mut Resources<SEATS>) -> Decision {
    if let Some(verdict) = verdict_of_finished(position) {
        return (verdict, None);
    }
    if !position.is_goal_within_reach(resources.shared.rules) {
        // Any move keeps that which is no bomb and no rocket.
        return (verdict_for(position.goal().side().opponent(), position), None);
    }
    let (verdict, found) = search(position, resources);
    (verdict, found.map(|found| finishing_move(position, resources.shared.rules).unwrap_or(found)))
}

/// Runs the search's owner on this thread: depth-first if the position is small, else on the split tree. Once it has visited many nodes,
/// its helpers join the tree.
///
/// The depth-first search of a small position is never given up, for of nearly all small positions it is the quickest. Helpers then try
/// the split tree beside it. Both share the tables, and who decides the root first ends the other.
fn search<const SEATS: usize>(position: &State<SEATS>, resources: &mut Resources<SEATS>) -> Decision {
    let Resources { shared, pages, reaper, memos, thread_pool, offer, left_at, .. } = resources;
    let shared = *shared;
    let tree = LockedTree::new(shared, pages, reaper, memos.len());
    let (memo, others) = memos.split_first_mut().expect("a worker");
    let (found, is_small) = std::thread::scope(|scope| {
        // Closed after the searcher, whose alarm opens it.
        let opened = OnceCell::new();
        let (tree, opened) = (&tree, &opened);
        let mut searcher = shared.searcher(memo);
        let is_small = searcher.is_small(position);
        let helpers = match (thread_pool, offer) {
            _ if !HAS_THREADS => None,
            (Some(pool), _) if !others.is_empty() => Some(Helpers::Pool(pool, others)),
            (_, offer) => offer.map(Helpers::Lobby),
        };
        if let Some(helpers) = helpers {
            let expected = searcher.expected_nodes(position);
            let at = helpers.nodes_alone(is_small, expected, shared.tuning);
            let call = move || match helpers {
                Helpers::Pool(pool, memos) => {
                    // The scope of rayon's threads begins here: most searches are over before they are worth starting.
                    let host = move || work_in_pool(position, tree, memos, pool);
                    // If the system gives no thread, the owner goes on alone.
                    let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, host);
                }
                Helpers::Lobby(offer) => drop(opened.set(offer.open(tree, position, expected))),
            };
            searcher.set_alarm(Alarm::new(at, call));
        }
        if is_small {
            let found = searcher.decide_small(position, tree.decided());
            tree.end();
            return (found.map(of_winning), true);
        }
        tree.begin(|| searcher.replies(position));
        tree.work(searcher);
        (None, false)
    });
    let finished = tree.finish();
    *left_at = finished.err().filter(|_| !is_small);
    let open = || (Verdict::Unknown(shared.budget.expired().unwrap_or(Reason::Interrupted)), None);
    found.or(finished.ok()).unwrap_or_else(open)
}

/// Who helps the owner of a search once it is long.
enum Helpers<'a> {
    /// Threads of this solver, one with each memo.
    Pool(&'a LazyPool, &'a mut [Option<FactsMemo>]),
    /// Threads of other solvers.
    Lobby(Offer<'a>),
}

impl Helpers<'_> {
    /// The nodes that the owner visits before.
    fn nodes_alone(&self, is_small: bool, expected: u64, tuning: &Tuning) -> u64 {
        match self {
            Helpers::Pool(..) => nodes_alone(is_small, expected, tuning),
            Helpers::Lobby(offer) => {
                let least = if is_small { tuning.nodes_before_helping } else { tuning.nodes_before_waking };
                offer.after.saturating_sub(offer.budget.nodes()).max(least)
            }
        }
    }
}

/// The nodes that the owner visits before this solver's other threads are woken: many positions are decided before they could wake up.
pub(super) fn nodes_alone(is_small: bool, expected: u64, tuning: &Tuning) -> u64 {
    let Tuning { nodes_before_waking_soon, nodes_before_waking, nodes_before_helping, .. } = *tuning;
    match is_small {
        true if expected >= nodes_before_helping => nodes_before_waking,
        true => nodes_before_helping,
        false if expected >= nodes_before_waking => nodes_before_waking_soon.min(nodes_before_waking),
        false => nodes_before_waking,
    }
}

/// Works on the tree with each of these memos on a thread of the pool, and waits for them.
fn work_in_pool<const SEATS: usize>(
    position: &State<SEATS>,
    tree: &LockedTree<SEATS>,
    memos: &mut [Option<FactsMemo>],
    pool: &LazyPool,
) {
    let work = |memo| {
        let mut searcher = tree.shared().searcher(memo);
        tree.begin(|| searcher.replies(position));
        tree.work(searcher);
    };
    match pool.started() {
        Some(pool) => pool.in_place_scope(|scope| {
            for memo in memos {
                scope.spawn(move |_| work(memo));
            }
        }),
        None => work(&mut memos[0]),
    }
}

/// The decision of a search that has found a winning move, or that there is none.
pub fn of_winning(winning: Option<Move>) -> Decision {
    (if winning.is_some() { Verdict::Win } else { Verdict::Loss }, winning)
}

/// The verdict of one move of a position.
pub fn decide_move<const SEATS: usize>(
    position: &State<SEATS>,
    played: Move,
    resources: &mut Resources<SEATS>,
) -> Verdict {
    let next = match successor(position, played, resources.shared.rules) {
        Successor::Won => return Verdict::Win,
        Successor::Missed => return Verdict::Loss,
        Successor::State(next, _) => next,
    };
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
            let left_at = None;
            decide(
                &position(),
                &mut Resources { shared, pages, reaper, memos, length_bytes: 0, thread_pool, offer, left_at },
            )
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
                let (thread_pool, offer, left_at) = (None, None, None);
                let mut resources =
                    Resources { shared, pages, reaper, memos, length_bytes: 0, thread_pool, offer, left_at };
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
