//! The engine: decides positions, sequentially; `solver` runs it on many cores.
//!
//! | file | contents |
//! |---|---|
//! | `dfpn.rs` | [`Searcher`]: proof-number search, the core |
//! | `thresholds.rs` | how far to search below a child |
//! | `depth_first.rs` | depth-first search of small subtrees |
//! | `context.rs` | what both share: clock, facts, tables, counts |
//! | `branch.rs`, `arena.rs` | [`Branch`]: a subtree, with the [arena](Arena) of its nodes |
//! | `successors.rs` | moves with the forced passes after them |
//! | `PRUNING.md` | [`pruning`]: every rule that leaves out, merges or decides, and why it holds for two and three hands |
//! | `dominance.rs` | kickers that need not be tried |
//! | `statics.rs` | wins seen without search |
//! | `evaluate.rs` | first guess of proof and disproof numbers |
//! | `order.rs` | which move a depth-first node tries first |
//! | `features.rs`, `network.rs` | what both are made from: features of a position, and a small network on them |
//! | `evaluate_model.rs`, `order_model.rs` | the trained weights |
//! | `exponential.rs` | powers of two in integers, for the evaluation |
//! | `facts.rs` | what is asked of a hand again and again, memoised |
//! | `hands_needed.rs` | least number of combinations that shed a hand |
//! | `techniques.rs` | [`Techniques`]: switches for all of these, and which hold for how many hands |
//! | `statistics.rs` | [`Statistics`]: what a search did |
//! | `budget.rs` | [`Limits`], the clock, [`StopFlag`] |
//! | `verdict.rs` | [`Verdict`] and why there is none |

#[doc = include_str!("PRUNING.md")]
pub mod pruning {}

mod arena;
mod branch;
mod budget;
mod context;
mod depth_first;
mod dfpn;
mod dominance;
mod evaluate;
mod evaluate_model;
mod exponential;
mod facts;
pub mod features;
mod hands_needed;
mod network;
mod order;
mod order_model;
mod statics;
mod statistics;
mod successors;
mod techniques;
pub mod thresholds;
mod verdict;

pub use arena::{Arena, Pool};
pub use branch::{Branch, Node};
pub use budget::{Budget, Limits, StopFlag};
pub use context::Shared;
pub use dfpn::{Cut, Searcher};
pub use dominance::{DroppedKickers, kicker_order};
pub use facts::{Facts, FactsMemo, RanksByCount};
pub use statics::{StaticWin, static_win};
pub use statistics::Statistics;
pub use successors::{Successor, after};
pub use techniques::Techniques;
pub use verdict::{Reason, Verdict};
