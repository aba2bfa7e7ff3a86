//! Packs of puzzles: their formats, batches that solve them, and reports of what was found.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[doc(hidden)]
pub mod answers;
pub mod batch;
#[doc(hidden)]
pub mod files;
pub mod puzzle;
pub mod report;
pub mod review;
