//! # canju (残局, "endgame")
//!
//! An exact solver for Dou Dizhu (斗地主) positions with all hands open.
//!
//! Users need what is listed here. Readers of the sources start with the [`guide`], which leads from a position's text to its
//! verdict, and have a [`glossary`].
//!
//! | | |
//! |---|---|
//! | [`Solver`], [`Options`], [`Report`] | one position in, its verdict, winning moves and a line of play out |
//! | [`rules`] | cards, hands, combinations, rule sets, positions, moves, perft |
//! | [`puzzle`] | the pack format |
//! | [`proof`] | certificates: their format, a writer, a checker on the rules alone |
//! | [`play`] | a game in play: moves so far, undo, who gave the win away, saved games |
//! | [`explain`](mod@explain) | a page that shows the winner's strategy |
//! | `batch` | packs from directories: discovery, scheduling; feature `batch` |
//! | `report` | result records as text, JSON lines, CSV, Markdown; feature `report` |
//!
//! The default feature `cli` is the program and takes both; `default-features = false` leaves the solver without files,
//! CSV and terminals.
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
//!
//! # Below the surface
//!
//! The modules that the program and the engine are made of are public for this package's own tests, benches and scripts
//! and hidden here; they change without notice. All layers, top to bottom; a module imports only from those below it (a
//! test guards this):
//!
//! `cli` (the program: arguments, commands, exit codes, the only place that prints), `explain`, `report`, `batch`, `play`,
//! `parallel` (the [`Solver`]: the root's replies over a thread pool, cancellation), `search` (the sequential core, move
//! ordering, static cut-offs, limits), `proof`, `frontier` (solved positions by relative strength, bounded in bytes),
//! `table` (the shared transposition table, bounded in bytes), `buckets` (the array behind both, without locks), `arena`
//! (node arenas: byte budget, page pool), `strength` (which positions are better than which), `key` (canonical form of a
//! position and its exact packed key), `puzzle`, `rules`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(doc)]
#[doc = include_str!("GUIDE.md")]
pub mod guide {}

#[cfg(doc)]
#[doc = include_str!("GLOSSARY.md")]
pub mod glossary {}

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod explain;
pub mod play;
pub mod proof;
pub mod puzzle;
#[cfg(feature = "report")]
pub mod report;
pub mod rules;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod solver;
mod sync;
#[doc(hidden)]
pub mod tables;
#[doc(hidden)]
pub mod tuning;

pub use search::{Limits, Reason, Statistics, StopFlag, Techniques, Verdict};
pub use solver::{Consultation, LEAST_MEMORY, Options, Report, Resistance, Solver};
pub use tuning::Tuning;
