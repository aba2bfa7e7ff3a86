// Runs in the app: a streak and a rush are begun and ended in the tab *puzzles*, and played in the tab *play*, without hints.

import { byId, element } from "../drawing/dom.js";
import { button } from "../drawing/parts.js";
import { shareResult } from "../drawing/share.js";
import { addressOf } from "../state/address.js";
import { dayOf } from "../state/daily.js";
import { marks, mistakes } from "../state/progress.js";
import { tries } from "../state/rating.js";
import { KINDS, begun, bests, chosen, isFitting, keepRun, marked, maySkip, mistakesLeft, packsFor, runOf, solvedIn, timeLeft, withPuzzle } from "../state/runs.js";
import { changed, hooks, state } from "../state/state.js";
import { words } from "../words/language.js";
import { textOfRun } from "../words/results.js";
import { bank, guarded, puzzlesOf, takePuzzle } from "./bank.js";

/** @typedef {import("../state/runs.js").Kind} Kind */
/** @typedef {import("../state/runs.js").Run} Run */

// Packs that are looked through for a puzzle that was not seen.
const PACKS = 4;

/** Is a puzzle being chosen? */
let choosing = false;

/** The run whose puzzle is on the table and not decided yet. */
export function onTable() {
  const { origin } = state, run = origin?.run && runOf(origin.run);
  return run && !run.over && run.at && run.at.pack === origin.pack && run.at.index === origin.index ? run : null;
}

/** @param {Kind} kind */
function begin(kind) {
  const now = new Date();
  return next(keepRun(begun(kind, now.getTime(), dayOf(now))));
}

/** The puzzles of a pack, as runs see them: those solved, missed or tried are not new. @param {string} pack */
async function candidates(pack) {
  const puzzles = await puzzlesOf(pack), seen = { ...marks(), ...mistakes(), ...tries() };
  return puzzles.map(({ position, difficulty }, index) => {
    const address = addressOf(position);
    return { pack, index, address, difficulty, isSeen: address in seen };
  });
}

/** The next puzzle of a run; null if it has had all. @param {Run} run */
async function nextPuzzle(run) {
  const all = [];
  for (const [number, { name }] of packsFor(bank.entries ?? [], run, Math.random).entries()) {
    all.push(...await candidates(name));
    const best = chosen(all, run, Math.random);
    if (best && (isFitting(best, run) || number + 1 >= PACKS)) return best;
  }
  return chosen(all, run, Math.random);
}

/**
 * Puts a puzzle of a run on the table. On a phone that may be out of sight, and the clock with it.
 * @param {Run} run
 * @param {import("../state/runs.js").Place} place
 */
async function show({ kind }, { pack, index }) {
  await takePuzzle(pack, index, { run: kind });
  byId("caption").scrollIntoView({ block: "nearest" });
}

/** Takes the next puzzle of a run. @param {Run} run */
async function next(run) {
  if (choosing) return;
  choosing = true;
  await guarded(async () => {
    const puzzle = await nextPuzzle(run);
    // Meanwhile the time may have ended.
    if (runOf(run.kind)?.over) return;
    if (puzzle === null) return end(run);
    const { pack, index, address } = puzzle;
    await show(keepRun(withPuzzle(run, { pack, index }, address)), { pack, index });
  });
  choosing = false;
  tick();
}

/** Goes on with a run, with the puzzle that waits if there is one. @param {Run} run */
function goOn(run) {
  const { at } = run;
  return at ? guarded(() => show(run, at)) : next(run);
}

/** The try of the puzzle on the table has ended. @param {boolean} isSolved */
export function decided(isSolved) {
  const run = onTable();
  if (run) mark(run, isSolved ? "solved" : "missed");
}

/**
 * @param {Run} run
 * @param {import("../state/runs.js").Mark} what
 */
function mark(run, what) {
  const after = keepRun(marked(run, what, Date.now()));
  if (after.over) return end(after);
  hooks.say(words.runs.marked(what, solvedIn(after)));
  // In a streak one looks at the end of the game as long as one likes.
  if (after.ends !== null || what === "skipped") next(after);
  else changed();
}

/** @param {Run} run */
function end(run) {
  const last = keepRun({ ...run, over: true });
  changed();
  showResult(last);
}

