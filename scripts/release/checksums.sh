#!/usr/bin/env bash
# Completes a directory of release files: `SHA256SUMS` of all of them, and `notes.md`, the newest section of the changelog.
#   scripts/release/checksums.sh DIR
set -euo pipefail
directory="$(realpath "$1")"
cd "$(dirname "$0")/../.."
awk '/^## \[/ { if (begun++) exit } begun' CHANGELOG.md > "$directory/notes.md"
test -s "$directory/notes.md"
cd "$directory"
find . -type f ! -name SHA256SUMS ! -name notes.md -printf '%P\0' | sort -z | xargs -0 sha256sum > SHA256SUMS
cat SHA256SUMS
