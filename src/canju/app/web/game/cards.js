// Cards as things of their own: a hand is a text of ranks, and each card in it a rank and a suit, so that one can be chosen and
// moved. Suits never matter in this game: they only make a hand look like one, so a card's suit is the number of its copy.

const SUITS = "shcd";

/**
 * A card is its rank and its suit: `9h`. The jokers are `Xj` and `Dj`. Cards of a second pack have a 2 behind.
 * @typedef {string} Card
 */

/** The rank of a card that nobody has shown. */
export const HIDDEN = "?";

/** @type {(card: Card) => string} */
export const rankOf = (card) => card[0];
/** @type {(cards: Card[]) => string} */
export const textOf = (cards) => cards.map(rankOf).join("");

/**
 * The hands as cards: each copy of a rank gets the next suit.
 * @param {string[]} hands
 * @returns {Card[][]}
 */
export function dealt(hands) {
  /** @type {Map<string, number>} */
  const copies = new Map();
  return hands.map((hand) => Array.from(hand, (rank) => {
    const copy = copies.get(rank) ?? 0;
    copies.set(rank, copy + 1);
    const joker = "XD".includes(rank);
    return rank + (joker ? "j" : SUITS[copy % 4]) + (copy >= (joker ? 1 : 4) ? "2" : "");
  }));
}

/**
 * The first cards in a hand that make up this text, chosen ones before others.
 * @param {Card[]} hand
 * @param {string} text
 * @param {Card[]} [chosen]
 * @returns {Card[]}
 */
export function pick(hand, text, chosen = []) {
  const left = [...chosen, ...hand.filter((card) => !chosen.includes(card))];
  return Array.from(text, (rank) => left.splice(left.findIndex((card) => rankOf(card) === rank), 1)[0]);
}
