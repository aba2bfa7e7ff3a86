#!/bin/sh
# The pages of `canju explain` in a real browser: whole games clicked through, in English and Chinese, in light and dark, on
# a phone's screen, with an empty console and no request to the network. Installs what is missing: Debian's Chromium, Selenium.
# Leaves screenshots in target/browser_test for a look by eye.
set -eu
cd "$(dirname "$0")/.."
. scripts/browser_setup.sh
cargo build --release --locked
exec "$python" scripts/browser_test.py
