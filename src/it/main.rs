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
mod cli_deals;
mod cli_explain;
mod cli_help;
mod cli_interrupt;
mod cli_moves;
mod cli_play;
mod cli_play_levels;
mod cli_poker;
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
mod files_on_disk;
mod finished_games;
mod fuzz;
mod fuzz_corpora;
mod generate;
mod grade;
mod key_properties;
mod key_siblings;
mod layers;
mod limits;
mod messages;
mod outside_text;
mod pack_json;
mod pack_lines;
mod pack_properties;
mod perft;
mod poker;
mod poker_naive;
mod proof_checkers;
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
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod serve_answers;
#[cfg(all(feature = "serve", unix))]
mod serve_end;
#[cfg(feature = "serve")]
mod serve_hostile;
#[cfg(feature = "serve")]
mod serve_program;
mod siblings;
mod solve_many;
mod strength_properties;
mod typed_cards;
