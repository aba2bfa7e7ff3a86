// Hints that tell a little more each time: the kind of the move, then how long or how high it is, then its cards.

import { RANKS } from "./game.js";

export const HINTS = 3;

/**
 * How many hints a move has: of a pass and a rocket the kind is the whole move.
 * @param {string} kind
 */
export const hintsOf = (kind) => (["pass", "rocket"].includes(kind) ? 1 : HINTS);

/**
 * What a second hint tells: how many cards a chain has, the rank that counts of what takes others along, else about how
 * high the move is.
 * @param {string} cards
 * @param {string} kind
 * @returns {{ cards?: number, rank?: string, height?: number }}
 */
export function detailOf(cards, kind) {
  if (kind.endsWith("chain")) return { cards: cards.length };
  const ranks = Array.from(cards);
  /** @param {string} rank */
  const copies = (rank) => ranks.filter((card) => card === rank).length;
  const main = ranks.reduce((best, rank) => (copies(rank) > copies(best) ? rank : best));
  if (/^(trio|four)_/.test(kind)) return { rank: main };
  const place = RANKS.indexOf(main);
  return { height: place < 5 ? 0 : place < 10 ? 1 : 2 };
}
