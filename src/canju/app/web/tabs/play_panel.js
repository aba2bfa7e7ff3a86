// What the tab *play* shows around the table: what is to do, what the chosen cards are, the buttons, hints and the moves.

import { element } from "../drawing/dom.js";
import { button, moveCards, segments, stepper, trail } from "../drawing/parts.js";
import { RANKS, isOver } from "../game/game.js";
import { HINTS } from "../game/hints.js";
import { changed, go, hooks, isComplete, state } from "../state/state.js";
import { game as common, shown, sideOf, words } from "../words/language.js";
import * as current from "./play.js";
import { play, replay } from "./play.js";

/** @typedef {import("../drawing/dom.js").Child} Child */

// Completions of the chosen cards that are shown.
const OFFERED = 12;

/** What is to do now, in a line. */
function prompt() {
  const seats = state.position.hands.length, names = common(seats).seats;
  const position = play.game.position();
  if (!isComplete()) return words.unfinished;
  if (play.line) return words.lineShown;
  if (!current.isNow()) return words.lookingBack(replay.at, play.game.steps.length);
  if (play.game.over) return play.asking ? words.judging : current.outcome();
  if (play.trouble) return play.trouble;
  if (!current.isMyTurn()) return words.thinking;
  if (!play.found) return words.judging;
  const who = seats === 3 ? `${names[position.turn]} · ` : "";
  return who + (position.last === null ? words.yourLead : words.yourAnswer(shown(position.last)));
}

/** The status line below the table, and under it what was given away. */
export function status() {
  const slip = current.slip();
  const busy = play.asking !== null;
  const over = play.game.over && current.isNow() && !busy;
  return [
    element("p", { class: `prompt${over ? (current.hasWon() && !current.isTooLittle() ? " won" : " lost") : busy ? " busy" : ""}${play.trouble ? "" : " short"}`, id: "prompt" }, prompt()),
    slip && current.isNow()
      ? element("p", { class: "slip", id: "slip" }, element("span", {}, current.slipText(slip)), button(words.takeBack, () => current.backTo(play.game.steps.indexOf(slip)), { id: "take-back", class: "link" }))
      : element("p", { class: "soft", id: "task" }, task()),
  ];
}

/** What the game is about. */
function task() {
  const seats = state.position.hands.length, mine = sideOf(seats, play.first ? 0 : 1);
  if (play.game.over && current.isNow()) {
    if (!current.hasWon()) return current.slip() || play.winnable !== false ? "" : words.neverWinnable;
    if (!current.isSolved()) return "";
    const themes = (state.origin?.themes ?? []).map((theme) => words.themes[theme] ?? theme);
    return [words.marks[play.helped ? "helped" : "alone"], themes.length ? words.itNeeded(themes) : ""].filter(Boolean).join(" · ");
  }
  const asked = current.pointsAsked() ?? 0;
  const task = asked > 0 ? words.youHaveTo(mine, common(seats).winPoints(asked, play.first)) : words.youPlay(mine);
  return play.judging.size ? `${task} ${words.judging}` : task;
}

/** What the chosen cards make, or could become. */
function combinations() {
  if (!current.isNow() || !current.isMyTurn() || !play.found) return element("div", { class: "combinations" });
  const fitting = current.fitting(), choices = fitting.map(({ choice }) => choice);
  const exact = current.exact();
  const chips = choices.slice(0, OFFERED).map((choice) => {
    const same = exact.includes(choice);
    // Cards that could be two things are played as what is tapped.
    const act = () => (same && exact.length > 1 ? current.throwMove(choice.move) : current.complete(choice.move, current.cardsToPlay(choice.move)));
    return button(common().kinds[choice.kind], act, { class: same ? "chip exact" : "chip", id: `chip-${choice.move}`, "data-move": choice.move });
  });
  chips.forEach((chip, index) => chip.append(moveCards(choices[index].move)));
  const total = play.found.choices.filter((choice) => choice.move !== "pass").length;
  const none = total === 0 ? words.cantBeat : play.chosen.length ? words.noCombination : words.tapCards(total);
  const offered = play.chosen.length > 0 && chips.length > 0;
  return element("div", { class: "combinations", role: "group", "aria-label": words.combinations }, offered ? element("div", { class: "chips" }, ...chips) : element("p", { class: "soft" }, none));
}

