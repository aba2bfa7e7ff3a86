#!/usr/bin/env bash
# Builds a package for Debian and its relatives, with manual pages and completions, below target/debian. Installs cargo-deb if it is missing.
# `--install` also installs it (as root), runs it, and takes it away again.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! cargo deb --version > /dev/null 2>&1; then
    cargo install --locked cargo-deb
fi
built="${CARGO_TARGET_DIR:-target}"
cargo build --release --features serve --locked --bin canju
rm -rf "$built/deb-assets"
scripts/release/assets.sh "$built/release/canju" "$built/deb-assets"
gzip -9n "$built"/deb-assets/man/man1/*.1 "$built"/deb-assets/man/zh_CN/man1/*.1
cargo deb --no-build --locked --package canju-cli
package="$(ls -t "$built"/debian/canju_*.deb | head -1)"
dpkg-deb --info "$package"
dpkg-deb --contents "$package"
echo "$package: $(wc -c < "$package") bytes"

if [ "${1:-}" = --install ]; then
    dpkg --install "$package"
    trap 'dpkg --remove canju' EXIT
    test "$(command -v canju)" = /usr/bin/canju
    canju solve 346999Q2 34JAAD | grep -q 'The first hand wins: 3999'
    LC_ALL=C.UTF-8 LANG=zh_CN.UTF-8 canju --lang zh solve 346999Q2 34JAAD | grep -q '先手必胜：3999'
    test -s /usr/share/man/man1/canju-solve.1.gz
    test -s /usr/share/bash-completion/completions/canju
fi
