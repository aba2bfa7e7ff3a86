// Compares the package's answers with the program's: `npm_answers.mjs SET…`, with what the program said in files beside this
// one, the program as `CANJU` and the puzzles that ship as `PUZZLES`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "canju";

const records = (file) => readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const MEMORY = 256 << 20;
const HELP = "the module differs from the program: scripts/web/build_module.sh builds it anew";

// With the program's memory all must be equal, with the usual memory the answers.
const shipped = records("shipped.jsonl");
assert(shipped.length >= 255, `${shipped.length} puzzles`);
const dealt = records("dealt.jsonl");
const said = ({ verdict, winning_moves, moves, ok, nodes }) => ({ verdict, winning_moves, moves, ok, nodes });
const canju = await load({ memory: MEMORY });
const usual = await load();
let slowest = 0;
let lines = 0;
for (const { same_as, ...record } of [...shipped, ...dealt]) {
  const answer = canju.solve(record, { all_moves: true });
  // Of a repeat the program has not searched the nodes.
  const expected = same_as ? { ...said(record), nodes: answer.nodes } : said(record);
  assert.deepEqual(said(answer), expected, `${record.id}: ${HELP}`);
  // A batch spends less on lines than a solve, so some are solved again, each in a process.
  if (shipped.findIndex(({ id }) => id === record.id) % 16 === 0) {
    const place = `${process.env.PUZZLES}/${record.id}`;
    const text = execFileSync(process.env.CANJU, ["solve", place, "--all-moves", "--threads", "1", "--format", "json"]);
    const { best, line } = JSON.parse(String(text));
    assert.deepEqual([answer.best, answer.line], [best, line], `${record.id}: ${HELP}`);
    lines += line.length;
  }
  const start = performance.now();
  assert.equal(usual.solve(record).verdict, record.verdict, record.id);
  if (record.id.includes("/")) slowest = Math.max(slowest, performance.now() - start);
}
assert(lines > 100, `${lines} plies`);
console.log(`${shipped.length} shipped puzzles and ${dealt.length} deals of three hands as the program answers them; the slowest puzzle takes ${slowest.toFixed(0)} ms`);

for (const set of process.argv.slice(2)) {
  const [{ nodes: expected }] = JSON.parse(readFileSync(`${set}.json`, "utf8")).sets;
  const isOf = ({ id }) => /^published/.test(id);
  const positions = set === "deals" ? records("full.jsonl") : shipped.filter(isOf);
  const nodes = positions.reduce((sum, position) => sum + canju.solve(position, { line: false }).nodes, 0);
  assert.equal(nodes, expected, `${set}: ${HELP}`);
  console.log(`${set}: ${expected} nodes, as the program`);
}
