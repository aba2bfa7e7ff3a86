#!/bin/sh
# Instructions per operation of the small pieces, by valgrind's callgrind: the same on a busy machine as on a quiet one.
# Each piece runs with two counts; the difference of the instructions over that of the operations leaves the set-up out.
#   scripts/measure/instructions.sh [PIECE...]        # of: lead answer key table solve
set -eu
cd "$(dirname "$0")/../.."
command -v valgrind > /dev/null || { echo "instructions.sh: needs valgrind" >&2; exit 2; }
program=$(cargo bench --package canju-benches --no-run --bench instructions --message-format json 2> /dev/null |
    sed -n 's/.*"name":"instructions".*"executable":"\([^"]*\)".*/\1/p')
[ -x "$program" ] || { echo "instructions.sh: cargo bench --package canju-benches --no-run --bench instructions failed" >&2; exit 2; }

# Prints "operations instructions".
count() {
    log=$(mktemp)
    operations=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" 2> "$log" | cut -d ' ' -f 2)
    instructions=$(sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' "$log")
    rm -f "$log"
    echo "$operations $instructions"
}

[ $# -gt 0 ] || set -- lead answer key table solve
printf '%-8s %14s %16s %12s\n' piece operations instructions Ir/operation
for piece in "$@"; do
    echo "$piece $(count "$piece" 2) $(count "$piece" 12)" |
        awk '{ n = $4 - $2; i = $5 - $3; printf "%-8s %14d %16d %12.1f\n", $1, n, i, i / n }'
done
