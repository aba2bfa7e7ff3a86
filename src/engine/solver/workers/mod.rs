//! Decides one position with many threads.
//!
//! | file | contents |
//! |---|---|
//! | `decide.rs` | [`decide()`]: a pool of workers that share one tree |
//! | `locked_tree.rs` | the tree under its lock, and the round of a worker |
//! | `split_tree.rs` | the tree: root split, deeper splits, cancellation |
//! | `family.rs` | the replies of a node of the tree |
//! | `simulation.rs`, `simulate.rs`, `virtual_time.rs` | any number of workers simulated by one thread, in virtual time |
//! | `lobby.rs` | [`Lobby`]: searches that threads of other solvers may join |
//! | `reaper.rs` | [`LazyReaper`]: the thread that frees what is discarded |

mod decide;
#[cfg(test)]
mod example;
mod family;
mod lobby;
mod locked_tree;
mod reaper;
mod simulate;
mod simulation;
mod split_tree;
mod virtual_time;

pub use decide::{Decision, Resources, decide, decide_move, verdict_of_finished};
pub use lobby::{Joining, Load, Lobby, Offer};
pub use reaper::LazyReaper;
pub use simulate::simulate;
pub use simulation::{Costs, Director, Order, Simulated};
