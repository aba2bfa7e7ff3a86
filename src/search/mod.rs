//! The engine: decides positions, sequentially; `parallel` runs it on many cores.
//!
//! | file | contents |
//! |---|---|
//! | `limits.rs` | [`Limits`], the clock, [`StopFlag`] |
//! | `verdict.rs` | [`Verdict`] and why there is none |

mod limits;
mod verdict;

pub use limits::{Limits, StopFlag};
pub use verdict::{Reason, Verdict};
