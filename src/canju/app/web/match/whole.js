// A whole game with hidden hands: a person at place 0 and two bots, each of which sees its own hand alone. The cards are dealt by number,
// bid for, and played; bots take the move that is advised to who knows as much as they do. When the game is over, the person's moves are
// judged twice: by what could be known, which is an estimate, and with all hands open, which is exact.

import { isCancelled } from "../answers/answers.js";
import * as engine from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { bidOf, bidder, landlordOf, legal, mayBid } from "../game/bidding.js";
import { HIDDEN, dealt } from "../game/cards.js";
import { Game, gameOf, pointsBetween, position, sorted } from "../game/game.js";
import { OPEN, openLeft, questionAt } from "../game/hidden.js";
import { without } from "../game/turns.js";
import { game as common, words } from "../words/language.js";
import { wholeWords } from "../words/words_whole.js";
import { Choosing } from "./choosing.js";

/** @typedef {import("../game/types.js").Advice} Advice */
/** @typedef {import("../game/types.js").Advised} Advised */
/** @typedef {import("../game/types.js").Review} Review */
/** @typedef {import("../game/types.js").View} View */
/** @typedef {import("./choosing.js").Offered} Offered */
/** @typedef {import("../game/types.js").Agreed} Agreed */
/** What a move cost in the worlds of an advice: in what share of them the best one wins more often, and how many points more it brings,
 * if that is known. Null if there was no choice.
 * @typedef {{ best: string, share: number, points: number | null } | null} Cost
 */

// How long a bot may think, how long each of its moves stays at least before the next one, how long a move is judged by what could be
// known, and the whole game with open hands, in milliseconds.
const THINKING = 700, PACE = 500, KNOWN = 2_000, REVIEW = 30_000;

// How well bots play: from how many worlds, with how many nodes for each, as `Strength` in src/canju/advice/whole_game.rs. So few nodes as
// the easy ones have take no time, and they play the same on every machine.
const EFFORTS = {
  easy: { worlds: 4, worldNodes: 500, time: undefined },
  medium: { worlds: 16, worldNodes: 4_000, time: THINKING },
  hard: { worlds: 64, worldNodes: engine.WORLD_NODES, time: THINKING },
};
// How many times as long the game is judged whenever the reader wants more.
const LONGER = 5;

const ME = 0, PLACES = [0, 1, 2], RULES = "huanle";

/** @type {() => Game} */
const nothing = () => new Game(position(PLACES.map(() => HIDDEN)));

export class Whole extends Choosing {
  /**
   * @param {{ changed: () => void, say: (text: () => string) => void, moved: (isMine?: boolean) => void, reviewed: (record: Review) => void }} around
   * With `moved`, whether the person made the move.
   */
  constructor(around) {
    super(around, nothing());
    this.around = around;
    /** @type {Agreed | null} */
    this.agreed = null;
    /** The cards of each place before the bids, and those that lie apart. @type {{ hands: string[], open: string } | null} */
    this.dealt = null;
    /** Bids and moves that an address has, until they are made. @type {{ bids?: number[], moves?: string[] }} */
    this.made = {};
    /** @type {number[]} */
    this.bids = [];
    /** What is advised to the person, who asked for it. @type {Advice | null} */
    this.advised = null;
    /** How the last bot came to its move. @type {Advised | null} */
    this.last = null;
    /** The points of the person, when a game for points is over. @type {number | null} */
    this.points = null;
    /** What the game was with open hands, and what the person's moves cost by what could be known, by their number from 0. @type {Review | null} */
    this.record = null;
    /** @type {Map<number, Cost>} */
    this.costs = new Map();
    /** What judges the game, and for how long. @type {AbortController | null} */
    this.judging = null;
    this.limit = REVIEW;
  }

  /** Who is the landlord, and for which stake; null before that is known. */
  get landlord() {
    const { agreed, bids, dealt } = this;
    return agreed && dealt && bidder(agreed.seed, bids) === null ? landlordOf(agreed.seed, bids) : null;
  }

  /** The place that bids now; null if none does. */
  get bidding() {
    return this.agreed && this.dealt && bidder(this.agreed.seed, this.bids);
  }

  get hasBegun() {
    return this.landlord !== null;
  }

  /** The person's seat in the game. */
  get seat() {
    return seatOf(ME, this.landlord?.place ?? ME);
  }

  isMyTurn() {
    return this.hasBegun && !this.game.over && this.game.position().turn === this.seat;
  }

  hasWon() {
    return this.game.over && (this.game.position().hands[0] === "") === (this.seat === 0);
  }

  /** The cards that the landlord shows. */
  get open() {
    return this.dealt?.open ?? "";
  }

  stop() {
    this.asking?.abort();
    this.judging?.abort();
    Object.assign(this, { asking: null, judging: null });
  }

