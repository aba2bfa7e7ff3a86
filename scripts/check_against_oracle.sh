#!/bin/sh
# The full comparison of the search with the oracle (src/oracle.rs): 28,800 random positions under every preset,
# with bans and switches, in mid-trick, of two packs and of three hands; the search with each technique off against
# itself; and that keys never join positions of different value, on random deals and on every small one. `cargo test`
# runs a sample of it.
set -eu
cd "$(dirname "$0")/.."
cargo test --release --test it -- --ignored --nocapture full_
