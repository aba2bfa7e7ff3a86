//! The search against the oracle, in many configurations.

mod best_moves;
mod configurations;
mod dominance;
mod fuzz;
mod helping;
pub mod points;
mod pruning_rules;
mod resistance;
mod schedule;
mod schedules;
mod shrinking;
mod techniques;
pub mod vs_oracle;
