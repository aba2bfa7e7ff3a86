//! Arenas for the search's nodes: runs of records in pages from a shared pool with a byte budget.
//!
//! A branch of the search puts the children of each expanded node into its arena, one run for each node. So a later visit
//! need not generate them again. A run stays where it is, and a [`Run`] is its place. Nothing is freed one by one: an arena
//! is freed as a whole, and its pages return to the pool.
//!
//! When the pool is exhausted, [`Arena::push`] returns `None`, and the search goes on without keeping the run. A worker
//! then makes room. It drops arenas, or it copies the records worth keeping into a new arena. A quarter of the budget is
//! reserved for such copies.

use crossbeam_utils::CachePadded;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The pages that all arenas of a solve share; see the module's head.
pub struct PagePool<T> {
    /// Free pages, in several piles with a lock each. Each arena has a home among them, so that workers seldom meet.
    piles: [CachePadded<Mutex<Vec<Vec<T>>>>; PILES],
    /// How many arenas there have been: the next one's home.
    arenas: CachePadded<AtomicUsize>,
    /// Bytes of all pages, in use or free.
    bytes: CachePadded<AtomicUsize>,
    most_bytes: usize,
    /// Records in a page. A longer run gets a page of its own size.
    page_records: usize,
    exhausted: AtomicBool,
}

/// With so many piles 64 workers take a page in the same moment from the same pile about once in a thousand times.
const PILES: usize = 16;

impl<T> PagePool<T> {
    /// A pool whose pages, of `page_records` records each, take at most `most_bytes` bytes together.
    pub fn new(most_bytes: usize, page_records: usize) -> Arc<PagePool<T>> {
        Arc::new(PagePool {
            piles: std::array::from_fn(|_| CachePadded::default()),
            arenas: CachePadded::default(),
            bytes: CachePadded::default(),
            most_bytes,
            page_records,
            exhausted: AtomicBool::new(false),
        })
    }

    /// Bytes of all pages, in use or free.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Was a page refused since the last call?
    pub fn was_exhausted(&self) -> bool {
        // Nearly always it was not. Then nothing is written to a cache line that all workers read.
        self.exhausted.load(Ordering::Relaxed) && self.exhausted.swap(false, Ordering::Relaxed)
    }

    /// Counts `bytes` bytes of something else that is on the way to the reaper, until the guard is dropped. `None` if the
    /// budget has no room for them.
    pub fn count(self: &Arc<Self>, bytes: usize) -> Option<Counted<T>> {
        self.reserve(bytes, self.most_bytes / 4 * 3).then(|| Counted { pool: self.clone(), bytes })
    }

    fn reserve(&self, bytes: usize, most: usize) -> bool {
        let has_room = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes <= most;
        if !has_room {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        has_room
    }

    /// The home of the next arena.
    fn next_home(&self) -> usize {
        self.arenas.fetch_add(1, Ordering::Relaxed) % PILES
    }

    fn pile(&self, number: usize) -> MutexGuard<'_, Vec<Vec<T>>> {
        self.piles[number].lock()
    }

    /// A free page: from the arena's home, else from another pile that nobody is at.
    fn take_free(&self, home: usize) -> Option<Vec<T>> {
        let own = self.pile(home).pop();
        own.or_else(|| {
            let others = (home + 1..home + PILES).map(|pile| &self.piles[pile % PILES]);
            others.filter_map(|pile| pile.try_lock()).find_map(|mut pile| pile.pop())
        })
    }

    /// An empty page for at least `records` records. `None` if the budget is spent. A copy of an arena may spend all of it,
    /// everything else three quarters.
    fn take(&self, home: usize, records: usize, copying: bool) -> Option<Vec<T>> {
        if records <= self.page_records
            && let Some(page) = self.take_free(home)
        {
            return Some(page);
        }
        let records = records.max(self.page_records);
        let bytes = records * size_of::<T>();
        let most = if copying { self.most_bytes } else { self.most_bytes / 4 * 3 };
        if !self.reserve(bytes, most) {
            self.exhausted.store(true, Ordering::Relaxed);
            return None;
        }
        Some(Vec::with_capacity(records))
    }

    /// Takes the pages of an arena back, all under one lock: a worker may wait for it to take a page.
    fn give_back(&self, home: usize, pages: &mut Vec<Vec<T>>) {
        let mut own_size = 0;
        pages.retain_mut(|page| {
            page.clear();
            let is_usual = page.capacity() == self.page_records;
            own_size += if is_usual { 0 } else { page.capacity() * size_of::<T>() };
            is_usual
        });
        // Nearly always there are none, and all workers write this number.
        if own_size > 0 {
            self.bytes.fetch_sub(own_size, Ordering::Relaxed);
        }
        if !pages.is_empty() {
            self.pile(home).append(pages);
        }
    }
}

/// Bytes that count against a pool although they are not of its pages.
pub struct Counted<T> {
    pool: Arc<PagePool<T>>,
    bytes: usize,
}

