//! # canju (残局, "endgame")
//!
//! An exact solver for Dou Dizhu (斗地主) positions with all hands open.
//!
//! ```
//! use canju::{Position, Solver, Task, Verdict};
//!
//! let position: Position = "346999Q2 | 34JAAD".parse()?; // hands, turn, trick, rules
//! let report = Solver::default().solve(&position, &Task::default());
//! assert_eq!(report.verdict(), Verdict::Win);
//! assert_eq!(report.best().unwrap().to_string(), "3999");
//! # Ok::<(), canju::TextError>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`Position`] | two hands, or three: the landlord and two farmers, who win together; whose turn it is, what must be answered, **and the rules**: as text a line of a pack |
//! | [`Solver`], [`Task`], [`Report`] | one position in, its verdict, best move and a line of play out; [`Solver::solve_many`] for many |
//! | [`Options`] | the threads and the memory of a solver |
//! | [`Verdict`] | win or loss for the side of the player to move, or unknown with the [`Reason`] |
//! | [`rules`] | cards, hands, combinations, moves, rule sets |
//! | [`proof`] | certificates: their format, and a checker on the rules alone |
//! | `puzzle` | packs of puzzles: positions with names and answers; feature `packs` |
//! | `logs` | game logs of other programs and in plain text, as games; feature `packs` |
//! | `batch`, `report` | packs from directories, solved on all cores; records as text, JSON lines, CSV, Markdown; feature `packs` |
//! | `review` | games: who was winning at each move, and which moves gave the win away; feature `packs` |
//! | `generate`, `grade`, `play` | new puzzles, how hard puzzles are, a game against the solver; feature `puzzles` |
//! | `advice` | advice with hidden hands, an estimate from worlds that fit; feature `advice` |
//! | `explain` | a page that shows who wins and why; feature `explain` |
//! | `poker` | another game: five-card poker hands, ranked, dealt and counted; feature `poker` |
//!
//! No feature is on by default: `cargo add canju` brings the solver. The program of the same name is the package `canju-cli`.
//!
//! Build with `--release`: without optimization a solve takes ten to fifty times as long. To have a quick solver in debug builds
//! of your program, too, write into its `Cargo.toml`:
//!
//! ```toml
//! [profile.dev.package.canju-engine]
//! opt-level = 3
//! ```
//!
//! The [`glossary`] explains the words. The [`guide`] leads through the sources.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(doc)]
#[doc = include_str!("pages/GUIDE.md")]
pub mod guide {}

#[cfg(doc)]
#[doc = include_str!("pages/GLOSSARY.md")]
pub mod glossary {}

/// The READMEs' example, as a test.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
#[doc = include_str!("README.zh.md")]
pub struct Readme;

/// The rules of the game: cards, hands, combinations (牌型), moves, rule sets.
///
#[doc = include_str!("pages/RULES.md")]
///
/// # Points
///
#[doc = include_str!("pages/POINTS.md")]
pub mod rules {
    pub use canju_engine::rules::{
        CARDS_READ, CardError, CardErrorKind, Combo, Hand, IllegalMove, Kind, KindSet, LastMove, MANY_MOVES,
        MOST_STAKE, Move, MoveError, PositionError, Preset, Rank, RankMask, Ranks, Ruleset, RulesetError, Scoring,
        Shape, Side, Stakes, StakesError, Turn, TurnError, Unplayable, classify, combos, parse_cards, parse_move,
        shown,
    };
}

/// Certificates of verdicts, and a checker that knows the rules alone.
///
/// ```
/// use canju::{Position, Solver, Task, Verdict, proof::verify};
/// let position: Position = "346999Q2 | 34JAAD".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let report = solver.solve(&position, &task);
/// let mut certificate = Vec::new(); // or a file, in a `BufWriter`
/// solver.certify(&report, &task, &mut certificate)?;
///
/// // Whoever has the certificate checks it without a solver.
/// let verified = verify(&certificate[..])?;
/// assert_eq!(verified.claim.position, position); // with its rules
/// assert_eq!(verified.claim.wins(), Some(report.verdict() == Verdict::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A certificate proves its own claim: [`verify`](proof::verify) accepts a right proof about any position. So compare
/// [`Verified::claim`](proof::Verified::claim) with the position and the verdict that you asked about.
/// [`verify_within`](proof::verify_within) bounds the memory and the time of a check.
///
/// The rest of this page is the format.
///
#[doc = include_str!("pages/FORMAT.md")]
pub mod proof {
    pub use canju_engine::proof::{
        Allowance, Claim, Claimed, DEFAULT_MEMORY, Fault, Form, HeaderError, LOG2_ROWS, Step, Verified, VerifyError,
        Visit, Visitor, WriteError, Written, verify, verify_and_visit, verify_within,
    };
}

#[cfg(feature = "advice")]
pub mod advice;
#[cfg(feature = "packs")]
pub mod batch;
#[cfg(feature = "explain")]
pub mod explain;
#[cfg(feature = "puzzles")]
pub mod generate;
#[cfg(feature = "puzzles")]
pub mod grade;
#[cfg(feature = "packs")]
pub mod logs;
#[cfg(feature = "puzzles")]
pub mod play;
#[cfg(feature = "poker")]
pub mod poker;
#[cfg(feature = "packs")]
pub mod puzzle;
#[cfg(feature = "packs")]
pub mod report;
#[cfg(feature = "packs")]
pub mod review;

// What the program, the server and the module for the web share. No promise is made for it.
#[cfg(feature = "packs")]
#[doc(hidden)]
pub mod answers;
#[cfg(feature = "explain")]
#[doc(hidden)]
pub mod app;
#[cfg(feature = "packs")]
#[doc(hidden)]
pub mod files;
#[cfg(feature = "requests")]
#[doc(hidden)]
pub mod requests;
#[cfg(feature = "puzzles")]
#[doc(hidden)]
pub mod shipped;
#[cfg(feature = "packs")]
#[doc(hidden)]
pub mod words;

pub use canju_engine::{
    Canonical, Consultation, InChinese, LEAST_MEMORY, Limits, NotYet, Options, Position, Reason, Report, Resistance,
    SolvedInOrder, Solver, Statistics, StopFlag, Task, TextError, TextErrorKind, Verdict, Worth,
};
