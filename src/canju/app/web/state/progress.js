// What a reader has done with puzzles: which are solved, and how hard these were; and the mistakes that come back. A puzzle whose win was
// given away comes back after a day. Solved without help when it is due, it comes back after three days, then after a week, and then
// no more. Another mistake begins anew. With it go the first tries (rating.js) and the best runs (runs.js) into a file. Days are those of the reader's clock, and each function is told which one it is.

import { addTries, isTry, tries } from "./rating.js";
import { KINDS, addBests, bests } from "./runs.js";
import { keep, kept } from "./store.js";

/** @typedef {import("./store.js").Mark} Mark */

/** After how many days a mistake comes back, each time that it was solved. */
export const DAYS = [1, 3, 7];

/** The names of the bands of difficulty; the number of a band is the whole part of the difficulty. */
export const BANDS = ["1", "2", "3", "4", "5"];

const SCHEMA = "canju.progress/1";

/** A mistake: where the puzzle is, how often it was solved since, and the day on which it comes back.
 * @typedef {{ pack: string, index: number, step: number, due: number }} Mistake
 */

/** @typedef {{ mark: Mark, difficulty: number | null }} Solved */

/** All of it, as it is saved to a file. Old files have no tries and no bests. What goes on is not in it: a run, today's tries.
 * @typedef {{ solved: Record<string, Mark>, difficulties: Record<string, number>, mistakes: Record<string, Mistake> }} Puzzles
 * @typedef {{ tries?: ReturnType<typeof tries>, bests?: ReturnType<typeof bests> }} Results
 * @typedef {{ schema: string } & Puzzles & Results} Progress
 */

/** @returns {Record<string, Mark>} By the puzzle's address. */
const marks = () => kept("solved", {});
/** @returns {Record<string, number>} */
const difficulties = () => kept("difficulties", {});
/** @returns {Record<string, Mistake>} */
const mistakes = () => kept("mistakes", {});

/** @type {(address: string) => Mark | null} */
export const markOf = (address) => marks()[address] ?? null;

/** Was this puzzle solved, missed or tried? @param {string} address */
export const isSeen = (address) => address in marks() || address in mistakes() || address in tries();

/**
 * Notes that a puzzle was solved. One that was solved without help keeps that mark.
 * @param {string} address
 * @param {Mark} mark
 * @param {number | null} difficulty
 * @param {number} today
 */
export function solved(address, mark, difficulty, today) {
  const all = marks();
  if (all[address] !== "alone") keep("solved", { ...all, [address]: mark });
  if (difficulty !== null) keep("difficulties", { ...difficulties(), [address]: difficulty });
  const { [address]: mistake, ...others } = mistakes();
  if (!mistake || mistake.due > today || mark !== "alone") return;
  const step = mistake.step + 1;
  keep("mistakes", step < DAYS.length ? { ...others, [address]: { ...mistake, step, due: today + DAYS[step] } } : others);
}

/**
 * Notes a mistake in a puzzle of a pack.
 * @param {string} address
 * @param {{ pack: string, index: number }} place
 * @param {number} today
 */
export function missed(address, { pack, index }, today) {
  keep("mistakes", { ...mistakes(), [address]: { pack, index, step: 0, due: today + DAYS[0] } });
}

/**
 * The mistakes that are to be tried again, the longest due first, and how many come back later.
 * @param {number} today
 */
export function due(today) {
  const all = Object.values(mistakes()), now = all.filter((mistake) => mistake.due <= today);
  return { now: now.sort((a, b) => a.due - b.due || a.pack.localeCompare(b.pack) || a.index - b.index), later: all.length - now.length };
}

/** How many puzzles of each band of difficulty are solved, and how many of them without help. */
export function byDifficulty() {
  const all = marks(), known = difficulties();
  return BANDS.map((band) => {
    const solved = Object.keys(all).filter((address) => String(Math.floor(known[address] ?? 0)) === band);
    return { band, solved: solved.length, alone: solved.filter((address) => all[address] === "alone").length };
  });
}

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
 * Adds what is in a file to what is kept: the better mark stays, the mistake that comes back sooner, the earlier try, the larger best. False if it is no such file;
 * then nothing has changed.
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
  const isMistake = (/** @type {any} */ { pack, index, step, due } = {}) => typeof pack === "string" && isCount(index) && isCount(step) && step < DAYS.length && isCount(due);
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
