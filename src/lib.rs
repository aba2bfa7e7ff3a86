//! # canju (残局, "endgame")
//!
//! An exact solver for Dou Dizhu (斗地主) positions with all hands open.
//!
//! The layers, top to bottom; a module imports only from those below it (a test guards this):
//!
//! | module | what it does |
//! |---|---|
//! | `cli` | the program: arguments, commands, exit codes, the only place that prints |
//! | [`explain`](mod@explain) | a page that shows the winner's strategy |
//! | [`report`] | result records as text, JSON lines, CSV, Markdown |
//! | [`batch`] | packs from directories: discovery, scheduling |
//! | [`play`] | a game in play: moves so far, undo, who gave the win away, saved games |
//! | [`solver`] | [`Solver`]: positions in, reports out; workers over a thread pool, lines of play |
//! | [`search`] | the engine of one worker: searches, move ordering, static cut-offs, limits |
//! | [`proof`] | certificates: their format, a writer, a checker on the rules alone |
//! | [`tables`] | what all workers know: canonical keys, relative strength, transposition and partition table |
//! | `tuning` | [`Tuning`]: the constants that only steer effort |
//! | [`puzzle`] | the pack format |
//! | [`rules`] | cards, hands, combinations, rule sets, positions, moves, perft |
//!
//! ```
//! use canju::{Options, Solver, Verdict, rules::{Position, Ruleset}};
//!
//! let rules = Ruleset::default();
//! let position = Position::<2>::parse(["346999Q2", "34JAAD"], None, &rules)?;
//! let report = Solver::new(Options::default()).solve(&position, &rules);
//! assert_eq!(report.verdict, Verdict::Win);
//! assert_eq!(report.best.unwrap().to_string(), "3999");
//! # Ok::<(), canju::rules::PositionError>(())
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod batch;
#[cfg(feature = "cli")]
pub mod cli;
pub mod explain;
pub mod play;
pub mod proof;
pub mod puzzle;
pub mod report;
pub mod rules;
pub mod search;
pub mod solver;
pub mod tables;
mod tuning;

pub use search::{Limits, Reason, Statistics, StopFlag, Techniques, Verdict};
pub use solver::{Options, Report, Resistance, Solver};
pub use tuning::Tuning;
