#!/usr/bin/env bash
# Completes a directory of release files: `SHA256SUMS` of all of them, and `notes.md`, what the changelog says of this
# version.
#   scripts/release/checksums.sh DIR
set -euo pipefail
directory="$(realpath "$1")"
cd "$(dirname "$0")/../.."
. scripts/release/version.sh
awk -v head="## [$version]" '/^## \[/ { begun = index($0, head) == 1 } begun' CHANGELOG.md > "$directory/notes.md"
test -s "$directory/notes.md"
cd "$directory"
find . -type f ! -name SHA256SUMS ! -name notes.md ! -name '*.sha256' -printf '%P\0' | sort -z | xargs -0 sha256sum > SHA256SUMS
cat SHA256SUMS
