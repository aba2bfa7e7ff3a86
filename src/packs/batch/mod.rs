//! Many puzzles: find them, solve them, one record for each.
//!
//! Nothing here prints: puzzles come in as an iterator, records go out through a sink, so it works the same for a terminal, a
//! file, a pipe and a test.
//!
//! | file | contents |
//! |---|---|
//! | `record.rs` | [`Record`]: the result record, in and out of JSON |
//! | `summary.rs` | [`Summary`]: counts of wins, losses and so on |
//! | `discover.rs` | [`inputs`]: paths to puzzles |
//! | `run.rs` | [`solve`]: one puzzle to its record |
//! | `schedule.rs` | [`Batch`]: many, on all cores |
//! | `settings.rs`, `window.rs`, `worker.rs`, `writer.rs` | its parts |
//! | `repeats.rs` | positions that are equal up to renaming ranks |
//! | `by_position.rs` | [`by_position()`]: which puzzles are the same |
//! | `journal.rs` | [`Journal`]: finished records on disk, [`Replay`]: read back |
//!
#![doc = include_str!("BATCH.md")]

mod by_position;
mod discover;
mod journal;
mod record;
mod repeats;
mod run;
mod schedule;
mod settings;
mod summary;
mod window;
mod worker;
mod writer;

pub use by_position::{ByPosition, by_position};
pub use discover::packs;
pub use discover::{InputError, inputs};
pub use journal::{Journal, JournalError, Replay};
pub use record::{FailedRecord, MoveAnswer, Record, SCHEMA, SolvedRecord};
pub use run::{CertificateError, CertificateStore, Certificates, recall_or_solve, solve, solve_and_certify};
pub use schedule::Batch;
#[doc(hidden)]
pub use settings::Pacing;
pub use settings::{CANT_WRITE, Observer, RunError};
pub use summary::{Breakdown, Counts, Summary};
pub use worker::workers_that_fit;
