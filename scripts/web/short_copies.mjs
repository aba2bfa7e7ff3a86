// Lets short copies stay within WebAssembly: `short_copies.mjs MODULE.wat`, which it rewrites; see `build_module.sh`.
//
// LLVM copies and fills more than 32 bytes or so by `memory.copy` and `memory.fill`. V8 calls a function in C for these, which takes
// longer than to copy the hundred bytes that most have: the search copies 24 million times for the 40 deals, and takes some
// hundredths less time without these calls. So where the number of bytes is known and small, a function of the module does it, by lanes. There is
// one for each number of bytes; it loads all before it stores, since the places may overlap.
import { readFileSync, writeFileSync } from "node:fs";

/** The bytes of a lane, the least and the most that are copied by lanes: those that the search copies often, since each number takes room. */
const [LANE, LEAST, MOST] = [16, 72, 184];

const [file] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").trimEnd().split("\n");

/** @type {Set<string>} */
const used = new Set();
const indent = (/** @type {string} */ line) => line.length - line.trimStart().length;
for (let at = 0; at < lines.length; at++) {
  const kind = /^ *\(memory\.(copy|fill)$/.exec(lines[at])?.[1];
  if (!kind) continue;
  let end = at + 1;
  while (indent(lines[end]) > indent(lines[at])) end++;
  // The last operand, on a line of its own if it is a constant.
  const bytes = Number(/^ *\(i32\.const (\d+)\)$/.exec(lines[end - 1])?.[1]);
  if (!(bytes >= LEAST && bytes <= MOST) || indent(lines[end - 1]) !== indent(lines[at]) + 1) continue;
  lines[at] = lines[at].replace(`memory.${kind}`, `call $${kind}_${bytes}`);
  lines.splice(end - 1, 1);
  used.add(`${kind} ${bytes}`);
}

/** Where the lanes begin: the last one overlaps with the one before if it must. @param {number} bytes */
const lanesOf = (bytes) => Array.from({ length: Math.ceil(bytes / LANE) }, (_, lane) => Math.min(lane * LANE, bytes - LANE));

const functions = [...used].map((name) => {
  const [kind, bytes] = name.split(" ");
  const lanes = lanesOf(Number(bytes));
  const store = (/** @type {number} */ place, /** @type {string} */ value) => `(v128.store offset=${place} align=1 (local.get 0) ${value})`;
  if (kind === "fill") {
    const stores = lanes.map((place) => store(place, "(local.get 2)"));
    return `(func $fill_${bytes} (param i32 i32) (local v128) (local.set 2 (i8x16.splat (local.get 1))) ${stores.join(" ")})`;
  }
  const loads = lanes.map((place, lane) => `(local.set ${lane + 2} (v128.load offset=${place} align=1 (local.get 1)))`);
  const stores = lanes.map((place, lane) => store(place, `(local.get ${lane + 2})`));
  return `(func $copy_${bytes} (param i32 i32) (local ${lanes.map(() => "v128").join(" ")}) ${[...loads, ...stores].join(" ")})`;
});
if (functions.length === 0) throw new Error(`${file}: no copies, so the text is not as expected`);
if (lines.pop() !== ")") throw new Error(`${file}: the text does not end with the module`);
writeFileSync(file, [...lines, ...functions, ")", ""].join("\n"));
