// What the browser keeps: the language, light or dark, and what was done with puzzles (progress.js). Nothing of it leaves the browser.
// Where storage is forbidden, the app works and forgets.

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
