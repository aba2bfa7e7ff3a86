// What the package answers in Node: `answers_of.mjs SOLVER OPTIONS`, positions as JSON lines on standard input, the same number of lines
// back. SOLVER is the package's file `node.js`, OPTIONS are those of `solve`, as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(process.argv[2]).href);
const [canju, options] = [await load(), JSON.parse(process.argv[3])];
for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { verdict, winning_moves, nodes, elapsed_ms } = canju.solve(JSON.parse(line), options);
  console.log(JSON.stringify({ verdict, winning_moves, nodes, elapsed_ms }));
}
