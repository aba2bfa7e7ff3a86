// What the browser keeps: the language, light or dark, and which puzzles are solved. Nothing of it leaves the browser. Where
// storage is forbidden, the app works and forgets.

const PREFIX = "canju.";

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Private windows of some browsers have no storage.
  }
}

/** A puzzle solved with a hint or a move taken back; solved without.
 * @typedef {"helped" | "alone"} Mark
 */

/** @returns {Record<string, Mark>} By the puzzle's address. */
const marks = () => kept("solved", {});

/** @type {(address: string) => Mark | null} */
export const markOf = (address) => marks()[address] ?? null;

/**
 * Marks a puzzle. One that was solved without help keeps that mark.
 * @param {string} address
 * @param {Mark} mark
 */
export function mark(address, mark) {
  const all = marks();
  if (all[address] !== "alone") keep("solved", { ...all, [address]: mark });
}
