// Positions and the moves between them. Nothing here needs a page or depends on who plays.

import { dealt, pick } from "./cards.js";
import { before, turned } from "./turns.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Card} Card */
/** @typedef {import("./types.js").Slip} Slip */

export const RANKS = "3456789TJQKA2XD";

/** How points may be counted; the first has none. */
export const SCORINGS = ["win", "douzero", "botzone", "pagat", "huanle"];

/** How well bots play. @type {import("./types.js").Strength[]} */
export const STRENGTHS = ["easy", "medium", "hard"];

/** @type {(move: string) => string} */
export const cardsOf = (move) => (move === "pass" ? "" : move.split(":")[0]);

/** @type {(text: string) => string} */
export const sorted = (text) => Array.from(text).sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b)).join("");

/**
 * @param {string[]} hands
 * @param {Partial<Position>} [rest]
 * @returns {Position}
 */
export const position = (hands, rest = {}) => ({ hands, turn: 0, last: null, by: null, rules: "huanle", ...rest });

/**
 * Are these the same position?
 * @param {Position} a
 * @param {Position} b
 */
export const same = (a, b) => JSON.stringify(plain(a)) === JSON.stringify(plain(b));

/** @param {Position} position */
const plain = ({ hands, turn, last, by, rules, scoring = "win", stake = 1, moves_made }) => [hands, turn, last, last === null ? null : (by ?? before(turn, hands.length)), rules, scoring, stake, moves_made ?? null];

/**
 * Do these cards double the stake? Four or more of a rank are a bomb wherever bombs are allowed, and can't be played where they are not.
 * @param {string} cards
 */
const isBomb = (cards) => /^(.)\1{3,}$/.test(cards) || /^(XD|XXDD)$/.test(sorted(cards));

/**
 * Does a puzzle ask the side of the first hand to win? It asks the side to move, unless that one loses.
 * @param {Position} position
 * @param {import("./types.js").Verdict | null} [expect]
 */
export const isForFirst = ({ turn }, expect) => (turn === 0) === (expect !== "loss");

/** @param {Position} position */
export const isOver = (position) => position.hands.includes("");

/**
 * Points of one seat as those of another: each farmer gets or pays half of what the landlord does.
 * @param {number} value
 * @param {number} from
 * @param {number} to
 * @param {number} seats
 */
export function pointsBetween(value, from, to, seats) {
  const unit = (/** @type {number} */ seat) => (seat > 0 ? -1 : seats === 3 ? 2 : 1);
  return (value * unit(to)) / unit(from);
}

/**
 * How often each hand has played, where nothing is said of it: not at all in a whole deal that begins.
 * @param {Position} position
 */
const movesMade = ({ hands, turn, last, moves_made }) =>
  moves_made ?? (turn === 0 && last === null && hands.map((hand) => hand.length).join() === "20,17,17" ? [0, 0, 0] : undefined);

/**
 * The position after a legal move.
 * @param {Position} position
 * @param {string} move
 * @returns {Position}
 */
export function after(position, move) {
  const { hands, turn, last, by, rules, scoring, stake } = position;
  const trick = last === null ? null : { move: last, owner: by ?? before(turn, hands.length) };
  const next = turned({ hands, turn, trick }, move, cardsOf(move));
  /** @type {Position} */
  const found = { hands: next.hands, turn: next.turn, last: next.trick ? next.trick.move : null, by: next.trick ? next.trick.owner : null, rules };
  if (scoring === undefined) return found;
  const made = movesMade(position)?.map((count, seat) => (seat === turn && move !== "pass" ? Math.min(count + 1, 2) : count));
  return { ...found, scoring, stake: (stake ?? 1) * (isBomb(cardsOf(move)) ? 2 : 1), ...(made ? { moves_made: made } : {}) };
}

/** A game from a position on. */
export class Game {
  /** @param {Position} start */
  constructor(start) {
    this.start = start;
    this.faces = dealt(start.hands);
    /** @type {Step[]} */
    this.steps = [];
  }

  /** How many cards each hand began with. */
  get room() {
    return this.faces.map((hand) => hand.length);
  }

  /**
   * The position after the first `at` moves.
   * @param {number} [at]
   */
  position(at = this.steps.length) {
    return at === 0 ? this.start : this.steps[at - 1].position;
  }

  /**
   * The hands as cards after the first `at` moves.
   * @param {number} [at]
   */
  hands(at = this.steps.length) {
    return at === 0 ? this.faces : this.steps[at - 1].faces;
  }

  /** The moves so far. */
  get moves() {
    return this.steps.map(({ move }) => move);
  }

  get over() {
    return isOver(this.position());
  }

  /**
   * Plays a legal move, with the chosen cards before others of their rank.
   * @param {string} move
   * @param {{ mine?: boolean, slip?: Slip | null, chosen?: Card[] }} [how]
   */
  play(move, { mine = false, slip = null, chosen = [] } = {}) {
    const before = this.position(), hands = this.hands();
    const cards = pick(hands[before.turn], cardsOf(move), chosen);
    const faces = hands.map((hand, seat) => (seat === before.turn ? hand.filter((card) => !cards.includes(card)) : hand));
    this.steps.push({ seat: before.turn, move, cards, position: after(before, move), faces, mine, slip });
  }
}

/**
 * The game that these moves make; it stops at a move whose cards are not there.
 * @param {Position} start
 * @param {string[]} moves
 */
export function gameOf(start, moves) {
  const game = new Game(start);
  for (const move of moves) {
    const here = game.position(), cards = Array.from(cardsOf(move));
    const hand = Array.from(here.hands[here.turn]);
    const held = cards.every((card) => hand.includes(card) && hand.splice(hand.indexOf(card), 1));
    if (game.over || !held || (move === "pass" && here.last === null)) break;
    game.play(move);
  }
  return game;
}
