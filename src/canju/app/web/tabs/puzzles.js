// The tab *puzzles*: the puzzle of the day, mistakes to try again, the packs with their marks, what is solved so far, and new puzzles by
// size and difficulty.

import { isCancelled } from "../answers/answers.js";
import { generate } from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { element } from "../drawing/dom.js";
import { button, segments } from "../drawing/parts.js";
import { save } from "../drawing/picture.js";
import { addressOf } from "../state/address.js";
import { daily, dayOf } from "../state/daily.js";
import { byDifficulty, due, markOf } from "../state/progress.js";
import { exported, imported } from "../state/progress_file.js";
import { changed, hooks, state, take } from "../state/state.js";
import { game, words } from "../words/language.js";
import { bank, guarded, loaded, puzzlesOf, takeFromGame, takePuzzle } from "./bank.js";
import * as runs from "./runs.js";
import * as tries from "./tries.js";

/** @typedef {import("../game/types.js").Puzzle} Puzzle */
/** @typedef {import("./bank.js").Entry} Entry */

/** The pack that is open. @type {string | null} */
let open = null;

const wanted = { size: "small", level: "easy" };
/** @type {AbortController | null} */
let making = null;

/** @type {Record<string, string>} */
const SIZES = { small: "5..7+5..7", medium: "8..10+8..10", large: "11..13+11..13", three: "5..7+4..6+4..6" };
/** @type {Record<string, string>} */
const LEVELS = { beginner: "1.0..1.9", easy: "2.0..2.9", medium: "3.0..3.9", hard: "4.0..5.0" };

/** Takes a puzzle of a pack, which is open then. @type {(pack: string, index: number) => Promise<void>} */
async function takeOf(pack, index) {
  await puzzlesOf(pack);
  open = pack;
  await takePuzzle(pack, index);
}

/** The puzzle after this one in its pack; null after the last and for what is in no pack. */
export function next() {
  const origin = state.origin;
  if (!origin || origin.pack === null || origin.daily || origin.run) return null;
  const { pack, index } = origin, puzzles = loaded.get(pack);
  return puzzles && index + 1 < puzzles.length ? () => takeOf(pack, index + 1) : null;
}

/** Takes the puzzle of the day. */
export async function takeDaily() {
  const found = bank.entries && daily(bank.entries, new Date());
  if (found) await guarded(() => takePuzzle(found.pack, found.index, { daily: true }));
}

async function make() {
  const mine = new AbortController();
  making = mine;
  bank.trouble = null;
  changed();
  try {
    const found = await generate({ cards: SIZES[wanted.size], difficulty: LEVELS[wanted.level], rules: "huanle" }, mine.signal);
    making = null;
    if (!found) {
      bank.trouble = words.noneFound;
    } else {
      hooks.say(words.puzzleMade);
      return take(found.position, { pack: null, index: 0, daily: false, expect: found.expect, value: found.value, difficulty: found.difficulty, themes: found.themes });
    }
  } catch (error) {
    if (!isCancelled(error)) bank.trouble = sentence(error);
    if (making === mine) making = null;
  }
  changed();
}

/** @param {Puzzle[]} puzzles */
const solvedOf = (puzzles) => puzzles.filter(({ position }) => markOf(addressOf(position))).length;

/** @param {Entry} entry */
function packRow(entry) {
  const isOpen = open === entry.name, puzzles = loaded.get(entry.name);
  const range = entry.least === null || entry.most === null ? "" : `${entry.least.toFixed(1)}–${entry.most.toFixed(1)}`;
  const toggle = () => guarded(async () => {
    open = isOpen ? null : entry.name;
    await puzzlesOf(entry.name);
    changed();
  });
  const head = element("button", { type: "button", class: "pack", "aria-expanded": isOpen, "data-key": `pack-${entry.name}`, "data-pack": entry.name, onclick: toggle },
    element("span", { class: "pack-name" }, words.packs[entry.name] ?? entry.name),
    element("span", { class: "pack-range" }, range),
    element("span", { class: "pack-count" }, puzzles ? words.solvedOf(solvedOf(puzzles), entry.puzzles) : words.puzzles(entry.puzzles)));
  return element("li", {}, element("h3", {}, head), isOpen && puzzles ? grid(entry.name, puzzles) : null);
}

/**
 * @param {string} pack
 * @param {Puzzle[]} puzzles
 */
