// The tab *play*: a game against the exact solver. Before each move of the person it is known which moves there are and what
// each is worth, so the moment in which a win is given away is known at once, or in a game for points some of these. In a hard
// position that may take longer than a person wants to wait: then the moves come first, and what they are worth when it is
// known, if need be after the move. The solver wins if it can, else it resists as long as it can; for points it gets as many as
// it can.

import { Problem, isCancelled } from "../answers/answers.js";
import * as engine from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { pick, textOf } from "../game/cards.js";
import { Game, cardsOf, gameOf, pointsBetween, sorted } from "../game/game.js";
import { detailOf, hintsOf, HINTS } from "../game/hints.js";
import { bestOf, slipOf } from "../game/slips.js";
import { addressOf } from "../state/address.js";
import { dayOf, missed, solved } from "../state/progress.js";
import { Replay } from "../state/replay.js";
import { changed, hooks, isComplete, state } from "../state/state.js";
import { game as common, shown, sideOf, spoken, words } from "../words/language.js";

/** @typedef {import("../game/types.js").View} View */
/** @typedef {import("../game/types.js").Card} Card */
/** @typedef {import("../game/types.js").Step} Step */
/** @typedef {import("../answers/answers.js").Found} Found */

// The time in which most positions are judged, in milliseconds.
const QUICK = 300;

export const play = {
  game: new Game(state.position),
  /** Does the person play the side of the first hand? */
  first: true,
  begun: false,
  /** The legal moves, when it is the person's turn. @type {Found | null} */
  found: null,
  /** @type {Card[]} */
  chosen: [],
  /** What is being asked. @type {AbortController | null} */
  asking: null,
  /** What is judged while the game goes on. @type {Set<AbortController>} */
  judging: new Set(),
  /** @type {string | null} */
  trouble: null,
  hints: 0,
  /** Was there a hint, a line shown or a move taken back? */
  helped: false,
  /** Does the person win if nothing goes wrong? Known from the first turn on. @type {boolean | null} */
  winnable: null,
  /** The most points that there were to get, if that was known before the person's first move. @type {number | null} */
  most: null,
  /** The points of the person, when a game for points is over. @type {number | null} */
  points: null,
  /** The rest of a game, shown when asked for. @type {Game | null} */
  line: null,
};

export const replay = new Replay(() => (play.line ?? play.game).steps.length);

/** @type {(seat: number) => boolean} */
export const isMine = (seat) => (seat === 0) === play.first;
export const isMyTurn = () => !play.game.over && isMine(play.game.position().turn);
/** Is the table at the end of the game, where one can go on? */
export const isNow = () => play.line === null && replay.at === play.game.steps.length;

/** The side that the puzzle asks for: the one that wins, as far as the pack says. */
function asked() {
  const moverWins = state.origin?.expect !== "loss";
  return (state.position.turn === 0) === moverWins;
}

/**
 * Another position, perhaps with a game of it.
 * @param {{ moves?: string[], as?: number | null, helped?: boolean }} [found]
 */
export function reset({ moves = [], as = null, helped = false } = {}) {
  play.asking?.abort();
  stopJudging();
  replay.reset();
  Object.assign(play, { game: new Game(state.position), first: as === null ? asked() : as === 1, begun: false, found: null, chosen: [], asking: null, trouble: null, hints: 0, helped, winnable: null, most: null, points: null, line: null });
  if (moves.length) play.game = gameOf(state.position, moves);
  for (const step of play.game.steps) step.mine = isMine(step.seat);
}

/** Begins the game, unless it has begun. */
export function enter() {
  if (play.begun || !isComplete()) return;
  play.begun = true;
  hooks.moved(play.game.moves, play.first ? 1 : 2);
  next();
}

/** The side that the person plays, 1 or 2; null before the game. */
export const side = () => (play.begun ? (play.first ? 1 : 2) : null);

/** @param {boolean} first */
export function takeSide(first) {
  reset({ as: first ? 1 : 2 });
  enter();
  changed();
}

