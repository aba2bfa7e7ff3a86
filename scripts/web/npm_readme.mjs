// Runs the examples of a page: `npm_readme.mjs README.md`. What the comment behind a `console.log` says must be what it prints. A
// line without a comment may print anything.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const blocks = [...readFileSync(process.argv[2], "utf8").matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
assert(blocks.length >= 3, "the page has examples");
for (const [number, code] of blocks.entries()) {
  const file = `example_${number}.mjs`;
  // Lines without a comment print to where nobody reads.
  const lines = code.split("\n").map((line) => (line.includes("; // ") ? line : line.replaceAll("console.log", "console.error")));
  writeFileSync(file, lines.join("\n"));
  const printed = execFileSync(process.execPath, [file], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const said = lines.filter((line) => /console\.log.*; \/\/ /.test(line)).map((line) => line.split("; // ").at(-1));
  assert(said.length > 0, `${file} shows something`);
  assert.deepEqual(printed.trimEnd().split("\n"), said, file);
}
console.log(`${blocks.length} examples print what they say`);
