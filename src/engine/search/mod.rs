//! The engine: decides positions on one thread. `solver` runs it on many.
//!
//! | file | contents |
//! |---|---|
//! | `dfpn.rs` | [`Searcher`]: proof-number search, the core |
//! | `thresholds.rs` | how far to search below a child |
//! | `depth_first.rs` | depth-first search of small subtrees |
//! | `context.rs` | what both searches share: budget, facts, tables, counts |
//! | `branch.rs`, `arena.rs` | [`Branch`]: a subtree with an [arena](Arena) for its nodes |
//! | `successors.rs` | the position after a move and the passes forced after it |
//! | `PRUNING.md` | [`pruning`]: every rule that leaves out, merges or decides positions, and why it holds for two and three hands |
//! | `dominance.rs` | kickers that need not be tried |
//! | `statics.rs` | wins seen without search |
//! | `evaluate.rs` | the proof and disproof number that a new position starts with |
//! | `estimate.rs` | how likely a win is where a limit ended the search: for advice, and never a verdict |
//! | `guess_errors.rs` | what searches of similar positions say about the evaluation's guess |
//! | `order.rs` | which move a depth-first node tries first |
//! | `features.rs`, `network.rs`, `sparse_network.rs` | what evaluation, order and hardness are computed from: features of a position, its cards, and a small network |
//! | `weights.rs` | the trained weights in `networks/`, and how they are read when the program is compiled |
//! | `exponential.rs` | powers and logarithms in integers, for evaluation, hardness and regret |
//! | `hardness.rs` | how hard a position looks to win: a guess for lines of play, which does not change with the evaluation |
//! | `facts.rs` | facts about one hand, memoised |
//! | `hands_needed.rs` | least number of combinations that shed a hand |
//! | `techniques.rs` | [`Techniques`]: a switch for each of these |
//! | `statistics.rs` | [`Statistics`]: counts of what a search did |
//! | `budget.rs` | [`Limits`], [`StopFlag`], and the [`Budget`] that checks them |
//! | `verdict.rs` | [`Verdict`], and the [`Reason`] if there is none |

#[doc = include_str!("PRUNING.md")]
pub mod pruning {}

mod arena;
mod branch;
mod budget;
mod context;
mod depth_first;
mod dfpn;
mod dominance;
mod estimate;
mod evaluate;
mod exponential;
mod facts;
pub mod features;
mod guess_errors;
mod hands_needed;
mod hardness;
mod network;
mod order;
mod sparse_network;
mod statics;
mod statistics;
mod successors;
mod techniques;
pub mod thresholds;
mod verdict;
mod weights;

pub use arena::{Arena, PagePool};
pub use branch::{Branch, Node};
pub use budget::{Budget, Clock, Limits, StopFlag};
pub use context::{Alarm, SolveContext};
pub use dfpn::{Cut, Searcher};
pub use dominance::{DROPPED_IN_STORED_PROOFS, DroppedKickers, holds_for_mover, kicker_order};
pub use estimate::{estimate_of_guess, estimate_of_numbers};
pub use evaluate::Guess;
pub use exponential::natural_log;
pub use facts::{Facts, FactsMemo, RanksByCount};
pub use hands_needed::HandsNeeded;
pub use statics::{StaticWin, static_win};
pub use statistics::Statistics;
pub use successors::{Successor, successor};
pub use techniques::Techniques;
pub use verdict::{Reason, Verdict};
