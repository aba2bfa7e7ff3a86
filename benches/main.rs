//! Times by criterion: `cargo bench --package canju-benches --bench canju`, or a group of it, `cargo bench --package
//! canju-benches --bench canju -- table`.
//!
//! Every bench asserts its answers. `scripts/measure/instructions.sh` counts the instructions of small pieces.
//! `benches/README.md` has the figures and the decisions made by them.
//!
//! | file | group |
//! |---|---|
//! | `moves.rs` | `moves`: leads and answers of rich hands, perft |
//! | `keys.rs` | `keys`: canonical keys of the positions of random games |
//! | `table.rs` | `table`: the transposition table against a table on dashmap, 1 to 16 threads |
//! | `partition.rs` | `partition`: the partition table, 1 and 2 threads |
//! | `solving.rs` | `solving`: the composed puzzles, full deals |

mod keys;
mod moves;
mod partition;
mod positions;
mod solving;
mod table;

use criterion::{criterion_group, criterion_main};

criterion_group!(benches, moves::benches, keys::benches, table::benches, partition::benches, solving::benches);
criterion_main!(benches);
