#!/usr/bin/env bash
# Writes the app as a static site: the files that `canju serve` sends, with the solver and the packs, for any host that sends files,
# below any path. `build_site.sh DIR` has the packs that ship, `build_site.sh DIR --packs OTHER` those of a directory (`CANJU=PROGRAM`:
# the files of another build).
# `ADDRESS=https://…` names where it will be, and gives its links a preview with a picture.
#
# The site needs a host, because no browser lets a file load modules: `python3 -m http.server --directory DIR` is enough.
set -euo pipefail
: "${1:?expected a directory for the site}"
mkdir -p "$1"
export CANJU="${CANJU:-}"
if [ -z "$CANJU" ]; then
    root="$(dirname "$0")/../.."
    (cd "$root" && cargo build --release --features serve --locked --quiet)
    CANJU="${CARGO_TARGET_DIR:-$root/target}/release/canju"
fi
exec python3 "$(dirname "$0")/build_site.py" "$@"
