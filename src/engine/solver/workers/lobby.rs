//! The lobby: where a thread that has nothing to do finds a running search to help with.
//!
//! A solver with a lobby has one worker of its own, the search's *owner*. Once its search is long, it opens it: the lobby then has
//! what a worker needs, the tree, the tables, the budget and the pages. Any other thread may join with its own memo of hands, takes
//! jobs like every worker, and leaves when it likes ([`Solver::help`](crate::Solver::help)). So a worker belongs to no search for
//! longer than a job, and threads go where work is. A batch does this with its hard puzzles.
//!
//! **Who waits for whom?** The owner ends its search when the root is decided or a limit is reached. Then it closes the search:
//! nobody joins any more, and it waits until the helpers have left. They leave soon, for a decision cancels their jobs. After that
//! nobody else has the tables, and the owner may clear them. A helper never waits for an owner.
//!
//! **Which search does a helper join?** The one with the most work left for each of its workers ([`Load::left_for_each`]). So
//! searches that are open together end at about the same time, as far as that can be known, and the longest of them does not end
//! alone, with more workers than it can employ. A helper may also ask for a search that its owner has had to itself for long
//! ([`Joining::AsSecond`]).
//!
//! A rayon scope could not do this: a thread that waits for its own scope may be given a part of another search, and is stuck
//! there for minutes. So what is shared is shared by [`Arc`].

use super::locked_tree::{Core, LockedTree};
use super::reaper::LazyReaper;
use crate::rules::{Ruleset, State};
use crate::search::{Budget, FactsMemo, Node, PagePool, SolveContext, Statistics, Techniques};
use crate::tables::Tables;
use crate::tuning::Tuning;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// See the module's head. Clones share one lobby.
#[derive(Clone)]
pub struct Lobby(Arc<Inner>);

struct Inner {
    entries: Mutex<Entries>,
    /// A helper has left.
    left: Condvar,
    /// The threads that may work on a search together.
    threads: usize,
    /// Called when a search has been opened.
    opened: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct Entries {
    open: Vec<Entry>,
    /// How many searches have been opened: the next one's number.
    searches: u64,
    /// How often a helper has joined one.
    joined: u64,
}

/// An open search.
struct Entry {
    number: u64,
    search: Arc<dyn Joinable>,
    helpers: usize,
    /// The most helpers that there were at a time.
    most_helpers: usize,
    /// Does it end, so that nobody joins any more?
    ends: bool,
}

/// How much there is to do in a search, and for how many workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Load {
    /// Workers that it has now, its owner included.
    pub workers: usize,
    /// Workers that its memory carries.
    pub most_workers: usize,
    /// Nodes visited so far.
    pub visited: u64,
    /// Nodes that the network expected at the start.
    pub expected: u64,
}

impl Load {
    /// The nodes that are likely left.
    ///
    /// The network's guess is often off by several times, so a search that has reached it is far from its end: of long searches
    /// those that have run for long run longest. So at least as many nodes are taken to be left as are visited.
    pub fn left(&self) -> u64 {
        self.expected.saturating_sub(self.visited).max(self.visited)
    }

    /// The nodes that are likely left for each worker if one more joins.
    pub fn left_for_each(&self) -> u64 {
        self.left() / (self.workers as u64 + 1)
    }

    /// May a helper join it in this way?
    pub fn admits(&self, joining: Joining) -> bool {
        self.workers < self.most_workers
            && match joining {
                Joining::Any => true,
                Joining::AsSecond(after) => self.workers == 1 && self.visited >= after,
            }
    }

    /// The search that a helper joins: the number among these.
    pub fn choose<T>(searches: impl IntoIterator<Item = (T, Load)>, joining: Joining) -> Option<T> {
        let admitting = searches.into_iter().filter(|(_, load)| load.admits(joining));
        // Of equal ones the first.
        let best = |best: (T, Load), next: (T, Load)| {
            if next.1.left_for_each() > best.1.left_for_each() { next } else { best }
        };
        admitting.reduce(best).map(|(search, _)| search)
    }
}

/// The searches that a helper may join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joining {
    /// Any with room.
    Any,
    /// Those of which the owner alone has visited so many nodes.
    AsSecond(u64),
}

