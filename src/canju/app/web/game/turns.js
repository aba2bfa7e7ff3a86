// Applies a move to the hands and the trick. These pages know no more of the game: the solver says which moves are legal
// and which win.

/** @typedef {{ move: any, owner: number }} Trick */

/**
 * A hand without these cards.
 * @param {string} hand
 * @param {string} cards
 */
export function without(hand, cards) {
  for (const card of cards) hand = hand.replace(card, "");
  return hand;
}

/**
 * The hands, the hand to move and the trick after a move; `cards` is empty for a pass.
 * @param {{ hands: string[], turn: number, trick: Trick | null }} position
 * @param {any} move
 * @param {string} cards
 */
export function turned({ hands, turn, trick }, move, cards) {
  const next = (turn + 1) % hands.length;
  // When everyone else has passed, the last to play leads.
  if (cards === "") return { hands, turn: next, trick: trick && trick.owner === next ? null : trick };
  const left = hands.map((hand, seat) => (seat === turn ? without(hand, cards) : hand));
  return { hands: left, turn: next, trick: { move, owner: turn } };
}

/**
 * The hand that moves before this one.
 * @param {number} seat
 * @param {number} seats
 */
export const before = (seat, seats) => (seat + seats - 1) % seats;

/**
 * The arguments of `canju VERB` for the same position. Null for a finished game.
 * @param {string} verb
 * @param {import("./types.js").Position} position
 */
export function command(verb, { hands, turn, last, by, rules, scoring, stake = 1, moves_made }) {
  if (hands.includes("")) return null;
  const words = ["canju", verb, ...hands];
  if (turn !== 0) words.push("--turn", String(turn + 1));
  if (last !== null) words.push("--last", last);
  if (last !== null && by !== null && by !== before(turn, hands.length)) words.push("--by", String(by + 1));
  if (rules !== "huanle") words.push("--rules", rules);
  if (scoring !== undefined) words.push("--scoring", scoring);
  if (scoring !== undefined && stake !== 1) words.push("--stake", String(stake));
  if (scoring !== undefined && moves_made) words.push("--moves-made", moves_made.join());
  return words.join(" ");
}
