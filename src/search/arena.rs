//! Arenas for the search's nodes: runs of records in pages from a common pool with a byte budget.
//!
//! A branch of the search puts each expanded node's children into its arena, one run a node, so that coming back to the
//! node generates nothing. A run never leaves its place, so a number finds it. Nothing is freed one by one: an arena goes as
//! a whole, and its pages return to the pool. When the pool is exhausted [`Arena::push`] says so, and the search
//! goes on without keeping what does not fit, until someone makes room: by dropping arenas, or by copying what is worth
//! keeping of one into a new one, for which a quarter of the budget is set aside.

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Pages of one size, shared by all arenas of a solver; see the module's head.
pub struct Pool<T> {
    free: Mutex<Vec<Vec<T>>>,
    /// Bytes of all pages, in use or free.
    bytes: AtomicUsize,
    most_bytes: usize,
    /// Records of one page. Longer runs get a page of their own size.
    page_records: usize,
    exhausted: AtomicBool,
}

impl<T> Pool<T> {
    /// A pool whose pages, of `page_records` records each, take at most `most_bytes` bytes together.
    pub fn new(most_bytes: usize, page_records: usize) -> Arc<Pool<T>> {
        Arc::new(Pool {
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

    /// Has an arena asked for a page in vain since the last call?
    pub fn was_exhausted(&self) -> bool {
        self.exhausted.swap(false, Ordering::Relaxed)
    }

    /// An empty page for at least `records` records, `None` if the budget is spent: all of it to copy an arena, three
    /// quarters otherwise.
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

/// The place of a run of records in its arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Run {
    page: u32,
    start: u16,
    len: u16,
}

impl Run {
    /// The run without records.
    pub const EMPTY: Run = Run { page: 0, start: 0, len: 0 };

    /// Has it no records?
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// How many records it has.
    pub const fn len(self) -> usize {
        self.len as usize
    }
}

/// Runs of records; see the module's head.
pub struct Arena<T> {
    pool: Arc<Pool<T>>,
    pages: Vec<Vec<T>>,
    copying: bool,
}

impl<T: Copy> Arena<T> {
    /// An arena without pages.
    pub fn new(pool: &Arc<Pool<T>>) -> Arena<T> {
        Arena { pool: pool.clone(), pages: Vec::new(), copying: false }
    }

    /// An empty arena of the same pool that may use what is set aside for copies, until [`Arena::copied`].
    pub fn copy_target(&self) -> Arena<T> {
        Arena { pool: self.pool.clone(), pages: Vec::new(), copying: true }
    }

    /// Ends the copying.
    pub fn copied(&mut self) {
        self.copying = false;
    }

    /// Puts a run of records, `None` if the pool is exhausted or the run is longer than 65,535 records.
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

    /// The records of a run, to be changed.
    pub fn get_mut(&mut self, run: Run) -> &mut [T] {
        if run.is_empty() {
            &mut []
        } else {
            &mut self.pages[run.page as usize][run.start as usize..][..run.len as usize]
        }
    }

    /// Bytes of its pages.
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
