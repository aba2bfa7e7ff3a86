//! Arenas for the search's nodes: runs of records in pages from a shared pool with a byte budget.
//!
//! A branch of the search puts the children of each expanded node into its arena, one run for each node. So a later visit
//! need not generate them again. A run stays where it is, and a [`Run`] is its place. Nothing is freed one by one: an arena
//! is freed as a whole, and its pages return to the pool.
//!
//! When the pool is exhausted, [`Arena::push`] returns `None`, and the search goes on without keeping the run. A worker
//! then makes room. It drops arenas, or it copies the records worth keeping into a new arena. A quarter of the budget is
//! reserved for such copies.

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The pages that all arenas of a solve share; see the module's head.
pub struct PagePool<T> {
    free: Mutex<Vec<Vec<T>>>,
    /// Bytes of all pages, in use or free.
    bytes: AtomicUsize,
    most_bytes: usize,
    /// Records in a page. A longer run gets a page of its own size.
    page_records: usize,
    exhausted: AtomicBool,
}

impl<T> PagePool<T> {
    /// A pool whose pages, of `page_records` records each, take at most `most_bytes` bytes together.
    pub fn new(most_bytes: usize, page_records: usize) -> Arc<PagePool<T>> {
        Arc::new(PagePool {
            free: Mutex::new(Vec::new()),
            bytes: AtomicUsize::new(0),
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
        self.exhausted.swap(false, Ordering::Relaxed)
    }

    /// An empty page for at least `records` records. `None` if the budget is spent. A copy of an arena may spend all of it,
    /// everything else three quarters.
    fn take(&self, records: usize, copying: bool) -> Option<Vec<T>> {
        if records <= self.page_records
            && let Some(page) = self.free.lock().pop()
        {
            return Some(page);
        }
        let records = records.max(self.page_records);
        let bytes = records * size_of::<T>();
        let most = if copying { self.most_bytes } else { self.most_bytes / 4 * 3 };
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes > most {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
            self.exhausted.store(true, Ordering::Relaxed);
            return None;
        }
        Some(Vec::with_capacity(records))
    }

    fn give_back(&self, mut page: Vec<T>) {
        if page.capacity() == self.page_records {
            page.clear();
            self.free.lock().push(page);
        } else {
            self.bytes.fetch_sub(page.capacity() * size_of::<T>(), Ordering::Relaxed);
        }
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
    pages: Vec<Vec<T>>,
    copying: bool,
}

impl<T: Copy> Arena<T> {
    /// An arena without pages.
    pub fn new(pool: &Arc<PagePool<T>>) -> Arena<T> {
        Arena { pool: pool.clone(), pages: Vec::new(), copying: false }
    }

    /// An empty arena of the same pool, which may use the bytes reserved for copies until [`Arena::copied`] is called.
    pub fn copy_target(&self) -> Arena<T> {
        Arena { pool: self.pool.clone(), pages: Vec::new(), copying: true }
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
            self.pages.push(self.pool.take(records.len(), self.copying)?);
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
        for page in self.pages.drain(..) {
            self.pool.give_back(page);
        }
    }
}

impl<T> Drop for Arena<T> {
    fn drop(&mut self) {
        for page in self.pages.drain(..) {
            self.pool.give_back(page);
        }
    }
}
