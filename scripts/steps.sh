# Sourced by `.ci/run` and `scripts/nightly.sh`: steps that say what they do and how long it took.

# rustfmt and clippy are parts of the toolchain that a minimal installation lacks.
for part in rustfmt:fmt clippy:clippy; do
    if ! cargo "${part#*:}" --version > /dev/null 2>&1; then
        rustup component add "${part%%:*}"
    fi
done

# Snapshots are compared, never written.
export INSTA_UPDATE=no
export CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-auto}"

# Runs a command and keeps how long it took for the table at the end.
took=""
step() {
    printf '\n=== %.200s\n' "$*"
    local start=$SECONDS
    "$@"
    took+="$(printf '%5d s  %s' "$((SECONDS - start))" "$*" | cut -c1-110)"$'\n'
}

# Runs these commands at the same time, and shows what each printed and how long it took, one after the other.
side_by_side() {
    local output failed=0 number command running=()
    output="$(mktemp -d)"
    for command in "$@"; do
        (
            start=$SECONDS code=0
            $command || code=$?
            printf '%d s: %s\n' "$((SECONDS - start))" "$command"
            exit "$code"
        ) > "$output/${#running[@]}" 2>&1 &
        running+=("$!")
    done
    for number in "${!running[@]}"; do
        wait "${running[number]}" || failed=1
        cat "$output/$number"
    done
    rm -r "$output"
    return "$failed"
}

# The program, with and without a server: each command builds both where it must.
canju="${CARGO_TARGET_DIR:-target}/release/canju"
