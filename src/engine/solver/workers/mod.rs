//! Decides one position with many threads.
//!
//! | file | contents |
//! |---|---|
//! | `decide.rs` | [`decide()`]: a pool of workers that share one tree |
//! | `locked_tree.rs` | the tree under its lock, and the round of a worker |
//! | `split_tree.rs` | the tree: root split, deeper splits, cancellation |
//! | `simulate.rs` | any number of workers simulated by one thread, in virtual time |
//! | `reaper.rs` | [`LazyReaper`]: the thread that frees what is discarded |

mod decide;
#[cfg(test)]
mod example;
mod family;
mod locked_tree;
mod reaper;
mod simulate;
mod split_tree;

pub use decide::{Decision, Resources, decide, decide_move, verdict_of_finished};
pub use reaper::LazyReaper;
pub use simulate::{Costs, Simulated, simulate};
