#!/usr/bin/env bash
# Writes which crates the program is made of, as CycloneDX (JSON), to target/release-files/canju.cdx.json. Installs cargo-cyclonedx if it is
# missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! cargo cyclonedx --version > /dev/null 2>&1; then
    cargo install --locked cargo-cyclonedx
fi
files="${CARGO_TARGET_DIR:-target}/release-files"
mkdir -p "$files"
# It writes beside the manifest of each package of the workspace.
cargo cyclonedx --format json --features canju-cli/serve --override-filename canju.cdx
mv canju.cdx.json "$files/"
find src puzzles -name canju.cdx.json -delete
echo "$files/canju.cdx.json"
