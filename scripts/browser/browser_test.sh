#!/bin/sh
# The pages of `canju explain` in a real browser: the strategy gone through and whole games, in English and Chinese, in light and
# dark, on every size of screen, by hand and by keyboard, with an empty console and no request to the network, and looked at by
# axe. Installs what is missing: Debian's Chromium, Selenium, axe-core. Leaves screenshots in target/browser_test for a look by eye.
set -eu
cd "$(dirname "$0")/../.."
. scripts/browser/browser_setup.sh
. scripts/browser/node_setup.sh
cargo build --release --locked
AXE="$node_modules/axe-core/axe.min.js" exec "$python" scripts/browser/browser_test.py
