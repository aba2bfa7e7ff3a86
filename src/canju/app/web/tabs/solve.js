// The tab *solve*: the verdict in a word, the winning move as cards, and every move with its verdict. A move that is tapped
// shows what follows it, on the table, too; and from any place of what follows one can go on asking, so that the whole strategy
// can be walked through.

import { isCancelled } from "../answers/answers.js";
import * as engine from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { element } from "../drawing/dom.js";
import { button, clock, fan, moveCards, running, walk } from "../drawing/parts.js";
import { pick } from "../game/cards.js";
import { Game, cardsOf, gameOf, isOver } from "../game/game.js";
import { slipOf } from "../game/slips.js";
import { Replay } from "../state/replay.js";
import { changed, hooks, isComplete, state } from "../state/state.js";
import { game, sideOf, spoken, words } from "../words/language.js";

/** @typedef {import("../answers/answers.js").Found} Found */
/** @typedef {import("../game/types.js").View} View */
/** @typedef {import("../drawing/dom.js").Child} Child */

// How long is searched at first, in milliseconds, and how many times as long whenever the reader wants to go on.
const TIME = 10_000, LONGER = 10;
// Moves of a kind that are shown before the button for more.
const SHOWN = 24;

/** @type {AbortController | null} */
let searching = null;
let begun = 0;
/** How long the last search might take. */
let limit = TIME;
/** Its nodes so far. */
let nodes = 0;
/** @type {unknown} */
let failure = null;
/** The game up to the position that is asked about. */
let base = new Game(state.position);
/** @type {import("../game/types.js").Answer | null} */
let answer = null;
/** @type {Found | null} */
let judged = null;
/** The move whose continuation is shown. @type {string | null} */
let opened = null;
/** That game, with what follows. */
let line = new Game(state.position);
/** @type {AbortController | null} */
let following = null;
const replay = new Replay(() => line.steps.length);
/** @type {Set<string>} */
const unfolded = new Set();
/** The move under the pointer, whose cards are lifted. */
let lifted = "";

/** Forgets all: another position has come, and what is asked about is the one after these moves. @param {string[]} [moves] */
export const reset = (moves = []) => begin(moves);

/**
 * Forgets all but the moves to the position that is asked about.
 * @param {string[]} moves
 */
function begin(moves) {
  searching?.abort();
  following?.abort();
  searching = following = answer = judged = opened = failure = null;
  base = line = gameOf(state.position, moves);
  replay.reset();
  unfolded.clear();
  lifted = "";
}

/**
 * Asks about the position after the first `at` moves that are shown.
 * @param {number} at
 */
function askAbout(at) {
  begin(line.moves.slice(0, at));
  enter();
}

/** Begins, unless it has. */
export function enter() {
  if (judged === null && searching === null && isComplete()) search(TIME);
}

/** Breaks the search off: the reader has gone elsewhere, where other questions are asked. */
export function leave() {
  searching?.abort();
  searching = null;
}

const isDecided = () => answer !== null && answer.verdict !== "unknown";

/**
 * What two searches of the same moves have found.
 * @param {Found} before
 * @param {Found} now
 * @returns {Found}
 */
function together(before, now) {
  const known = new Map(before.choices.filter(({ verdict }) => verdict !== "unknown").map((choice) => [choice.move, choice]));
  const choices = now.choices.map((choice) => (choice.verdict === "unknown" && known.get(choice.move)) || choice);
  return now.choices.length < before.choices.length ? before : { ...now, choices };
}

/**
 * Searches what is not known yet; what is known stays, and stays shown.
 * @param {number} time
 */
async function search(time) {
  const mine = new AbortController(), game = base;
  searching = mine;
  begun = performance.now();
  limit = time;
  nodes = 0;
  failure = null;
  changed();
  clock(() => (searching === mine ? { begun, nodes } : null));
  const limits = { signal: mine.signal, time, onNodes: (/** @type {number} */ count) => { nodes = count; } };
  try {
    if (!isDecided()) {
      const found = await engine.solve(game, limits);
      if (searching !== mine) return;
      answer = found;
      hooks.say(headline());
      if (found.line.length) showLine(found.line, found.best);
      changed();
    }
    const all = await engine.moves(game, limits);
    if (searching !== mine) return;
    judged = judged ? together(judged, all) : all;
  } catch (error) {
    if (searching !== mine) return;
    failure = error;
  }
  searching = null;
  changed();
}

