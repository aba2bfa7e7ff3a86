//! Many puzzles: find them, solve them, one record for each.
//!
//! Nothing here prints or looks at the clock: puzzles come in as an iterator, records go out through a sink, so that a
//! terminal, a file, a pipe and a test are all the same to it.
//!
//! | file | contents |
//! |---|---|
//! | `record.rs` | [`Record`]: the result record, in and out of JSON |
//! | `summary.rs` | [`Summary`]: how many came out how |
//! | `discover.rs` | [`inputs`]: paths to puzzles |
//! | `read_ahead.rs` | [`read_ahead`]: reading on a thread of its own |
//! | `run.rs` | [`run`]: puzzles to records; [`solve`]: one of them |

mod discover;
mod read_ahead;
mod record;
mod run;
mod summary;

pub use discover::{InputError, inputs};
pub use read_ahead::read_ahead;
pub use record::{Answer, FailedRecord, MoveAnswer, Record, SCHEMA, SolvedRecord};
pub use run::{CertificateError, Certificates, run, solve, solve_and_certify};
pub use summary::Summary;
