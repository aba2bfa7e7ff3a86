//! Helpers for the tests of several crates.
//!
//! | file | contents |
//! |---|---|
//! | `oracle.rs` | a naive generator and a naive minimax, made from the rule text alone |
//! | `edge.rs` | the library's types to the oracle's and back |
//! | `deals.rs` | random deals, and rule sets for them |
//! | `drawn.rs`, `siblings.rs` | positions drawn so that a pruning rule has something to do |
//! | `budget.rs` | how much the tests draw: a part, or all with `CANJU_TESTS=full` |
//! | `configurations.rs` | constants and techniques drawn at random |
//! | `kept.rs` | files that are compared with what the program would write |
//! | `poker_naive.rs` | a naive ranking of poker hands |
//! | `solvers.rs` | solvers of such configurations, held against the oracle |

pub mod budget;
pub mod configurations;
pub mod deals;
pub mod drawn;
pub mod edge;
pub mod kept;
pub mod oracle;
pub mod poker_naive;
pub mod siblings;
pub mod solvers;
