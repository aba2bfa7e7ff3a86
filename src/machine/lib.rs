//! The machine that the program runs on: its memory, and who hands it out.
//!
//! A crate of its own since the allocator is called millions of times a second, and the program's own code is not optimised.

pub mod memory;

/// Many threads allocate at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
