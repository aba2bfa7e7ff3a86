#!/usr/bin/env bash
# Puts the npm package together and packs it below target/npm, as it is published: `npm publish target/npm/canju-*.tgz`. It is tested by
# `scripts/web/npm_test.sh`.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/web/stage.sh
(cd "$stage" && npm pack --pack-destination ..)