impl<T> Drop for Counted<T> {
    fn drop(&mut self) {
        self.pool.bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The place of some consecutive records in their arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Run {
    page: u32,
    start: u16,
    len: u16,
}

impl Run {
    /// No records.
    pub const EMPTY: Run = Run { page: 0, start: 0, len: 0 };

    /// Is it without records?
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// How many records there are.
    pub const fn len(self) -> usize {
        self.len as usize
    }
}

/// Runs of records; see the module's head.
pub struct Arena<T> {
    pool: Arc<PagePool<T>>,
    /// Its pile of free pages.
    home: usize,
    pages: Vec<Vec<T>>,
    copying: bool,
}

impl<T: Copy> Arena<T> {
    /// An arena without pages.
    pub fn new(pool: &Arc<PagePool<T>>) -> Arena<T> {
        Arena { pool: pool.clone(), home: pool.next_home(), pages: Vec::new(), copying: false }
    }

    /// An empty arena of the same pool, which may use the bytes reserved for copies until [`Arena::copied`] is called.
    pub fn copy_target(&self) -> Arena<T> {
        Arena { pool: self.pool.clone(), home: self.home, pages: Vec::new(), copying: true }
    }

    /// Ends the copying: from now on the arena may not use the reserved bytes.
    pub fn copied(&mut self) {
        self.copying = false;
    }

    /// Stores records as a run. `None` if the pool is exhausted, or if there are more than 65,535 records.
    pub fn push(&mut self, records: &[T]) -> Option<Run> {
        let len = u16::try_from(records.len()).ok()?;
        let fits = |page: &Vec<T>| page.capacity() - page.len() >= records.len();
        if !self.pages.last().is_some_and(fits) {
            self.pages.push(self.pool.take(self.home, records.len(), self.copying)?);
        }
        let index = self.pages.len() - 1;
        let page = &mut self.pages[index];
        let start = page.len() as u16;
        page.extend_from_slice(records);
        Some(Run { page: index as u32, start, len })
    }

    /// The records of a run.
    pub fn get(&self, run: Run) -> &[T] {
        if run.is_empty() { &[] } else { &self.pages[run.page as usize][run.start as usize..][..run.len as usize] }
    }

    /// The records of a run, for changes.
    pub fn get_mut(&mut self, run: Run) -> &mut [T] {
        if run.is_empty() {
            &mut []
        } else {
            &mut self.pages[run.page as usize][run.start as usize..][..run.len as usize]
        }
    }

    /// The bytes of its pages.
    pub fn bytes(&self) -> usize {
        self.pages.iter().map(|page| page.capacity() * size_of::<T>()).sum()
    }

    /// Gives all pages back.
    pub fn clear(&mut self) {
        self.pool.give_back(self.home, &mut self.pages);
    }
}

impl<T> Drop for Arena<T> {
    fn drop(&mut self) {
        self.pool.give_back(self.home, &mut self.pages);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const PAGE_BYTES: usize = 4 * size_of::<u64>();

    /// How many pages are free.
    fn free(pool: &PagePool<u64>) -> usize {
        pool.piles.iter().map(|pile| pile.lock().len()).sum()
    }

    #[test]
    fn the_pages_of_an_arena_go_back_together_and_large_ones_to_the_system() {
        let pool = PagePool::<u64>::new(100 * PAGE_BYTES, 4);
        let mut arena = Arena::new(&pool);
        let runs = [[1; 3], [2; 3], [3; 3]].map(|run| arena.push(&run).expect("room"));
        let long = arena.push(&[4; 9]).expect("room");
        assert_eq!((arena.get(runs[1]), arena.get(long)), (&[2; 3][..], &[4; 9][..]));
        assert_eq!((arena.bytes(), pool.bytes()), (3 * PAGE_BYTES + 72, 3 * PAGE_BYTES + 72));
        drop(arena);
        assert_eq!((free(&pool), pool.bytes()), (3, 3 * PAGE_BYTES));
        // They are used again, empty.
        let mut arena = Arena::new(&pool);
        let run = arena.push(&[5; 2]).expect("room");
        assert_eq!((arena.get(run), free(&pool), pool.bytes()), (&[5; 2][..], 2, 3 * PAGE_BYTES));
        arena.clear();
        assert_eq!((arena.bytes(), free(&pool)), (0, 3));
    }

    #[test]
    fn what_is_on_the_way_to_the_reaper_counts_until_it_is_freed() {
        let pool = PagePool::<u64>::new(4 * PAGE_BYTES, 4);
        let counted = pool.count(2 * PAGE_BYTES).expect("room");
        assert!(pool.count(2 * PAGE_BYTES).is_none() && !pool.was_exhausted());
        let mut arena = Arena::new(&pool);
        // A quarter is reserved for copies.
        assert!(arena.push(&[1; 4]).is_some() && arena.push(&[2; 4]).is_none() && pool.was_exhausted());
        drop(counted);
        assert!(arena.push(&[2; 4]).is_some() && arena.push(&[3; 4]).is_some());
        assert_eq!(pool.bytes(), 3 * PAGE_BYTES);
    }

    #[test]
    fn a_free_page_is_found_in_another_arenas_pile() {
        let pool = PagePool::<u64>::new(100 * PAGE_BYTES, 4);
        let mut arenas: Vec<Arena<u64>> = (0..3).map(|_| Arena::new(&pool)).collect();
        arenas.iter_mut().for_each(|arena| assert!(arena.push(&[1; 4]).is_some()));
        arenas.truncate(1);
        assert_eq!((free(&pool), pool.bytes()), (2, 3 * PAGE_BYTES));
        // The two pages are used before the system is asked for another one.
        (0..3).for_each(|_| assert!(arenas[0].push(&[2; 4]).is_some()));
        assert_eq!((free(&pool), pool.bytes()), (0, 4 * PAGE_BYTES));
    }
}
