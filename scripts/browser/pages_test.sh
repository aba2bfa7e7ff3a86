#!/bin/sh
# Pages in a real browser, in English and Chinese, on every size of screen, by hand and by keyboard, looked at by axe.
#
#     scripts/browser/pages_test.sh explain        # pages of `canju explain`, from the disk: whole games
#     scripts/browser/pages_test.sh app            # the app of `canju serve`: deals, answers, games, packs, sharing
#     scripts/browser/pages_test.sh site           # the app as a static site, with its host and without
#     scripts/browser/pages_test.sh sheet          # sheets of `canju sheet`, printed
#     scripts/browser/pages_test.sh firefox        # whether pages and the site answer in Firefox
#     scripts/browser/pages_test.sh embed          # `<canju-puzzle>` and the site in a frame, in Chromium and Firefox
#     scripts/browser/pages_test.sh week           # two thousand positions in one page, and what must not end its worker
#     scripts/browser/pages_test.sh explain app    # several, side by side
#
# Installs what is missing: Debian's Chromium or Firefox, Selenium, axe-core. Leaves screenshots in target/explain_test, target/app_test,
# target/site_test and target/sheet_test for a look by eye.
set -eu
cd "$(dirname "$0")/../.."
: "${1:?expected explain, app, site, sheet, embed or firefox, or several}"
. scripts/browser/browser_setup.sh
. scripts/browser/node_setup.sh
case " $* " in
    *" firefox "* | *" embed "*) . scripts/browser/firefox_setup.sh ;;
esac
cargo build --release --features serve --locked
export AXE="$node_modules/axe-core/axe.min.js"
if [ $# = 1 ]; then
    exec "$python" "scripts/browser/$1_test.py"
fi
# Each waits for its browser a quarter of the time.
output="$(mktemp -d)"
trap 'rm -rf "$output"' EXIT
running=""
for tests in "$@"; do
    "$python" "scripts/browser/${tests}_test.py" > "$output/$tests" 2>&1 &
    running="$running $!"
done
failed=0
for test in $running; do
    wait "$test" || failed=1
done
for tests in "$@"; do
    printf '\n%s:\n' "$tests"
    cat "$output/$tests"
done
exit "$failed"
