//! The memory of the tables: words that are zero at first, and that the system provides as they are touched.
//!
//! A large block is mapped, not allocated. Pages that the system maps are zero, and resident only where they are touched, and they go
//! back to it at once. An allocator may have such memory, too, but not every one: mimalloc takes the memory of a solver that has ended
//! again and writes the zeros, and musl's `calloc` wrote all of them.
//!
//! A block that fills a huge page begins with one, and asks for them: a table is read at random, and a long search takes 8 % longer
//! without (`benches/README.md`, "The allocator"). A kernel aligns a mapping by itself only if its size fits, and not every kernel does.
//!
//! The only module of the engine with unsafe code: several tables lie in one block, and each needs its words as a slice.

#![allow(unsafe_code)]

use crate::sync::{AtomicU64, try_zeroed};
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of a huge page.
#[cfg(all(any(unix, windows), not(loom)))]
const HUGE: usize = 2 << 20;

/// A block of as many bytes or more is mapped, and asks for huge pages: what it leaves of one is not worth small ones.
#[cfg(all(any(unix, windows), not(loom)))]
const MAPPED: usize = HUGE / 4 * 3;

/// The bytes of all blocks that are mapped just now, touched or not.
static MAPPED_BYTES: AtomicUsize = AtomicUsize::new(0);

/// The bytes of all tables of this process that no allocator knows, touched or not: for tests that count memory.
pub fn mapped_bytes() -> usize {
    MAPPED_BYTES.load(Ordering::Relaxed)
}

/// Neighbouring words of a block, which lives as long as one of them.
pub struct Words {
    start: NonNull<AtomicU64>,
    count: usize,
    block: Arc<Block>,
}

// SAFETY: `Words` give only shared access to atomics, and `Block` is kept for nothing but being dropped, by whichever thread is last.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

/// `count` words, all zero.
///
/// # Panics
/// If the system has no memory for them. The module's JavaScript knows this case by "no memory".
pub fn some(count: usize) -> Words {
    Words::zeroed(count).unwrap_or_else(|| panic!("the system has no memory"))
}

/// Where the words are.
enum Block {
    Boxed {
        /// Never read but through [`Words`].
        _words: Box<[AtomicU64]>,
    },
    #[cfg(all(any(unix, windows), not(loom)))]
    Mapped {
        /// Never read but through [`Words`].
        _map: memmap2::MmapRaw,
        /// The bytes of the words.
        bytes: usize,
    },
}

impl Words {
    /// `count` words, all zero. `None` if the system has no memory for them.
    pub fn zeroed(count: usize) -> Option<Words> {
        #[cfg(all(any(unix, windows), not(loom)))]
        if count >= MAPPED / size_of::<u64>()
            && let Some(words) = Words::mapped(count)
        {
            return Some(words);
        }
        let words = try_zeroed(count).ok()?;
        let start = NonNull::from(&*words).cast();
        Some(Words { start, count, block: Arc::new(Block::Boxed { _words: words }) })
    }

    #[cfg(all(any(unix, windows), not(loom)))]
    fn mapped(count: usize) -> Option<Words> {
        let bytes = count.checked_mul(size_of::<u64>())?.checked_next_multiple_of(PAGE)?;
        let map = memmap2::MmapOptions::new().len(bytes.checked_add(HUGE)?).map_anon().ok()?;
        let before = map.as_ptr().addr().next_multiple_of(HUGE) - map.as_ptr().addr();
        // The tables do without if the system has none.
        #[cfg(target_os = "linux")]
        let _ =
            map.advise_range(memmap2::Advice::HugePage, before, bytes.next_multiple_of(HUGE).min(map.len() - before));
        let map = memmap2::MmapRaw::from(map);
        // SAFETY: `before` is less than `HUGE`, so `bytes` bytes from there lie in the mapping. They are zero, which is a valid atomic.
        let start = unsafe { NonNull::new_unchecked(map.as_mut_ptr().add(before)) }.cast();
        MAPPED_BYTES.fetch_add(bytes, Ordering::Relaxed);
        Some(Words { start, count, block: Arc::new(Block::Mapped { _map: map, bytes }) })
    }

    /// Its first words, as many as `count`; they are its own no longer.
    ///
    /// # Panics
    /// If it has fewer.
    pub fn take(&mut self, count: usize) -> Words {
        assert!(count <= self.count, "a block that is large enough");
        let taken = Words { start: self.start, count, block: self.block.clone() };
        // SAFETY: `count` words from there on are in the same block.
        self.start = unsafe { self.start.add(count) };
        self.count -= count;
        taken
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: these words are in the block, which `self` keeps. They are valid atomics, and nobody has them but as atomics.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

/// No system has smaller pages.
#[cfg(all(any(unix, windows), not(loom)))]
const PAGE: usize = 4096;

#[cfg(all(any(unix, windows), not(loom)))]
impl Drop for Block {
    fn drop(&mut self) {
        if let Block::Mapped { bytes, .. } = self {
            MAPPED_BYTES.fetch_sub(*bytes, Ordering::Relaxed);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_block_are_apart_and_outlive_it() {
        for count in [1000, MAPPED / 8, HUGE / 4 + 1000] {
            let mut rest = Words::zeroed(count).expect("memory");
            let parts: Vec<Words> = (0..3).map(|_| rest.take(300)).collect();
            assert_eq!(rest.len(), count - 900);
            for (number, part) in (1..).zip(parts.iter().chain([&rest])) {
                assert!(part.iter().all(|word| word.load(Ordering::Relaxed) == 0), "zero, and nobody else's");
                part.iter().for_each(|word| word.store(number, Ordering::Relaxed));
            }
            drop(rest);
            for (number, part) in (1..).zip(&parts) {
                assert!(part.len() == 300 && part.iter().all(|word| word.load(Ordering::Relaxed) == number));
            }
        }
    }

    #[test]
    #[cfg(any(unix, windows))]
    fn a_large_block_begins_with_a_huge_page() {
        let words = Words::zeroed(MAPPED / 8).expect("memory");
        assert_eq!(words.as_ptr().addr() % HUGE, 0);
    }

    #[test]
    fn more_than_there_is_is_not_given() {
        assert!(Words::zeroed(usize::MAX / 64).is_none());
    }
}
