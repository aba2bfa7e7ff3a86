//! What makes puzzles, grades them, and plays them.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod generate;
pub mod grade;
pub mod play;
