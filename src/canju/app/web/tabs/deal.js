// The tab *deal*: cards are tapped from the pack into a hand, and back; or a text is pasted. A deal may be unfinished, so it
// is checked by the solver only when it is solved or played.

import * as engine from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { element } from "../drawing/dom.js";
import { leftInPack, packCards } from "../drawing/pack.js";
import { button, segments, select } from "../drawing/parts.js";
import { ruleSwitches } from "../drawing/rules.js";
import { SCORINGS, position, sorted } from "../game/game.js";
import { changed, go, hooks, isComplete, state, take } from "../state/state.js";
import { game, shown, spoken, words } from "../words/language.js";

/** The hand that gets the cards. */
let seat = 0;
/** @type {string | null} */
let trouble = null;
let pasted = "";
let last = "";
let rulesOpen = false;

/**
 * Takes a position that is being made. The move on the table stays if its player is still there.
 * @param {Partial<import("../game/types.js").Position>} change
 */
function edit(change) {
  trouble = null;
  const made = { ...state.position, ...change };
  if (made.turn >= made.hands.length) made.turn = 0;
  if (made.by !== null && made.by >= made.hands.length) made.by = null;
  seat = Math.min(seat, made.hands.length - 1);
  take(made, null);
}

/** How many cards of a rank are left in the pack. @param {string} rank */
const left = (rank) => leftInPack(rank, state.position.hands.join(""), state.position.rules);

/** @type {(index: number, cards: string) => string[]} */
const withHand = (index, cards) => state.position.hands.map((hand, at) => (at === index ? sorted(cards) : hand));

/** @param {string} rank */
function give(rank) {
  if (left(rank) <= 0) return;
  hooks.say(words.given(spoken(rank), game(state.position.hands.length).seats[seat]));
  edit({ hands: withHand(seat, state.position.hands[seat] + rank) });
}

/**
 * Puts a card back into the pack.
 * @param {number} from
 * @param {string} rank
 */
export function takeBack(from, rank) {
  hooks.say(words.takenBack(spoken(rank)));
  edit({ hands: withHand(from, state.position.hands[from].replace(rank, "")) });
}

/** Reads what was pasted: hands with a stroke or a line between them, in any way the command line reads. */
async function paste() {
  const hands = pasted.split(/[/|\n\r]/).map((hand) => hand.trim()).filter(Boolean);
  if (hands.length < 2 || hands.length > 3) {
    trouble = words.pasteForm;
    return changed();
  }
  try {
    const { rules } = state.position;
    const read = await engine.read(position(hands, { rules }));
    pasted = "";
    edit({ ...read, turn: 0, last: null, by: null });
  } catch (error) {
    trouble = sentence(error);
    changed();
  }
}

/** Sets the move to beat, once the solver says that it is one. */
async function setLast() {
  const move = last.trim();
  if (move === "") return edit({ last: null, by: null });
  try {
    const read = await engine.read({ ...state.position, last: move });
    edit({ last: read.last, by: state.position.by });
  } catch (error) {
    trouble = sentence(error);
    changed();
  }
}

/** Puts the last card of the hand that gets cards back into the pack. */
function takeLast() {
  const hand = state.position.hands[seat];
  if (hand) takeBack(seat, hand[hand.length - 1]);
}

/** What lies on the table, and who played it. */
function toBeat() {
  const { hands, turn, by, last: beaten } = state.position, seats = game(hands.length).seats;
  const others = seats.map((name, index) => /** @type {[string, string]} */ ([String(index), name])).filter(([index]) => Number(index) !== turn);
  const input = element("input", { id: "last", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: words.lastExample, value: last || (beaten ?? ""), "data-key": "last",
    oninput: (event) => { last = event.target.value; }, onchange: setLast });
  return element("div", { class: "pair" },
    element("p", { class: "field" }, element("label", { for: "last" }, words.mustBeat), input),
    others.length > 1 && select({ id: "by", label: words.playedBy, options: others, value: String(by ?? (turn + hands.length - 1) % hands.length), choose: (value) => edit({ by: beaten === null ? null : Number(value) }) }));
}

function clear() {
  last = "";
  edit({ hands: state.position.hands.map(() => ""), last: null, by: null });
}

/** The choice of what is played for. */
function scorings() {
  const options = SCORINGS.map((name) => /** @type {[string, string]} */ ([name, words.scorings[name]]));
  return select({ id: "scoring", label: words.scoring, options, value: state.position.scoring ?? "win", choose: (name) => edit(name === "win" ? { scoring: undefined, stake: undefined, moves_made: undefined } : { scoring: name, stake: 1 }) });
}

/** @returns {import("../drawing/dom.js").Child[]} */
export function panel() {
  const { hands, turn, rules } = state.position, seats = game(hands.length).seats;
  /** @type {[string, string][]} */
  const options = seats.map((name, index) => [String(index), name]);
  const area = element("textarea", { id: "paste", rows: 2, "data-key": "paste", spellcheck: "false", autocapitalize: "characters", placeholder: words.pasteExample, oninput: (event) => { pasted = event.target.value; } });
  /** @type {HTMLTextAreaElement} */ (area).value = pasted;
  const details = element("details", { class: "rules", open: rulesOpen, ontoggle: (event) => { rulesOpen = event.target.open; } },
    element("summary", { "data-key": "rules" }, words.rulesAndBans), ...ruleSwitches(rules, (changed) => edit({ rules: changed })), scorings());
  return [
    element("h2", {}, words.tabs.deal),
    segments({ name: "seat", legend: words.cardsGoTo, options, value: String(seat), choose: (value) => { seat = Number(value); changed(); } }),
    packCards({ left, give, takeBack: takeLast }),
    element("p", { class: "soft" }, isComplete() ? words.dealHint : words.unfinished),
    element("p", { class: "row" },
      button(words.clear, clear, { id: "clear" }),
      button(words.solveIt, () => go("solve"), { id: "go-solve", disabled: !isComplete() }),
      button(words.playIt, () => go("play"), { id: "go-play", class: "primary", disabled: !isComplete() })),
    element("p", { class: "trouble", role: "alert" }, trouble),
    segments({ name: "hands", legend: words.howMany, options: [["2", words.twoHands], ["3", words.threeHands]], value: String(hands.length), choose: (value) => edit({ hands: value === "3" ? [...hands, ""] : hands.slice(0, 2) }) }),
    segments({ name: "turn", legend: words.whoMoves, options, value: String(turn), choose: (value) => edit({ turn: Number(value) }) }),
    toBeat(),
    details,
    element("section", { class: "paste" },
      element("p", { class: "field" }, element("label", { for: "paste" }, words.paste), area),
      button(words.takeOver, paste, { id: "take-over" })),
  ];
}

/** Forgets what was typed when another position comes. */
export function reset() {
  trouble = null;
  last = state.position.last === null ? "" : shown(state.position.last).replaceAll("10", "T");
}
