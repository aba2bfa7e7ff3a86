//! Decides one position with many threads.
//!
//! | file | contents |
//! |---|---|
//! | `decide.rs` | [`decide()`]: a pool of workers that share one tree |
//! | `split_tree.rs` | the tree: root split, deeper splits, cancellation |
//! | `reaper.rs` | [`LazyReaper`]: the thread that frees what is discarded |

mod decide;
mod reaper;
mod split_tree;

pub use decide::{Decision, Resources, decide, decide_move, verdict_of_finished};
pub use reaper::LazyReaper;
