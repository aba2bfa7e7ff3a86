#!/bin/sh
# The pages of `canju explain` in a real browser: whole games clicked through, in English and Chinese, in light and dark, on
# a phone's screen, without a word on the console or a request to the network. Installs Debian's Chromium where there is
# none. Screenshots are left in target/browser_test, to be looked at.
set -eu
cd "$(dirname "$0")/.."
if ! command -v chromedriver > /dev/null; then
    apt-get update -qq
    # The font is for Chinese in the screenshots.
    apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-noto-cjk > /dev/null
fi
cargo build --release --locked
exec python3 scripts/browser_test.py
