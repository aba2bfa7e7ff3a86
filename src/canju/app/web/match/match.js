// A game of a person against the exact solver: in the tab *play*, and in a puzzle that stands in another page. Before each move of the person
// it is known which moves there are and what each is worth, so the moment in which a win is given away is known at once, or in a game for
// points some of these. In a hard position that may take longer than a person wants to wait: then the moves come first, and what they are
// worth when it is known, if need be after the move. The solver wins if it can, else it resists as long as it can; for points it gets as
// many as it can. What is said is made when it is shown, since pages may have several games, in several languages.

import { Problem, isCancelled } from "../answers/answers.js";
import * as engine from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { pick, textOf } from "../game/cards.js";
import { Game, cardsOf, gameOf, isForFirst, pointsBetween, sorted } from "../game/game.js";
import { detailOf, hintsOf, HINTS } from "../game/hints.js";
import { bestOf, slipOf } from "../game/slips.js";
import { Replay } from "../state/replay.js";
import { game as common, shown, sideOf, spoken, words } from "../words/language.js";

/** @typedef {import("../game/types.js").View} View */
/** @typedef {import("../game/types.js").Card} Card */
/** @typedef {import("../game/types.js").Step} Step */
/** @typedef {import("../game/types.js").Position} Position */
/** @typedef {import("../game/types.js").Origin} Origin */
/** @typedef {import("../answers/answers.js").Found} Found */
/** @typedef {Pick<Origin, "expect" | "value" | "themes">} Asked What a puzzle asks for, and what its win needs. */
/** @typedef {() => string} Text */

/**
 * What becomes of a game, for those around it.
 * @typedef {object} Around
 * @property {() => void} changed It is to be drawn anew.
 * @property {(text: Text) => void} say
 * @property {(moves: string[], side: number) => void} moved
 * @property {(helped: boolean) => void} solved
 * @property {() => void} missed A win or points were given away.
 * @property {() => void} [helped] There was a hint, a line shown or a move taken back.
 */

// The time in which most positions are judged, in milliseconds.
const QUICK = 300;

export class Match {
  /** @param {Around} around @param {Position} position */
  constructor(around, position) {
    this.around = around;
    this.position = position;
    /** @type {Asked | null} */
    this.origin = null;
    this.replay = new Replay(() => (this.line ?? this.game).steps.length, around.changed);
    /** What is judged while the game goes on. @type {Set<AbortController>} */
    this.judging = new Set();
    this.game = new Game(position);
    /** Does the person play the side of the first hand? */
    this.first = true;
    this.begun = false;
    /** The legal moves, when it is the person's turn. @type {Found | null} */
    this.found = null;
    /** @type {Card[]} */
    this.chosen = [];
    /** What is being asked. @type {AbortController | null} */
    this.asking = null;
    /** @type {Text | null} */
    this.trouble = null;
    this.hints = 0;
    /** Was there a hint, a line shown or a move taken back? */
    this.helped = false;
    /** Does the person win if nothing goes wrong? Known from the first turn on. @type {boolean | null} */
    this.winnable = null;
    /** The most points that there were to get, if that was known before the person's first move. @type {number | null} */
    this.most = null;
    /** The points of the person, when a game for points is over. @type {number | null} */
    this.points = null;
    /** The rest of a game, shown when asked for. @type {Game | null} */
    this.line = null;
  }

  get seats() {
    return this.position.hands.length;
  }

  /** @param {number} seat */
  isMine(seat) {
    return (seat === 0) === this.first;
  }

  isMyTurn() {
    return !this.game.over && this.isMine(this.game.position().turn);
  }

  /** Is the table at the end of the game, where one can go on? */
  isNow() {
    return this.line === null && this.replay.at === this.game.steps.length;
  }

