#!/bin/sh
# The app of `canju serve` in a real browser, against the real server: deals, answers, whole games, packs, sharing, on a phone
# and a desk, by hand and by keyboard alone, in both languages, without a connection, and looked at by axe. Installs what is
# missing: Debian's Chromium, Selenium, axe-core. Leaves screenshots in target/app_test for a look by eye.
set -eu
cd "$(dirname "$0")/../.."
. scripts/browser/browser_setup.sh
. scripts/browser/node_setup.sh
cargo build --release --locked
AXE="$node_modules/axe-core/axe.min.js" exec "$python" scripts/browser/app_test.py
