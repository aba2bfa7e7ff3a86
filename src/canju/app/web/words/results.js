// A result as a text to share: what was played and how it went, as a mark for each move or puzzle. No cards and no moves are in it, so
// nobody's puzzle is spoiled.

import { solvedIn } from "../state/runs.js";
import { words } from "./language.js";

/** @typedef {import("../state/runs.js").Run} Run */

/** @type {Record<import("../state/runs.js").Mark, string>} */
const MARKS = { solved: "🟩", missed: "🟥", skipped: "⬜" };
/** Marks in a row. */
const WIDE = 10;

/** A day as it is written everywhere: 2026-11-29. @param {number} day */
const dateOf = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/**
 * @param {Run} run
 * @param {string} address The page's.
 */
export function textOfRun({ kind, day, marks, ...run }, address) {
  const rows = [];
  for (let at = 0; at < marks.length; at += WIDE) rows.push(marks.slice(at, at + WIDE).map((mark) => MARKS[mark]).join(""));
  return [`${words.results.brand} · ${dateOf(day)}`, words.runs.result(words.runs.names[kind], solvedIn({ ...run, kind, day, marks })), ...rows, address].filter(Boolean).join("\n");
}

/**
 * @param {import("../state/today.js").Today} today
 * @param {string} address
 */
export function textOfToday({ day, rows, mark, difficulty }, address) {
  const how = [words.daily, difficulty === null ? "" : words.difficulty(difficulty), mark === null ? words.results.unsolved : words.marks[mark]];
  return [`${words.results.brand} · ${dateOf(day)}`, how.filter(Boolean).join(" · "), ...rows, address].filter(Boolean).join("\n");
}
