// The answers of the solver itself. It runs in workers of the page, so that the page stays alive, and a search can be broken off:
// its worker is then ended and another one started, with the module that is compiled already. No server is asked.

import { CanjuError, checkSupport } from "../npm/module.js";
import { same } from "../game/game.js";
import { received, sent } from "../game/records.js";
import { Problem } from "./answers.js";

/** @typedef {import("../npm/index.js").Background} Background */
/** @typedef {import("../game/types.js").Position} Position */
/** @typedef {import("../game/types.js").Answer} Answer */
/** @typedef {import("../game/types.js").Puzzle} Puzzle */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("./answers.js").Limits} Limits */
/** @typedef {import("./answers.js").Found} Found */

/**
 * Where the solver comes from, which differs between the app and a page.
 * @typedef {object} Origin
 * @property {() => Promise<WebAssembly.Module>} load
 * @property {(module: WebAssembly.Module) => Promise<Background>} start
 * @property {{ position: Position, answer: Answer }} [known] An answer that is there already.
 */

/**
 * The workers: one answers what the reader waits for, the other what may take longer and is asked meanwhile.
 * @typedef {"front" | "aside"} Lane
 */

// How long a search may take if nobody says otherwise, the making of a puzzle, and a proof, in milliseconds.
const TIME = 10_000, MAKING = 20_000, PROVING = 60_000;

/** Set once, before anything is asked. */
export const origin = /** @type {Origin} */ ({});

const running = {
  /** @type {Promise<WebAssembly.Module> | null} */
  module: null,
  /** @type {Record<Lane, Promise<Background> | null>} */
  lanes: { front: null, aside: null },
};

/** Can the solver run in this browser? */
export function isSupported() {
  try {
    checkSupport();
    return true;
  } catch {
    return false;
  }
}

async function loaded() {
  try {
    checkSupport();
    running.module ??= origin.load();
    return await running.module;
  } catch (error) {
    running.module = null;
    if (error instanceof CanjuError) throw new Problem(error.message, error.code);
    if (error instanceof WebAssembly.CompileError) throw new Problem(String(error), "internal");
    throw new Problem("", "offline");
  }
}

/**
 * A worker; it is started when it is first needed. A start that fails is tried again at the next question.
 * @param {Lane} lane
 */
function worker(lane) {
  const started = running.lanes[lane] ?? loaded().then((module) => origin.start(module));
  running.lanes[lane] = started;
  started.catch(() => { running.lanes[lane] = null; });
  return started;
}

/** Loads and starts the solver, so that the first question is answered at once. What goes wrong is said when there is one. */
export const warm = () => { worker("front").catch(() => {}); };

/**
 * @template T
 * @param {Lane} lane
 * @param {AbortSignal | undefined} signal
 * @param {(solver: Background) => Promise<T>} question
 */
