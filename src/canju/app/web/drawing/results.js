// A result as a text to share: what was played and how it went, as a mark for each move or puzzle. No cards and no moves are in it, so
// nobody's puzzle is spoiled.

import { solvedIn } from "../state/runs.js";
import { words } from "../words/language.js";
import { byId, element } from "./dom.js";
import { button } from "./parts.js";
import { openDialog } from "./share.js";

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

/**
 * Opens the dialog with a result.
 * @param {{ title: string, more?: string, textOf: (address: string) => string }} result
 */
export function shareResult({ title, more = "", textOf }) {
  // Nobody else can use the address of a file on this machine.
  const text = textOf(location.protocol === "file:" ? "" : new URL("./", location.href).href);
  const field = /** @type {HTMLTextAreaElement} */ (element("textarea", { id: "result-text", readonly: true, rows: text.split("\n").length, "aria-label": words.results.text }, text));
  const said = element("p", { class: "soft", role: "status", id: "result-said" });
  const copy = button(words.results.copy, async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = words.results.copied;
    } catch {
      // Not every browser lets a page write to the clipboard.
      field.focus();
      field.select();
      said.textContent = words.results.byHand;
    }
  }, { id: "result-copy", class: "primary" });
  const send = typeof navigator.share === "function" && button(words.send, () => navigator.share({ text }).catch(() => {}), { id: "result-send" });
  // What had the focus may be gone when the dialog is closed.
  byId("sharing").onclose = () => { if (document.activeElement === document.body) byId("panel").focus({ preventScroll: true }); };
  openDialog([more ? element("p", { id: "result-more" }, more) : null, element("div", { class: "field" }, field), element("p", { class: "row" }, copy, send), said], title);
}
