//! Puzzles made, graded and played; poker.

mod bank;
mod deals;
mod finished_games;
mod generate;
mod grade;
mod poker;
mod themes;
