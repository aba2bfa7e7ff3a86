// A game of a person against the exact solver: in the tab *play*, and in a puzzle that stands in another page. Before each move of the person
// it is known which moves there are and what each is worth, so the moment in which a win is given away is known at once, or in a game for
// points some of these. In a hard position that may take longer than a person wants to wait: then the moves come first, and what they are
// worth when it is known, if need be after the move. The solver wins if it can, else it resists as long as it can; for points it gets as
// many as it can. What is said is made when it is shown, since pages may have several games, in several languages.

import { Problem, isCancelled } from "../answers/answers.js";
import * as engine from "../answers/engine.js";
import { Game, cardsOf, gameOf, isForFirst, pointsBetween } from "../game/game.js";
import { detailOf, hintsOf, HINTS } from "../game/hints.js";
import { bestOf, slipOf } from "../game/slips.js";
import { game as common, shown, sideOf, words } from "../words/language.js";
import { Choosing } from "./choosing.js";

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

export class Match extends Choosing {
  /** @param {Around} around @param {Position} position */
  constructor(around, position) {
    super(around, new Game(position));
    this.around = around;
    this.position = position;
    /** The legal moves, when it is the person's turn, and what each is worth. @type {Found | null} */
    this.found = null;
    /** @type {Asked | null} */
    this.origin = null;
    /** What is judged while the game goes on. @type {Set<AbortController>} */
    this.judging = new Set();
    /** Does the person play the side of the first hand? */
    this.first = true;
    this.begun = false;
    this.hints = 0;
    /** Was there a hint, a line shown or a move taken back? */
    this.helped = false;
    /** Does the person win if nothing goes wrong? Known from the first turn on. @type {boolean | null} */
    this.winnable = null;
    /** The most points that there were to get, if that was known before the person's first move. @type {number | null} */
    this.most = null;
    /** The points of the person, when a game for points is over. @type {number | null} */
    this.points = null;
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
    Object.assign(this, { found: null, hints: 0, points: null });
    const isDone = await this.ask(async (signal, isMine) => {
      while (!this.game.over && !this.isMyTurn()) {
        const move = await this.solversMove(signal);
        if (!isMine()) return;
        if (move === undefined) return this.end();
        this.played(move, {});
        this.around.changed();
      }
      if (!this.game.over) {
        const found = await engine.moves(this.game, { signal, time: QUICK });
        if (!isMine()) return;
        this.arrived(found);
        if (!this.isJudged(found, found.choices)) this.judge();
      }
      if (this.game.over && this.isForPoints()) {
        const value = await engine.outcome(this.game, { signal });
        if (isMine()) this.points = value === null ? null : this.ofMine(value, 0);
      }
    });
    if (!isDone || !this.game.over) return;
    this.finish();
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
    this.trouble = () => words.noMove;
    this.around.say(this.trouble);
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
    const { found } = this;
    super.played(move, how);
    this.tellMoves();
    if (how.mine && found) this.slipped(this.game.steps[this.game.steps.length - 1], found);
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

  thrown() {
    this.next();
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
    const from = this.game.steps.length;
    this.takeHelp();
    await this.ask(async (signal, isMine) => {
      const { line } = await engine.solve(this.game, { signal });
      if (!isMine()) return;
      this.line = gameOf(this.position, [...this.game.moves, ...line]);
      this.replay.reset();
      this.replay.place = Math.min(from + 1, this.line.steps.length);
    });
  }

  /** @returns {View} */
  view() {
    const shownGame = this.line ?? this.game, at = this.replay.at, position = shownGame.position(at);
    const mine = this.mayPlay();
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
