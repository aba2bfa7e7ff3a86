#!/bin/sh
# Coverage-guided fuzzing of everything that reads bytes, for the given minutes on each target; see src/fuzz/properties.rs.
#   scripts/check/fuzz_inputs.sh 60          # an hour for each of pack_lines, json_lines, moves, journals, certificates
#   scripts/check/fuzz_inputs.sh 5 moves     # one of them
#   KEEP=1 scripts/check/fuzz_inputs.sh 60   # then rebuilds the corpus in src/fuzz/corpus from the smallest inputs
# That corpus keeps only inputs that reach new code; target/fuzz/corpus also keeps those that reach it more often. The script
# starts from src/fuzz/corpus, unpacked to target/fuzz/seeds, and collects in target/fuzz/corpus. If an input breaks a
# property, it is left in target/fuzz/found and the script fails; `fuzz_corpus.py add` gives it a name and a place in the
# corpus. libFuzzer comes with the crate libfuzzer-sys and needs a C++ compiler; flags of stable rustc add the counters that
# guide it.
set -eu
cd "$(dirname "$0")/../.."
minutes="${1:-1}"
# To libFuzzer 0 means without end.
seconds=$((minutes > 0 ? 60 * minutes : 1))
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- pack_lines json_lines moves journals certificates

target="${CARGO_TARGET_DIR:-$PWD/target}/fuzz"
host=$(rustc -vV | sed -n 's/^host: //p')
# With --target the flags do not apply to build scripts and macros.
RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 -Ccodegen-units=1" \
    cargo build --release --locked --manifest-path src/fuzz/Cargo.toml --target "$host" --target-dir "$target"

mkdir -p "$target/found"
for name in "$@"; do
    program="$target/$host/release/$name"
    seeds="$target/seeds/$name"
    corpus="$target/corpus/$name"
    rm -rf "$seeds"
    scripts/check/fuzz_corpus.py unpack "$name" "$seeds"
    mkdir -p "$corpus"
    echo "=== $name"
    # A leak needs a sanitizer to be seen; the limits are what "bounded memory" means here.
    "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=64 -max_len=1024 \
        -print_final_stats=1 -artifact_prefix="$target/found/$name-" "$corpus" "$seeds" 2> "$target/$name.log" ||
        { tail -n 40 "$target/$name.log" >&2; exit 1; }
    grep -E 'INITED|DONE|stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)' "$target/$name.log"
    if [ -n "${KEEP:-}" ]; then
        rm -rf "$target/kept"
        mkdir "$target/kept"
        "$program" -merge=1 -use_counters=0 -max_len=1024 "$target/kept" "$seeds" "$corpus" 2> /dev/null
        scripts/check/fuzz_corpus.py pack "$name" "$target/kept"
    fi
done
