#!/bin/sh
# What threads gain and cost: `scaling.py` with 1 to 16 threads, its figures as JSON and drawn as SVG in `target/`. More
# threads than cores still show node inflation.
#   scripts/measure/scaling.sh                      # all sets, some minutes
#   scripts/measure/scaling.sh --set deals --threads 1,2 --repeat 9 --memory 1GiB
set -eu
cd "$(dirname "$0")/../.."
cargo build --release --quiet
target="${CARGO_TARGET_DIR:-target}"
if [ $# -eq 0 ]; then set -- --set all --threads 1,2,4,8,16 --repeat 3; fi
scripts/measure/scaling.py --run "$target/release/canju" "$@" --save "$target/scaling.json"
scripts/measure/scaling.py "$target/scaling.json" > "$target/scaling.svg"
echo "$target/scaling.json, $target/scaling.svg" >&2
