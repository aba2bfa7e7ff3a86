#!/bin/sh
# Recounts the perft tables in puzzles/perft with the oracle's generator (src/testing/oracle.rs) and writes their `perft`
# lines. To add a position, add a block with its name, rules, hands and depth and run this.
set -eu
cd "$(dirname "$0")/../.."
cargo test --release --package canju-engine-tests --test engine -- --ignored --exact rules::perft::make_perft_tables
