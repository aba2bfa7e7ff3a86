//! The commands of the program.

mod advise;
mod bad_input;
mod batch;
mod bench;
mod chinese;
mod deals;
mod english_words;
mod explain;
mod help;
mod interrupt;
mod moves;
mod play;
mod play_levels;
mod points;
mod poker;
pub mod program;
mod proof_checkers;
mod solve;
mod verify;
