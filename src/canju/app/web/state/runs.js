// Runs through puzzles that grow harder: a streak, which the first mistake ends, and a rush against the clock. A run is a value; what
// happens to it makes another one. Each function is told the time, so the clock is right in a page that slept or was loaded anew.

import { keep, kept } from "./store.js";

/** @typedef {"streak" | "rush3" | "rush5"} Kind */
/** @typedef {"solved" | "missed" | "skipped"} Mark */
/** @typedef {{ pack: string, index: number }} Place */
/**
 * @typedef {object} Run
 * @property {Kind} kind
 * @property {number} day The day on which it began.
 * @property {Mark[]} marks What became of its puzzles.
 * @property {string[]} used The addresses of its puzzles.
 * @property {Place | null} at The puzzle that is to be solved now.
 * @property {number | null} ends When the time is over, in milliseconds.
 * @property {boolean} over
 * @property {boolean} isBest Is it over, and better than all before?
 */

/** @type {Kind[]} */
export const KINDS = ["streak", "rush3", "rush5"];
/** @type {Record<Kind, { minutes: number | null, mistakes: number, skips: number, step: number }>} */
const RULES = {
  streak: { minutes: null, mistakes: 1, skips: 1, step: 0.2 },
  rush3: { minutes: 3, mistakes: 3, skips: 0, step: 0.1 },
  rush5: { minutes: 5, mistakes: 3, skips: 0, step: 0.1 },
};
/** How far from the wanted difficulty a puzzle may be, if there are any as near. */
const NEAR = 0.25;

/** @type {(kind: Kind, now: number, day: number) => Run} */
export function begun(kind, now, day) {
  const { minutes } = RULES[kind];
  return { kind, day, marks: [], used: [], at: null, ends: minutes === null ? null : now + minutes * 60_000, over: false, isBest: false };
}

/** @type {(run: Run, mark: Mark) => number} */
const count = ({ marks }, mark) => marks.filter((other) => other === mark).length;

/** How many puzzles were solved. @param {Run} run */
export const solvedIn = (run) => count(run, "solved");
/** How many mistakes are left until it is over. @param {Run} run */
export const mistakesLeft = (run) => RULES[run.kind].mistakes - count(run, "missed");
/** @param {Run} run */
export const maySkip = (run) => count(run, "skipped") < RULES[run.kind].skips;
/** The difficulty of the next puzzle. @param {Run} run */
export const wanted = (run) => Math.min(5, 1 + RULES[run.kind].step * run.marks.length);
/** How much time is left, in milliseconds. @type {(run: Run, now: number) => number} */
export const timeLeft = ({ ends }, now) => (ends === null ? Infinity : Math.max(0, ends - now));

/** With another puzzle. @type {(run: Run, at: Place, address: string) => Run} */
export const withPuzzle = (run, at, address) => ({ ...run, at, used: [...run.used, address] });

/**
 * After what has become of its puzzle. What comes after the end of the time does not count.
 * @param {Run} run
 * @param {Mark} mark
 * @param {number} now
 * @returns {Run}
 */
export function marked(run, mark, now) {
  if (timeLeft(run, now) === 0) return { ...run, over: true };
  const after = { ...run, at: null, marks: [...run.marks, mark] };
  return { ...after, over: mistakesLeft(after) <= 0 };
}

/**
 * One of these puzzles for a run: one that is near the wanted difficulty, if there are any; rather one that was not seen. Null if the run
 * has had all.
 * @template {{ address: string, difficulty: number | null, isSeen: boolean }} Puzzle
 * @param {Puzzle[]} puzzles
 * @param {Run} run
 * @param {() => number} random As `Math.random`.
 */
export function chosen(puzzles, run, random) {
  const want = wanted(run), far = (/** @type {Puzzle} */ { difficulty }) => Math.abs((difficulty ?? 9) - want);
  const unused = puzzles.filter(({ address, difficulty }) => difficulty !== null && !run.used.includes(address));
  const unseen = unused.filter(({ isSeen }) => !isSeen), some = unseen.length ? unseen : unused;
  const near = some.filter((puzzle) => far(puzzle) <= NEAR);
  if (near.length) return near[Math.floor(random() * near.length)];
  return some.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

/** Is this as good as a puzzle can be for a run? @type {(puzzle: { difficulty: number | null, isSeen: boolean }, run: Run) => boolean} */
export const isFitting = ({ difficulty, isSeen }, run) => !isSeen && Math.abs((difficulty ?? 9) - wanted(run)) <= NEAR;

/**
 * The packs that a run takes puzzles from, those first that have the wanted difficulty. Puzzles of two hands, so that a run is of one kind.
 * @template {{ hands: number[], least: number | null, most: number | null }} Entry
 * @param {Entry[]} entries
 * @param {Run} run
 * @param {() => number} random
 */
export function packsFor(entries, run, random) {
  const want = wanted(run);
  return entries.filter(({ hands, least, most }) => least !== null && most !== null && hands.every((count) => count === 2))
    .map((entry) => ({ entry, far: Math.max(0, (entry.least ?? 0) - want, want - (entry.most ?? 0)), chance: random() }))
    .sort((a, b) => a.far - b.far || a.chance - b.chance).map(({ entry }) => entry);
}

/** One rush at a time; a streak may wait meanwhile. @param {Kind} kind */
const slot = (kind) => (kind === "streak" ? "streak" : "rush");

/** The last run of this kind, or of the other kind of rush. @type {(kind: Kind) => Run | null} */
export const runOf = (kind) => kept(slot(kind), null);

/** The most puzzles that were solved in a run. @returns {Partial<Record<Kind, number>>} */
export const bests = () => kept("bests", {});

/** Keeps a run, and if it is over and the best one, that. @type {(run: Run) => Run} */
export function keepRun(run) {
  const isBest = run.isBest || (run.over && solvedIn(run) > (bests()[run.kind] ?? 0)), last = { ...run, isBest };
  if (isBest) addBests({ [run.kind]: solvedIn(run) });
  keep(slot(run.kind), last);
  return last;
}

/** Adds what was best elsewhere: the larger number stays. @param {Partial<Record<Kind, number>>} found */
export function addBests(found) {
  const mine = bests();
  keep("bests", Object.fromEntries(KINDS.map((kind) => [kind, Math.max(mine[kind] ?? 0, found[kind] ?? 0)])));
}
