//! Where results go, in which form and colours.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Where results go and what else is printed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write the results to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// No progress bar, and only errors on standard error
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print the resolved options to standard error, and with `solve` and `bench` what the search did
    #[arg(long, short)]
    pub verbose: bool,
    /// Colours: auto is on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    Auto,
    Always,
    Never,
}

/// The forms of a single answer.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SingleFormat {
    /// For people
    Text,
    /// For programs: one JSON object
    Json,
}