/** Goes on: the solver moves, until it is the person's turn or the game is over. */
export async function next() {
  play.asking?.abort();
  const mine = new AbortController();
  Object.assign(play, { asking: mine, found: null, trouble: null, hints: 0, points: null });
  changed();
  try {
    while (!play.game.over && !isMyTurn()) {
      const move = await solversMove(mine.signal);
      if (play.asking !== mine) return;
      if (move === undefined) return end();
      played(move, {});
      changed();
    }
    if (!play.game.over) {
      const found = await engine.moves(play.game, { signal: mine.signal, time: QUICK });
      if (play.asking !== mine) return;
      arrived(found);
      if (!isJudged(found, found.choices)) judge();
    }
    if (play.game.over && isForPoints()) {
      const value = await engine.outcome(play.game, { signal: mine.signal });
      if (play.asking !== mine) return;
      play.points = value === null ? null : ofMine(value, 0);
    }
  } catch (error) {
    if (play.asking !== mine) return;
    play.trouble = isCancelled(error) ? words.cancelled : sentence(error);
  }
  play.asking = null;
  if (play.game.over) finish();
  changed();
}

/**
 * The move that the solver plays; none if it finds none within the limits.
 * @param {AbortSignal} signal
 */
async function solversMove(signal) {
  const { best, line } = await engine.solve(play.game, { signal });
  if (best !== null || line.length > 0 || !isForPoints()) return best ?? line[0];
  // A limit may leave open how many points are lost, though not that they are. Then it resists as without points.
  return (await engine.solve(new Game({ ...play.game.position(), scoring: undefined }), { signal })).line[0];
}

const isForPoints = () => state.position.scoring !== undefined;

/** Points of a seat as those of the person. @type {(value: number, seat: number) => number} */
const ofMine = (value, seat) => pointsBetween(value, seat, play.first ? 0 : 1, state.position.hands.length);

/**
 * Is all known of a position, and of these of its moves?
 * @param {Found} found
 * @param {import("../game/types.js").Choice[]} [choices]
 */
const isJudged = (found, choices = []) =>
  [found, ...choices].every(({ verdict, value }) => verdict !== "unknown" && (typeof value === "number" || !isForPoints()));

/** The points that the puzzle asks the person for; null if it asks for none. */
export function pointsAsked() {
  const value = state.origin?.value ?? null;
  return value === null ? null : ofMine(value, state.position.turn);
}

/** The game can't go on: the solver found no move within the limits. */
function end() {
  play.asking = null;
  play.trouble = words.noMove;
  hooks.say(play.trouble);
  changed();
}

/** @param {Found} found */
function arrived(found) {
  play.found = found;
  if (play.winnable === null && found.verdict !== "unknown") play.winnable = found.verdict === "win";
  if (!play.game.steps.some((step) => step.mine)) play.most ??= found.value ?? null;
}

/** Judges the moves that a person has, and the one that was played meanwhile. */
async function judge() {
  const mine = new AbortController(), { game } = play, at = game.steps.length;
  play.judging.add(mine);
  try {
    const found = await engine.moves(game, { signal: mine.signal, aside: true });
    if (!play.judging.has(mine)) return;
    const step = game.steps[at];
    if (!step) arrived(found);
    else if (!step.slip) slipped(step, found);
  } catch (error) {
    // The game goes on without it. A fault shows at the next move.
    if (!(error instanceof Problem) && !isCancelled(error)) throw error;
  } finally {
    if (play.judging.delete(mine)) changed();
  }
}

function stopJudging() {
  for (const judging of play.judging) judging.abort();
  play.judging.clear();
}

/**
 * @param {string} move
 * @param {{ mine?: boolean, chosen?: Card[] }} how
 */
function played(move, how) {
  const seat = play.game.position().turn;
  play.game.play(move, how);
  replay.reset();
  play.line = null;
  hooks.moved(play.game.moves, play.first ? 1 : 2);
  hooks.say(common(state.position.hands.length).answered(common(state.position.hands.length).seats[seat], spoken(move)));
}

