// What becomes of tries of puzzles: the first one of each moves the rating, and those of the puzzle of the day can be shared. Runs don't
// count for the rating, since there one hurries; but whoever has seen a puzzle in a run has no first try of it any more.

import { element } from "../drawing/dom.js";
import { button } from "../drawing/parts.js";
import { shareResult } from "../drawing/share.js";
import { addressOf } from "../state/address.js";
import { dayOf } from "../state/daily.js";
import { rating, tried } from "../state/rating.js";
import { state } from "../state/state.js";
import { ended, todayOf } from "../state/today.js";
import { words } from "../words/language.js";
import { textOfToday } from "../words/results.js";
import { play } from "./play.js";

const today = () => dayOf(new Date());

/** Notes the first try of the puzzle on the table, if it has a difficulty. @param {0 | 1 | null} score */
function note(score) {
  const { origin } = state;
  if (origin && origin.difficulty !== null) tried(addressOf(state.position), { score: origin.run ? null : score, difficulty: origin.difficulty, at: Date.now() });
}

/** The game in which the puzzle of the day was last missed. @type {object | null} */
let missed = null;

/** A try has ended. @type {(isSolved: boolean, isHelped: boolean) => void} */
export function decided(isSolved, isHelped) {
  note(isSolved && !isHelped ? 1 : 0);
  if (!state.origin?.daily || (!isSolved && missed === play.game)) return;
  missed = isSolved ? null : play.game;
  ended(today(), play.game.steps.filter(({ mine }) => mine), !isSolved ? null : isHelped ? "helped" : "alone", state.origin.difficulty);
}

/** There was a hint or the like. */
export const helped = () => note(0);

/** The reader looks at the answer or the review. Before a try that is no failure, but the puzzle has no first try any more. @param {boolean} isAnswer */
export function looked(isAnswer) {
  const hasBegun = play.game.steps.some(({ mine }) => mine);
  if (hasBegun || isAnswer) note(hasBegun ? 0 : null);
}

/** The rating, and how it is counted. */
export function ratingLine() {
  const { value, count, isProvisional } = rating();
  return element("div", { id: "rating", "data-count": count },
    element("p", { class: "rating" }, count === 0 ? words.rating.none : words.rating.value(value, count, isProvisional)),
    element("p", { class: "soft" }, words.rating.rule));
}

/** The result of the puzzle of the day, once there is one. */
export function shareToday() {
  const found = todayOf(today());
  return found && element("p", { class: "row result" },
    element("span", {}, found.mark === null ? words.results.unsolved : words.marks[found.mark]),
    button(words.results.share, () => shareResult({ title: words.daily, textOf: (address) => textOfToday(found, address) }), { id: "share-today" }));
}
