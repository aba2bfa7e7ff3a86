// What the app shows: a position, where it comes from, and the tab. The tabs read this and call `take` and `go`; the frame
// (tabs/frame.js) says what then happens. So no tab imports another.

import { position } from "../game/game.js";

/** @typedef {import("../game/types.js").Position} Position */
/** @typedef {import("../game/types.js").Origin} Origin */
/** @typedef {"puzzles" | "deal" | "solve" | "play" | "review" | "game" | "advice"} Tab */

export const state = {
  /** The start position. In the tab *deal* it may be unfinished. */
  position: position(["346999Q2", "34JAAD"]),
  /** @type {Origin | null} */
  origin: null,
  /** The moves of the game in the tab *play*. @type {string[]} */
  played: [],
  /** @type {Tab} */
  tab: "puzzles",
};

/** Set by the frame. */
export const hooks = {
  draw: () => {},
  /** @type {(how: { moves?: string[], as?: number | null }) => void} */
  taken: () => {},
  /** @type {(tab: Tab) => void} */
  entered: () => {},
  /** @type {(moves: string[], as: number | null) => void} */
  moved: () => {},
  /** What the address leads to has changed. */
  addressed: () => {},
  /** A game goes on in the tab *play*, after these moves. @type {(moves: string[], as: number) => void} */
  resumed: () => {},
  /** @type {(text: string) => void} */
  say: () => {},
  /** Asks what to play for who sees one hand. Null where nobody answers that. @type {((hidden: import("../game/types.js").Hidden) => void) | null} */
  advise: null,
  /** Where to go after a game: the words for it, and the way. Null if there is nothing else. @type {() => { name: string, act: () => void } | null} */
  onward: () => null,
  /** A try of the puzzle has ended. @type {(isSolved: boolean, isHelped: boolean) => void} */
  decided: () => {},
  /** There was a hint, a line shown or a move taken back. */
  helped: () => {},
  /** The reader looks at the answer, or at the review. @type {(isAnswer: boolean) => void} */
  looked: () => {},
  /** The buttons in place of hints, while a puzzle of a run is open and there are no answers; else null. @type {() => HTMLElement[] | null} */
  instead: () => null,
};

/** Would the tab show an answer that nobody may see yet? @param {Tab} tab */
export const isClosed = (tab) => (tab === "solve" || tab === "review") && hooks.instead() !== null;

/** Draws everything anew. */
export const changed = () => hooks.draw();

/**
 * Takes another position.
 * @param {Position} position
 * @param {Origin | null} origin
 * @param {Tab} [tab]
 * @param {{ moves?: string[], as?: number | null }} [played] A game of it.
 */
export function take(position, origin, tab = state.tab, played = {}) {
  state.position = position;
  state.origin = origin;
  hooks.taken(played);
  go(tab);
}

/** @param {Tab} tab */
export function go(tab) {
  if (isClosed(tab)) return;
  state.tab = tab;
  hooks.entered(tab);
  changed();
}

/** A hand may be empty while it is dealt; then there is nothing to solve. */
export const isComplete = () => !state.position.hands.includes("");