function finish() {
  const last = play.game.steps[play.game.steps.length - 1];
  hooks.say([last.slip && slipText(last), outcome()].filter(Boolean).join(" "));
  if (isSolved()) solved(addressOf(state.position), play.helped ? "helped" : "alone", state.origin?.difficulty ?? null, dayOf(new Date()));
  else if (play.winnable && (!hasWon() || play.points !== null)) err();
}

/** How the game has ended, in words: in a game for points with the points, as far as they are known. */
export function outcome() {
  const { points, first } = play, said = common(state.position.hands.length);
  if (points === null) return hasWon() ? words.youWon : words.youLost;
  return isTooLittle() ? said.tooFew(points, pointsAsked() ?? 0, first) : said.youGet(points, first);
}

/** Is the game won, but with fewer points than the puzzle asks for? */
export const isTooLittle = () => hasWon() && play.points !== null && play.points < (pointsAsked() ?? 0);

/** Is the game won, and if it is for points, with as many as the puzzle asks for, or without a puzzle as many as there were? */
export function isSolved() {
  if (!hasWon() || !isForPoints()) return hasWon();
  const least = state.origin ? (pointsAsked() ?? 1) : play.most;
  return play.points !== null && least !== null && play.points >= least;
}

/**
 * Notes what a move of the person gave away.
 * @param {Step} step
 * @param {Found} found The position before it.
 */
function slipped(step, found) {
  step.slip = slipOf(found, step.move);
  if (!step.slip) return;
  if (step.slip.win || (pointsAsked() ?? 0) > 0) err();
  hooks.say(slipText(step));
}

/** What a move gave away, in words. @param {Step} step */
export function slipText({ slip, move }) {
  return slip && !slip.win ? words.slipOfPoints(shown(move), words.less(slip.value, slip.best)) : words.slip(shown(move));
}

/** A win or points were given away: if the puzzle is one of a pack, it comes back another day. */
function err() {
  const { origin } = state;
  if (origin && origin.pack !== null) missed(addressOf(state.position), { pack: origin.pack, index: origin.index }, dayOf(new Date()));
}

export const hasWon = () => play.game.over && isMine(play.game.position().hands.indexOf(""));

