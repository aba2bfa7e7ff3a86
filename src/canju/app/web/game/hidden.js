// What a player knows who sees one hand: which cards are where, and how many each of the others holds. Seats are as in a position of
// three hands: the landlord, and the farmers in playing order.

import { RANKS, cardsOf, sorted } from "./game.js";
import { before, without } from "./turns.js";

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

/**
 * What the player to move after `at` moves of a whole game is asked: its hand, and all that it has seen.
 * @param {import("./game.js").Game} game
 * @param {string} open The landlord's open cards.
 * @param {number} [at]
 */
export function questionAt(game, open, at = game.steps.length) {
  const { hands, turn, rules } = game.position(at), { scoring, stake } = game.start;
  return { hand: hands[turn], seat: SEATS[turn], history: game.moves.slice(0, at).join(" "), landlord_cards: turn === 0 ? "" : open, rules, scoring, stake };
}

/**
 * Those of the landlord's open cards that are not played after so many moves: one counts as played once the landlord has played one of its rank.
 * @param {string} open
 * @param {import("./game.js").Game} game
 * @param {number} at
 */
export const openLeft = (open, game, at) => without(open, playedTo(game, at)[0]);

/** What each seat has played, without the move to answer. @param {import("./game.js").Game} game @param {number} at */
function playedTo(game, at) {
  const played = ["", "", ""];
  for (const { seat, move } of game.steps.slice(0, at)) played[seat] += cardsOf(move);
  return played;
}

/**
 * What the player to move after `at` moves of a game of three knows. Cards that were played before it began count as somebody's.
 * @param {import("./game.js").Game} game
 * @param {string} open The landlord's open cards; none if they are not known.
 * @param {number} at
 * @param {number} packs
 * @returns {Hidden}
 */
export function hiddenAt(game, open, at, packs) {
  const { hands, turn: seat, last, by, rules } = game.position(at), played = playedTo(game, at), isLead = last === null;
  const owner = by ?? before(seat, 3);
  if (!isLead) played[owner] = without(played[owner], cardsOf(last));
  const pack = Array.from(RANKS, (rank) => rank.repeat(packs * ("XD".includes(rank) ? 1 : 4))).join("");
  // The move to answer may be older than the game.
  const seen = game.start.hands.join("") + (game.start.last === null ? "" : cardsOf(game.start.last));
  played[owner] = sorted(played[owner] + without(pack, seen));
  return {
    seat, hand: hands[seat], played: played.map(sorted), open: seat === 0 ? "" : openLeft(open, game, at), last, by: isLead ? null : owner,
    left: hands.map((hand, other) => (other === seat ? null : hand.length)), rules,
  };
}

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
