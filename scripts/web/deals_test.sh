#!/usr/bin/env bash
# All puzzles that ship and 300 deals of three hands in Node, Chromium and Firefox: verdicts, winning moves and nodes must be the
# program's (`CANJU=PROGRAM`: another build's). `deals_test.sh node chromium` leaves Firefox out; `deals_test.sh --speed node chromium`
# compares times, on two sets of `canju bench`. Installs what is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/browser/browser_setup.sh
. scripts/web/stage.sh

case "$*" in
    "" | --speed) set -- "$@" node chromium firefox ;;
esac
case " $* " in
    *" firefox "*) . scripts/browser/firefox_setup.sh ;;
esac
export CANJU="${CANJU:-${CARGO_TARGET_DIR:-target}/release/canju}"
exec "$python" scripts/web/deals_test.py "$stage" "$@"
