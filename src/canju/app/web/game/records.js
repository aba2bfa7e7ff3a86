// Positions as they are in requests and records: there seats count from 1.

/** @typedef {import("./types.js").Position} Position */

/** A position as the solver reads it. @param {Position} position */
export const sent = ({ hands, turn, last, by, rules, scoring, stake, moves_made }) =>
  ({ hands, turn: turn + 1, last, last_by: by === null ? null : by + 1, rules, ...(scoring === undefined ? {} : { scoring, stake, moves_made }) });

/**
 * A position as the solver writes it; what it leaves out is as usual.
 * @param {{ hands: string[], turn?: number | null, last?: string | null, last_by?: number | null, rules: string, scoring?: string, stake?: number, moves_made?: number[] }} found
 * @returns {Position}
 */
export const received = ({ hands, turn, last, last_by, rules, scoring, stake, moves_made }) =>
  ({ hands, turn: (turn ?? 1) - 1, last: last ?? null, by: last_by ? last_by - 1 : null, rules, ...(scoring === undefined ? {} : { scoring, stake, ...(moves_made ? { moves_made } : {}) }) });
