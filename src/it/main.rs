//! Integration tests: one file per subject, and what they share.

// The naive second opinion on the rules.
#[path = "../oracle.rs"]
mod oracle;

mod deals;
mod edge;

mod layers;
mod perft;
mod rules_brute_force;
mod rules_known_answers;
mod rules_positions;
mod search_vs_oracle;
