//! Many puzzles: find them, solve them, one record for each.
//!
//! ```
//! use canju::{Options, batch::Batch, puzzle, report::{Exporter, JsonLines}, rules::Ruleset};
//! let pack = "346999Q2 | 34JAAD | best=3999\n345 | 678 | 9TJ\n";
//! let puzzles = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
//! let mut output = JsonLines::new(Vec::new()); // or a file
//! let summary = Batch::new(Options::default()).run(puzzles, |record| output.record(&record))?;
//! assert_eq!((summary.counts.wins, summary.counts.losses, summary.as_expected), (1, 1, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here prints: puzzles come in as an iterator, records go out through a sink, so it works the same for a terminal, a
//! file, a pipe and a test. [`inputs`] reads the packs of files and directories, and the writers of
//! [`report`](crate::report) write the records. [`solve`] makes the record of one puzzle.
//!
//! The rest of this page is about the command that is made of this module. Its options in the library:
//!
//! | option | |
//! |---|---|
//! | `--threads`, `--memory` | [`Options`](canju_engine::Options) |
//! | `--time-limit`, `--node-limit`, `--all-moves`, `--shortest` | [`Batch::task`] |
//! | `--format` | [`Format`](crate::report::Format) |
//! | `--unordered`, `--statistics`, `--fail-fast` | [`Batch::unordered`], [`Batch::statistics`], [`Batch::fail_fast`] |
//! | `--journal`, `--resume` | [`Batch::journal`] with [`Journal::open`] |
//! | `--proof-dir`, `--plain` | [`Batch::certificates`], [`Task::plain`](canju_engine::Task::plain) |
//! | `--dedupe-report` | [`by_position()`] |
//!
//! The command solves with [`Resistance::Quick`](canju_engine::Resistance::Quick), which is not the default of
//! [`Task::resistance`](canju_engine::Task::resistance).
//!
#![doc = include_str!("BATCH.md")]

// | file | contents |
// |---|---|
// | `record.rs` | `Record`: the result record, in and out of JSON |
// | `summary.rs` | `Summary`: counts of wins, losses and so on |
// | `discover.rs` | `inputs`: paths to puzzles |
// | `run.rs` | `solve`: one puzzle to its record |
// | `schedule.rs` | `Batch`: many, on all cores |
// | `settings.rs`, `agenda.rs`, `window.rs`, `worker.rs`, `writer.rs` | its parts |
// | `simulate.rs` | batches on workstations that are simulated |
// | `repeats.rs` | positions that are equal up to renaming ranks |
// | `by_position.rs` | `by_position()`: which puzzles are the same |
// | `journal.rs` | `Journal`: finished records on disk, `Replay`: read back |

mod agenda;
mod by_position;
mod discover;
mod field_names;
mod journal;
mod record;
mod repeats;
mod run;
mod schedule;
mod settings;
mod simulate;
mod summary;
mod window;
mod worker;
mod writer;

pub use crate::words::ErrorText;
pub use by_position::{ByPosition, by_position};
pub use discover::packs;
pub use discover::{InputError, PathProblem, games, inputs};
#[doc(hidden)]
pub use field_names::field_names;
pub(crate) use journal::Journaled;
pub use journal::{Journal, JournalError, Replay};
pub use record::{FailedRecord, MoveAnswer, Record, SCHEMA, SolvedRecord};
pub(crate) use record::{milliseconds, title};
#[cfg(feature = "requests")]
pub(crate) use run::judged;
pub use run::{CertificateError, CertificateStore, Certificates, solve, solve_and_certify};
pub use schedule::Batch;
#[doc(hidden)]
pub use settings::Pacing;
pub use settings::{Observer, RunError};
#[doc(hidden)]
pub use simulate::{BatchSimulation, SimulatedBatch};
pub use summary::{Breakdown, Counts, Summary};
pub(crate) use worker::divided;
pub use worker::workers_that_fit;
