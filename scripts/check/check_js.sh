#!/bin/sh
# The types of the app's modules, as their comments state them: `tsc --checkJs`. Builds nothing: the files that are checked are
# the files that the program contains. Then what some of them do without a page.
set -eu
cd "$(dirname "$0")/../.."
. scripts/browser/node_setup.sh
"$node_modules/.bin/tsc" -p scripts/check/tsconfig.app.json

# Node takes the files for modules where a package says so.
copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
cp -r src/canju/app/web "$copy/web"
cp -r src/web/npm "$copy/web/npm"
echo '{ "type": "module" }' > "$copy/package.json"
APP="$copy/web" node --test --test-reporter=spec scripts/check/app_units.mjs
