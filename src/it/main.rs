//! Integration tests: the program as it is run, and the library as it is used.

mod cli_bad_input;
mod cli_batch;
mod cli_help;
mod cli_interrupt;
mod cli_moves;
mod cli_program;
mod cli_solve;
mod pack_json;
mod pack_lines;
mod pack_properties;
