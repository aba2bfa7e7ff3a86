// The tab *solve*: the verdict in a word, the winning move as cards, and every first move with its verdict. A move that is
// tapped shows what follows it, on the table, too.

import * as api from "./api.js";
import { pick } from "./shared/cards.js";
import { element } from "./shared/dom.js";
import { Game, after, cardsOf, gameOf, isOver } from "./game.js";
import { game, sideOf, words } from "./language.js";
import { button, fan, moveCards, stepper, trail } from "./parts.js";
import { sentence } from "./problems.js";
import { Replay } from "./replay.js";
import { changed, hooks, isComplete, state } from "./state.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./shared/dom.js").Child} Child */

// What is asked for first, and with *search longer*; the server may allow less.
const TIME = 10_000, LONGER = 120_000;
// Moves of a kind that are shown before the button for more.
const SHOWN = 24;

/** @type {AbortController | null} */
let searching = null;
let begun = 0;
/** @type {string | null} */
let trouble = null;
/** @type {import("./types.js").Answer | null} */
let answer = null;
/** @type {Awaited<ReturnType<typeof api.moves>> | null} */
let judged = null;
/** The first move whose continuation is shown. @type {string | null} */
let opened = null;
let line = new Game(state.position);
/** @type {AbortController | null} */
let following = null;
const replay = new Replay(() => line.steps.length);
/** @type {Set<string>} */
const unfolded = new Set();
/** The move under the pointer, whose cards are lifted. */
let lifted = "";

/** Forgets all: another position has come. */
export function reset() {
  searching?.abort();
  following?.abort();
  searching = following = answer = judged = opened = trouble = null;
  line = new Game(state.position);
  replay.reset();
  unfolded.clear();
  lifted = "";
}

/** Begins, unless it has. */
export function enter() {
  if (answer === null && searching === null && isComplete()) search(TIME);
}

/** @param {number} time */
async function search(time) {
  const mine = new AbortController(), position = state.position;
  searching = mine;
  begun = performance.now();
  trouble = answer = judged = null;
  changed();
  clock(mine);
  try {
    const found = await api.solve(position, { signal: mine.signal, time });
    if (searching !== mine) return;
    answer = found;
    hooks.say(headline());
    if (found.line.length) showLine(found.line, found.best);
    changed();
    const all = await api.moves(position, { signal: mine.signal, time });
    if (searching !== mine) return;
    judged = all;
  } catch (error) {
    if (searching !== mine) return;
    trouble = api.isCancelled(error) ? words.cancelled : sentence(error);
  }
  searching = null;
  changed();
}

/**
 * Counts the seconds while a search runs.
 * @param {AbortController} mine
 */
function clock(mine) {
  const shown = document.getElementById("seconds");
  if (shown) shown.textContent = words.seconds((performance.now() - begun) / 1000);
  if (searching === mine) window.setTimeout(() => clock(mine), 100);
}

/**
 * @param {string[]} moves
 * @param {string | null} first
 */
function showLine(moves, first) {
  line = gameOf(state.position, moves);
  opened = first;
  replay.reset();
  // The table begins with the position that is asked about.
  replay.place = 0;
}

/**
 * Shows what follows a first move.
 * @param {string} move
 */
async function follow(move) {
  following?.abort();
  const mine = new AbortController(), next = after(state.position, move);
  following = mine;
  showLine([move], move);
  replay.place = 1;
  changed();
  try {
    const found = isOver(next) ? { line: [] } : await api.solve(next, { signal: mine.signal, time: TIME });
    if (following !== mine) return;
    line = gameOf(state.position, [move, ...found.line]);
    replay.place = Math.min(2, line.steps.length);
  } catch (error) {
    if (following !== mine) return;
    trouble = sentence(error);
  }
  following = null;
  changed();
}

function headline() {
  const { turn, hands } = state.position, mine = sideOf(hands.length, turn);
  if (!answer || answer.verdict === "unknown") return words.undecided;
  return answer.verdict === "win" ? game().winsWith(mine) : game().loses(mine);
}

/** The verdict in a word. */
function verdict() {
  if (!answer) return null;
  const best = answer.verdict === "win" ? answer.best : null;
  return element("div", { class: `verdict ${answer.verdict}`, id: "verdict", "data-verdict": answer.verdict },
    element("div", {}, element("p", { class: "word" }, words.verdicts[answer.verdict]), element("p", {}, headline())),
    best && (cardsOf(best) ? fan(pick(line.hands(0)[state.position.turn], cardsOf(best))) : moveCards(best)));
}