  /**
   * Another position, perhaps with a game of it.
   * @param {Position} position
   * @param {Asked | null} origin
   * @param {{ moves?: string[], as?: number | null, helped?: boolean }} [found]
   */
  reset(position, origin, { moves = [], as = null, helped = false } = {}) {
    this.asking?.abort();
    this.stopJudging();
    this.replay.reset();
    Object.assign(this, { position, origin, game: moves.length ? gameOf(position, moves) : new Game(position), begun: false, found: null, chosen: [], asking: null, trouble: null, hints: 0, helped, winnable: null, most: null, points: null, line: null });
    this.first = as === null ? isForFirst(position, origin?.expect) : as === 1;
    for (const step of this.game.steps) step.mine = this.isMine(step.seat);
  }

  /** Begins the game, unless it has begun. */
  enter() {
    if (this.begun) return;
    this.begun = true;
    this.tellMoves();
    this.next();
  }

  tellMoves() {
    this.around.moved(this.game.moves, this.first ? 1 : 2);
  }

  /** The side that the person plays, 1 or 2; null before the game. */
  side() {
    return this.begun ? (this.first ? 1 : 2) : null;
  }

  /** @param {boolean} first */
  takeSide(first) {
    this.reset(this.position, this.origin, { as: first ? 1 : 2 });
    this.enter();
    this.around.changed();
  }

  /** Goes on: the solver moves, until it is the person's turn or the game is over. */
  async next() {
    this.asking?.abort();
    const mine = new AbortController();
    Object.assign(this, { asking: mine, found: null, trouble: null, hints: 0, points: null });
    this.around.changed();
    try {
      while (!this.game.over && !this.isMyTurn()) {
        const move = await this.solversMove(mine.signal);
        if (this.asking !== mine) return;
        if (move === undefined) return this.end();
        this.played(move, {});
        this.around.changed();
      }
      if (!this.game.over) {
        const found = await engine.moves(this.game, { signal: mine.signal, time: QUICK });
        if (this.asking !== mine) return;
        this.arrived(found);
        if (!this.isJudged(found, found.choices)) this.judge();
      }
      if (this.game.over && this.isForPoints()) {
        const value = await engine.outcome(this.game, { signal: mine.signal });
        if (this.asking !== mine) return;
        this.points = value === null ? null : this.ofMine(value, 0);
      }
    } catch (error) {
      if (this.asking !== mine) return;
      this.trouble = isCancelled(error) ? () => words.cancelled : () => sentence(error);
    }
    this.asking = null;
    if (this.game.over) this.finish();
    this.around.changed();
  }

  /**
   * The move that the solver plays; none if it finds none within the limits.
   * @param {AbortSignal} signal
   */
  async solversMove(signal) {
    const { best, line } = await engine.solve(this.game, { signal });
    if (best !== null || line.length > 0 || !this.isForPoints()) return best ?? line[0];
    // A limit may leave open how many points are lost, though not that they are. Then it resists as without points.
    return (await engine.solve(new Game({ ...this.game.position(), scoring: undefined }), { signal })).line[0];
  }

  isForPoints() {
    return this.position.scoring !== undefined;
  }

  /** Points of a seat as those of the person. @param {number} value @param {number} seat */
  ofMine(value, seat) {
    return pointsBetween(value, seat, this.first ? 0 : 1, this.seats);
  }

  /**
   * Is all known of a position, and of these of its moves?
   * @param {Found} found
   * @param {import("../game/types.js").Choice[]} [choices]
   */
  isJudged(found, choices = []) {
    return [found, ...choices].every(({ verdict, value }) => verdict !== "unknown" && (typeof value === "number" || !this.isForPoints()));
  }

  takeHelp() {
    this.helped = true;
    this.around.helped?.();
  }

  /** The points that the puzzle asks the person for; null if it asks for none. */
  pointsAsked() {
    const value = this.origin?.value ?? null;
    return value === null ? null : this.ofMine(value, this.position.turn);
  }

  /** The game can't go on: the solver found no move within the limits. */
  end() {
    this.asking = null;
    this.trouble = () => words.noMove;
    this.around.say(this.trouble);
    this.around.changed();
  }

