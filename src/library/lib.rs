//! # canju (残局, "endgame")
//!
//! An exact solver for Dou Dizhu (斗地主) positions with all hands open.
//!
//! This page lists what a user needs. To read the sources, start with the [`guide`], which leads from a position's text to
//! its verdict. The [`glossary`] explains the words.
//!
//! | | |
//! |---|---|
//! | [`Solver`], [`Options`], [`Report`] | one position in, its verdict, best move and a line of play out; [`Solver::solve_many`] for many |
//! | [`rules`] | cards, hands, combinations, rule sets, positions, moves, perft |
//! | [`puzzle`] | the pack format |
//! | [`proof`] | certificates: their format, a writer, a checker on the rules alone |
//! | [`grade`] | how hard a puzzle is, by exact measures |
//! | [`play`] | a game in play: moves so far, undo, the moves that gave the win away, saved games |
//! | [`explain`](mod@explain) | a page that shows the winner's strategy |
//! | `batch` | packs from directories: discovery, scheduling; feature `batch` |
//! | `report` | result records as text, JSON lines, CSV, Markdown; feature `report` |
//! | `generate` | new puzzles, the same for a seed on every machine; feature `generate` |
//! | `poker` | another game: five-card poker hands, ranked, dealt and counted; feature `poker` |
//!
//! The default feature `cli` is the program and includes all of these, and the default feature `serve` adds its HTTP server. With `default-features = false` the solver needs nothing for
//! files, CSV or terminals.
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
//! The modules of the program and the engine are public for this package's own tests, benches and scripts. They are hidden
//! here and change without notice. These are all layers, top to bottom. A module imports only from layers below it, and a
//! test checks this:
//!
//! | layer | |
//! |---|---|
//! | `cli` | the program: arguments, commands, exit codes; the only place that prints |
//! | `serve` | the HTTP server: its interface, its workers |
//! | `explain`, `report`, `batch`, `generate`, `play`, `grade` | see above |
//! | `app` | the files of the app, which `serve` sends and `explain` joins into pages |
//! | `files` | which names are one file, and files written as a whole |
//! | `solver` | the [`Solver`]: workers that share the root's replies, the line of play, certificates |
//! | `search` | the engine on one thread: df-pn and depth-first search, evaluation, static wins, limits |
//! | `proof` | certificates; the checker imports `rules` alone |
//! | `tables` | transposition table, partition table, keys, strength |
//! | `tuning`, `sync` | the constants that control the effort; the atomics and the channel that `loom` can replace |
//! | `puzzle` | packs and JSON lines |
//! | `poker` | poker hands: on `rules` alone, and for `cli` alone |
//! | `rules` | cards, hands, combinations, rule sets, positions, moves |
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(doc)]
#[doc = include_str!("../GUIDE.md")]
pub mod guide {}

#[cfg(doc)]
#[doc = include_str!("../GLOSSARY.md")]
pub mod glossary {}

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

#[cfg(feature = "explain")]
pub use canju_app::explain;
pub use canju_engine::{proof, rules};
#[cfg(feature = "packs")]
pub use canju_packs::{batch, puzzle, report};
#[cfg(feature = "poker")]
pub use canju_poker as poker;
#[cfg(feature = "puzzles")]
pub use canju_puzzles::{generate, grade, play};

pub use canju_engine::{
    Consultation, LEAST_MEMORY, Limits, NotYet, Options, Reason, Report, Resistance, SolvedInOrder, Solver,
};
pub use canju_engine::{Statistics, StopFlag, Verdict};
