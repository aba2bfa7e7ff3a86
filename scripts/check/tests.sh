#!/usr/bin/env bash
# The tests of all crates, as they run on every system: the ones that need a shell, signals or a file system of Unix are left out elsewhere.
set -euo pipefail
cd "$(dirname "$0")/../.."
export INSTA_UPDATE=no
cargo test --release --features serve --locked
