#!/usr/bin/env bash
# Builds the Python package as a wheel and as sources below target/wheels, and installs both in fresh environments: the wheel for
# every Python from 3.9 on that is here, the sources outside of the repository. Each environment solves a position. One wheel is for
# all of them (abi3).
#   scripts/release/wheels.sh [ARGUMENT…]      # more arguments go to `maturin build`, such as --target aarch64-unknown-linux-gnu --zig
#   NO_TEST=1                                  # for wheels that don't run here
set -euo pipefail
cd "$(dirname "$0")/../.."

built="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
tools="$built/release-tools"
if [ ! -x "$tools/bin/maturin" ]; then
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check 'maturin[zig]>=1.9,<2'
fi
# The standard library of another target.
for argument in "$@"; do
    if [ "${before:-}" = --target ] && ! rustup target list --installed | grep -qx "$argument"; then
        rustup target add "$argument"
    fi
    before="$argument"
done
rm -rf "$built/wheels"
"$tools/bin/maturin" build --release --locked --manifest-path src/python/Cargo.toml --out "$built/wheels" "$@"
"$tools/bin/maturin" sdist --manifest-path src/python/Cargo.toml --out "$built/wheels"
ls -l "$built/wheels"
if [ -n "${NO_TEST:-}" ]; then
    exit 0
fi

# Solves in a fresh environment, away from the repository.
tried=0
try() {
    local python="$1" what="$2" folder
    folder="$(mktemp -d)"
    "$python" -m venv "$folder/environment"
    "$folder/environment/bin/python" -m pip install --quiet --disable-pip-version-check "$what"
    (cd "$folder" && environment/bin/python -c '
import sys, canju
result = canju.solve("346999Q2", "34JAAD")
assert (str(result.verdict), str(result.best)) == ("win", "3999"), result
print("Python", sys.version.split()[0], "canju", canju.__version__, result.verdict, result.best)')
    rm -rf "$folder"
    tried=$((tried + 1))
}

pythons=()
for version in 3.9 3.10 3.11 3.12 3.13 3.14; do
    for python in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$version".*/bin/python3 "$(command -v "python$version" || true)" "$(command -v python3 || true)"; do
        if [ -x "$python" ] && [ "$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2> /dev/null)" = "$version" ]; then
            pythons+=("$python")
            break
        fi
    done
done
for python in "${pythons[@]}"; do
    try "$python" "$(ls "$built"/wheels/*.whl)"
done
try "${pythons[0]}" "$(ls "$built"/wheels/*.tar.gz)"
echo "$tried environments"
