//! The program's allocator: mimalloc, and the system for large blocks.
//!
//! Many threads allocate at once, and mimalloc is fast at that. But a solver's tables are large and must be zero, and a small search
//! touches little of them. When a solver is made after another has ended, mimalloc takes the same memory again and writes the zeros,
//! so all of it becomes resident: more than a gigabyte in a batch of one small puzzle. The system takes a large block back at once,
//! and one that it gives is zero, and resident only where it is touched.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;

use mimalloc::MiMalloc;

/// Blocks of as many bytes or more are the system's. glibc maps each block above 32 MiB, and keeps smaller ones for later.
const LARGE: usize = 64 << 20;

struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Whose a block is hangs on its size alone, which is known again when it is given back.
fn is_large(bytes: usize) -> bool {
    bytes >= LARGE
}

// SAFETY: a block goes back to where it came from, since its layout decides. Both allocators keep the trait's promises.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { if is_large(layout.size()) { System.alloc(layout) } else { MiMalloc.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { if is_large(layout.size()) { System.alloc_zeroed(layout) } else { MiMalloc.alloc_zeroed(layout) } }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, and the block came from there.
        unsafe { if is_large(layout.size()) { System.dealloc(start, layout) } else { MiMalloc.dealloc(start, layout) } }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (is_large(layout.size()), is_large(size)) {
            // SAFETY: the caller's promise, and the block came from there.
            (true, true) => unsafe { System.realloc(start, layout, size) },
            (false, false) => unsafe { MiMalloc.realloc(start, layout, size) },
            // SAFETY: the caller promises that `size` is not zero and does not overflow with this alignment. Both blocks have as
            // many bytes as are copied, and are not the same.
            _ => unsafe {
                let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
                if !new.is_null() {
                    ptr::copy_nonoverlapping(start, new, layout.size().min(size));
                    self.dealloc(start, layout);
                }
                new
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LARGE;

    /// A block that grows and shrinks past the limit keeps its contents.
    #[test]
    fn blocks_move_between_the_allocators() {
        let mut bytes: Vec<u8> = (0..=255).cycle().take(LARGE - 10).collect();
        for size in [LARGE + 10, 2 * LARGE, LARGE, 1000] {
            bytes.truncate(size);
            let kept = bytes.len();
            bytes.shrink_to_fit();
            bytes.reserve_exact(size - kept);
            bytes.extend((0..=255).cycle().skip(kept % 256).take(size - kept));
            assert_eq!(bytes.len(), size);
            assert!(bytes.iter().zip((0..=255).cycle()).all(|(found, expected)| *found == expected));
        }
    }
}
