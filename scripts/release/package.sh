#!/usr/bin/env bash
# Packs every crate that is published, in the order in which they are published, and builds each from its package alone, with
# the packages of the others. Fails on a warning, on a package of more than 2 MB, and on one without its licences. Prints the sizes.
#   scripts/release/package.sh [--no-verify]      # more arguments go to cargo
set -euo pipefail
cd "$(dirname "$0")/../.."

# Each needs only those before it, but for tests.
crates=(canju-engine canju canju-serve canju-cli)
most=$((2 * 1000 * 1000))

listed="$(printf '%s\n' "${crates[@]}" | sort)"
published="$(cargo metadata --locked --no-deps --format-version 1 | python3 -c '
import json, sys
for package in json.load(sys.stdin)["packages"]:
    if package["publish"] != []:
        print(package["name"])' | sort)"
if [ "$listed" != "$published" ]; then
    echo "package.sh: the crates that are published are others than those listed here" >&2
    diff <(echo "$listed") <(echo "$published") >&2 || true
    exit 1
fi

log="$(mktemp)"
trap 'rm -f "$log"' EXIT
cargo package --locked --allow-dirty "${crates[@]/#/--package=}" "$@" 2>&1 | tee "$log"
if grep '^warning' "$log" >&2; then
    echo "package.sh: there are warnings" >&2
    exit 1
fi

. scripts/release/version.sh
failed=0
printf '%-16s %9s %6s\n' crate bytes files
for crate in "${crates[@]}"; do
    file="${CARGO_TARGET_DIR:-target}/package/$crate-$version.crate"
    files="$(tar -tzf "$file")"
    size="$(wc -c < "$file")"
    printf '%-16s %9d %6d\n' "$crate" "$size" "$(wc -l <<< "$files")"
    for licence in LICENSE-APACHE LICENSE-MIT; do
        if ! grep -q "/$licence\$" <<< "$files"; then
            echo "package.sh: $file: no $licence" >&2
            failed=1
        fi
    done
    if [ "$size" -gt "$most" ]; then
        echo "package.sh: $file: more than $most bytes" >&2
        failed=1
    fi
done
exit "$failed"