async function ask(lane, signal, question) {
  let abort = () => {};
  /** @type {Promise<never>} */
  const aborted = new Promise((_, reject) => { abort = () => reject(signal?.reason); });
  signal?.addEventListener("abort", abort);
  try {
    return await question(await Promise.race([worker(lane), aborted]));
  } catch (error) {
    throw error instanceof CanjuError ? new Problem(error.message, error.code, error.field) : error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/**
 * @param {import("../npm/index.js").Result | import("../npm/index.js").Replies} found
 * @returns {Answer}
 */
export const answer = ({ verdict, best, line, nodes, elapsed_ms, reason, value }) => ({ verdict, best, line: line ?? [], nodes, elapsed: elapsed_ms, reason, value });

/**
 * Who wins, by which move, and how the game goes on then.
 * @param {Game} game
 * @param {Limits} [limits]
 */
export async function solve(game, { signal, time = TIME, onNodes } = {}) {
  const position = game.position(), { known } = origin;
  if (known && same(position, known.position)) return known.answer;
  return answer(await ask("front", signal, (solver) => solver.solve(sent(position), { time_limit_ms: time, signal, onProgress: ({ nodes }) => onNodes?.(nodes) })));
}

/**
 * The legal moves, each with its verdict.
 * @param {Game} game
 * @param {Limits} [limits]
 * @returns {Promise<Found>}
 */
export async function moves(game, { signal, time = TIME, aside = false, onNodes } = {}) {
  const options = { time_limit_ms: time, signal, onProgress: (/** @type {{ nodes: number }} */ { nodes }) => onNodes?.(nodes) };
  const found = await ask(aside ? "aside" : "front", signal, (solver) => solver.moves(sent(game.position()), options));
  const choices = found.moves.map(({ move, kind, verdict, value, refutation }) => ({ move, kind, verdict, value, refutation: refutation ?? [] }));
  return { ...answer(found), choices, complete: found.complete };
}

/**
 * What each move of a game did, from its end backwards. The time is that of the whole game.
 * @param {Game} game
 * @param {Limits} [limits]
 * @returns {Promise<import("../game/types.js").Review>}
 */
export const review = (game, { signal, time = TIME, onNodes } = {}) => ask("front", signal, (solver) =>
  solver.review(sent(game.start), game.moves, { time_limit_ms: time, signal, onProgress: ({ nodes }) => onNodes?.(nodes) }));

/**
 * The game of a log that somebody pasted: where it starts, and its moves.
 * @param {string} log
 */
export async function readLog(log) {
  // The review itself is asked for later, so no time is given to it.
  const found = await ask("front", undefined, (solver) => solver.review({ log }, [], { time_limit_ms: 0 }));
  return { position: received(found), moves: found.moves.map(({ move }) => move) };
}

/**
 * What the first hand or the landlord gets from a game that is over, in points; null without points.
 * @param {Game} game
 * @param {Limits} [limits]
 */
export async function outcome({ steps, start }, { signal } = {}) {
  const before = steps.at(-2)?.position ?? start, options = { time_limit_ms: TIME, signal };
  const { values } = await ask("front", signal, (solver) => solver.review(sent(before), steps.slice(-1).map(({ move }) => move), options));
  return values?.at(-1) ?? null;
}

/** How many nodes a world gets, as in src/canju/advice/adviser.rs. */
export const WORLD_NODES = 6_000;

/**
 * What to play for who sees one hand, from this many worlds: an estimate.
 * @param {import("../npm/index.js").Known} question
 * @param {{ worlds: number, worldNodes: number } & Limits} how
 * @returns {Promise<import("../game/types.js").Advice>}
 */
export const advise = (question, { worlds, worldNodes, signal, time = TIME, aside = false, onNodes }) => ask(aside ? "aside" : "front", signal, (solver) =>
  solver.advise(question, { worlds, world_nodes: worldNodes, time_limit_ms: time, signal, onProgress: ({ nodes }) => onNodes?.(nodes) }));

/**
 * The whole deal with this number, or any: hands of 20, 17 and 17 cards, and the landlord's three open ones.
 * @param {number | undefined} seed
 * @param {string} rules
 * @param {AbortSignal} [signal]
 */
export const deal = (seed, rules, signal) => ask("front", signal, (solver) => solver.deal({ seed, rules, signal }));

/**
 * The legal moves alone, for who must not know what they are worth.
 * @param {Game} game
 * @param {Limits} [limits]
 */
export async function legalMoves(game, { signal } = {}) {
  const { moves } = await ask("front", signal, (solver) => solver.moves(sent({ ...game.position(), scoring: undefined }), { time_limit_ms: 0, signal }));
  return { choices: moves.map(({ move, kind }) => ({ move, kind })) };
}

/**
 * The position that a person typed, as the solver writes it.
 * @param {Position} typed
 */
export async function read(typed) {
  // The verdict is not asked for, so the least of time is enough.
  return received(await ask("front", undefined, (solver) => solver.solve(sent(typed), { time_limit_ms: 1, line: false })));
}

/**
 * The certificate of the verdict: a proof that `canju verify` checks by the rules.
 * @param {Position} position
 */
export const prove = (position) => ask("aside", undefined, (solver) => solver.prove(sent(position), { time_limit_ms: PROVING }));

/**
 * A new puzzle that the mover wins by one move only; null if the time was too short to find one.
 * @param {{ cards: string, difficulty: string, rules: string }} wanted
 * @param {AbortSignal} signal
 * @returns {Promise<Puzzle | null>}
 */
export async function generate(wanted, signal) {
  const made = await ask("aside", signal, (solver) => solver.generate({ ...wanted, verdict: "win", unique: true, time_limit_ms: MAKING, signal }));
  const found = made.puzzles[0];
  return found ? { position: received(found), expect: "win", value: null, difficulty: found.difficulty ?? null, name: null, themes: found.themes ?? [] } : null;
}
