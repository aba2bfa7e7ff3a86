// What the tab *play* shows around the table: that of the game, and beside it the sides, the hints and the moves.

import { element } from "../drawing/dom.js";
import { button, segments, walk } from "../drawing/parts.js";
import { isOver } from "../game/game.js";
import * as around from "../match/panel.js";
import { go, hooks, isComplete, state } from "../state/state.js";
import { game as common, words } from "../words/language.js";
import { play } from "./play.js";

/** @typedef {import("../drawing/dom.js").Child} Child */

const { replay } = play;

/** @returns {Child[]} */
export const status = () => (isComplete() ? around.status(play, hooks.instead() === null) : [element("p", { class: "prompt short", id: "prompt" }, words.unfinished)]);

/** @returns {Child[]} */
export function actions() {
  if (!isComplete()) return [];
  const onward = hooks.onward();
  return around.actions(play, [
    button(words.tabs.review, () => go("review"), { id: "to-review" }),
    onward && button(onward.name, onward.act, { id: "next", class: "primary" }),
  ], hooks.instead());
}

function moves() {
  const shownGame = play.line ?? play.game, steps = shownGame.steps, seats = state.position.hands.length;
  const back = !play.line && !play.isNow() && replay.at < play.game.steps.length && !replay.playing;
  /** @type {(index: number) => [string, string]} */
  const marked = (index) => {
    const { slip } = steps[index];
    return slip ? ["slip", words.did[slip.win ? "gave_away" : "gave_points"]] : ["", ""];
  };
  return element("section", { class: "line" },
    element("h3", {}, play.line ? words.bestLine : common().movesSoFar),
    ...walk(replay, { steps, seats, marked }),
    hooks.instead() === null && element("p", { class: "row" },
      button(play.line ? words.backToGame : words.showLine, () => play.showLine(), { id: "show-line", disabled: play.game.over || (play.asking !== null && !play.line) }),
      button(words.goOnHere, () => play.backTo(replay.at), { id: "go-on", disabled: !back || isOver(play.game.position(replay.at)) })));
}

/** Which side to play. */
function sides() {
  const seats = state.position.hands.length;
  return segments({
    name: "side", legend: words.side, value: play.first ? "1" : "2", choose: (value) => play.takeSide(value === "1"),
    options: [["1", common(seats).side(true)], ["2", common(seats).side(false)]],
  });
}

/** @returns {Child[]} */
export function panel() {
  return [
    element("h2", {}, words.tabs.play),
    hooks.instead() === null ? sides() : null,
    around.hints(play),
    moves(),
    element("p", { class: "soft keys" }, words.keys),
  ];
}

/** The keyboard at the table. @param {KeyboardEvent} event */
export const typed = (event) => around.typed(play, event);