/**
 * @param {string[]} moves
 * @param {string | null} first
 */
function showLine(moves, first) {
  line = gameOf(state.position, [...base.moves, ...moves]);
  opened = first;
  replay.reset();
  // The table begins with the position that is asked about.
  replay.place = base.steps.length;
}

/**
 * Shows what follows a move.
 * @param {string} move
 */
async function follow(move) {
  following?.abort();
  const mine = new AbortController(), from = base.steps.length;
  following = mine;
  failure = null;
  showLine([move], move);
  replay.place = from + 1;
  const next = line, less = lessThanBest(move);
  if (less) hooks.say(`${spoken(move)}: ${less}`);
  changed();
  try {
    const found = next.over ? { line: [] } : await engine.solve(next, { signal: mine.signal, time: TIME });
    if (following !== mine) return;
    line = gameOf(state.position, [...next.moves, ...found.line]);
    // A winning move stands on the table, ready for the replies; behind another stands what answers it.
    const wins = judged?.choices.some((choice) => choice.move === move && choice.verdict === "win");
    replay.place = Math.min(from + (wins ? 1 : 2), line.steps.length);
  } catch (error) {
    if (following !== mine) return;
    failure = error;
  }
  following = null;
  changed();
}

function headline() {
  const { turn, hands } = base.position(), mine = sideOf(hands.length, turn);
  if (!answer || answer.verdict === "unknown") return words.undecided;
  return answer.verdict === "loss" ? game().loses(mine) : game().winsWith(mine);
}

/** What the position is worth, if it is played for points. */
function value() {
  return typeof answer?.value === "number" ? element("p", { id: "value", "data-value": answer.value }, words.worth(answer.value)) : null;
}

/**
 * What a move is worth that gives points away, and what another would be; null for others, and for one that gives the win away, of which
 * that is said.
 * @param {string | null} move
 */
function lessThanBest(move) {
  const slip = move !== null && judged && slipOf(judged, move);
  return slip && !slip.win ? words.less(slip.value, slip.best) : null;
}

/** The verdict in a word. */
function verdict() {
  if (!answer) return null;
  const best = answer.verdict === "win" ? answer.best : null;
  return element("div", { class: `verdict ${answer.verdict}`, id: "verdict", "data-verdict": answer.verdict },
    element("div", {}, element("p", { class: "word" }, words.verdicts[answer.verdict]), element("p", {}, headline()), value()),
    best && (cardsOf(best) ? fan(pick(base.hands()[base.position().turn], cardsOf(best))) : moveCards(best)));
}

function progress() {
  if (!searching) return element("div", { class: "progress" }, answer && element("p", { class: "soft", id: "basis" }, words.effort(answer.elapsed, answer.nodes)));
  return running(answer ? words.judging : words.searching, () => searching?.abort());
}

/**
 * @param {import("../answers/answers.js").Judged} choice
 * @param {boolean} best
 */
function option(choice, best) {
  const refuted = choice.refutation.at(-1);
  const why = refuted === undefined ? [] : refuted === "pass" ? [game().losesToPass] : [game().loseTo, moveCards(refuted)];
  const less = lessThanBest(choice.move);
  /** @param {string} cards */
  const lift = (cards) => () => {
    lifted = cards;
    const raised = raisedCards(), { turn } = base.position();
    const cells = document.querySelectorAll(`.hand[data-seat="${turn}"] .cell`);
    cells.forEach((cell, index) => cell.classList.toggle("up", raised.includes(view().faces[turn][index])));
  };
  return element("li", {}, element("button", {
    type: "button", class: best ? "option best" : "option", "data-move": choice.move, "data-key": `move-${choice.move}`,
    "aria-pressed": opened === choice.move, onclick: () => follow(choice.move),
    onmouseenter: lift(cardsOf(choice.move)), onmouseleave: lift(""), onfocus: lift(cardsOf(choice.move)), onblur: lift(""),
  }, moveCards(choice.move), typeof choice.value === "number" ? element("span", { class: "points", "data-points": choice.value }, words.points(choice.value)) : null,
  less && element("span", { class: "unseen" }, `, ${less}`), why.length ? element("span", { class: "answer" }, ...why) : null));
}

