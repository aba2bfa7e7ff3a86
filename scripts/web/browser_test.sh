#!/usr/bin/env bash
# The npm package in Chromium: as it is, and as a bundler (Vite) packs it, with `<canju-puzzle>`. Compares its answers with those of the program (`CANJU=PROGRAM`:
# of another build). Installs what is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/browser/browser_setup.sh
. scripts/web/stage.sh

export CANJU="${CANJU:-${CARGO_TARGET_DIR:-target}/release/canju}"
rm -rf target/npm/page target/npm/bundled/page
mkdir -p target/npm/page target/npm/bundled/page
page='<!doctype html><html lang="en"><meta charset="utf-8"><title>canju</title><script type="module" src="./page.js"></script>'
script='Object.assign(globalThis, { CanjuError, load, start, isReady: true });'

# As it is: the page names the file.
cp -r "$stage" target/npm/page/canju
echo "$page" > target/npm/page/index.html
printf 'import { CanjuError, load, start } from "./canju/index.js";\nimport "./canju/app/embed/puzzle.js";\n%s\n' "$script" > target/npm/page/page.js

# As Vite packs it: the page names the package.
echo "$page" > target/npm/bundled/page/index.html
printf 'import { CanjuError, load, start } from "canju";\nimport "canju/puzzle";\n%s\n' "$script" > target/npm/bundled/page/page.js
tarball="$(cd "$stage" && npm pack --silent --pack-destination ..)"
npm install --prefix target/npm/bundled --no-audit --no-fund --no-save --loglevel=error vite@8.3.8 "target/npm/$tarball" > /dev/null
(cd target/npm/bundled && node_modules/.bin/vite build page --logLevel warn)

"$python" scripts/web/browser_test.py target/npm/page target/npm/bundled/page/dist
