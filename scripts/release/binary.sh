#!/usr/bin/env bash
# Builds the program with its server for a target, and packs it with manual pages, completions, licences and pages below
# target/release-files, with the checksum beside it. A target whose programs don't run here has none of the pages that the program
# writes, unless `PROGRAM` is one that runs.
#   scripts/release/binary.sh [TARGET]      # without one: this machine's
set -euo pipefail
cd "$(dirname "$0")/../.."

. scripts/release/for_target.sh

# A program for musl is static; its C parts are compiled by zig, so that it can be built on any Linux.
build=(cargo build)
case "$target" in
    *musl*)
        . scripts/release/zig.sh
        build=(cargo-zigbuild zigbuild)
        ;;
esac
"${build[@]}" --release --features serve --locked --bin canju --target "$target"
suffix=""
case "$target" in *windows*) suffix=.exe ;; esac
program="$built/$target/release/canju$suffix"

name="canju-$version-$target"
stage="$files/$name"
rm -rf "$stage"
mkdir -p "$stage"
cp "$program" LICENSE-MIT LICENSE-APACHE README.md README.zh.md CHANGELOG.md "$stage"
if [ -n "${PROGRAM:-}" ] || "$program" --version > /dev/null 2>&1; then
    scripts/release/assets.sh "${PROGRAM:-$program}" "$stage"
else
    echo "binary.sh: $target does not run here: no manual pages and completions" >&2
fi
pack "$name"