/** @returns {Child[]} */
export function actions() {
  if (!isComplete()) return [];
  if (play.game.over && current.isNow()) {
    const onward = hooks.onward();
    return [element("div", { class: "combinations" }), element("div", { class: "row ending" },
      button(common().restart, () => current.backToStart(), { id: "again" }),
      button(words.undo, current.undo, { id: "undo" }),
      button(words.tabs.review, () => go("review"), { id: "to-review" }),
      onward && button(onward.name, onward.act, { id: "next", class: "primary" }))];
  }
  const now = current.isNow() && current.isMyTurn() && play.found !== null;
  return [combinations(), element("div", { class: "row" },
    button(words.undo, current.undo, { id: "undo", disabled: !play.game.steps.some((step) => step.mine) || play.line !== null }),
    button(common().hint(play.hints > 0), current.askHint, { id: "hint", disabled: !now || !current.mayHint() }),
    button(words.pass, () => current.throwMove("pass"), { id: "pass", disabled: !now || !current.mayPass() }),
    play.trouble ? button(words.again, current.next, { id: "throw", class: "primary" })
      : play.asking && !current.isMyTurn() ? button(words.cancel, () => play.asking?.abort(), { id: "throw", class: "primary" })
      : button(words.throwCards, current.throwChosen, { id: "throw", class: "primary", disabled: !now || current.exact().length !== 1 }))];
}

function hints() {
  const texts = current.hintTexts();
  if (texts.length === 0) return null;
  return element("section", { class: "hints" }, element("h3", {}, words.hints), element("ol", { id: "hints" }, ...texts.map((text, index) =>
    element("li", {}, index === HINTS - 1 && play.chosen.length ? moveCards(play.chosen.map((card) => card[0]).join("")) : text))));
}

function moves() {
  const shownGame = play.line ?? play.game, steps = shownGame.steps, seats = state.position.hands.length;
  const back = !play.line && !current.isNow() && replay.at < play.game.steps.length && !replay.playing;
  /** @type {(index: number) => [string, string]} */
  const marked = (index) => {
    const { slip } = steps[index];
    return slip ? ["slip", words.did[slip.win ? "gave_away" : "gave_points"]] : ["", ""];
  };
  return element("section", { class: "line" },
    element("h3", {}, play.line ? words.bestLine : common().movesSoFar),
    trail({ steps, at: replay.at, seats, view: (at) => replay.view(at), marked }),
    stepper({ at: replay.at, end: steps.length, view: (at) => replay.view(at), playing: replay.playing, replay: () => replay.toggle() }),
    element("p", { class: "row" },
      button(play.line ? words.backToGame : words.showLine, current.showLine, { id: "show-line", disabled: play.game.over || (play.asking !== null && !play.line) }),
      button(words.goOnHere, () => current.backTo(replay.at), { id: "go-on", disabled: !back || isOver(play.game.position(replay.at)) })));
}

/** Which side to play. */
function sides() {
  const seats = state.position.hands.length;
  return segments({
    name: "side", legend: words.side, value: play.first ? "1" : "2", choose: (value) => current.takeSide(value === "1"),
    options: [["1", common(seats).side(true)], ["2", common(seats).side(false)]],
  });
}

/** @returns {Child[]} */
export function panel() {
  return [
    element("h2", {}, words.tabs.play),
    sides(),
    hints(),
    moves(),
    element("p", { class: "soft keys" }, words.keys),
  ];
}

/**
 * The keyboard at the table: a rank chooses the next such card, or lays it back if none is left.
 * @param {KeyboardEvent} event
 */
export function typed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || !current.isNow() || !play.found) return;
  const rank = { 0: "T", 1: "T" }[event.key] ?? event.key.toUpperCase();
  if (rank.length === 1 && RANKS.includes(rank)) {
    const equal = play.game.hands()[play.game.position().turn].filter((card) => card[0] === rank);
    const next = equal.find((card) => !play.chosen.includes(card));
    if (next) current.tap(next);
    else if (equal.length) current.complete("", play.chosen.filter((card) => card[0] !== rank));
  } else if (event.key === "Escape" || event.key === "Backspace") {
    play.chosen = [];
    changed();
  } else if (rank === "P") {
    if (current.mayPass()) current.throwMove("pass");
  } else if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.classList.contains("cell")) {
    current.throwChosen();
  } else return;
  event.preventDefault();
}
