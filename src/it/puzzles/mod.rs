//! Puzzles made, graded and played; poker.

mod bank;
mod finished_games;
mod generate;
mod grade;
mod poker;
pub mod poker_naive;
mod themes;
