//! Makes, grades and plays puzzles.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod generate;
pub mod grade;
pub mod play;