  /** @param {Found} found */
  arrived(found) {
    this.found = found;
    if (this.winnable === null && found.verdict !== "unknown") this.winnable = found.verdict === "win";
    if (!this.game.steps.some((step) => step.mine)) this.most ??= found.value ?? null;
  }

  /** Judges the moves that a person has, and the one that was played meanwhile. */
  async judge() {
    const mine = new AbortController(), { game } = this, at = game.steps.length;
    this.judging.add(mine);
    try {
      const found = await engine.moves(game, { signal: mine.signal, aside: true });
      if (!this.judging.has(mine)) return;
      const step = game.steps[at];
      if (!step) this.arrived(found);
      else if (!step.slip) this.slipped(step, found);
    } catch (error) {
      // The game goes on without it. A fault shows at the next move.
      if (!(error instanceof Problem) && !isCancelled(error)) throw error;
    } finally {
      if (this.judging.delete(mine)) this.around.changed();
    }
  }

  stopJudging() {
    for (const judging of this.judging) judging.abort();
    this.judging.clear();
  }

  /**
   * @param {string} move
   * @param {{ mine?: boolean, chosen?: Card[] }} how
   */
  played(move, how) {
    const seat = this.game.position().turn, { seats } = this;
    this.game.play(move, how);
    this.replay.reset();
    this.line = null;
    this.tellMoves();
    this.around.say(() => common(seats).answered(common(seats).seats[seat], spoken(move)));
  }

  finish() {
    const last = this.game.steps[this.game.steps.length - 1];
    this.around.say(() => [last.slip && this.slipText(last), this.outcome()].filter(Boolean).join(" "));
    if (this.isSolved()) this.around.solved(this.helped);
    else if (this.winnable && (!this.hasWon() || this.points !== null)) this.around.missed();
  }

  /** How the game has ended, in words: in a game for points with the points, as far as they are known. */
  outcome() {
    const { points, first } = this, said = common(this.seats);
    if (points === null) return this.hasWon() ? words.youWon : words.youLost;
    return this.isTooLittle() ? said.tooFew(points, this.pointsAsked() ?? 0, first) : said.youGet(points, first);
  }

  /** Is the game won, but with fewer points than the puzzle asks for? */
  isTooLittle() {
    return this.hasWon() && this.points !== null && this.points < (this.pointsAsked() ?? 0);
  }

  /** Is the game won, and if it is for points, with as many as the puzzle asks for, or without a puzzle as many as there were? */
  isSolved() {
    if (!this.hasWon() || !this.isForPoints()) return this.hasWon();
    const least = this.origin ? (this.pointsAsked() ?? 1) : this.most;
    return this.points !== null && least !== null && this.points >= least;
  }

  /**
   * Notes what a move of the person gave away.
   * @param {Step} step
   * @param {Found} found The position before it.
   */
  slipped(step, found) {
    step.slip = slipOf(found, step.move);
    if (!step.slip) return;
    if (step.slip.win || (this.pointsAsked() ?? 0) > 0) this.around.missed();
    this.around.say(() => this.slipText(step));
  }

  /** What a move gave away, in words. @param {Step} step */
  slipText({ slip, move }) {
    return slip && !slip.win ? words.slipOfPoints(shown(move), words.less(slip.value, slip.best)) : words.slip(shown(move));
  }

  hasWon() {
    return this.game.over && this.isMine(this.game.position().hands.indexOf(""));
  }

  /** The choices that these cards make, or are a part of: the exact ones first, then the shortest. */
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

  /**
   * Plays a move of the person.
   * @param {string} move
   */
  throwMove(move) {
    const found = this.found;
    if (!found?.choices.some((choice) => choice.move === move) || !this.isNow()) return;
    this.played(move, { mine: true, chosen: this.chosen });
    this.chosen = [];
    this.slipped(this.game.steps[this.game.steps.length - 1], found);
    this.next();
  }

