// What a move gives away: the win, or points. Nothing is said of what is not known.

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Slip} Slip */

/**
 * The points of a move and the most there were to get, if the move has less of them; null if not, or if either is not known.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} best
 * @returns {Slip & { win: false } | null}
 */
export const lessOf = (value, best) => (typeof value === "number" && typeof best === "number" && value < best ? { win: false, value, best } : null);

/**
 * What a move of a position gives away; null if nothing, as far as is known.
 * @param {Answer & { choices: Choice[] }} found
 * @param {string} move
 * @returns {Slip | null}
 */
export function slipOf({ verdict, value: best, choices }, move) {
  const choice = choices.find((choice) => choice.move === move);
  if (verdict === "win" && choice?.verdict === "loss") return { win: true };
  return lessOf(choice?.value, best);
}

/**
 * The moves that give nothing away, as far as is known. None if all come to the same and lose.
 * @template {Choice} C
 * @param {Answer & { choices: C[] }} found
 * @returns {C[]}
 */
export function bestOf({ verdict, value, choices }) {
  const most = typeof value === "number" ? choices.filter((choice) => choice.value === value) : [];
  const best = most.length ? most : choices.filter((choice) => verdict === "win" && choice.verdict === "win");
  return verdict !== "win" && best.length === choices.length ? [] : best;
}
