//! The allocator: the standard library's, except that large blocks of zeros are taken as fresh memory.
//!
//! A solver's tables are large and must be zero, and a small search touches little of them. The standard library's allocator writes
//! the zeros, which takes 20 ms for 64 MiB and makes all of it resident. Memory by which WebAssembly grows is zero, and resident
//! once it is touched. So a large block is taken from there. It can't be given back, but the next one of its size is put there.
//!
//! For small blocks the standard library's allocator lets the memory grow by a page of 64 KiB at a time. V8 answers to most growths
//! with a garbage collection, of some milliseconds, since it counts the whole memory anew. So a small block that makes the memory grow
//! makes it grow by a step.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

/// Blocks of fewer bytes are the standard library's.
const LARGE: usize = 256 << 10;

/// Bytes of a page of WebAssembly.
const PAGE: usize = 64 << 10;

/// The least growth for small blocks, in bytes.
const STEP: usize = 1 << 20;

/// How many large blocks there may be: a solver has five, and a grader ten. More are the standard library's.
const MOST_BLOCKS: usize = 32;

/// A large block.
#[derive(Clone, Copy)]
struct Block {
    /// 0 if there is none.
    start: usize,
    bytes: usize,
    is_used: bool,
}

struct Heap {
    blocks: [Cell<Block>; MOST_BLOCKS],
}

// SAFETY: the module has one thread.
unsafe impl Sync for Heap {}

#[global_allocator]
static HEAP: Heap = Heap { blocks: [const { Cell::new(Block { start: 0, bytes: 0, is_used: false }) }; MOST_BLOCKS] };

impl Heap {
    /// A block of zeros. `None` if there is no place for it, or no memory.
    fn take(&self, bytes: usize) -> Option<*mut u8> {
        let fits = |block: &Block| !block.is_used && block.bytes >= bytes && block.bytes / 2 <= bytes;
        let free = self.blocks.iter().find(|place| place.get().start != 0 && fits(&place.get()));
        if let Some(place) = free {
            let block = place.get();
            let start = block.start as *mut u8;
            // SAFETY: the block is this allocator's, nobody uses it, and it is large enough.
            unsafe { ptr::write_bytes(start, 0, bytes) };
            place.set(Block { is_used: true, ..block });
            return Some(start);
        }
        let place = self.blocks.iter().find(|place| place.get().start == 0)?;
        let pages = bytes.div_ceil(PAGE);
        let before = core::arch::wasm32::memory_grow::<0>(pages);
        if before == usize::MAX {
            return None;
        }
        let start = before * PAGE;
        place.set(Block { start, bytes: pages * PAGE, is_used: true });
        Some(start as *mut u8)
    }

    /// Takes a small block, which may make the memory grow.
    fn small(take: impl FnOnce() -> *mut u8) -> *mut u8 {
        let pages = || core::arch::wasm32::memory_size::<0>();
        let before = pages();
        let start = take();
        if pages() > before {
            const ROOM: Layout = Layout::new::<[u8; STEP]>();
            // SAFETY: the size is not zero, and what is given back was taken just now. That allocator keeps it for later.
            unsafe {
                let room = System.alloc(ROOM);
                if !room.is_null() {
                    System.dealloc(room, ROOM);
                }
            }
        }
        start
    }

    /// The place of a large block, if it is one of these.
    fn find(&self, start: *mut u8) -> Option<&Cell<Block>> {
        self.blocks.iter().find(|place| place.get().start == start as usize)
    }
}

// SAFETY: each block is either one of `blocks`, which don't overlap with each other or with the memory that the standard library's
// allocator has grown, or that allocator's.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        Heap::small(|| unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let is_large = layout.size() >= LARGE && layout.align() <= PAGE;
        match if is_large { self.take(layout.size()) } else { None } {
            Some(start) => start,
            // SAFETY: the caller's promise.
            None => Heap::small(|| unsafe { System.alloc_zeroed(layout) }),
        }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        match if layout.size() >= LARGE { self.find(start) } else { None } {
            Some(place) => place.set(Block { is_used: false, ..place.get() }),
            // SAFETY: the caller's promise, and the block is not one of ours.
            None => unsafe { System.dealloc(start, layout) },
        }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.size() < LARGE || self.find(start).is_none() {
            // SAFETY: the caller's promise, and the block is not one of ours.
            return Heap::small(|| unsafe { System.realloc(start, layout, size) });
        }
        // SAFETY: the caller promises that `size` is not zero and does not overflow with this alignment. Both blocks have as many
        // bytes as are copied, and are not the same.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !new.is_null() {
                ptr::copy_nonoverlapping(start, new, layout.size().min(size));
                self.dealloc(start, layout);
            }
            new
        }
    }
}
