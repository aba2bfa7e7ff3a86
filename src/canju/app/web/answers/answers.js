// Words for what the tabs ask of the solver (engine.js), and what may come of it. All that is game, such as which moves are legal,
// what a set of cards is and who wins, comes from there: the app has no rules of its own.

/** @typedef {import("../game/types.js").Answer} Answer */
/** @typedef {import("../game/types.js").Choice} Choice */

/** A legal move with what refutes it: the moves after it up to one that wins. @typedef {Choice & { refutation: string[] }} Judged */
/** The moves of a position. All of them, if they are `complete`. @typedef {Answer & { choices: Judged[], complete: boolean }} Found */
/** @typedef {{ signal?: AbortSignal, time?: number, aside?: boolean, onNodes?: (nodes: number) => void }} Limits The time in milliseconds. What is asked `aside` holds nothing else up. */

/** What is refused, in the words of who refuses it; or why there is no answer. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {string} code `offline`, or the solver's.
   * @param {string} [field] What of the question is wrong, if that is known.
   */
  constructor(message, code, field) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** @type {(error: unknown) => boolean} */
export const isCancelled = (error) => error instanceof DOMException && error.name === "AbortError";