function progress() {
  if (!searching) return element("div", { class: "progress" }, answer && element("p", { class: "soft" }, words.effort(answer.elapsed, answer.nodes)));
  return element("div", { class: "progress running" },
    element("progress", { "aria-label": words.searching }),
    element("p", { class: "soft" }, answer ? words.judging : words.searching, " ", element("span", { id: "seconds", "aria-hidden": "true" })),
    button(words.cancel, () => searching?.abort(), { id: "cancel" }));
}

/**
 * @param {api.Judged} choice
 * @param {boolean} best
 */
function option(choice, best) {
  const refuted = choice.refutation.at(-1);
  const why = refuted === undefined ? [] : refuted === "pass" ? [game().losesToPass] : [game().loseTo, moveCards(refuted)];
  /** @param {string} cards */
  const lift = (cards) => () => {
    lifted = cards;
    const raised = raisedCards();
    const cells = document.querySelectorAll(`.hand[data-seat="${state.position.turn}"] .cell`);
    cells.forEach((cell, index) => cell.classList.toggle("up", raised.includes(view().faces[state.position.turn][index])));
  };
  return element("li", {}, element("button", {
    type: "button", class: best ? "option best" : "option", "data-move": choice.move, "data-key": `move-${choice.move}`,
    "aria-pressed": opened === choice.move, onclick: () => follow(choice.move),
    onmouseenter: lift(cardsOf(choice.move)), onmouseleave: lift(""), onfocus: lift(cardsOf(choice.move)), onblur: lift(""),
  }, moveCards(choice.move), why.length ? element("span", { class: "answer" }, ...why) : null));
}

/**
 * @param {import("./types.js").Verdict} verdict
 * @param {string} title
 */
function group(verdict, title) {
  if (!judged) return null;
  const fitting = judged.choices.filter((choice) => choice.verdict === verdict);
  if (fitting.length === 0) return null;
  const best = answer?.best;
  fitting.sort((a, b) => Number(b.move === best) - Number(a.move === best));
  const all = unfolded.has(verdict) || fitting.length <= SHOWN + 4;
  const shown = all ? fitting : fitting.slice(0, SHOWN);
  const more = all ? null : element("li", {}, button(game().more(fitting.length - SHOWN), () => { unfolded.add(verdict); changed(); }, { class: "more", id: `more-${verdict}` }));
  return element("section", { class: `group ${verdict}` }, element("h3", {}, title), element("ol", { class: "options" }, ...shown.map((choice) => option(choice, choice.move === best)), more));
}

function groups() {
  if (!judged) return [];
  /** @param {import("./types.js").Verdict} verdict */
  const count = (verdict) => judged?.choices.filter((choice) => choice.verdict === verdict).length ?? 0;
  return [
    element("p", { class: "soft" }, words.tapMove),
    group("win", game().winning(count("win"))),
    group("loss", words.losing(count("loss"))),
    group("unknown", words.open(count("unknown"))),
  ];
}

function continuation() {
  if (line.steps.length === 0) return null;
  const seats = state.position.hands.length;
  return element("section", { class: "line", "aria-labelledby": "line-title" },
    element("h3", { id: "line-title" }, opened && opened !== answer?.best ? words.after : words.bestLine, " ", opened && moveCards(opened)),
    trail({ steps: line.steps, at: replay.at, seats, view: (at) => replay.view(at) }),
    stepper({ at: replay.at, end: line.steps.length, view: (at) => replay.view(at), playing: replay.playing, replay: () => replay.toggle() }));
}

/** @returns {Child[]} */
export function panel() {
  const empty = !isComplete();
  return [
    element("h2", {}, words.tabs.solve),
    empty && element("p", { class: "soft" }, words.unfinished),
    verdict(),
    !empty && progress(),
    element("p", { class: "trouble", role: "alert" }, trouble),
    !searching && !empty && (answer === null || answer.verdict === "unknown") && element("p", { class: "row" }, button(answer ? words.longer : words.again, () => search(answer ? LONGER : TIME), { id: "again" })),
    continuation(),
    ...groups(),
  ];
}

function raisedCards() {
  return replay.at === 0 && lifted ? pick(line.hands(0)[state.position.turn], lifted) : [];
}

/** @returns {View} */
export function view() {
  const at = replay.at;
  return { position: line.position(at), faces: line.hands(at), room: line.room, near: 0, playable: null, raised: raisedCards(), steps: line.steps.slice(0, at), tap: null };
}
