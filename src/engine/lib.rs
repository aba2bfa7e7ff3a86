//! The engine of canju: the rules of Dou Dizhu, the search, and certificates.
//!
//! Users take the crate `canju`, which shows what is meant for them. This one shows more, for tests and measurements, and
//! changes without notice.
#![deny(unsafe_code)]
#![warn(missing_docs)]

mod chinese;
#[doc(hidden)]
pub mod clock;
pub mod proof;
pub mod rules;
pub mod search;
pub mod solver;
mod sync;
pub mod tables;
pub mod text;
pub mod tuning;

pub use chinese::InChinese;
pub use rules::Position;
pub use search::{Limits, Reason, Statistics, StopFlag, Techniques, Verdict};
#[doc(hidden)]
pub use solver::Experiment;
pub use solver::{Consultation, LEAST_MEMORY, NotYet, Options, Report, Resistance, SolvedInOrder, Solver, Task, Worth};
pub use tables::Canonical;
pub use text::{TextError, TextErrorKind};
pub use tuning::Tuning;
