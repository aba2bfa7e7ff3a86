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
    With several numbers of threads, or with --repeat, each is measured in a process of its own, all in turn, so that \
    other load on the machine affects all alike. The figures are medians; a spread is (greatest - least) / median, and peak \
    memory is the most of all repetitions. Speed-up and node inflation are those over the first number of threads. Where \
    a position stays undecided there is no ratio.";

const AFTER: &str = "\
Examples:
  canju bench
  canju bench --set all --threads 0 --memory 1GiB --format json
  canju bench --set all --threads 1,2,4,8 --repeat 5 --save before.json
  canju bench --set all --threads 1,2,4,8 --repeat 5 --against before.json
  scripts/measure/scaling.py before.json > before.svg     # draws speed-up and node inflation

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
    /// Worker threads, 0 for one per core; or several such numbers
    #[arg(long, value_name = "N,…", default_value = "1", value_delimiter = ',', value_parser = number::<u16>(0..=1024))]
    pub threads: Vec<u16>,
    /// Measure everything N times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1000))]
    pub repeat: u16,
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
    /// Also write the figures to a file, as JSON, for --against and for scripts/measure/scaling.py
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub save: Option<PathBuf>,
    /// Compare with the figures of such a file: time and nodes, now / then
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub against: Option<PathBuf>,
    /// Add what the search did to the JSON record: nodes by kind, probes, hits, splits, most bytes
    #[arg(long, help_heading = "Output")]
    pub statistics: bool,
    /// Stop when standard input ends: how a bench stops the processes that it starts
    #[arg(long, hide = true)]
    pub stop_with_input: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}