  /**
   * Deals, and goes on as far as the bids and moves lead that were made.
   * @param {Agreed} agreed
   * @param {{ bids?: number[], moves?: string[] }} [made]
   */
  async deal(agreed, made = {}) {
    this.stop();
    this.replay.reset();
    Object.assign(this, { agreed, made, dealt: null, bids: [], game: nothing(), ...FRESH, record: null, costs: new Map(), limit: REVIEW });
    const isDealt = await this.ask(async (signal, isMine) => {
      const { hands, landlord_cards: open } = await engine.deal(agreed.seed, RULES, signal);
      if (!isMine()) return;
      Object.assign(this, { dealt: { hands: [without(hands[0], open), hands[1], hands[2]], open }, bids: legal(made.bids ?? []) });
      if (this.hasBegun) this.begin(made.moves);
      this.around.moved();
    });
    if (isDealt && this.dealt) await this.next();
  }

  /** Begins the game, the bids being made. @param {string[]} moves Made already. */
  begin(moves = []) {
    const { agreed, dealt, landlord } = this;
    if (!agreed || !dealt || !landlord) return;
    const hands = PLACES.map((seat) => dealt.hands[(landlord.place + seat) % PLACES.length]);
    hands[0] = sorted(hands[0] + dealt.open);
    const points = agreed.scoring === "win" ? {} : { scoring: agreed.scoring, stake: landlord.stake, moves_made: [0, 0, 0] };
    this.game = gameOf(position(hands, { rules: RULES, ...points }), moves);
    for (const step of this.game.steps) step.mine = step.seat === this.seat;
  }

  /** Goes on: bots bid and move, until it is the person's turn or the game is over. @returns {Promise<void>} */
  async next() {
    Object.assign(this, FRESH);
    if (!this.hasBegun) return this.bidOn();
    const isDone = await this.ask(async (signal, isMine) => {
      while (!this.game.over && !this.isMyTurn()) {
        const [advice] = await Promise.all([this.advice(this.effort, signal), pause(PACE)]);
        if (!isMine()) return;
        this.played(advice.best, {});
        this.last = advice.moves[0];
        this.around.changed();
      }
      if (!this.game.over) {
        const found = await engine.legalMoves(this.game, { signal });
        if (isMine()) this.found = found;
      } else if (this.game.start.scoring !== undefined) {
        const value = await engine.outcome(this.game, { signal });
        if (isMine()) this.points = value === null ? null : pointsBetween(value, 0, this.seat === 0 ? 0 : 1, PLACES.length);
      }
    });
    if (isDone && !this.trouble && this.game.over) {
      this.around.say(() => this.outcome());
      this.judge();
    }
  }

  /** Bots bid until it is the person's turn. If nobody bids at all, there is another deal. @returns {Promise<void>} */
  async bidOn() {
    const { agreed, dealt } = this;
    if (!agreed || !dealt) return;
    for (let place = this.bidding; place !== null && place !== ME; place = this.bidding) this.bids.push(bidOf(dealt.hands[place], this.bids));
    if (this.landlord) this.begin();
    this.around.moved();
    this.around.changed();
    if (this.bidding !== null) return;
    if (this.landlord) {
      this.around.say(() => wholeWords().becomesLandlord(wholeWords().places[this.landlord?.place ?? ME], this.landlord?.stake ?? 1));
      return this.next();
    }
    this.around.say(() => wholeWords().nobodyBids);
    await this.deal({ ...agreed, seed: agreed.seed + 1 });
  }

  /** A bid of the person. @param {number} bid */
  bid(bid) {
    if (this.bidding !== ME || !mayBid(this.bids, bid)) return;
    this.bids.push(bid);
    this.bidOn();
  }

  get effort() {
    return EFFORTS[this.agreed?.strength ?? "medium"];
  }

  /** What the person's moves are judged by: a glance is too little. */
  get judgement() {
    return { ...(this.agreed?.strength === "hard" ? EFFORTS.hard : EFFORTS.medium), time: KNOWN };
  }

  /**
   * What is advised to the player to move after so many moves, who sees one hand.
   * @param {{ worlds: number, worldNodes: number, time: number | undefined }} effort
   * @param {AbortSignal} signal
   * @param {{ at?: number, aside?: boolean }} [where]
   * @returns {Promise<Advice>}
   */
  advice(effort, signal, { at, aside } = {}) {
    return engine.advise(questionAt(this.game, this.open, at), { ...effort, signal, aside });
  }

  /** @param {string} move @param {{ mine?: boolean, chosen?: import("../game/types.js").Card[] }} how */
  played(move, how) {
    super.played(move, how);
    this.around.moved(how.mine);
  }

  thrown() {
    this.next();
  }

  mayHint() {
    return this.mayPlay() && this.asking === null && !this.agreed?.isSerious;
  }

  /** Advises the person. */
  async hint() {
    if (!this.mayHint()) return;
    await this.ask(async (signal, isMine) => {
      const advice = await this.advice(this.judgement, signal);
      if (isMine()) this.advised = advice;
    });
  }

