// What a puzzle in another page needs once it is played: the game, and the solver. It is loaded then.

import { origin } from "../answers/engine.js";
import { Match } from "../match/match.js";
import { fetched } from "../npm/fetched.js";
import { start } from "../npm/index.js";

export { actions, hints, status, typed } from "../match/panel.js";

// All puzzles of a page share the workers.
Object.assign(origin, { load: fetched, start: (/** @type {WebAssembly.Module} */ module) => start({ module }) });

/**
 * @param {import("../match/match.js").Around} around
 * @param {import("../game/types.js").Position} position
 */
export const newMatch = (around, position) => new Match(around, position);
