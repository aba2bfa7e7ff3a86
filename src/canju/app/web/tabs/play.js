// The tab *play*: a game against the exact solver, whose moves are in the address, and what it says of a puzzle is kept.

import { Match } from "../match/match.js";
import { addressOf } from "../state/address.js";
import { dayOf } from "../state/daily.js";
import { missed, solved } from "../state/progress.js";
import { changed, hooks, isComplete, state } from "../state/state.js";

export const play = new Match({
  changed,
  say: (text) => hooks.say(text()),
  moved: (moves, side) => hooks.moved(moves, side),
  solved(helped) {
    solved(addressOf(state.position), helped ? "helped" : "alone", state.origin?.difficulty ?? null, dayOf(new Date()));
    hooks.decided(true, helped);
  },
  // If the puzzle is one of a pack or of a game, it comes back another day.
  missed() {
    const { origin } = state;
    if (origin && (origin.pack !== null || origin.fromGame)) missed(addressOf(state.position), { pack: origin.pack, index: origin.index }, dayOf(new Date()));
    hooks.decided(false, play.helped);
  },
  helped: () => hooks.helped(),
}, state.position);

/**
 * Another position, perhaps with a game of it.
 * @param {{ moves?: string[], as?: number | null, helped?: boolean }} [found]
 */
export const reset = (found) => play.reset(state.position, state.origin, found);

/** Begins the game, unless it has begun. */
export function enter() {
  if (isComplete()) play.enter();
}

/** The side that the person plays, 1 or 2; null before the game. */
export const side = () => play.side();

export const view = () => play.view();