impl Lobby {
    /// A lobby for so many threads. It calls `opened` each time when a search has been opened.
    pub fn new(threads: usize, opened: impl Fn() + Send + Sync + 'static) -> Lobby {
        let (entries, left, opened) = (Mutex::default(), Condvar::new(), Box::new(opened));
        Lobby(Arc::new(Inner { entries, left, threads, opened }))
    }

    /// The threads that may work on a search together.
    pub fn threads(&self) -> usize {
        self.0.threads
    }

    /// Is there a search to join?
    pub fn is_open(&self, joining: Joining) -> bool {
        self.0.entries.lock().choose(joining).is_some()
    }

    /// How many helpers there are now.
    pub fn helpers(&self) -> usize {
        self.0.entries.lock().open.iter().map(|entry| entry.helpers).sum()
    }

    /// How often a helper has joined a search so far.
    pub fn joined(&self) -> u64 {
        self.0.entries.lock().joined
    }

    /// Joins the search where a helper is worth most. `None` if there is none.
    pub fn join(&self, joining: Joining) -> Option<Visit> {
        let mut entries = self.0.entries.lock();
        let place = entries.choose(joining)?;
        entries.joined += 1;
        let entry = &mut entries.open[place];
        entry.helpers += 1;
        entry.most_helpers = entry.most_helpers.max(entry.helpers);
        entry.search.core_join();
        Some(Visit { lobby: self.clone(), number: entry.number, search: Some(entry.search.clone()) })
    }

    fn open(&self, search: Arc<dyn Joinable>) -> u64 {
        let mut entries = self.0.entries.lock();
        let number = entries.searches;
        entries.searches += 1;
        entries.open.push(Entry { number, search, helpers: 0, most_helpers: 0, ends: false });
        drop(entries);
        (self.0.opened)();
        number
    }

    /// Closes a search, and waits until its helpers have left. Returns the most that there were at a time.
    fn close(&self, number: u64) -> usize {
        let mut entries = self.0.entries.lock();
        entries.entry(number).ends = true;
        while entries.entry(number).helpers > 0 {
            self.0.left.wait(&mut entries);
        }
        let most = entries.entry(number).most_helpers;
        entries.open.retain(|entry| entry.number != number);
        most
    }

    fn left(&self, number: u64) {
        let mut entries = self.0.entries.lock();
        let entry = entries.entry(number);
        entry.helpers -= 1;
        if entry.helpers == 0 && entry.ends {
            self.0.left.notify_all();
        }
    }
}

impl Entries {
    /// The place of the search to join.
    fn choose(&self, joining: Joining) -> Option<usize> {
        let open = self.open.iter().enumerate().filter(|(_, entry)| !entry.ends);
        Load::choose(open.filter_map(|(place, entry)| Some((place, entry.search.load()?))), joining)
    }

    fn entry(&mut self, number: u64) -> &mut Entry {
        self.open.iter_mut().find(|entry| entry.number == number).expect("it is closed once")
    }
}

/// A search that others may join, whatever the number of hands.
trait Joinable: Send + Sync {
    /// `None` once it is decided or has reached a limit.
    fn load(&self) -> Option<Load>;
    fn rules(&self) -> &Ruleset;
    /// A worker comes, and one has gone.
    fn core_join(&self);
    fn core_leave(&self);
    /// Lets a worker with this memo work, as long as `stays` says so.
    fn work(&self, memo: &mut Option<FactsMemo>, stays: &mut dyn FnMut() -> bool);
    /// Ends it without an answer: a worker has panicked, and its branch is lost.
    fn abandon(&self);
}

/// A helper's stay in a search.
pub struct Visit {
    lobby: Lobby,
    number: u64,
    search: Option<Arc<dyn Joinable>>,
}

impl Visit {
    fn search(&self) -> &dyn Joinable {
        &**self.search.as_ref().expect("it is given back at the end")
    }

    /// The rules of the search.
    pub fn rules(&self) -> &Ruleset {
        self.search().rules()
    }

    /// Works until the search is over or `stays` says no. The memo must be of the search's rules.
    pub fn work(self, memo: &mut Option<FactsMemo>, stays: &mut dyn FnMut() -> bool) {
        self.search().work(memo, stays);
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.search().core_leave();
        if thread::panicking() {
            self.search().abandon();
        }
        // The owner takes over once all have left, so this comes first.
        self.search = None;
        self.lobby.left(self.number);
    }
}

