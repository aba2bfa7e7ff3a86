#!/usr/bin/env bash
# Checks the program for other systems: that it compiles there, C parts included, as far as that is known without running it. The C
# compiler for all of them is zig's, from PyPI.
#   scripts/check/targets.sh [TARGET…]
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/release/zig.sh
[ $# -gt 0 ] || set -- x86_64-pc-windows-gnu aarch64-apple-darwin aarch64-unknown-linux-gnu x86_64-unknown-linux-musl
for target in "$@"; do
    if ! rustup target list --installed | grep -qx "$target"; then
        rustup target add "$target"
    fi
    echo "=== $target"
    cargo-zigbuild check --locked --features serve --bin canju --target "$target" --target-dir "${CARGO_TARGET_DIR:-target}/targets"
done
