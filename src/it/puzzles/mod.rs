//! Puzzles made, graded and played; poker.

mod bank;
mod deals;
mod finished_games;
mod generate;
mod grade;
mod grade_points;
mod poker;
mod themes;
