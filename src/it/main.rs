//! Tests of the program and of all crates together, by subject.

mod commands;
mod house;
mod logs;
mod packs;
mod puzzles;
mod review;
#[cfg(feature = "serve")]
mod server;
