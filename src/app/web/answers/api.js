// Requests to the server of `canju serve`: answers about games, as the views ask for them (answers.js), and what only a
// server has, such as packs.

import { words } from "../words/language.js";
import { Problem, isCancelled } from "./answers.js";

/** @typedef {import("../game/types.js").Position} Position */
/** @typedef {import("../game/types.js").Answer} Answer */
/** @typedef {import("./answers.js").Limits} Limits */
/** @typedef {import("./answers.js").Found} Found */
/** @typedef {import("./answers.js").Source} Source */
/** @typedef {import("../game/types.js").Puzzle} Puzzle */

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

/** @type {Source} */
export const server = {
  isTable: false,
  plays: () => true,
  basis: ({ elapsed, nodes }) => words.effort(elapsed, nodes),
  solve: async (game, { signal, time } = {}) => answer(await post("/api/solve", { ...sent(game.position()), time_limit_ms: time }, signal)),
  async moves(game, { signal, time } = {}) {
    const found = await post("/api/moves", { ...sent(game.position()), time_limit_ms: time }, signal);
    const choices = found.moves.map((/** @type {any} */ { move, kind, verdict, refutation }) => ({ move, kind, verdict, refutation: refutation ?? [] }));
    return { ...answer(found), choices, complete: found.complete };
  },
};

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
