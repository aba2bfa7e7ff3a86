// The tab *review*: the game of the tab *play*, judged by the exact solver from its end backwards. Each move is known to have kept a
// win, to have given one away, or to have been lost anyway. From a move that gave it away one can see what refutes it, and from any
// place one can go on.

import { isCancelled } from "../answers/answers.js";
import * as engine from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { isOpen, markOf } from "../drawing/balance.js";
import { clock } from "../drawing/parts.js";
import { Game, gameOf, isOver } from "../game/game.js";
import { Replay } from "../state/replay.js";
import { changed, hooks, isComplete, state, take as takePosition } from "../state/state.js";
import { game as common, words } from "../words/language.js";

/** @typedef {import("../game/types.js").Review} Review */
/** @typedef {import("../game/types.js").View} View */

// How long a whole game is judged at first, in milliseconds, and how many times as long whenever the reader wants more.
const TIME = 30_000, LONGER = 10;

export const review = {
  game: new Game(state.position),
  /** @type {Review | null} */
  record: null,
  /** What is being asked. @type {AbortController | null} */
  asking: null,
  begun: 0,
  nodes: 0,
  limit: TIME,
  /** @type {unknown} */
  failure: null,
  /** Other moves from a place of the game on, shown when asked for. @type {Game | null} */
  variation: null,
  /** The place of the game that is shown, or from where the other moves were asked for. */
  from: 0,
  /** Goes a game on in the tab *play* that began in this one? Then this one stays until the reader wants that reviewed. */
  isLeft: false,
};

/** A game log that is pasted, where the app has a place for it: its text, and what is wrong with it. */
export const log = {
  isOffered: false,
  text: "",
  /** @type {string | null} */
  trouble: null,
  isOpen: false,
};

export const replay = new Replay(() => (review.variation ?? review.game).steps.length);

/** The place of the game that the reader is at. */
export const place = () => (review.variation ? review.from : replay.at);

/** Forgets all: another position has come. */
export function reset() {
  review.asking?.abort();
  replay.reset();
  Object.assign(review, { game: new Game(state.position), record: null, asking: null, failure: null, variation: null, from: 0, isLeft: false });
}

/** Is the game in the tab *play* another one now? */
export const isOther = () => state.played.join() !== review.game.moves.join();

/** Begins with the game of the tab *play*, unless it has. */
export function enter() {
  if (!isComplete()) return;
  if (isOther() && !review.isLeft) take();
  if (review.record === null && review.asking === null && review.game.steps.length) search(TIME);
}

/** Takes the game of the tab *play* as it is now. */
export function take() {
  reset();
  review.game = gameOf(state.position, state.played);
  if (review.game.steps.length) search(TIME);
  changed();
}

/**
 * Takes the game of a log and reviews it.
 * @param {string | undefined} text
 */
export async function readLog(text) {
  if (text === undefined) return;
  Object.assign(log, { text, trouble: null, isOpen: true });
  try {
    const { position, moves } = await engine.readLog(text);
    Object.assign(log, { text: "", isOpen: false });
    takePosition(position, null, "review", { moves, as: null });
  } catch (error) {
    log.trouble = sentence(error);
    changed();
  }
}

/** Breaks it off: the reader has gone elsewhere, where other questions are asked. */
export function leave() {
  review.asking?.abort();
  review.asking = null;
  replay.stop();
}

/**
 * Judges the game.
 * @param {number} time
 */
async function search(time) {
  const mine = new AbortController(), { game } = review;
  Object.assign(review, { asking: mine, begun: performance.now(), nodes: 0, limit: time, failure: null });
  changed();
  clock(() => (review.asking === mine ? review : null));
  try {
    const record = await engine.review(game, { signal: mine.signal, time, onNodes: (count) => { review.nodes = count; } });
    if (review.asking !== mine) return;
    review.record = record;
    // The first mistake, as it stands after it; without one the end.
    const first = record.moves.find((played) => ["gave_away", "gave_points"].includes(markOf(played)));
    if (first && !review.variation) replay.place = first.ply;
    hooks.say(mistakes(record));
  } catch (error) {
    if (review.asking !== mine) return;
    review.failure = error;
  }
  review.asking = null;
  changed();
}

/** How many moves gave a win away, in words, and how many points were. @param {Review} record */
export function mistakes(record) {
  const { gaveAway } = common(record.hands.length);
  const points = record.sides.map(({ points_given_away: given }, side) => (given ? gaveAway(given, side === 0) : ""));
  return [words.mistakes(record.turning_points.length, isOpen(record)), ...points].filter(Boolean).join(" ");
}

/** Judges it again, as long as before, or longer if that was too short. */
export const again = () => search(review.record ? review.limit * LONGER : review.limit);

/** What went wrong, in words. */
export const trouble = () => (review.failure === null ? null : isCancelled(review.failure) ? words.cancelled : sentence(review.failure));

/**
 * Shows a place of the game.
 * @param {number} at
 */
export function show(at) {
  review.variation = null;
  replay.view(at);
}

/**
 * Shows other moves after the first `at` ones of the game.
 * @param {number} at
 * @param {string[]} moves
 */
export function showInstead(at, moves) {
  const from = place();
  review.variation = gameOf(state.position, [...review.game.moves.slice(0, at), ...moves]);
  review.from = from;
  replay.view(at + 1);
}

/** Shows the game again. */
export const showGame = () => show(review.from);

/** Can one go on from the place that is shown? */
export const mayGoOn = () => !isOver((review.variation ?? review.game).position(replay.at));

/**
 * Goes on from a place that is shown, in the tab *play*, for the side that moves there.
 * @param {number} at
 */
export function goOn(at) {
  const game = review.variation ?? review.game;
  review.isLeft = true;
  hooks.resumed(game.moves.slice(0, at), game.position(at).turn === 0 ? 1 : 2);
}

/** @returns {View} */
export function view() {
  const game = review.variation ?? review.game, at = replay.at;
  return { position: game.position(at), faces: game.hands(at), room: game.room, near: 0, playable: null, raised: [], steps: game.steps.slice(0, at), tap: null };
}
