#!/bin/sh
# The types of the app's modules, as their comments state them: `tsc --checkJs`. Builds nothing: the files that are checked are
# the files that the program contains.
set -eu
cd "$(dirname "$0")/../.."
. scripts/browser/node_setup.sh
"$node_modules/.bin/tsc" -p scripts/check/tsconfig.app.json
