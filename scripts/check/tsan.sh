#!/usr/bin/env bash
# The tests of the C library, with several threads and handles, under ThreadSanitizer. The standard library that comes with the compiler is
# not instrumented, so what is ordered only by its `Once`, by the end of an `Arc` or of a thread, or by a channel, is left out.
#   scripts/check/tsan.sh [TEST…]
set -euo pipefail
cd "$(dirname "$0")/../.."
host="$(rustc -vV | sed -n 's/^host: //p')"
left_out="$(mktemp)"
trap 'rm -f "$left_out"' EXIT
printf 'race:%s\n' 'std::sync::once' 'LazyLock' 'drop_slow' 'std::thread::lifecycle' 'std::sync::mpmc' 'test::run_test' > "$left_out"
# The compiler's own switch for what is not stable yet, such as this one.
export RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer"
export TSAN_OPTIONS="suppressions=$left_out print_suppressions=1"
cargo test --release --locked --package canju-c --target "$host" --target-dir "${CARGO_TARGET_DIR:-target}/tsan" -- "$@"