/** The choices that these cards make, or are a part of: the exact ones first, then the shortest. */
export function fitting() {
  if (!play.found) return [];
  const text = sorted(textOf(play.chosen));
  const choices = play.found.choices.filter((choice) => choice.move !== "pass" && contains(cardsOf(choice.move), text));
  return choices.map((choice) => ({ choice, exact: sorted(cardsOf(choice.move)) === text }))
    .sort((a, b) => Number(b.exact) - Number(a.exact) || cardsOf(a.choice.move).length - cardsOf(b.choice.move).length);
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

/** What the chosen cards are. */
export const exact = () => (play.chosen.length ? fitting().filter(({ exact }) => exact).map(({ choice }) => choice) : []);

/** @type {() => boolean} */
export const mayPass = () => isNow() && (play.found?.choices.some((choice) => choice.move === "pass") ?? false);

/**
 * Chooses a card, or lays it back.
 * @param {Card} card
 */
export function tap(card) {
  if (!isNow() || !play.found) return;
  play.chosen = play.chosen.includes(card) ? play.chosen.filter((other) => other !== card) : [...play.chosen, card];
  changed();
  const what = exact().map((choice) => common().kinds[choice.kind]).join(", ");
  hooks.say(play.chosen.length === 0 ? words.nothingChosen : what || (fitting().length ? words.notYet : words.noCombination));
}

/**
 * Chooses all the cards of a move.
 * @param {string} move
 * @param {Card[]} cards
 */
export function complete(move, cards) {
  play.chosen = cards;
  changed();
  hooks.say(spoken(move));
}

/**
 * Plays a move of the person.
 * @param {string} move
 */
export function throwMove(move) {
  const found = play.found;
  if (!found?.choices.some((choice) => choice.move === move) || !isNow()) return;
  played(move, { mine: true, chosen: play.chosen });
  play.chosen = [];
  slipped(play.game.steps[play.game.steps.length - 1], found);
  next();
}

/** Plays the chosen cards, if they are one thing. */
export function throwChosen() {
  const found = exact();
  if (found.length === 1) throwMove(found[0].move);
}

/** The last slip, if the game goes on from it. */
export const slip = () => play.game.steps.findLast((step) => step.slip) ?? null;

/** Takes back the person's last move and what followed. */
export function undo() {
  const last = play.game.steps.findLastIndex((step) => step.mine);
  if (last >= 0) backTo(last);
}

/**
 * Goes on from an earlier place.
 * @param {number} at
 */
export function backTo(at) {
  stopJudging();
  play.helped = true;
  play.game.steps.length = at;
  play.chosen = [];
  play.line = null;
  replay.reset();
  hooks.moved(play.game.moves, play.first ? 1 : 2);
  next();
}

/** The move to hint at, which gives nothing away: one that ends the game, else the solver's. Null if all lose and come to the same. */
function goal() {
  const { found } = play;
  if (!found) return null;
  const hand = play.game.position().hands[play.game.position().turn], best = bestOf(found);
  return best.find((choice) => cardsOf(choice.move).length === hand.length) ?? best.find((choice) => choice.move === found.best) ?? best[0] ?? null;
}

/** Is there another hint, and is the position judged? */
export const mayHint = () => play.found !== null && isNow() && !(play.judging.size && !isJudged(play.found)) && play.hints < hintsInAll();

const hintsInAll = () => hintsOf(goal()?.kind ?? "pass");

export function askHint() {
  if (!mayHint()) return;
  play.hints += 1;
  play.helped = true;
  const move = goal();
  if (move && play.hints === HINTS) play.chosen = cardsToPlay(move.move);
  changed();
  hooks.say(hintTexts().at(-1) ?? "");
}

/** @param {string} move */
export const cardsToPlay = (move) => pick(play.game.hands()[play.game.position().turn], cardsOf(move));

/** The hints so far, each a little plainer. */
export function hintTexts() {
  const move = goal(), seats = state.position.hands.length;
  if (play.hints === 0 || !play.found) return [];
  if (play.found.verdict === "unknown") return [words.undecided];
  if (move === null) return [common(seats).noWin(sideOf(seats, play.first ? 1 : 0))];
  const kind = common().kinds[move.kind];
  return [play.found.verdict === "win" ? kind : common().losesLeast(kind), kind + common().detail(detailOf(cardsOf(move.move) || " ", move.kind)), shown(move.move)].slice(0, play.hints);
}

/** Shows the rest of the game as the solver would play it, or goes back to the game. */
export async function showLine() {
  if (play.line) {
    play.line = null;
    replay.reset();
    return changed();
  }
  const mine = new AbortController(), from = play.game.steps.length;
  play.asking = mine;
  play.helped = true;
  changed();
  try {
    const { line } = await engine.solve(play.game, { signal: mine.signal });
    if (play.asking !== mine) return;
    play.line = gameOf(state.position, [...play.game.moves, ...line]);
    replay.reset();
    replay.place = Math.min(from + 1, play.line.steps.length);
  } catch (error) {
    if (play.asking !== mine) return;
    play.trouble = sentence(error);
  }
  play.asking = null;
  changed();
}

/** @returns {View} */
export function view() {
  const shownGame = play.line ?? play.game, at = replay.at, position = shownGame.position(at);
  const mine = isNow() && isMyTurn() && play.found !== null;
  return {
    position, faces: shownGame.hands(at), room: shownGame.room, near: play.first ? 0 : 1,
    playable: mine ? position.turn : null, raised: play.chosen, steps: shownGame.steps.slice(0, at),
    tap: mine ? (_seat, card) => tap(card) : null, hint: words.chooseHint,
  };
}

/** The same game from its start, by the same side. */
export function backToStart() {
  takeSide(play.first);
}
