// Moves with the share of worlds in which each wins, as bars with their interval: an estimate, which has a colour of its own.

import { words } from "../words/language.js";
import { element, shape } from "./dom.js";
import { moveCards } from "./parts.js";

/** @typedef {import("../game/types.js").Advised} Advised */

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)}`;

/** The share as a bar of 100 by 10, and on it the interval as a line. @param {Advised} advised */
function bar({ share, low, high }) {
  const parts = [
    shape("rect", { class: "all", width: 100, height: 10 }),
    share !== null && shape("rect", { class: "part", width: share * 100, height: 10 }),
    high > low && shape("rect", { class: "interval", x: low * 100, y: 4, width: (high - low) * 100, height: 2 }),
    high > low && shape("rect", { class: "interval", x: Math.min(low * 100, 99.4), y: 2, width: 0.6, height: 6 }),
    high > low && shape("rect", { class: "interval", x: Math.max(high * 100 - 0.6, 0), y: 2, width: 0.6, height: 6 }),
  ];
  return shape("svg", { class: "share", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...parts);
}

/**
 * A move, those that are equal to it, and its share in words.
 * @param {Advised} advised
 * @param {boolean} isShort Was it given up before all worlds were tried?
 */
export function advisedMove(advised, isShort) {
  const { move, equal, share, low, high, worlds, estimated } = advised;
  const figures = share === null ? words.notTried : words.shareOf(percent(share), percent(low), percent(high));
  const same = equal.length > 0 && element("span", { class: "equal" }, words.equalMoves, ...equal.map(moveCards));
  return element("li", { class: "advised", "data-move": move, "data-share": share, "data-low": low, "data-high": high, "data-worlds": worlds, "data-estimated": estimated, "data-equal": equal.join(" ") },
    element("p", { class: "choice" }, moveCards(move), same),
    bar(advised),
    element("p", { class: "figures" }, figures, isShort ? element("span", { class: "soft" }, words.droppedAfter(worlds)) : estimated > 0 && element("span", { class: "soft" }, words.estimatedIn(estimated))));
}
