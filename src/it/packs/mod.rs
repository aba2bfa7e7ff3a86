//! Packs, batches, files.

mod any_position;
mod batch_journal;
mod batch_schedule;
mod errors;
mod files_on_disk;
pub mod fuzz_corpora;
mod limits;
mod outside_text;
mod pack_json;
pub mod pack_lines;
mod pack_properties;
mod saved_games;
mod solve_many;