/**
 * @param {import("../game/types.js").Verdict} verdict
 * @param {string} title
 */
function group(verdict, title) {
  if (!judged) return null;
  const fitting = judged.choices.filter((choice) => choice.verdict === verdict);
  if (fitting.length === 0) return null;
  const best = answer?.best;
  fitting.sort((a, b) => (b.value ?? 0) - (a.value ?? 0) || Number(b.move === best) - Number(a.move === best));
  const all = unfolded.has(verdict) || fitting.length <= SHOWN + 4;
  const shown = all ? fitting : fitting.slice(0, SHOWN);
  const more = all ? null : element("li", {}, button(game().more(fitting.length - SHOWN), () => { unfolded.add(verdict); changed(); }, { class: "more", id: `more-${verdict}` }));
  return element("section", { class: `group ${verdict}` }, element("h3", {}, title), element("ol", { class: "options" }, ...shown.map((choice) => option(choice, choice.move === best)), more));
}

function groups() {
  if (!judged) return [];
  /** @param {import("../game/types.js").Verdict} verdict */
  const count = (verdict) => judged?.choices.filter((choice) => choice.verdict === verdict).length ?? 0;
  return [
    judged.choices.length > 0 && element("p", { class: "soft" }, words.tapMove),
    !judged.complete && element("p", { class: "soft" }, words.onlySome(judged.choices.length)),
    group("win", game().winning(count("win"))),
    group("loss", words.losing(count("loss"))),
    group("unknown", words.open(count("unknown"))),
  ];
}

function continuation() {
  if (line.steps.length === 0) return null;
  const seats = state.position.hands.length, at = replay.at, here = base.steps.length;
  const onward = at !== here && !replay.playing && !isOver(line.position(at));
  const less = lessThanBest(opened);
  return element("section", { class: "line", "aria-labelledby": "line-title", "aria-busy": following !== null },
    element("h3", { id: "line-title" }, opened && opened !== answer?.best ? words.after : words.bestLine, " ", opened && moveCards(opened)),
    less && element("p", { class: "less", id: "less" }, less),
    ...walk(replay, { steps: line.steps, seats }),
    element("p", { class: "row" },
      button(words.askHere, () => askAbout(at), { id: "go-on", disabled: !onward }),
      here > 0 && button(game().restart, () => askAbout(0), { id: "restart" })));
}

/** What went wrong, in words. */
const trouble = () => (failure === null ? null : isCancelled(failure) ? words.cancelled : sentence(failure));

/** The way to go on with what is not decided: longer, or as before if that was broken off. */
function onward() {
  const longer = () => search(limit * LONGER), again = () => search(limit);
  if (answer && !isDecided()) return button(words.longer, longer, { id: "again" });
  if (!judged) return button(words.again, again, { id: "again" });
  return judged.choices.some(({ verdict }) => verdict === "unknown") && button(words.longerOpen, longer, { id: "again" });
}

/** @returns {Child[]} */
export function panel() {
  const empty = !isComplete();
  return [
    element("h2", {}, words.tabs.solve),
    empty && element("p", { class: "soft" }, words.unfinished),
    verdict(),
    !empty && progress(),
    element("p", { class: "trouble", role: "alert" }, trouble()),
    !searching && !empty && element("p", { class: "row" }, onward()),
    continuation(),
    ...groups(),
  ];
}

function raisedCards() {
  return replay.at === base.steps.length && lifted ? pick(base.hands()[base.position().turn], lifted) : [];
}

/** @returns {View} */
export function view() {
  const at = replay.at;
  return { position: line.position(at), faces: line.hands(at), room: line.room, near: 0, playable: null, raised: raisedCards(), steps: line.steps.slice(0, at), tap: null };
}
