//! The arguments of `canju bench`, and its help.

use crate::cli::args::{OutputArgs, number, parse_size, parse_time};
use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const ABOUT: &str = "Solve the fixed benchmark sets and print nodes, time, nodes a second and peak memory.\n\n\
    The positions are part of the program. With one thread and the same memory the number of nodes is a fingerprint of \
    the search: a change that does not alter the search leaves it the same. The time is that of the searches, and the \
    peak memory that of the whole program.\n\n\
    Other load on the machine makes single runs slow: scripts/measure/scaling.py, which is with the sources, measures \
    several numbers of threads in turn, as often as asked, and says medians, speed-up and node inflation.";

const AFTER: &str = "\
Examples:
  canju bench
  canju bench --set all --threads 0 --memory 1GiB --format json
  canju bench --set all --save before.json
  canju bench --set all --against before.json

Exit codes: 0 every answer right; 1 some undecided; 2 bad input or usage; 3 an answer is wrong; 130 interrupted.";

/// The parts of the benchmark.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchSet {
    /// Published puzzles
    Composed,
    /// Deals of one pack, 10 to 13 cards a hand
    Small,
    /// Full-size deals of one pack, 14 to 20 cards a hand
    Deals,
    /// Deals of three hands, 12+10+10 to 20+17+17 cards
    Three,
    /// Whole deals of three hands that take minutes: for a machine with many cores
    Long,
    /// All of them but `small` and `long`
    All,
}

/// The forms of the benchmark's figures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchFormat {
    /// For people
    Text,
    /// For an issue or a post
    Markdown,
    /// For programs: one JSON object
    Json,
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = AFTER)]
pub struct BenchArgs {
    /// Packs of your own, a set each; without any those of --set
    #[arg(value_name = "PACK", conflicts_with = "set")]
    pub packs: Vec<PathBuf>,
    /// What to solve
    #[arg(long, value_name = "SET", default_value = "composed")]
    pub set: BenchSet,
    /// Worker threads, 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(0..=1024))]
    pub threads: u16,
    /// Memory for the search, such as 512MiB or 8G
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = parse_size)]
    pub memory: ByteSize,
    /// Give up on a position after this time, such as 500ms, 10s or 5min
    #[arg(long, value_name = "DUR", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
    /// Give up on a position after this many nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: BenchFormat,
    /// Also write the figures to a file, as JSON, for --against
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub save: Option<PathBuf>,
    /// Compare with the figures of such a file, with as many threads: time and nodes, now / then
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub against: Option<PathBuf>,
    /// Add what the search did to the JSON record: nodes by kind, probes, hits, splits, most bytes
    #[arg(long, help_heading = "Output")]
    pub statistics: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}
