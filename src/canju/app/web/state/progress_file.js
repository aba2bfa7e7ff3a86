// The file that takes along what a reader has done with puzzles: what is solved and the mistakes (progress.js), the first tries
// (rating.js), and the best runs (runs.js). What goes on is not in it: a run, and the tries of today's puzzle.

import { DAYS, difficulties, marks, mistakes } from "./progress.js";
import { addTries, isTry, tries } from "./rating.js";
import { KINDS, addBests, bests } from "./runs.js";
import { keep } from "./store.js";

/** @typedef {import("./store.js").Mark} Mark */
/** @typedef {import("./progress.js").Mistake} Mistake */

const SCHEMA = "canju.progress/1";

/** What is in it. Old files have no tries and no bests.
 * @typedef {{ solved: Record<string, Mark>, difficulties: Record<string, number>, mistakes: Record<string, Mistake> }} Puzzles
 * @typedef {{ tries?: ReturnType<typeof tries>, bests?: ReturnType<typeof bests> }} Results
 * @typedef {{ schema: string } & Puzzles & Results} Progress
 */

/** All of it, as text for a file. */
export function exported() {
  return JSON.stringify({ schema: SCHEMA, solved: marks(), difficulties: difficulties(), mistakes: mistakes(), tries: tries(), bests: bests() }, null, 1);
}

/** @type {(found: unknown) => boolean} */
const isRecord = (found) => typeof found === "object" && found !== null && !Array.isArray(found);
/** @type {(found: unknown) => boolean} */
const isCount = (found) => typeof found === "number" && Number.isInteger(found) && found >= 0;

/**
 * Is this a part of a file, with values that pass this test?
 * @param {unknown} part
 * @param {(value: any) => boolean} test
 */
const isPart = (part, test) => isRecord(part) && Object.entries(/** @type {object} */ (part)).every(([address, value]) => address.startsWith("#") && test(value));

/** @param {unknown} part */
const areBests = (part) => isRecord(part) && Object.entries(/** @type {object} */ (part)).every(([kind, best]) => /** @type {string[]} */ (KINDS).includes(kind) && isCount(best));

/**
 * Adds what is in a file to what is kept: the better mark stays, the mistake that comes back sooner, the earlier try, the larger best.
 * False if it is no such file; then nothing has changed.
 * @param {string} text
 */
export function imported(text) {
  /** @type {Progress} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return false;
  }
  const isMistake = (/** @type {any} */ { pack, index, step, due } = {}) => (typeof pack === "string" || pack === null) && isCount(index) && isCount(step) && step < DAYS.length && isCount(due);
  const good = isRecord(found) && found.schema === SCHEMA
    && isPart(found.solved, (mark) => mark === "alone" || mark === "helped")
    && isPart(found.difficulties, (value) => typeof value === "number" && value >= 1 && value <= 5)
    && isPart(found.mistakes, (value) => isRecord(value) && isMistake(value))
    && isPart(found.tries ?? {}, (value) => isRecord(value) && isTry(value))
    && areBests(found.bests ?? {});
  if (!good) return false;
  const mine = { marks: marks(), mistakes: mistakes() };
  for (const [address, mark] of Object.entries(found.solved)) if (mine.marks[address] !== "alone") mine.marks[address] = mark;
  for (const [address, mistake] of Object.entries(found.mistakes)) {
    if (!(mine.mistakes[address]?.due <= mistake.due)) mine.mistakes[address] = mistake;
  }
  keep("solved", mine.marks);
  keep("difficulties", { ...found.difficulties, ...difficulties() });
  keep("mistakes", mine.mistakes);
  addTries(found.tries ?? {});
  addBests(found.bests ?? {});
  return true;
}