/// With what a solve opens its searches.
#[derive(Clone, Copy)]
pub struct Offer<'a> {
    /// Where they are opened.
    pub lobby: &'a Lobby,
    /// The tables of the solve.
    pub tables: &'a Arc<Tables>,
    /// The limits of the solve.
    pub budget: &'a Arc<Budget>,
    /// Nodes of the solve before others may join.
    pub after: u64,
    /// The most workers of a search.
    pub most_workers: usize,
    /// The most workers that any search of the solve had at a time.
    pub most_seen: &'a AtomicUsize,
}

impl<'a> Offer<'a> {
    /// Opens a search of this position. If the root has no replies yet, the first helper gives it some.
    pub fn open<const SEATS: usize>(
        self,
        tree: &'a LockedTree<'a, SEATS>,
        position: &State<SEATS>,
        expected: u64,
    ) -> Opened<'a, SEATS> {
        let SolveContext { rules, techniques, tuning, .. } = tree.shared();
        let search = Arc::new(OpenSearch {
            position: *position,
            rules: *rules,
            tables: self.tables.clone(),
            budget: self.budget.clone(),
            techniques,
            tuning: *tuning,
            statistics: Mutex::default(),
            pages: tree.pages().clone(),
            reaper: LazyReaper::default(),
            core: tree.core().clone(),
            most_workers: self.most_workers,
            expected,
        });
        let number = self.lobby.open(search.clone());
        Opened { offer: self, tree, number, search: Some(search) }
    }
}

/// An open search in its owner's hands. Dropping it closes the search and waits until the helpers have left.
pub struct Opened<'a, const SEATS: usize> {
    offer: Offer<'a>,
    tree: &'a LockedTree<'a, SEATS>,
    number: u64,
    search: Option<Arc<OpenSearch<SEATS>>>,
}

impl<const SEATS: usize> Drop for Opened<'_, SEATS> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.tree.end();
        }
        let helpers = self.offer.lobby.close(self.number);
        self.offer.most_seen.fetch_max(1 + helpers, Ordering::Relaxed);
        if let Some(search) = self.search.take() {
            *self.tree.shared().statistics.lock() += *search.statistics.lock();
        }
    }
}

/// What the workers of an open search share. It borrows nothing, for they are of other threads.
struct OpenSearch<const SEATS: usize> {
    position: State<SEATS>,
    rules: Ruleset,
    tables: Arc<Tables>,
    budget: Arc<Budget>,
    techniques: Techniques,
    tuning: Tuning,
    /// The counts of the helpers.
    statistics: Mutex<Statistics>,
    pages: Arc<PagePool<Node<SEATS>>>,
    reaper: LazyReaper,
    core: Arc<Core<SEATS>>,
    most_workers: usize,
    expected: u64,
}

impl<const SEATS: usize> OpenSearch<SEATS> {
    fn shared(&self) -> SolveContext<'_> {
        let OpenSearch { rules, tables, budget, techniques, tuning, statistics, .. } = self;
        SolveContext { rules, tables, budget, techniques: *techniques, tuning, statistics }
    }

    fn tree(&self) -> LockedTree<'_, SEATS> {
        LockedTree::of(self.core.clone(), self.shared(), &self.pages, &self.reaper)
    }
}

impl<const SEATS: usize> Joinable for OpenSearch<SEATS> {
    fn load(&self) -> Option<Load> {
        let OpenSearch { core, most_workers, expected, .. } = self;
        let (workers, visited) = (core.workers(), core.visited());
        let is_over = core.is_decided() || self.budget.expired().is_some();
        (!is_over).then_some(Load { workers, most_workers: *most_workers, visited, expected: *expected })
    }

    fn rules(&self) -> &Ruleset {
        &self.rules
    }

    fn core_join(&self) {
        self.core.join();
    }

    fn core_leave(&self) {
        self.core.leave();
    }

    fn work(&self, memo: &mut Option<FactsMemo>, stays: &mut dyn FnMut() -> bool) {
        let tree = self.tree();
        let mut searcher = self.shared().searcher(memo);
        tree.begin(|| searcher.replies(&self.position));
        tree.work_while(searcher, Some(stays));
    }

