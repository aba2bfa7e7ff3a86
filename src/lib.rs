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
//! | [`parallel`] | [`Solver`]: the root's replies over a thread pool, cancellation |
//! | [`search`] | the sequential core, move ordering, static cut-offs, limits |
//! | [`proof`] | certificates: their format, a writer, a checker on the rules alone |
//! | [`frontier`] | solved positions by relative strength, bounded in bytes |
//! | [`table`] | the shared transposition table, bounded in bytes |
//! | [`buckets`] | the array behind both, without locks |
//! | `sync` | atomics and channel, or their models |
//! | [`arena`] | node arenas: byte budget, page pool |
//! | [`strength`] | which positions are better than which |
//! | [`key`] | canonical form of a position and its exact packed key |
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

pub mod arena;
pub mod batch;
pub mod buckets;
#[cfg(feature = "cli")]
pub mod cli;
pub mod explain;
pub mod frontier;
pub mod key;
pub mod parallel;
pub mod play;
pub mod proof;
pub mod puzzle;
pub mod report;
pub mod rules;
pub mod search;
pub mod strength;
mod sync;
pub mod table;

pub use parallel::{Options, Report, Resistance, Solver};
pub use search::{Limits, Reason, StopFlag, Techniques, Verdict};
