// The reader's rating, by the formula of Arpad Elo, which https://en.wikipedia.org/wiki/Elo_rating_system has with an example: a puzzle is
// an opponent whose rating follows from its difficulty. What is kept are the first tries of puzzles, and the rating follows from these.
// So the tries of two files can be put together, and a try counts once.

import { keep, kept } from "./store.js";

/** The first try of a puzzle: solved (1) or not (0), or null if it does not count; and when, in milliseconds.
 * @typedef {{ score: 0 | 1 | null, difficulty: number, at: number }} Try
 */

const START = 1200;
/** A rating of fewer tries is provisional. */
export const PROVISIONAL = 10;

/** The rating of a puzzle: 800 at the least difficulty, 1, and 2400 at the greatest, 5. @param {number} difficulty */
export const puzzleRating = (difficulty) => 800 + 400 * (difficulty - 1);

/** The score that a player is expected to have against an opponent, from 0 to 1. @type {(mine: number, theirs: number) => number} */
export const expected = (mine, theirs) => 1 / (1 + 10 ** ((theirs - mine) / 400));

/**
 * By how much a try can move the rating: fast at first, later as with players of FIDE (40, and 20 after thirty games).
 * @param {number} before How many tries were before it.
 */
export const weight = (before) => (before < PROVISIONAL ? 80 : before < 30 ? 40 : 20);

/**
 * The rating after these tries, in the order in which they were made, and how many counted.
 * @param {Try[]} tries
 */
export function rated(tries) {
  let value = START, count = 0;
  for (const { score, difficulty } of tries.toSorted((a, b) => a.at - b.at)) {
    if (score === null) continue;
    value += weight(count) * (score - expected(value, puzzleRating(difficulty)));
    count += 1;
  }
  return { value: Math.round(value), count, isProvisional: count < PROVISIONAL };
}

/** @returns {Record<string, Try>} By the puzzle's address. */
export const tries = () => kept("tries", {});

export const rating = () => rated(Object.values(tries()));

/**
 * Notes a try of a puzzle, unless it was tried before.
 * @param {string} address
 * @param {Try} found
 */
export function tried(address, found) {
  const all = tries();
  if (!all[address]) keep("tries", { ...all, [address]: found });
}

/** Is this a try, as a file should have it? @param {any} found */
export const isTry = ({ score, difficulty, at }) => [0, 1, null].includes(score) && typeof difficulty === "number" && difficulty >= 1 && difficulty <= 5
  && Number.isSafeInteger(at) && at >= 0;

/** Adds tries of a file: the earlier one of a puzzle is its first. @param {Record<string, Try>} found */
export function addTries(found) {
  const all = tries();
  for (const [address, other] of Object.entries(found)) if (!(all[address]?.at <= other.at)) all[address] = other;
  keep("tries", all);
}
