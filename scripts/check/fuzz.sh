#!/bin/sh
# Random positions under random configurations for the given number of minutes: no panic, and no verdict that depends on
# threads or memory (src/engine/it/search/fuzz.rs). Stops at the first difference and names the case. Prints
# counts at the end.
#   scripts/check/fuzz.sh 60                                # an hour
#   FUZZ_SEED=7 FUZZ_CASE=1234 scripts/check/fuzz.sh        # one case again
#   FUZZ_HANDS=3 scripts/check/fuzz.sh 60                   # three hands only
#   FUZZ_NODES=1000000 scripts/check/fuzz.sh 10             # search longer before a position is skipped
set -eu
cd "$(dirname "$0")/../.."
FUZZ_MINUTES="${1:-1}" cargo test --release --package canju-engine-tests --test engine -- \
    --ignored --exact --nocapture search::fuzz::fuzz
