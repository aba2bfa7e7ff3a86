#!/bin/sh
# Small changes to the rules, keys, tables, pruning, the checker of certificates and the workers, one at a time: does a test
# fail for each? (cargo-mutants; .cargo/mutants.toml says what is changed.) About a minute a change and 1,500 changes, so
# run a file or a shard at a time. What no test notices is listed in target/mutants/mutants.out/missed.txt.
#   scripts/mutants.sh -f src/search/dominance.rs
#   scripts/mutants.sh --shard 0/50
set -eu
cd "$(dirname "$0")/.."
command -v cargo-mutants > /dev/null || cargo install --locked cargo-mutants
mkdir -p target/mutants
exec cargo mutants --output target/mutants --no-shuffle "$@"
