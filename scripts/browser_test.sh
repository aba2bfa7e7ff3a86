#!/bin/sh
# The pages of `canju explain` in a real browser: whole games clicked through, in English and Chinese, in light and dark, on
# a phone's screen, with an empty console and no request to the network. Installs Debian's Chromium if there is none.
# Leaves screenshots in target/browser_test for a look by eye.
set -eu
cd "$(dirname "$0")/.."
if ! command -v chromedriver > /dev/null; then
    apt-get update -qq
    # The font is for the Chinese text in the screenshots.
    apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-noto-cjk > /dev/null
fi
cargo build --release --locked
exec python3 scripts/browser_test.py
