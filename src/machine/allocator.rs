//! The program's allocator: mimalloc, and the system for large blocks.
//!
//! Many threads allocate at once, and mimalloc is fast at that. But a solver's tables are large and must be zero, and a small search
//! touches little of them. When a solver is made after another has ended, mimalloc takes the same memory again and writes the zeros,
//! so all of it becomes resident: more than a gigabyte in a batch of one small puzzle. Pages that the system maps are zero, and resident
//! only where they are touched, and it takes them back at once. They are asked for directly, since not every C library's `calloc` knows
//! that they are zero: that of the static program wrote all of them. And they are asked for as huge pages, since a table is read at
//! random: a long search takes 8 % longer without (`benches/README.md`, "The allocator").

use std::alloc::{GlobalAlloc, Layout};
use std::ptr;

use mimalloc::MiMalloc;

/// Blocks of as many bytes or more are the system's: all tables that may take from a reserve (`src/engine/tables/reserve.rs`).
const LARGE: usize = 32 << 20;

/// No system has smaller pages, and a block of the system begins with one.
const PAGE: usize = 4096;

struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// Is a block of this layout the system's? The layout is known again when it is given back.
fn is_large(layout: Layout) -> bool {
    layout.size() >= LARGE && layout.align() <= PAGE
}

/// Pages of the system, all zero.
#[cfg(unix)]
mod pages {
    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
    use std::alloc::Layout;
    use std::ptr;

    pub fn take(layout: Layout) -> *mut u8 {
        // SAFETY: a new mapping, which nothing else refers to.
        let mapped = unsafe {
            mmap_anonymous(ptr::null_mut(), layout.size(), ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE)
        };
        let start: *mut u8 = mapped.map_or(ptr::null_mut(), |start| start.cast());
        #[cfg(target_os = "linux")]
        if !start.is_null() {
            // SAFETY: advice about the mapping made just now. It changes nothing that can be read.
            let _ = unsafe { rustix::mm::madvise(start.cast(), layout.size(), rustix::mm::Advice::LinuxHugepage) };
        }
        start
    }

    /// # Safety
    /// `take` has given this block for this layout, and nothing refers to it any more.
    pub unsafe fn give_back(start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise. It can't fail for a whole mapping.
        let _ = unsafe { munmap(start.cast(), layout.size()) };
    }
}

/// As the standard library has them, where there is no `mmap`.
#[cfg(not(unix))]
mod pages {
    use std::alloc::{GlobalAlloc, Layout, System};

    pub fn take(layout: Layout) -> *mut u8 {
        // SAFETY: a large layout is not empty.
        unsafe { System.alloc_zeroed(layout) }
    }

    /// # Safety
    /// `take` has given this block for this layout, and nothing refers to it any more.
    pub unsafe fn give_back(start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(start, layout) };
    }
}

// SAFETY: a block goes back to where it came from, since its layout decides. Those of the system begin with a page, and no alignment
// of theirs is larger.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if is_large(layout) { pages::take(layout) } else { unsafe { MiMalloc.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        if is_large(layout) { pages::take(layout) } else { unsafe { MiMalloc.alloc_zeroed(layout) } }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, and the block came from there.
        unsafe { if is_large(layout) { pages::give_back(start, layout) } else { MiMalloc.dealloc(start, layout) } }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that `size` is not zero and does not overflow with this alignment. A block moves only to another
        // one, and both have as many bytes as are copied.
        unsafe {
            let wanted = Layout::from_size_align_unchecked(size, layout.align());
            if !is_large(layout) && !is_large(wanted) {
                return MiMalloc.realloc(start, layout, size);
            }
            let new = self.alloc(wanted);
            if !new.is_null() {
                ptr::copy_nonoverlapping(start, new, layout.size().min(size));
                self.dealloc(start, layout);
            }
            new
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
