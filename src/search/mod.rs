//! The engine: decides positions, sequentially; `parallel` runs it on many cores.
//!
//! | file | contents |
//! |---|---|
//! | `dfpn.rs` | [`Searcher`]: proof-number search, the core |
//! | `branch.rs` | [`Branch`]: a subtree with its arena |
//! | `depth_first.rs` | depth-first search of small subtrees |
//! | `successors.rs` | moves with the forced passes after them |
//! | `dominance.rs` | kickers that need not be tried |
//! | `evaluate.rs` | first guess of proof and disproof numbers |
//! | `order.rs` | which move a depth-first node tries first |
//! | `features.rs`, `network.rs` | what both are made from: features of a position, and a small network on them |
//! | `evaluate_model.rs`, `order_model.rs` | the trained weights |
//! | `exponential.rs` | powers of two in integers, for the evaluation |
//! | `techniques.rs` | switches for all of these |
//! | `statics.rs` | wins seen without search |
//! | `facts.rs` | what is asked of a hand again and again, memoised |
//! | `hands_needed.rs` | least number of combinations that shed a hand |
//! | `knowledge.rs` | what all threads know: table and frontier |
//! | `limits.rs` | [`Limits`], the clock, [`StopFlag`] |
//! | `verdict.rs` | [`Verdict`] and why there is none |

mod branch;
mod depth_first;
mod dfpn;
mod dominance;
mod evaluate;
mod evaluate_model;
mod exponential;
mod facts;
pub mod features;
mod hands_needed;
mod knowledge;
mod limits;
mod network;
mod order;
mod order_model;
mod statics;
mod successors;
mod techniques;
mod verdict;

pub use branch::{Branch, Node, parent_view};
pub use dfpn::{Cut, Searcher, Shared};
pub use dominance::{Ranks, kicker_order};
pub use facts::{Facts, FactsMemo, Groups};
pub use knowledge::Knowledge;
pub use limits::{Limits, StopFlag, Watch};
pub use statics::{Win, wins as wins_at_sight};
pub use successors::{Next, after};
pub use techniques::Techniques;
pub use verdict::{Reason, Verdict};
