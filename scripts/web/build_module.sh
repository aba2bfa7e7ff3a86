#!/usr/bin/env bash
# Builds the module for the web from src/web and keeps it, compressed, as src/web/npm/canju.wasm.br: to be run when the engine or what it
# answers has changed. `scripts/web/npm_test.sh` says if that was forgotten.
#
# The compiler needs the standard library of the target. `rustup target add` brings it. Where rustup reaches nothing but the system
# is Debian, a compiler and the library's sources come from its packages `rustc-web` and `rust-web-src`, unpacked below target.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/web/setup.sh

triple=wasm32-unknown-unknown
target="${CARGO_TARGET_DIR:-$PWD/target}"
arguments=(build --locked --profile web --package canju-web --target "$triple" --target-dir "$target")

# Sets `RUSTC` and `LD_LIBRARY_PATH`, and adds what builds the standard library, too.
use_debian_packages() {
    local folder="$target/rustc-web" package linker
    if [ ! -d "$folder/usr" ]; then
        mkdir -p "$folder/packages"
        # With the libraries that they need: of the same making, and LLVM.
        local wanted=(rustc-web rust-web-src libstd-rust-web-dev) at=0
        while [ "$at" -lt "${#wanted[@]}" ]; do
            for package in $(apt-cache depends "${wanted[at]}" | sed -n 's/^ *Depends: \(libstd-rust-web-[^ ]*\|libllvm[^ ]*\)$/\1/p'); do
                [[ " ${wanted[*]} " == *" $package "* ]] || wanted+=("$package")
            done
            at=$((at + 1))
        done
        (cd "$folder/packages" && apt-get download "${wanted[@]}")
        for package in "$folder"/packages/*.deb; do
            dpkg -x "$package" "$folder"
        done
    fi
    linker="$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/rust-lld"
    export RUSTC="$folder/usr/lib/rust-web/bin/rustc" RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker"
    [ -x "$RUSTC" ] || RUSTC="$(find "$folder/usr" -name rustc -type f -perm -u+x | head -1)"
    LD_LIBRARY_PATH="$(find "$folder/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)"
    export LD_LIBRARY_PATH
    arguments+=(-Zbuild-std=std,panic_abort)
}

if ! rustup target list --installed 2> /dev/null | grep -qx "$triple" && ! rustup target add "$triple"; then
    use_debian_packages
fi

# The module is the same wherever it is built: no path of this machine is in it.
crates="${CARGO_HOME:-$HOME/.cargo}/registry/src"
remapped="\"--remap-path-prefix=$PWD=.\""
for folder in "$crates"/*; do
    remapped+=", \"--remap-path-prefix=$folder=crates\""
done
# Nobody reads where in the sources a panic was: without it the module is smaller. The switch is not stable yet.
remapped+=', "-Zlocation-detail=none"'
export RUSTC_BOOTSTRAP=1
cargo "${arguments[@]}" --config "target.$triple.rustflags=[$remapped]"

built="$target/$triple/web/canju_web.wasm"
features=(--all-features --disable-gc --disable-relaxed-simd)
# As text, in which short copies become calls.
"$binaryen/wasm-opt" "${features[@]}" -g -S "$built" -o "$target/canju.wat" 2> /dev/null
node scripts/web/short_copies.mjs "$target/canju.wat"
# Functions of one name, for two hands and three, lie side by side: that compresses better.
"$binaryen/wasm-opt" "$target/canju.wat" '--no-inline=copy_*' '--no-inline=fill_*' '--no-inline=*5canju*' -O3 --converge "${features[@]}" --strip-producers \
    --strip-target-features --reorder-functions-by-name --reorder-locals -o "$target/canju.wasm"
node scripts/web/compress.mjs "$target/canju.wasm" src/web/npm/canju.wasm.br
