// What a player knows who sees one hand: which cards are where, and how many each of the others holds. Seats are as in a position of
// three hands: the landlord, and the farmers in playing order.

import { cardsOf, sorted } from "./game.js";
import { before } from "./turns.js";

/** @typedef {import("./types.js").Hidden} Hidden */

/** The seats as the solver names them. @type {("landlord" | "farmer1" | "farmer2")[]} */
export const SEATS = ["landlord", "farmer1", "farmer2"];

/** The cards that the landlord shows. */
export const OPEN = 3;

// The cards that each seat is dealt.
const DEALT = [20, 17, 17];

/** @returns {Hidden} */
export const nothingKnown = () => ({ seat: 0, hand: "", played: ["", "", ""], open: "", last: null, by: null, left: [null, null, null], rules: "huanle" });

/** The other two seats, in playing order from the landlord on. @param {Hidden} hidden */
export const othersOf = ({ seat }) => [0, 1, 2].filter((other) => other !== seat);

/** The seat that played the move to answer. @param {Hidden} hidden */
export const byOf = ({ seat, by }) => (by === null || by === seat ? before(seat, 3) : by);

/** All that a seat has played, the move to answer included. @param {Hidden} hidden @param {number} seat */
export const playedBy = (hidden, seat) => hidden.played[seat] + (hidden.last !== null && byOf(hidden) === seat ? cardsOf(hidden.last) : "");

/** How many cards another seat holds: as was said, else what is left of those that it was dealt. @param {Hidden} hidden @param {number} seat */
export const leftOf = (hidden, seat) => hidden.left[seat] ?? Math.max(0, DEALT[seat] - playedBy(hidden, seat).length);

/** All cards whose place is known. @param {Hidden} hidden */
export const seenCards = (hidden) => [hidden.hand, hidden.open, ...[0, 1, 2].map((seat) => playedBy(hidden, seat))].join("");

/**
 * How many cards are in neither the own hand nor played, and how many the others are said to hold: these are the same cards.
 * @param {Hidden} hidden
 * @param {number} packs
 */
export function counts(hidden, packs) {
  const unseen = 54 * packs - (seenCards(hidden).length - hidden.open.length);
  const left = othersOf(hidden).map((seat) => leftOf(hidden, seat));
  return { unseen, left };
}

/** What the solver is asked. @param {Hidden} hidden */
export const questionOf = (hidden) => {
  const left = /** @type {[number, number]} */ (othersOf(hidden).map((seat) => leftOf(hidden, seat))), { last } = hidden;
  return {
    hand: hidden.hand, seat: SEATS[hidden.seat], left, played: sorted([0, 1, 2].map((seat) => playedBy(hidden, seat)).join("")),
    landlord_cards: hidden.open, last, by: last === null ? null : SEATS[byOf(hidden)], rules: hidden.rules,
  };
};

/** The command that asks the same. @param {Hidden} hidden @param {number} worlds */
export function adviseCommand(hidden, worlds) {
  const { hand, seat, left, played, landlord_cards, last, by, rules } = questionOf(hidden);
  const said = ["canju", "advise", hand, "--seat", seat, "--left", String(left)];
  if (played) said.push("--played", played);
  if (landlord_cards) said.push("--landlord-cards", landlord_cards);
  if (last !== null) said.push("--last", last, "--by", String(by));
  if (rules !== "huanle") said.push("--rules", rules);
  return [...said, "--worlds", String(worlds)].join(" ");
}
