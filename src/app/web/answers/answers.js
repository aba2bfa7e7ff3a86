// Who answers: the solver (engine.js), or the table in a page of `canju explain` (strategy.js). Either is asked
// about a game, the start and the moves since, because a table is walked through by moves. All that is game, such as which
// moves are legal, what a set of cards is and who wins, comes from there: the app has no rules of its own.

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/types.js").Answer} Answer */
/** @typedef {import("../game/types.js").Choice} Choice */

/** A legal move with what refutes it: the moves after it up to one that wins. @typedef {Choice & { refutation: string[] }} Judged */
/** The moves of a position. All of them, if they are `complete`. @typedef {Answer & { choices: Judged[], complete: boolean }} Found */
/** @typedef {{ signal?: AbortSignal, time?: number, aside?: boolean }} Limits The time in milliseconds. What is asked `aside` holds nothing else up. */

/**
 * @typedef {object} Source
 * @property {(game: Game, limits?: Limits) => Promise<Answer>} solve Who wins, by which move, and how the game goes on then.
 * @property {(game: Game, limits?: Limits) => Promise<Found>} moves The legal moves, each with its verdict.
 * @property {(answer: Answer) => string} basis What an answer rests on, in words.
 * @property {(first: boolean) => boolean} plays Are there moves enough for who plays the first hand's side, or the other?
 * @property {boolean} isTable Can't it work anything out? Then what is missing stays missing, and a command finds it.
 */

/** Set once, before anything is asked. */
export const answers = /** @type {Source} */ ({});

/** @param {Source} source */
export const answerFrom = (source) => Object.assign(answers, source);

/** What is refused, in the words of who refuses it; or that nobody answers. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {string} code `offline`; `absent` for what a table does not hold; or the solver's.
   */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** @type {(error: unknown) => boolean} */
export const isAbsent = (error) => error instanceof Problem && error.code === "absent";

/** @type {(error: unknown) => boolean} */
export const isCancelled = (error) => error instanceof DOMException && error.name === "AbortError";
