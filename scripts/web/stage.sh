# Puts the npm package together in `stage`, below target, for those who source this from the root of the sources: the files of
# src/web/npm, the licences, the module that is kept, and below `app/` what `<canju-puzzle>` takes of the app.
stage=target/npm/canju
rm -rf "$stage"
mkdir -p "$stage"
cp src/web/npm/*.{js,json,md,ts} src/web/npm/canju.wasm.br LICENSE-MIT LICENSE-APACHE "$stage"
node -e '
    const { readFileSync, writeFileSync } = require("node:fs");
    const [source, place] = process.argv.slice(1);
    writeFileSync(place, require("node:zlib").brotliDecompressSync(readFileSync(source)));
' src/web/npm/canju.wasm.br "$stage/canju.wasm"
node -e '
    const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
    const { dirname, join } = require("node:path");
    const [source, stage] = process.argv.slice(1);
    const known = new Set();
    const keep = (name, text) => {
        mkdirSync(dirname(join(stage, "app", name)), { recursive: true });
        writeFileSync(join(stage, "app", name), text);
    };
    // Comments stay behind, as in the pages of `canju explain`: a reader waits for less.
    const withoutComments = (text) =>
        text.replaceAll(/\/\*\*[^]*?\*\//g, "").split("\n").filter((line) => !/^\s*(\/\/|$)/.test(line)).map((line) => `${line.trimEnd()}\n`).join("");
    // A module and all that it imports. What the app has below `npm/` is the package itself.
    const follow = (name) => {
        if (known.has(name) || name.startsWith("npm/")) return;
        known.add(name);
        const text = readFileSync(join(source, name), "utf8");
        keep(name, withoutComments(text).replaceAll("\"../npm/", "\"../../"));
        const named = text.matchAll(/^(?:import|export) .*from "(.+)";$|^import "(.+)";$|await import\("(.+)"\)/gm);
        for (const [, one, two, three] of named) follow(join(dirname(name), one ?? two ?? three));
    };
    follow("embed/puzzle.js");
    keep("table.css", readFileSync(join(source, "table.css")));
' src/canju/app/web "$stage"
# For mini games, where there are no modules, `wx.js` as a script in CommonJS, and the worker as one script: each module is a function that gives
# what it exports, as in `src/canju/explain/script.rs`.
node -e '
    const { readFileSync, writeFileSync } = require("node:fs");
    const { join } = require("node:path");
    const [source, place] = process.argv.slice(1);
    let known = new Set();
    const variable = (name) => `module_${name.slice(2, -3)}`;
    const joined = (name) => {
        if (known.has(name)) return "";
        known.add(name);
        const exported = [];
        let before = "";
        const lines = readFileSync(join(source, name), "utf8").trimEnd().split("\n").map((line) => {
            const [, names, from] = line.match(/^import (\{.*\}) from "(.+)";$/) ?? [];
            if (from) {
                before += joined(from);
                return `const ${names.replaceAll(" as ", ": ")} = ${variable(from)};`;
            }
            const [, again, whence] = line.match(/^export \{ (\w+) \} from "(.+)";$/) ?? [];
            if (whence) {
                before += joined(whence);
                exported.push(`${again}: ${variable(whence)}.${again}`);
                return "";
            }
            const [, declaration, declared] = line.match(/^export ((?:const|class) (\w+).*)$/) ?? [];
            if (declared) exported.push(declared);
            else if (/^(?:import|export)\b/.test(line)) throw new Error(`${name}: ${line}`);
            return declaration ?? line;
        });
        return `${before}const ${variable(name)} = (() => {\n${lines.join("\n")}\nreturn { ${exported.join(", ")} };\n})();\n`;
    };
    const script = (entry, name, end) => {
        known = new Set();
        writeFileSync(join(place, name), `"use strict";\n${joined(entry)}${end}`);
    };
    script("./worker_wx.js", "worker_wx.js", "");
    script("./wx.js", "wx.cjs", "module.exports = module_wx;\n");
' src/web/npm "$stage"
