// The addresses of what has hidden hands: what a player knows, and a whole game. Those of positions are in `address.js`, which is all that a
// puzzle in another page needs.

import { SCORINGS, STRENGTHS, sorted } from "../game/game.js";
import { SEATS, byOf, nothingKnown } from "../game/hidden.js";
import { parts } from "./address.js";

/** @typedef {import("../game/types.js").Hidden} Hidden */
/** @typedef {import("../game/types.js").Agreed} Agreed */

/**
 * The address of what a player knows: one hand and its seat, `#34455667789TJQKA2?seat=farmer1&landlord=3`.
 * @param {Hidden} hidden
 */
export function hiddenAddress(hidden) {
  const { seat, hand, played, open, last, left, rules } = hidden;
  const said = [`seat=${SEATS[seat]}`, ...played.map((cards, index) => cards && `${SEATS[index]}=${cards}`)];
  if (open) said.push(`open=${open}`);
  if (last !== null) said.push(`last=${last}`, `by=${SEATS[byOf(hidden)]}`);
  if (left.some((count) => count !== null)) said.push(`left=${left.map((count) => count ?? "")}`);
  if (rules !== "huanle") said.push(`rules=${rules}`);
  return `#${hand}?${said.filter(Boolean).join("&")}`;
}

/**
 * What a player knows by an address; null if it is not of that kind. Only its form is checked here.
 * @param {string} hash
 * @returns {Hidden | null}
 */
export function readHidden(hash) {
  const { cards, said } = parts(hash), hand = cards.toUpperCase(), seat = SEATS.findIndex((name) => name === said.get("seat"));
  if (seat < 0 || !/^[3-9TJQKA2XD]+$/.test(hand)) return null;
  /** @param {string} name */
  const named = (name) => sorted((said.get(name) ?? "").toUpperCase().replace(/[^3-9TJQKA2XD]/g, ""));
  const by = SEATS.findIndex((name) => name === said.get("by"));
  const left = (said.get("left") ?? "").split(",").map((count) => (/^\d{1,2}$/.test(count) ? Number(count) : null));
  return {
    ...nothingKnown(), seat, hand: sorted(hand), played: SEATS.map(named), open: named("open"), last: said.get("last") || null,
    by: by < 0 ? null : by, left: SEATS.map((_, index) => left[index] ?? null), rules: said.get("rules") || "huanle",
  };
}

/**
 * The address of a whole game with hidden hands: the number of its deal, what was agreed, and what has been bid and played,
 * `#deal=7?bots=hard&scoring=huanle&bids=0.2.0&moves=3.5`.
 * @param {Agreed} agreed
 * @param {number[]} [bids]
 * @param {string[]} [moves]
 */
export function wholeAddress({ seed, strength, scoring, isSerious }, bids = [], moves = []) {
  const said = [`bots=${strength}`];
  if (scoring !== "win") said.push(`scoring=${scoring}`);
  if (isSerious) said.push("serious=1");
  if (bids.length) said.push(`bids=${bids.join(".")}`);
  if (moves.length) said.push(`moves=${moves.join(".")}`);
  return `#deal=${seed}?${said.join("&")}`;
}

/**
 * The whole game of an address; null if it is not of that kind.
 * @param {string} hash
 * @returns {{ agreed: Agreed, bids: number[], moves: string[] } | null}
 */
export function readWhole(hash) {
  const { cards, said } = parts(hash), seed = Number(/^deal=(\d{1,15})$/.exec(cards)?.[1] ?? NaN);
  if (Number.isNaN(seed)) return null;
  const list = (/** @type {string} */ name) => (said.get(name) ?? "").split(".").filter(Boolean);
  const scoring = said.get("scoring") ?? "win", strength = said.get("bots");
  const agreed = { seed, strength: STRENGTHS.find((known) => known === strength) ?? "medium", scoring: SCORINGS.includes(scoring) ? scoring : "win", isSerious: said.get("serious") === "1" };
  return { agreed, bids: list("bids").map(Number), moves: list("moves") };
}