  /** Plays the chosen cards, if they are one thing. */
  throwChosen() {
    const found = this.exact();
    if (found.length === 1) this.throwMove(found[0].move);
  }

  /** The last slip, if the game goes on from it. */
  slip() {
    return this.game.steps.findLast((step) => step.slip) ?? null;
  }

  /** Takes back the person's last move and what followed. */
  undo() {
    const last = this.game.steps.findLastIndex((step) => step.mine);
    if (last >= 0) this.backTo(last);
  }

  /**
   * Goes on from an earlier place.
   * @param {number} at
   */
  backTo(at) {
    this.stopJudging();
    this.takeHelp();
    this.game.steps.length = at;
    this.chosen = [];
    this.line = null;
    this.replay.reset();
    this.tellMoves();
    this.next();
  }

  /** The move to hint at, which gives nothing away: one that ends the game, else the solver's. Null if all lose and come to the same. */
  goal() {
    const { found } = this;
    if (!found) return null;
    const hand = this.game.position().hands[this.game.position().turn], best = bestOf(found);
    return best.find((choice) => cardsOf(choice.move).length === hand.length) ?? best.find((choice) => choice.move === found.best) ?? best[0] ?? null;
  }

  /** Is there another hint, and is the position judged? */
  mayHint() {
    const isReady = this.found !== null && this.isNow() && !(this.judging.size && !this.isJudged(this.found));
    return isReady && this.hints < hintsOf(this.goal()?.kind ?? "pass");
  }

  askHint() {
    if (!this.mayHint()) return;
    this.hints += 1;
    this.takeHelp();
    const move = this.goal();
    if (move && this.hints === HINTS) this.chosen = this.cardsToPlay(move.move);
    this.around.changed();
    this.around.say(() => this.hintTexts().at(-1) ?? "");
  }

  /** @param {string} move */
  cardsToPlay(move) {
    return pick(this.game.hands()[this.game.position().turn], cardsOf(move));
  }

  /** The hints so far, each a little plainer. */
  hintTexts() {
    const move = this.goal(), { seats } = this;
    if (this.hints === 0 || !this.found) return [];
    if (this.found.verdict === "unknown") return [words.undecided];
    if (move === null) return [common(seats).noWin(sideOf(seats, this.first ? 1 : 0))];
    const kind = common().kinds[move.kind];
    return [this.found.verdict === "win" ? kind : common().losesLeast(kind), kind + common().detail(detailOf(cardsOf(move.move) || " ", move.kind)), shown(move.move)].slice(0, this.hints);
  }

  /** Shows the rest of the game as the solver would play it, or goes back to the game. */
  async showLine() {
    if (this.line) {
      this.line = null;
      this.replay.reset();
      return this.around.changed();
    }
    const mine = new AbortController(), from = this.game.steps.length;
    this.asking = mine;
    this.takeHelp();
    this.around.changed();
    try {
      const { line } = await engine.solve(this.game, { signal: mine.signal });
      if (this.asking !== mine) return;
      this.line = gameOf(this.position, [...this.game.moves, ...line]);
      this.replay.reset();
      this.replay.place = Math.min(from + 1, this.line.steps.length);
    } catch (error) {
      if (this.asking !== mine) return;
      this.trouble = () => sentence(error);
    }
    this.asking = null;
    this.around.changed();
  }

  /** @returns {View} */
  view() {
    const shownGame = this.line ?? this.game, at = this.replay.at, position = shownGame.position(at);
    const mine = this.isNow() && this.isMyTurn() && this.found !== null;
    return {
      position, faces: shownGame.hands(at), room: shownGame.room, near: this.first ? 0 : 1,
      playable: mine ? position.turn : null, raised: this.chosen, steps: shownGame.steps.slice(0, at),
      tap: mine ? (_seat, card) => this.tap(card) : null, hint: words.chooseHint,
    };
  }

  /** The same game from its start, by the same side. */
  backToStart() {
    this.takeSide(this.first);
  }
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
