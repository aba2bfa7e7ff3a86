// What became of the puzzle of the day, for a text to share: a row of marks for each try, one mark a move.

import { keep, kept } from "./store.js";

/** @typedef {{ day: number, rows: string[], mark: import("./store.js").Mark | null, difficulty: number | null }} Today */

/** What is good about a move, and what is not: no more of the game is told. */
const KEPT = "🟩", GAVE_AWAY = "🟥";
const ROWS = 6;

/** What became of a day's puzzle; null if it was not tried to its end. @type {(day: number) => Today | null} */
export function todayOf(day) {
  const found = /** @type {Today | null} */ (kept("today", null));
  return found?.day === day ? found : null;
}

/**
 * Notes how a try has ended. Once the puzzle is solved, later tries change nothing.
 * @param {number} day
 * @param {{ slip: unknown }[]} moves Those of the reader.
 * @param {import("./store.js").Mark | null} mark Null if it was not solved.
 * @param {number | null} difficulty
 */
export function ended(day, moves, mark, difficulty) {
  const before = todayOf(day) ?? { day, rows: [], mark: null, difficulty };
  if (before.mark !== null) return;
  const row = moves.map(({ slip }) => (slip ? GAVE_AWAY : KEPT)).join("");
  keep("today", { ...before, rows: [...before.rows, row].slice(-ROWS), mark });
}
