// What is asked of the server. All that is game, such as which moves are legal, what a set of cards is and who wins, is
// asked there: there is one implementation of the rules, and it is not this one.

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Puzzle} Puzzle */

/** What the server refuses, in its words; or that it can't be reached. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {string} code `offline`, or the server's.
   */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** @type {(error: unknown) => boolean} */
export const isCancelled = (error) => error instanceof DOMException && error.name === "AbortError";

/**
 * @param {string} path
 * @param {RequestInit} [request]
 */
async function ask(path, request) {
  let answer;
  try {
    answer = await fetch(path, request);
  } catch (error) {
    if (isCancelled(error)) throw error;
    throw new Problem("", "offline");
  }
  const text = await answer.text();
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Problem(answer.statusText, answer.ok ? "internal" : String(answer.status));
  }
  if (!answer.ok) throw new Problem(content.detail ?? answer.statusText, content.code ?? String(answer.status));
  return content;
}

/**
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
const post = (path, body, signal) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });

/** @param {Position} position */
function sent({ hands, turn, last, by, rules }) {
  return { hands, turn: turn + 1, last, by: by === null ? null : by + 1, rules };
}

/**
 * A position as the server writes it; what it leaves out is as usual.
 * @param {any} found
 * @returns {Position}
 */
function received({ hands, turn, last, last_by, rules }) {
  return { hands, turn: (turn ?? 1) - 1, last: last ?? null, by: last_by ? last_by - 1 : null, rules: rules ?? "huanle" };
}

/**
 * @param {any} found
 * @returns {Answer}
 */
const answer = ({ verdict, best, line, nodes, elapsed_ms, reason }) => ({ verdict, best, line: line ?? [], nodes, elapsed: elapsed_ms, reason });

/** @typedef {{ signal?: AbortSignal, time?: number }} Limits The time in milliseconds; without it, the server's. */

/**
 * Who wins, by which move, and a game that shows it.
 * @param {Position} position
 * @param {Limits} [limits]
 * @returns {Promise<Answer>}
 */
export async function solve(position, { signal, time } = {}) {
  return answer(await post("/api/solve", { ...sent(position), time_limit_ms: time }, signal));
}

/** A legal move with what refutes it. @typedef {Choice & { refutation: string[] }} Judged */

/**
 * Every legal move with its verdict. The position comes back as the server writes it.
 * @param {Position} position
 * @param {Limits} [limits]
 * @returns {Promise<Answer & { choices: Judged[], position: Position }>}
 */
export async function moves(position, { signal, time } = {}) {
  const found = await post("/api/moves", { ...sent(position), time_limit_ms: time }, signal);
  const choices = found.moves.map((/** @type {any} */ { move, kind, verdict, refutation }) => ({ move, kind, verdict, refutation: refutation ?? [] }));
  return { ...answer(found), choices, position: received(found) };
}

/**
 * The position that a person typed, as the server writes it.
 * @param {Position} typed
 */
export async function read(typed) {
  // The verdict is not asked for, so the least of time is enough.
  return received({ ...(await post("/api/solve", { ...sent(typed), time_limit_ms: 1, line: false })) });
}

/** @returns {Promise<{ name: string, title: string, puzzles: number, least: number | null, most: number | null }[]>} */
export const packs = async () => (await ask("/api/packs")).packs;

/**
 * @param {any} found
 * @returns {Puzzle}
 */
const puzzle = (found) => ({ position: received(found), expect: found.expected ?? null, difficulty: found.difficulty ?? null, name: found.name ?? null });

/** @type {(name: string) => Promise<Puzzle[]>} */
export const pack = async (name) => (await ask(`/api/packs/${encodeURIComponent(name)}`)).puzzles.map(puzzle);

/**
 * A new puzzle that the mover wins by one move only; null if the time was too short to find one.
 * @param {{ cards: string, difficulty: string, rules: string }} wanted
 * @param {AbortSignal} [signal]
 * @returns {Promise<Puzzle | null>}
 */
export async function generate({ cards, difficulty, rules }, signal) {
  const found = await post("/api/generate", { cards, difficulty, rules, verdict: "win", unique: true }, signal);
  return found.puzzles.length ? puzzle(found.puzzles[0]) : null;
}
