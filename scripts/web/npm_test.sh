#!/usr/bin/env bash
# The npm package as its users get it: packed, installed by a project of its own and used there in Node. Compares its answers with those
# of the program (`CANJU=PROGRAM`: of another build): verdicts, moves, lines and nodes of all puzzles that ship but the deals, or of those
# whose id matches, and the fingerprint of the deals of `canju bench`. A module that is older than the search is noticed by its nodes.
# `deals_test.sh --speed` compares times.
#   ONLY='graded/*' scripts/web/npm_test.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/browser/node_setup.sh
. scripts/web/stage.sh

canju="${CANJU:-${CARGO_TARGET_DIR:-target}/release/canju}"
consumer=target/npm/consumer
rm -rf "$consumer"
mkdir -p "$consumer"
echo '{ "name": "consumer", "private": true, "type": "module" }' > "$consumer/package.json"
tarball="$(cd "$stage" && npm pack --silent --pack-destination ..)"
npm install --prefix "$consumer" --no-audit --no-fund --loglevel=error "target/npm/$tarball"

# What the program says. Without puzzles/deals: every first move of a whole deal takes too long.
"$canju" batch puzzles --only "${ONLY:-[pgb]*}" --threads 1 --memory 256MiB --all-moves --format jsonl --quiet > "$consumer/shipped.jsonl"
# Some deals of three hands; `deals_test.sh` has more.
"$canju" deals --cards 10+9+9 --count 20 --seed 40 --quiet |
    "$canju" batch - --threads 1 --memory 256MiB --all-moves --format jsonl --quiet > "$consumer/dealt.jsonl"
sets=(composed deals)
for set in "${sets[@]}"; do
    "$canju" bench --set "$set" --threads 1 --memory 256MiB --format json > "$consumer/$set.json"
done
"$canju" batch src/cli/commands/bench/data/full.ddz --threads 1 --node-limit 1 --format jsonl --quiet --exit-zero > "$consumer/full.jsonl"

# The types that the package promises, and those that its sources state in comments. What is Node's alone has none here.
check_types() {
    "$node_modules/.bin/tsc" --noEmit --strict --noUnusedLocals --noUnusedParameters --module nodenext --target es2022 \
        --lib es2022,dom,dom.iterable --types '' "$@"
}
check_types --allowJs --checkJs src/web/npm/{index,worker,wx,worker_wx}.js

# The README's examples, each as a program: what a comment at the end of a line says must be printed.
cp scripts/web/npm_*.mjs scripts/web/npm_types.ts scripts/web/cc.d.ts src/web/examples/cocos/assets/CanjuTable.ts "$consumer"
cp src/web/npm/README.md "$consumer"
check_types "$consumer/npm_types.ts"
check_types --experimentalDecorators "$consumer/cc.d.ts" "$consumer/CanjuTable.ts"

# A mini game with the package: its scripts as the tools there make them of modules and as the package has them, and the solver's module.
game="$consumer/game"
mkdir -p "$game/workers"
"$node_modules/.bin/tsc" --noCheck --allowJs --module commonjs --target es2017 --lib es2022,dom --types '' --outDir "$game/canju" "$stage/wx.js"
cp "$stage/wx.cjs" "$game/canju.js"
cp "$stage/worker_wx.js" "$game/workers/canju.js"
cp "$stage"/canju.wasm{,.br} "$game"
CANJU="$(realpath "$canju")" PUZZLES="$PWD/puzzles"
EMBEDDING="$PWD/docs/embedding.md"
export CANJU PUZZLES EMBEDDING
cd "$consumer"
node npm_readme.mjs README.md
node npm_behaviour.mjs
node npm_answers.mjs "${sets[@]}"
node npm_mini_game.mjs game
