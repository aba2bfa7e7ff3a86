//! How hard to search: threads, memory and limits.

use super::{LimitArgs, number};
use crate::cli::language::text;
use bytesize::ByteSize;
use clap::Args;
use std::time::Duration;

/// How the losing side plays, for the help.
pub const RESISTANCE: &str = "\
Resistance: with at most 16 cards in all hands the losing side plays the move that keeps the game longest, and \
the winner ends it as soon as it can. With more cards, or if that takes more than 10,000 nodes, it plays the move that leaves \
the winner the fewest winning replies.";

/// How to solve.
#[derive(Args, Debug)]
#[command(next_help_heading = "Solving")]
pub struct SolvingArgs {
    /// Worker threads, 0 for one per core; at most as many as the memory carries, 16 MiB each (32 MiB in a batch)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u16>(0..=1024))]
    pub threads: u16,
    /// Memory for the search and its threads, such as 512MiB or 8G [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Reads a number of bytes.
pub fn parse_size(text: &str) -> Result<ByteSize, String> {
    text.parse().map_err(|_| text!("expected-size"))
}

/// Reads a length of time.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| text!("expected-time"))
}