    fn abandon(&self) {
        self.tree().end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    const LOAD: Load = Load { workers: 1, most_workers: 8, visited: 1_000, expected: 0 };

    #[test]
    fn as_much_is_left_as_is_expected_and_at_least_as_much_as_is_done() {
        let left = |visited, expected| Load { visited, expected, ..LOAD }.left();
        assert_eq!([left(0, 900), left(400, 900), left(500, 900), left(1_000, 900)], [900, 500, 500, 1_000]);
    }

    #[test]
    fn a_helper_joins_where_most_is_left_for_each_worker() {
        let choose = |searches: &[Load]| Load::choose(searches.iter().copied().enumerate(), Joining::Any);
        let (long, short) = (Load { visited: 5_000, ..LOAD }, LOAD);
        assert_eq!(choose(&[short, long]), Some(1));
        assert_eq!(choose(&[short, Load { workers: 8, most_workers: 20, ..long }]), Some(1));
        assert_eq!(choose(&[short, Load { workers: 9, most_workers: 20, ..long }]), Some(0), "of equal ones the first");
        assert_eq!(choose(&[Load { most_workers: 1, ..long }, short]), Some(1), "where there is room");
        assert_eq!(choose(&[Load { most_workers: 1, ..long }]), None);
    }

    #[test]
    fn a_second_worker_joins_a_long_search_that_has_only_its_owner() {
        let choose = |searches: &[Load]| Load::choose(searches.iter().copied().enumerate(), Joining::AsSecond(1_000));
        let (long, shared) = (Load { visited: 5_000, ..LOAD }, Load { visited: 90_000, workers: 2, ..LOAD });
        assert_eq!(choose(&[shared, LOAD, long]), Some(2));
        assert_eq!(choose(&[shared, Load { visited: 999, ..LOAD }]), None);
        assert_eq!(choose(&[Load { most_workers: 1, ..long }]), None);
    }

    /// What its helpers see of a search, for a lobby without one.
    struct Stub {
        workers: AtomicUsize,
        is_over: AtomicBool,
        rules: Ruleset,
    }

    impl Joinable for Stub {
        fn load(&self) -> Option<Load> {
            let workers = self.workers.load(Ordering::Relaxed);
            (!self.is_over.load(Ordering::Relaxed)).then_some(Load { workers, most_workers: 3, ..LOAD })
        }

        fn rules(&self) -> &Ruleset {
            &self.rules
        }

        fn core_join(&self) {
            self.workers.fetch_add(1, Ordering::Relaxed);
        }

        fn core_leave(&self) {
            self.workers.fetch_sub(1, Ordering::Relaxed);
        }

        fn work(&self, _: &mut Option<FactsMemo>, stays: &mut dyn FnMut() -> bool) {
            while stays() {}
        }

        fn abandon(&self) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn helpers_are_counted_while_they_are_there() {
        let calls = Arc::new(AtomicUsize::new(0));
        let called = calls.clone();
        let lobby = Lobby::new(4, move || {
            called.fetch_add(1, Ordering::Relaxed);
        });
        assert!(!lobby.is_open(Joining::Any) && lobby.join(Joining::Any).is_none());
        let stub = Stub { workers: AtomicUsize::new(1), is_over: AtomicBool::new(false), rules: Ruleset::default() };
        let search = Arc::new(stub);
        let number = lobby.open(search.clone());
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        let visits = [Joining::AsSecond(1), Joining::Any]
            .map(|joining| lobby.join(joining))
            .map(|visit| visit.expect("there is room"));
        assert_eq!((lobby.helpers(), search.load().map(|load| load.workers)), (2, Some(3)));
        assert!(!lobby.is_open(Joining::Any) && lobby.join(Joining::Any).is_none(), "no room for a third");
        let [one, other] = visits;
        one.work(&mut None, &mut || false);
        assert_eq!((lobby.helpers(), search.load().map(|load| load.workers)), (1, Some(2)));
        assert!(lobby.is_open(Joining::Any) && lobby.join(Joining::AsSecond(1)).is_none());
        search.abandon();
        assert!(!lobby.is_open(Joining::Any), "it is over");
        // The owner waits until the other one has left.
        let has_left = AtomicBool::new(false);
        thread::scope(|scope| {
            let has_left = &has_left;
            scope.spawn(move || {
                thread::sleep(std::time::Duration::from_millis(20));
                has_left.store(true, Ordering::SeqCst);
                drop(other);
            });
            assert_eq!(lobby.close(number), 2, "the most at a time");
            assert!(has_left.load(Ordering::SeqCst));
        });
        assert_eq!((lobby.helpers(), lobby.joined(), Arc::strong_count(&search)), (0, 2, 1));
    }
}