/** @param {Run} run */
function showResult(run) {
  const solved = solvedIn(run), result = words.runs.result(words.runs.names[run.kind], solved);
  shareResult({ title: result, more: run.isBest ? words.runs.newBest : words.runs.best(bests()[run.kind] ?? 0), textOf: (address) => textOfRun(run, address) });
}

/** The time that is left, as a clock shows it. @param {Run} run */
function clockText(run) {
  const seconds = Math.ceil(timeLeft(run, Date.now()) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Goes by the time of the day, so it does not matter how often a browser calls it. */
let timer = 0;
function tick() {
  window.clearTimeout(timer);
  const run = runOf("rush3");
  if (!run || run.over) return;
  if (timeLeft(run, Date.now()) === 0) return end(run);
  for (const clock of document.querySelectorAll(".run-clock")) clock.textContent = clockText(run);
  timer = window.setTimeout(tick, 200);
}

/** A rush goes on when the page is loaded anew; one whose time ended meanwhile is over. */
export function resume() {
  const run = runOf("rush3");
  if (run && !run.over && timeLeft(run, Date.now()) === 0) keepRun({ ...run, over: true });
  tick();
}

/** How a run stands: what was solved, the mistakes that are left, and the clock, which nobody has to hear each second. @param {Run} run */
const standing = (run) => element("span", { class: "standing" },
  words.runs.standing(words.runs.names[run.kind], solvedIn(run)),
  run.ends !== null && element("span", { role: "img", "aria-label": words.runs.mistakesLeft(mistakesLeft(run)) }, ` ${"♥".repeat(mistakesLeft(run))}`),
  run.ends !== null && " ", run.ends !== null && element("span", { class: "run-clock", role: "timer", "aria-live": "off" }, clockText(run)));

/** What stands above the table in a run; null elsewhere. */
export function named() {
  const kind = state.origin?.run, run = kind && runOf(kind);
  if (!run) return null;
  return run.over ? words.runs.result(words.runs.names[run.kind], solvedIn(run)) : standing(run);
}

/** What a run has in place of undo and hints; null if there is none on the table. */
export function instead() {
  const run = onTable();
  return run && (maySkip(run) ? [button(words.runs.skip, () => mark(run, "skipped"), { id: "skip" })] : []);
}

/** Where a run leads after a game: to its next puzzle, or to its result. */
export function onward() {
  const kind = state.origin?.run, run = kind && runOf(kind);
  if (!run) return null;
  return run.over ? { name: words.results.share, act: () => showResult(run) } : { name: words.nextPuzzle, act: () => goOn(run) };
}

/** The runs: what is on, what can be begun, and the results. */
export function section() {
  const last = [runOf("streak"), runOf("rush3")].filter((run) => run !== null), isOn = (/** @type {Kind} */ kind) => last.some((run) => !run.over && (run.kind === "streak") === (kind === "streak"));
  const free = KINDS.filter((kind) => !isOn(kind)), best = bests();
  const rows = last.map((run) => element("p", { class: "row result", "data-run": run.kind },
    run.over ? element("span", {}, words.runs.result(words.runs.names[run.kind], solvedIn(run))) : standing(run),
    run.over ? button(words.results.share, () => showResult(run), { id: `share-${run.kind}` }) : button(words.runs.goOn, () => goOn(run), { id: `go-on-${run.kind}`, class: "primary" }),
    !run.over && button(words.runs.end, () => end(run), { id: `end-${run.kind}` })));
  return element("section", { class: "runs", id: "runs" },
    element("h2", {}, words.runs.title),
    ...rows,
    free.length ? element("p", { class: "row" }, ...free.map((kind) => button(words.runs.names[kind], () => begin(kind), { id: `begin-${kind}` }))) : null,
    element("p", { class: "soft" }, words.runs.streakRule),
    element("p", { class: "soft" }, words.runs.rushRule),
    KINDS.some((kind) => best[kind]) ? element("p", { class: "soft", id: "bests" }, words.runs.bests(KINDS.filter((kind) => best[kind]).map((kind) => [words.runs.names[kind], best[kind] ?? 0]))) : null);
}
