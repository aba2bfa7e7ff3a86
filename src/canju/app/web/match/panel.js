// What is shown around the table of a game: what is to do, what the chosen cards are, the buttons and hints.

import { element } from "../drawing/dom.js";
import { button, moveCards } from "../drawing/parts.js";
import { RANKS } from "../game/game.js";
import { HINTS } from "../game/hints.js";
import { game as common, shown, sideOf, words } from "../words/language.js";

/** @typedef {import("../drawing/dom.js").Child} Child */
/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./choosing.js").Choosing} Choosing */

// Completions of the chosen cards that are shown.
const OFFERED = 12;

/** What is to do now, in a line. @param {Match} match */
function prompt(match) {
  const { game, seats } = match, position = game.position();
  if (match.line) return words.lineShown;
  if (!match.isNow()) return words.lookingBack(match.replay.at, game.steps.length);
  if (game.over) return match.asking ? words.judging : match.outcome();
  if (match.trouble) return match.trouble();
  if (!match.isMyTurn()) return words.thinking;
  if (!match.found) return words.judging;
  const who = seats === 3 ? `${common(seats).seats[position.turn]} · ` : "";
  return who + (position.last === null ? words.yourLead : words.yourAnswer(shown(position.last)));
}

/**
 * What a position asks, before the game.
 * @param {import("../game/types.js").Position} position
 * @param {number} value The points that it is worth to the player to move, if it is known.
 */
export function question({ hands, turn }, value) {
  const side = sideOf(hands.length, turn), said = common(hands.length);
  return value > 0 ? said.hasTo(side, said.winPoints(value, turn === 0)) : said.canWin(side);
}

/**
 * The line that says what is to do.
 * @param {Choosing} match
 * @param {string} text
 * @param {boolean | null} isWon How the game has ended; null if it goes on.
 */
export function promptLine(match, text, isWon) {
  const state = isWon !== null ? (isWon ? " won" : " lost") : match.asking ? " busy" : "";
  return element("p", { class: `prompt${state}${match.trouble ? "" : " short"}`, id: "prompt" }, text);
}

/**
 * The status line below the table, and under it what was given away.
 * @param {Match} match
 * @param {boolean} [mayTakeBack]
 * @returns {Child[]}
 */
export function status(match, mayTakeBack = true) {
  const slip = match.slip(), busy = match.asking !== null;
  const over = match.game.over && match.isNow() && !busy;
  return [
    promptLine(match, prompt(match), over ? match.hasWon() && !match.isTooLittle() : null),
    slip && match.isNow()
      ? element("p", { class: "slip", id: "slip" }, element("span", {}, match.slipText(slip)), mayTakeBack && button(words.takeBack, () => match.backTo(match.game.steps.indexOf(slip)), { id: "take-back", class: "link" }))
      : element("p", { class: "soft", id: "task" }, task(match)),
  ];
}

/** What the game is about. @param {Match} match */
function task(match) {
  const { seats } = match;
  if (match.game.over && match.isNow()) {
    if (!match.hasWon()) return match.slip() || match.winnable !== false ? "" : words.neverWinnable;
    if (!match.isSolved()) return "";
    const themes = (match.origin?.themes ?? []).map((theme) => words.themes[theme] ?? theme);
    return [words.marks[match.helped ? "helped" : "alone"], themes.length ? words.itNeeded(themes) : ""].filter(Boolean).join(" · ");
  }
  const mine = sideOf(seats, match.first ? 0 : 1), asked = match.pointsAsked() ?? 0;
  const said = asked > 0 ? words.youHaveTo(mine, common(seats).winPoints(asked, match.first)) : words.youPlay(mine);
  return match.judging.size ? `${said} ${words.judging}` : said;
}

