// The puzzle of the day. Days are those of the reader's clock.

/** @typedef {{ name: string, puzzles: number, least: number | null, most: number | null }} Entry */

/** The number of a day.
 * @param {Date} date
 */
export const dayOf = (date) => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * The pack and the number of a day's puzzle, the same for everyone with the same packs. Through a week it grows harder: the graded packs
 * are ordered by their difficulty, and each weekday has its seventh of them, of whose puzzles any may be the day's.
 * @param {Entry[]} packs As `packs.json` lists them.
 * @param {Date} date
 * @returns {{ pack: string, index: number } | null}
 */
export function daily(packs, date) {
  const graded = packs.filter((pack) => pack.least !== null && pack.puzzles > 0);
  const pool = graded.length ? graded : packs.filter((pack) => pack.puzzles > 0);
  if (pool.length === 0) return null;
  const middle = (/** @type {Entry} */ pack) => (pack.least ?? 0) + (pack.most ?? 0);
  pool.sort((a, b) => middle(a) - middle(b) || (a.name < b.name ? -1 : 1));
  const day = dayOf(date), weekday = (date.getDay() + 6) % 7;
  const from = Math.floor((weekday * pool.length) / 7), to = Math.max(from + 1, Math.floor(((weekday + 1) * pool.length) / 7));
  const some = pool.slice(from, to), all = some.reduce((sum, pack) => sum + pack.puzzles, 0);
  // Days go through the puzzles by steps that have no factor in common with their number, so that none comes twice in a short time.
  let step = Math.floor(all * 0.618) || 1;
  while (divisor(step, all) > 1) step += 1;
  let place = (day * step) % all;
  for (const pack of some) {
    if (place < pack.puzzles) return { pack: pack.name, index: place };
    place -= pack.puzzles;
  }
  return null;
}

/** The greatest common divisor. @type {(a: number, b: number) => number} */
const divisor = (a, b) => (b === 0 ? a : divisor(b, a % b));