  mayUndo() {
    return !this.agreed?.isSerious && this.game.steps.some((step) => step.mine);
  }

  /** Takes back the person's last move and what followed. */
  undo() {
    if (!this.mayUndo()) return;
    this.stop();
    this.game.steps.length = this.game.steps.findLastIndex((step) => step.mine);
    this.replay.reset();
    Object.assign(this, { record: null, costs: new Map() });
    this.around.moved();
    this.next();
  }

  /** Goes on with what was broken off. */
  goOn() {
    if (!this.agreed || this.asking) return;
    if (!this.dealt) this.deal(this.agreed, this.made);
    else if (!this.game.over && this.found === null && this.bidding !== ME) this.next();
    else if (this.game.over) this.judge();
  }

  /** Judges the person's moves, as far as that has not been done. */
  async judge() {
    if (!this.game.over || this.judging) return;
    const mine = new AbortController(), { signal } = mine, { game } = this;
    Object.assign(this, { judging: mine, trouble: null });
    this.around.changed();
    const open = async () => {
      if (this.record) return;
      const record = await engine.review(game, { signal, time: this.limit });
      if (this.judging !== mine) return;
      this.record = record;
      this.around.reviewed(record);
      this.around.changed();
    };
    const known = async () => {
      for (const [at, { mine: isOwn, move }] of game.steps.entries()) {
        if (!isOwn || this.costs.has(at)) continue;
        const advice = await this.advice(this.judgement, signal, { at, aside: true });
        if (this.judging !== mine) return;
        this.costs.set(at, costOf(advice, move));
        this.around.changed();
      }
    };
    try {
      await Promise.all([open(), known()]);
    } catch (error) {
      if (this.judging !== mine) return;
      if (!isCancelled(error)) this.trouble = () => sentence(error);
    }
    if (this.judging === mine) this.judging = null;
    this.around.changed();
  }

  /** Judges the game with open hands for a longer time. */
  judgeLonger() {
    Object.assign(this, { record: null, limit: this.limit * LONGER });
    this.judge();
  }

  /** How the game has ended, in words. */
  outcome() {
    return wholeWords().result(this.hasWon(), this.points, this.seat === 0);
  }

  /** @returns {View} */
  view() {
    if (!this.landlord) return this.viewOfBids();
    const at = this.replay.at, here = this.game.position(at), { seat } = this, isOpen = this.game.over;
    const left = openLeft(this.open, this.game, at);
    const faces = this.game.hands(at).map((hand, other) => {
      if (isOpen || other === seat) return hand;
      // The landlord's open cards are known to all.
      const shown = other === 0 ? dealt([left])[0] : [];
      return [...shown, ...hidden(hand.length - shown.length)];
    });
    const mine = this.mayPlay();
    return {
      position: here, faces, room: this.game.room, near: seat, playable: mine ? seat : null, raised: this.chosen, steps: this.game.steps.slice(0, at),
      tap: mine ? (_seat, card) => this.tap(card) : null, hint: words.chooseHint, names: PLACES.map((other) => nameOf(other, seat)),
      lies: { label: wholeWords().apart, cards: dealt([this.open])[0] },
    };
  }

  /** The table before there is a landlord. @returns {View} */
  viewOfBids() {
    const hands = this.dealt?.hands ?? PLACES.map(() => HIDDEN.repeat(17)), faces = dealt([hands[ME]]);
    const all = [...faces, ...PLACES.slice(1).map((place) => hidden(hands[place].length))];
    return {
      position: position(hands, { turn: -1 }), faces: all, room: all.map((hand) => hand.length), near: ME, playable: null, raised: [], steps: [], tap: null,
      names: wholeWords().places, lies: { label: wholeWords().apart, cards: hidden(OPEN) },
    };
  }
}

// What is forgotten with each move.
const FRESH = { found: null, chosen: [], advised: null, last: null, points: null, trouble: null, line: null };

/** The seat of a place in the game. @param {number} place @param {number} landlord */
const seatOf = (place, landlord) => (place - landlord + PLACES.length) % PLACES.length;

/** @param {number} seat @param {number} own */
const nameOf = (seat, own) => (seat === own ? wholeWords().you(common(3).seats[seat]) : common(3).seats[seat]);

/** @param {number} count */
const hidden = (count) => Array.from({ length: count }, (_, at) => `${HIDDEN}${at}`);

/** @param {number} time */
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

/** What a move cost. @param {Advice} advice @param {string} move @returns {Cost} */
export function costOf({ moves }, move) {
  const [best] = moves, own = moves.find((advised) => advised.move === move || advised.equal.includes(move));
  if (moves.length === 1 || !own || best.share === null || own.share === null) return null;
  const points = typeof best.points === "number" && typeof own.points === "number" ? Math.max(0, best.points - own.points) : null;
  return { best: best.move, share: Math.max(0, best.share - own.share), points };
}
