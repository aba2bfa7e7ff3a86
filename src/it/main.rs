//! Integration tests: one file for each subject, and some shared helpers.

// The naive second opinion on the rules.
#[path = "../oracle.rs"]
mod oracle;

mod any_position;
mod batch_journal;
mod batch_schedule;
mod best_moves;
mod cli_bad_input;
mod cli_batch;
mod cli_bench;
mod cli_explain;
mod cli_help;
mod cli_interrupt;
mod cli_moves;
mod cli_play;
mod cli_play_levels;
mod cli_program;
mod cli_solve;
mod configurations;
mod deals;
mod dependencies;
mod dominance;
mod drawn;
mod edge;
mod errors;
mod examples;
mod explain_data;
mod finished_games;
mod fuzz;
mod fuzz_corpora;
mod key_properties;
mod key_siblings;
mod layers;
mod pack_json;
mod pack_lines;
mod pack_properties;
mod perft;
mod proof_cli;
mod proof_mutations;
mod proof_relative;
mod proof_round_trips;
mod pruning_rules;
mod readme;
mod resistance;
mod rules_brute_force;
mod rules_known_answers;
mod rules_positions;
mod saved_games;
mod search_configurations;
mod search_techniques;
mod search_vs_oracle;
mod siblings;
mod solve_many;
mod strength_properties;
mod typed_cards;
