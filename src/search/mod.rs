//! The engine: decides positions, sequentially; `parallel` runs it on many cores.
//!
//! | file | contents |
//! |---|---|
//! | `dfpn.rs` | [`Searcher`]: proof-number search, the core |
//! | `successors.rs` | moves with the forced passes after them |
//! | `dominance.rs` | kickers that need not be tried |
//! | `evaluate.rs` | first guess of proof and disproof numbers |
//! | `statics.rs` | wins seen without search |
//! | `facts.rs` | what is asked of a hand again and again, memoised |
//! | `hands_needed.rs` | least number of combinations that shed a hand |
//! | `limits.rs` | [`Limits`], the clock, [`StopFlag`] |
//! | `verdict.rs` | [`Verdict`] and why there is none |

mod dfpn;
mod dominance;
mod evaluate;
mod facts;
mod hands_needed;
mod limits;
mod statics;
mod successors;
mod verdict;

pub use dfpn::{Branch, Node, Searcher, Shared, parent_view};
pub use facts::FactsMemo;
pub use limits::{Limits, StopFlag, Watch};
pub use successors::{Next, after};
pub use verdict::{Reason, Verdict};
