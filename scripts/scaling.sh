#!/bin/sh
# Work and time by number of threads, summed over the full deals for which one thread takes more than 0.2 s: node
# inflation (nodes with N threads over nodes with one) and speed-up. More threads than cores still count nodes.
#   scripts/scaling.sh                      # 1 2 4 8 16 threads
#   scripts/scaling.sh --threads 1,2 --over 0.5 --memory 1GiB --limit 60 --pack FILE
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
exec python3 scripts/scaling.py --canju "${CARGO_TARGET_DIR:-target}/release/canju" "$@"