/** What the chosen cards make, or could become. @param {Choosing} match */
export function combinations(match) {
  const { found, chosen } = match;
  if (!match.isNow() || !match.isMyTurn() || !found) return element("div", { class: "combinations" });
  const choices = match.fitting().map(({ choice }) => choice);
  const exact = match.exact();
  const chips = choices.slice(0, OFFERED).map((choice) => {
    const same = exact.includes(choice);
    // Cards that could be two things are played as what is tapped.
    const act = () => (same && exact.length > 1 ? match.throwMove(choice.move) : match.complete(choice.move, match.cardsToPlay(choice.move)));
    return button(common().kinds[choice.kind], act, { class: same ? "chip exact" : "chip", id: `chip-${choice.move}`, "data-move": choice.move });
  });
  chips.forEach((chip, index) => chip.append(moveCards(choices[index].move)));
  const total = found.choices.filter((choice) => choice.move !== "pass").length;
  const none = total === 0 ? words.cantBeat : chosen.length ? words.noCombination : words.tapCards(total);
  const offered = chosen.length > 0 && chips.length > 0;
  return element("div", { class: "combinations", role: "group", "aria-label": words.combinations }, offered ? element("div", { class: "chips" }, ...chips) : element("p", { class: "soft" }, none));
}

/** @param {Choosing} match */
export const passButton = (match) => button(words.pass, () => match.throwMove("pass"), { id: "pass", disabled: !match.mayPlay() || !match.mayPass() });

/** @param {Choosing} match */
export const throwButton = (match) => button(words.throwCards, () => match.throwChosen(), { id: "throw", class: "primary", disabled: !match.mayPlay() || match.exact().length !== 1 });

/**
 * The buttons; when the game is over, also those for what comes then.
 * @param {Match} match
 * @param {Child[]} onward
 * @param {Child[] | null} [instead] What there is in place of undo and hints.
 * @returns {Child[]}
 */
export function actions(match, onward, instead = null) {
  if (match.game.over && match.isNow()) {
    return [element("div", { class: "combinations" }), element("div", { class: "row ending" },
      button(common().restart, () => match.backToStart(), { id: "again" }),
      button(words.undo, () => match.undo(), { id: "undo" }),
      ...onward)];
  }
  const now = match.mayPlay();
  return [combinations(match), element("div", { class: "row" },
    ...(instead ?? [
      button(words.undo, () => match.undo(), { id: "undo", disabled: !match.game.steps.some((step) => step.mine) || match.line !== null }),
      button(common().hint(match.hints > 0), () => match.askHint(), { id: "hint", disabled: !now || !match.mayHint() }),
    ]),
    passButton(match),
    match.trouble ? button(words.again, () => match.next(), { id: "throw", class: "primary" })
      : match.asking && !match.isMyTurn() ? button(words.cancel, () => match.asking?.abort(), { id: "throw", class: "primary" })
      : throwButton(match))];
}

/** @param {Match} match */
export function hints(match) {
  const texts = match.hintTexts(), { chosen } = match;
  if (texts.length === 0) return null;
  return element("section", { class: "hints" }, element("h3", {}, words.hints), element("ol", { id: "hints" }, ...texts.map((text, index) =>
    element("li", {}, index === HINTS - 1 && chosen.length ? moveCards(chosen.map((card) => card[0]).join("")) : text))));
}

/**
 * The keyboard at the table: a rank chooses the next such card, or lays it back if none is left.
 * @param {Choosing} match
 * @param {KeyboardEvent} event
 */
export function typed(match, event) {
  if (event.altKey || event.ctrlKey || event.metaKey || !match.isNow() || !match.found) return;
  const rank = { 0: "T", 1: "T" }[event.key] ?? event.key.toUpperCase();
  if (rank.length === 1 && RANKS.includes(rank)) {
    const equal = match.game.hands()[match.game.position().turn].filter((card) => card[0] === rank);
    const next = equal.find((card) => !match.chosen.includes(card));
    if (next) match.tap(next);
    else if (equal.length) match.complete("", match.chosen.filter((card) => card[0] !== rank));
  } else if (event.key === "Escape" || event.key === "Backspace") {
    match.chosen = [];
    match.around.changed();
  } else if (rank === "P") {
    if (match.mayPass()) match.throwMove("pass");
  } else if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.classList.contains("cell")) {
    match.throwChosen();
  } else return;
  event.preventDefault();
}
