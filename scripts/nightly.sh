#!/usr/bin/env bash
# What is rare or long: all that the gate (`.ci/run`) leaves out. Writes into scripts/nightly.md when each step was last run, at which
# commit, how long it took and how it ended. Run it whole before an issue is called resolved.
#
#     scripts/nightly.sh                 # all steps, some hours on two cores; ends with 1 if one fails
#     scripts/nightly.sh loom faults     # these steps
#     scripts/nightly.sh --list
#     scripts/nightly.sh --unchanged loom   # ends with 0 if what the step watches is as it was when it last passed
set -euo pipefail
cd "$(dirname "$0")/.."
report=scripts/nightly.md

# Each step is a function; the comment is its line in the table.
steps=()
about=()
add() { steps+=("$1") about+=("$2"); }

add tests "the tests with all that they can draw"
tests() { CANJU_TESTS=full cargo test --release --features serve --locked; }

add oracle "the search against the naive solver on all positions"
oracle() { scripts/check/check_against_oracle.sh; }

add faults "every planted fault is noticed, by the tests of the gate or with \`CANJU_TESTS=full\`"
faults() { scripts/check/plant_faults.py --markdown scripts/check/faults.report.md; }

add loom "what is lock-free under every order of steps, three preemptions"
loom() { LOOM_MAX_PREEMPTIONS=3 scripts/check/loom.sh; }
loom_watches=(src/engine/sync.rs src/engine/tables/buckets.rs src/engine/tables/transposition.rs src/engine/solver/workers/reaper.rs)

add clippy "each set of features alone"
clippy() {
    # The library as `cargo add canju` brings it, and the program without its server.
    cargo clippy --release --package canju --package canju-cli --locked -- -D warnings
    # The engine without the features that other packages bring.
    cargo clippy --release --package canju-engine --locked -- -D warnings
}

add docs "the pages of what is private, without warnings"
docs() { RUSTDOCFLAGS="-D warnings" cargo doc --release --no-deps --locked --workspace --lib --document-private-items; }

add oldest "the oldest compiler promised"
oldest() { scripts/check/oldest.sh --install && scripts/check/oldest.sh; }

add targets "Windows, macOS, arm64 and musl"
targets() { scripts/check/targets.sh; }

add fuzz_programs "the fuzzer's programs still build"
fuzz_programs() { cargo check --locked --manifest-path src/fuzz/Cargo.toml --target-dir "${CARGO_TARGET_DIR:-target}/fuzz"; }

add examples "the examples as programs"
examples() {
    local example
    for example in scripts/examples/*.rs; do
        cargo run --release --locked --example "$(basename "$example" .rs)"
    done
}

add certificates "certificates of the shipped puzzles in Python, and 5,000 mutated ones by both checkers"
certificates() {
    program
    mkdir -p "$work/proofs"
    "$canju" batch puzzles/published puzzles/graded --proof-dir "$work/proofs"
    find "$work/proofs" -name '*.proof' -size -64k -print0 | sort -z | xargs -0 scripts/check/verify.py
    scripts/check/fuzz_checkers.py --count 5000 --canju "$canju"
}

add open_hands "a sample of the table of open-hand values"
open_hands() { program && scripts/measure/open_hands.py check --canju "$canju"; }

add npm "the npm package's answers to all puzzles that ship"
npm() { program && scripts/web/npm_test.sh; }

add deals "555 positions in Node, Chromium and Firefox"
deals() { program && scripts/web/deals_test.sh; }

add bundled "all puzzles in Chromium, with the npm package as it is and as Vite packs it"
bundled() { program && scripts/web/browser_test.sh; }

add python "the Python package with RLCard, OpenSpiel and DouZero's form"
python() { scripts/check/python_test.sh --all; }

add embed "the C library, called from C, C++, C#, Java and Go, and under ThreadSanitizer"
embed() { scripts/check/embed_test.sh && scripts/check/tsan.sh; }

add pages "all of \`explain\` and the app, the site, sheets, Firefox, and a week of use"
pages() {
    program
    CANJU_TESTS=full scripts/browser/pages_test.sh explain app
    scripts/browser/pages_test.sh site sheet
    scripts/browser/pages_test.sh firefox
    scripts/browser/pages_test.sh embed
    scripts/browser/pages_test.sh week
}

add package "every crate builds from its package"
package() { scripts/release/package.sh; }

add address "an address of the sources reaches every manifest"
address() {
    tar --exclude=./target --exclude=./.git -cf - . | (mkdir "$work/addressed" && tar -xf - -C "$work/addressed")
    "$work/addressed/scripts/release/address.py" https://example.org/someone/canju
}

# Builds the program with its server.
program() { cargo build --release --features serve --locked; }

# The commit at which a step last passed, from its row in the table.
passed_at() {
    sed -n "s/^| \`$1\` .*| \([0-9a-f]\{7,\}\) | [0-9]* | passed |$/\1/p" "$report" 2> /dev/null
}

case "${1:-}" in
    --list)
        for number in "${!steps[@]}"; do
            printf '%-14s %s\n' "${steps[number]}" "${about[number]}"
        done
        exit
        ;;
    --unchanged)
        declare -n watches="$2_watches"
        commit="$(passed_at "$2")"
        [ -n "$commit" ] && git cat-file -e "$commit" 2> /dev/null && git diff --quiet "$commit" -- "${watches[@]}"
        exit
        ;;
esac

wanted=("$@")
[ $# -gt 0 ] || wanted=("${steps[@]}")
for name in "${wanted[@]}"; do
    if [[ " ${steps[*]} " != *" $name "* ]]; then
        echo "nightly.sh: no step $name: see scripts/nightly.sh --list" >&2
        exit 2
    fi
done

. scripts/steps.sh
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
commit="$(git rev-parse --short=8 HEAD)"
git diff --quiet HEAD || commit+="+"

# Puts a step's row into the table, which keeps those of steps that were not run.
note() {
    local number rows="" name
    for number in "${!steps[@]}"; do
        name="${steps[number]}"
        if [ "$name" = "$1" ]; then
            rows+="| \`$name\` | ${about[number]} | $(date -u +%F) | $commit | $2 | $3 |"$'\n'
        else
            rows+="$(grep "^| \`$name\` " "$report" 2> /dev/null || echo "| \`$name\` | ${about[number]} | | | | not run yet |")"$'\n'
        fi
    done
    {
        printf '# What the nightly script last said\n\n'
        printf '`scripts/nightly.sh` writes this page. A commit with `+` had changes that were not committed. Two cores.\n\n'
        printf '| step | what | date | commit | seconds | result |\n|---|---|---|---|---|---|\n%s' "$rows"
    } > "$work/report"
    cp "$work/report" "$report"
}

failed=()
for name in "${wanted[@]}"; do
    printf '\n=== %s\n' "$name"
    start=$SECONDS result=passed
    # In a shell of its own, since `set -e` does not hold in a condition.
    (set -e; trap - EXIT; "$name") &
    wait $! || result=failed
    [ "$result" = passed ] || failed+=("$name")
    note "$name" "$((SECONDS - start))" "$result"
    took+="$(printf '%5d s  %-14s %s' "$((SECONDS - start))" "$name" "$result")"$'\n'
done
printf '\n=== what took how long\n%s' "$took"
[ ${#failed[@]} = 0 ] || { printf '\n=== failed: %s\n' "${failed[*]}"; exit 1; }
printf '\n=== all good\n'
