//! The program's allocator: many threads allocate at once, and mimalloc is fast at that.
//!
//! It does not ask for huge pages (`no_thp` in the manifest): the program's start would touch a few dozen small pages of each of four
//! huge ones, and to clear these takes a quarter of the time of a small process. The tables, which gain by them, map their own memory
//! (`src/engine/tables/words.rs`).

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
