//! The machine that the program runs on: its memory, and who hands it out.
//!
//! A crate of its own since the allocator is called millions of times a second, and the program's own code is not optimised.

mod allocator;
pub mod memory;
