// The packs: files beside the app, from where it was loaded, or those of a site elsewhere.

import { received } from "../game/records.js";
import { Problem } from "./answers.js";

/** @typedef {import("../game/types.js").Puzzle} Puzzle */

/** @param {string} address */
async function file(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Problem(`${address}: ${answer.status}`, "internal");
    return await answer.json();
  } catch (error) {
    throw error instanceof Problem ? error : new Problem("", "offline");
  }
}

/**
 * The packs of a site, by default of this one: the address of its folder, with a stroke at the end.
 * @param {string} [site]
 * @returns {Promise<{ name: string, title: string, puzzles: number, hands: number[], least: number | null, most: number | null }[]>}
 */
export const packs = async (site = "") => (await file(`${site}packs.json`)).packs;

/**
 * @param {any} found
 * @returns {Puzzle}
 */
const puzzle = (found) => ({ position: received(found), expect: found.expected ?? null, value: found.expected_value ?? null, difficulty: found.difficulty ?? null, name: found.name ?? null, themes: found.themes ?? [] });

/** @type {(name: string, site?: string) => Promise<Puzzle[]>} */
export const pack = async (name, site = "") => (await file(`${site}packs/${encodeURIComponent(name)}.json`)).puzzles.map(puzzle);