function grid(pack, puzzles) {
  const cells = puzzles.map(({ position, value, difficulty, themes }, index) => {
    const mark = markOf(addressOf(position)), origin = state.origin;
    const here = origin !== null && origin.pack === pack && origin.index === index;
    const said = [words.puzzle(index + 1), value !== null && value > 0 ? game(position.hands.length).winPoints(value, position.turn === 0) : "", difficulty === null ? "" : words.difficulty(difficulty), mark ? words.marks[mark] : "", ...(mark ? themes.map((theme) => words.themes[theme] ?? theme) : [])].filter(Boolean).join(", ");
    return element("li", {}, element("button", {
      type: "button", class: mark ? `number ${mark}` : "number", "data-key": `puzzle-${pack}-${index}`, "data-index": index, "aria-label": said, title: said,
      "aria-current": here ? "true" : null, onclick: () => guarded(() => takeOf(pack, index)),
    }, String(index + 1)));
  });
  return element("ol", { class: "numbers" }, ...cells);
}

/** Of which part of the list a pack is. @param {string} name */
const partOf = (name) => ["two", "three"].find((part) => name.startsWith(`${part}-`)) ?? "first";

/** The packs, those of the bank below titles of their own. @param {Entry[]} entries */
function packList(entries) {
  return ["first", "two", "three"].flatMap((part) => {
    const some = entries.filter(({ name }) => partOf(name) === part);
    if (some.length === 0) return [];
    const title = part === "first" ? null : element("h2", { class: "part" }, part === "two" ? words.bankOfTwo : words.bankOfThree);
    return [title, element("ol", { class: "packs" }, ...some.map(packRow))];
  });
}

/** The mistakes that have come back. */
function again() {
  const { now, later } = due(dayOf(new Date()));
  if (now.length + later === 0) return null;
  const rows = now.map(({ pack, index, address }) => element("li", {}, pack === null
    ? button(words.fromGame, () => takeFromGame(address), { class: "wide", "data-again": address, "data-key": `again-${address}` })
    : button(`${words.packs[pack] ?? pack} · ${words.puzzle(index + 1)}`, () => guarded(() => takeOf(pack, index)), { class: "wide", "data-again": `${pack}-${index}`, "data-key": `again-${pack}-${index}` })));
  return element("section", { class: "again", id: "again-list" },
    element("h2", {}, words.tryAgain),
    now.length ? element("ol", {}, ...rows) : null,
    later ? element("p", { class: "soft", id: "later" }, words.comeBackLater(later)) : null);
}

/** What is solved so far, and the file to take it along. */
function progress() {
  const bands = byDifficulty(), most = Math.max(1, ...bands.map(({ solved }) => solved));
  const file = element("input", { type: "file", id: "progress-file", accept: "application/json,.json", hidden: true, onchange: (/** @type {Event} */ event) => read(/** @type {HTMLInputElement} */ (event.target)) });
  const rows = bands.map(({ band, solved, alone }) => element("li", { "data-band": band },
    element("span", {}, words.bands[band]),
    element("meter", { min: 0, max: most, value: solved, "aria-label": words.bands[band] }),
    element("span", { class: "soft" }, words.solvedSoFar(solved, alone))));
  return element("section", { class: "bands", id: "progress" },
    element("h2", {}, words.progress),
    tries.ratingLine(),
    element("ol", {}, ...rows),
    file,
    element("p", { class: "row" },
      button(words.saveProgress, () => save(new Blob([exported()], { type: "application/json" }), "canju-progress.json"), { id: "save-progress" }),
      button(words.openProgress, () => file.click(), { id: "open-progress" })));
}

/** @param {HTMLInputElement} input */
async function read(input) {
  const text = await input.files?.[0]?.text();
  if (text === undefined) return;
  const good = imported(text);
  bank.trouble = good ? null : words.noProgress;
  hooks.say(good ? words.progressRead : words.noProgress);
  changed();
}

/** @returns {import("../drawing/dom.js").Child[]} */
export function panel() {
  const { entries, trouble } = bank, today = entries && daily(entries, new Date());
  const isDaily = state.origin?.daily ?? false;
  const maker = [
    segments({ name: "size", legend: words.size, options: Object.keys(SIZES).map((key) => [key, words.sizes[key]]), value: wanted.size, choose: (value) => { wanted.size = value; } }),
    segments({ name: "level", legend: words.level, options: Object.keys(LEVELS).map((key) => [key, words.levels[key]]), value: wanted.level, choose: (value) => { wanted.level = value; } }),
    element("p", { class: "row" },
      button(making ? words.making : words.make, make, { id: "make", disabled: making !== null, class: "wide" }),
      button(words.cancel, () => making?.abort(), { id: "stop-making", disabled: making === null })),
  ];
  return [
    element("h2", {}, words.tabs.puzzles),
    today && button(words.daily, takeDaily, { id: "daily", class: "wide", "aria-pressed": isDaily }),
    tries.shareToday(),
    element("p", { class: "trouble", role: "alert" }, trouble),
    entries === null ? element("p", { class: "soft" }, trouble ? "" : words.loading) : null,
    entries && runs.section(),
    again(),
    ...(entries === null ? [] : packList(entries)),
    progress(),
    element("section", { class: "maker" }, element("h2", {}, words.newPuzzle), ...maker),
  ];
}
