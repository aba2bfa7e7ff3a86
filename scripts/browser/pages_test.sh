#!/bin/sh
# Pages in a real browser, in English and Chinese, on every size of screen, by hand and by keyboard, looked at by axe.
#
#     scripts/browser/pages_test.sh explain    # pages of `canju explain`: the strategy gone through, and whole games
#     scripts/browser/pages_test.sh app        # the app of `canju serve`: deals, answers, games, packs, sharing
#
# Installs what is missing: Debian's Chromium, Selenium, axe-core. Leaves screenshots in target/explain_test or target/app_test
# for a look by eye.
set -eu
cd "$(dirname "$0")/../.."
tests="scripts/browser/${1:?expected explain or app}_test.py"
. scripts/browser/browser_setup.sh
. scripts/browser/node_setup.sh
cargo build --release --locked
AXE="$node_modules/axe-core/axe.min.js" exec "$python" "$tests"
