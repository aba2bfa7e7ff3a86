// The packs of the tab *puzzles*, once they are loaded, and how a puzzle of one comes to the table.

import * as files from "../answers/packs.js";
import { sentence } from "../answers/problems.js";
import { readAddress } from "../state/address.js";
import { changed, state, take } from "../state/state.js";

/** @typedef {import("../game/types.js").Puzzle} Puzzle */
/** @typedef {Awaited<ReturnType<typeof files.packs>>[number]} Entry */

export const bank = {
  /** @type {Entry[] | null} */
  entries: null,
  /** What went wrong. @type {string | null} */
  trouble: null,
};
/** @type {Map<string, Puzzle[]>} */
export const loaded = new Map();

/** @param {string} name */
export async function puzzlesOf(name) {
  const known = loaded.get(name);
  if (known) return known;
  const found = await files.pack(name);
  loaded.set(name, found);
  return found;
}

/**
 * Takes a puzzle of a pack.
 * @param {string} pack
 * @param {number} index
 * @param {{ daily?: boolean, run?: import("../state/runs.js").Kind }} [how]
 */
export async function takePuzzle(pack, index, { daily = false, run } = {}) {
  const { position, expect, value, difficulty, themes } = (await puzzlesOf(pack))[index];
  take(position, { pack, index, daily, run, expect, value, difficulty, themes }, run ? "play" : state.tab);
}

/**
 * Takes a puzzle that a whole game of the reader has left.
 * @param {string} address
 * @param {import("../state/state.js").Tab} [tab]
 */
export function takeFromGame(address, tab = state.tab) {
  const found = readAddress(address);
  if (found) take(found.position, { pack: null, index: 0, daily: false, fromGame: true, expect: "win", value: null, difficulty: null, themes: [] }, tab);
}

/** Does this, or says what went wrong. @param {() => Promise<void>} work */
export async function guarded(work) {
  try {
    await work();
  } catch (error) {
    bank.trouble = sentence(error);
    changed();
  }
}

/** Loads the list of packs. */
export async function load() {
  await guarded(async () => {
    bank.entries = await files.packs();
    bank.trouble = null;
  });
}
