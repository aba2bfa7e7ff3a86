#!/bin/sh
# The lock-free buckets, the table over them and the hand-over to the reaper under every order of steps that the memory
# model allows with at most three changes of thread that no thread asks for (the crate `loom`; src/engine/sync.rs says how it gets
# in). A minute, the first time two.
#   scripts/check/loom.sh [TEST]
# LOOM_MAX_PREEMPTIONS=2 takes seconds, 4 or more take hours; LOOM_LOG=trace LOOM_LOCATION=1 show the steps to a failure.
set -eu
cd "$(dirname "$0")/../.."
export RUSTFLAGS="--cfg loom"
export LOOM_MAX_PREEMPTIONS="${LOOM_MAX_PREEMPTIONS:-3}"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/loom"
# Only the engine: nothing else is lock-free by itself.
exec cargo test --profile loom --locked --package canju-engine --lib -- "${1:-loom_}"
