#!/usr/bin/env bash
# Checks the crates with the oldest compiler that is promised, `rust-version` in Cargo.toml. Installs it if rustup can; with `--install`
# that is all.
set -euo pipefail
cd "$(dirname "$0")/../.."
oldest="$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)"
if ! rustup toolchain list | grep -q "^$oldest"; then
    rustup toolchain install "$oldest" --profile minimal
fi
if [ "${1:-}" != --install ]; then
    cargo "+$oldest" check --locked --features serve --target-dir "${CARGO_TARGET_DIR:-target}/oldest"
fi
