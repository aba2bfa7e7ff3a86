// How a person chooses cards and plays them, in any game: tapped cards become a move, or a part of one.

import { isCancelled } from "../answers/answers.js";
import { sentence } from "../answers/problems.js";
import { pick, textOf } from "../game/cards.js";
import { Game, cardsOf, sorted } from "../game/game.js";
import { Replay } from "../state/replay.js";
import { game as common, spoken, words } from "../words/language.js";

/** @typedef {import("../game/types.js").Card} Card */
/** @typedef {Pick<import("../game/types.js").Choice, "move" | "kind">} Offered */
/** @typedef {() => string} Text */

export class Choosing {
  /** @param {{ changed: () => void, say: (text: Text) => void }} around @param {Game} game */
  constructor(around, game) {
    this.around = around;
    this.game = game;
    /** Other moves than those of the game, shown when asked for. @type {Game | null} */
    this.line = null;
    this.replay = new Replay(() => (this.line ?? this.game).steps.length, around.changed);
    /** The legal moves, when it is the person's turn. @type {{ choices: Offered[] } | null} */
    this.found = null;
    /** @type {Card[]} */
    this.chosen = [];
    /** What is being asked. @type {AbortController | null} */
    this.asking = null;
    /** What went wrong. @type {Text | null} */
    this.trouble = null;
  }

  /**
   * Asks for something, until something else is asked. What goes wrong is said. Has it come to its end?
   * @param {(signal: AbortSignal, isMine: () => boolean) => Promise<void>} work
   */
  async ask(work) {
    this.asking?.abort();
    const mine = new AbortController(), isMine = () => this.asking === mine;
    Object.assign(this, { asking: mine, trouble: null });
    this.around.changed();
    try {
      await work(mine.signal, isMine);
    } catch (error) {
      if (!isMine()) return false;
      this.trouble = isCancelled(error) ? () => words.cancelled : () => sentence(error);
    }
    if (!isMine()) return false;
    this.asking = null;
    this.around.changed();
    return true;
  }

  isMyTurn() {
    return false;
  }

  /** Is the table at the end of the game, where one can go on? */
  isNow() {
    return this.line === null && this.replay.at === this.game.steps.length;
  }

  /** May the person play now, and are the moves known? */
  mayPlay() {
    return this.isNow() && this.isMyTurn() && this.found !== null;
  }

  /** The choices that the chosen cards make, or are a part of: the exact ones first, then the shortest. */
  fitting() {
    if (!this.found) return [];
    const text = sorted(textOf(this.chosen));
    const choices = this.found.choices.filter((choice) => choice.move !== "pass" && contains(cardsOf(choice.move), text));
    return choices.map((choice) => ({ choice, exact: sorted(cardsOf(choice.move)) === text }))
      .sort((a, b) => Number(b.exact) - Number(a.exact) || cardsOf(a.choice.move).length - cardsOf(b.choice.move).length);
  }

  /** What the chosen cards are. */
  exact() {
    return this.chosen.length ? this.fitting().filter(({ exact }) => exact).map(({ choice }) => choice) : [];
  }

  mayPass() {
    return this.isNow() && (this.found?.choices.some((choice) => choice.move === "pass") ?? false);
  }

  /**
   * Chooses a card, or lays it back.
   * @param {Card} card
   */
  tap(card) {
    if (!this.isNow() || !this.found) return;
    this.chosen = this.chosen.includes(card) ? this.chosen.filter((other) => other !== card) : [...this.chosen, card];
    this.around.changed();
    this.around.say(() => {
      const what = this.exact().map((choice) => common().kinds[choice.kind]).join(", ");
      return this.chosen.length === 0 ? words.nothingChosen : what || (this.fitting().length ? words.notYet : words.noCombination);
    });
  }

  /**
   * Chooses all the cards of a move.
   * @param {string} move
   * @param {Card[]} cards
   */
  complete(move, cards) {
    this.chosen = cards;
    this.around.changed();
    this.around.say(() => spoken(move));
  }

  /** @param {string} move */
  cardsToPlay(move) {
    return pick(this.game.hands()[this.game.position().turn], cardsOf(move));
  }

  /**
   * Plays a move of the person, if it is offered.
   * @param {string} move
   */
  throwMove(move) {
    const { found } = this;
    if (!found?.choices.some((choice) => choice.move === move) || !this.isNow()) return;
    this.played(move, { mine: true, chosen: this.chosen });
    this.chosen = [];
    this.thrown();
  }

  /** Plays the chosen cards, if they are one thing. */
  throwChosen() {
    const found = this.exact();
    if (found.length === 1) this.throwMove(found[0].move);
  }

  /**
   * Plays a legal move.
   * @param {string} move
   * @param {{ mine?: boolean, chosen?: Card[] }} how
   */
  played(move, how) {
    const seat = this.game.position().turn, seats = this.game.start.hands.length;
    this.game.play(move, how);
    this.replay.reset();
    this.line = null;
    this.around.say(() => common(seats).answered(common(seats).seats[seat], spoken(move)));
  }

  /** What comes after a move of the person. */
  thrown() {}
}

/**
 * @param {string} cards
 * @param {string} part
 */
function contains(cards, part) {
  for (const card of part) {
    if (!cards.includes(card)) return false;
    cards = cards.replace(card, "");
  }
  return true;
}
