#!/bin/sh
# The full comparison of the search with the oracle (src/testing/oracle.rs): 78,300 random positions under every preset,
# with bans and switches, in mid-trick, of two packs and of three hands; 20,000 positions of each recipe that was made for a
# rule of pruning (src/testing/drawn.rs), with two and with three hands; the search with each technique off against the full
# search; that positions of different value never share a key, on random deals, on every small one, and on positions that
# differ in one place; 70,000 positions that 2 to 16 simulated workers decide in random order; and the points of positions with
# bombs, by every scoring, with all their moves: 15,000 of 220,000, others every night, or all with CANJU_PART=all. Takes an hour and
# a quarter; all points two hours and a half more.
# `cargo test` runs a sample of it.
set -eu
cd "$(dirname "$0")/../.."
export CANJU_PART="${CANJU_PART:-$(($(date +%s) / 86400))}"
cargo test --release --package canju-engine-tests --test engine -- --ignored --nocapture full_
