// What a reader has done with puzzles: which are solved, and how hard these were; and the mistakes that come back. A puzzle whose win was
// given away comes back after a day. Solved without help when it is due, it comes back after three days, then after a week, and then
// no more. Another mistake begins anew. Days are those of the reader's clock, and each function is told which one it is.

import { keep, kept } from "./store.js";

/** @typedef {import("./store.js").Mark} Mark */

/** After how many days a mistake comes back, each time that it was solved. */
export const DAYS = [1, 3, 7];

/** The names of the bands of difficulty; the number of a band is the whole part of the difficulty. */
export const BANDS = ["1", "2", "3", "4", "5"];

/** A mistake: where the puzzle is (without a pack it is from a game of the reader, and its address says all), how often it was solved since, and the day on which it comes back.
 * @typedef {{ pack: string | null, index: number, step: number, due: number }} Mistake
 */

/** @typedef {{ mark: Mark, difficulty: number | null }} Solved */

/** @returns {Record<string, Mark>} By the puzzle's address. */
export const marks = () => kept("solved", {});
/** @returns {Record<string, number>} */
export const difficulties = () => kept("difficulties", {});
/** @returns {Record<string, Mistake>} */
export const mistakes = () => kept("mistakes", {});

/** @type {(address: string) => Mark | null} */
export const markOf = (address) => marks()[address] ?? null;

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
 * Notes a mistake.
 * @param {string} address
 * @param {{ pack: string | null, index: number }} place
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
  const all = Object.entries(mistakes()).map(([address, mistake]) => ({ address, ...mistake })), now = all.filter((mistake) => mistake.due <= today);
  return { now: now.sort((a, b) => a.due - b.due || (a.pack ?? "").localeCompare(b.pack ?? "") || a.index - b.index), later: all.length - now.length };
}

/** How many puzzles of each band of difficulty are solved, and how many of them without help. */
export function byDifficulty() {
  const all = marks(), known = difficulties();
  return BANDS.map((band) => {
    const solved = Object.keys(all).filter((address) => String(Math.floor(known[address] ?? 0)) === band);
    return { band, solved: solved.length, alone: solved.filter((address) => all[address] === "alone").length };
  });
}
