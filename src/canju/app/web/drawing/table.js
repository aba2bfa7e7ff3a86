// The table: the hands around it and what lies in the middle. Every hand keeps the room that it had at the start, and the
// middle that of a full throw, so nothing on the table moves but the cards.

import { HIDDEN, dealt, rankOf, textOf } from "../game/cards.js";
import { cardsOf, isOver } from "../game/game.js";
import { before } from "../game/turns.js";
import { game, spoken, words } from "../words/language.js";
import { element, redraw } from "./dom.js";
import { face } from "./faces.js";
import { fan } from "./parts.js";

/** @typedef {import("../game/types.js").View} View */
/** @typedef {import("../game/types.js").Card} Card */
/** @typedef {import("../game/types.js").Step} Step */

// The card in each hand of a table that the Tab key reaches; the arrows go on from there.
/** @type {WeakMap<HTMLElement, Map<number, number>>} */
const roving = new WeakMap();

/** @typedef {View & { reached: Map<number, number> }} Drawn */

/**
 * The name of a card for readers who can't see it; equal cards are counted.
 * @param {Card[]} hand
 * @param {number} index
 */
function cardName(hand, index) {
  const equal = hand.filter((card) => rankOf(card) === rankOf(hand[index]));
  const name = spoken(rankOf(hand[index]));
  return equal.length === 1 ? name : words.copyOf(name, hand.slice(0, index + 1).filter((card) => rankOf(card) === rankOf(hand[index])).length, equal.length);
}

/**
 * @param {Drawn} view
 * @param {number} seat
 */
function tappable(view, seat) {
  const hand = view.faces[seat], tap = view.tap;
  const focused = Math.min(view.reached.get(seat) ?? 0, hand.length - 1);
  return hand.map((card, index) => element("button", {
    type: "button", class: view.raised.includes(card) ? "cell up" : "cell", "data-rank": rankOf(card), "data-key": `card-${seat}-${index}`,
    tabindex: index === focused ? 0 : -1, "aria-label": cardName(hand, index), "aria-pressed": view.raised.includes(card),
    onfocus: () => view.reached.set(seat, index), onclick: () => tap && tap(seat, card),
  }, face(card)));
}

/**
 * The arrow keys within a hand.
 * @param {KeyboardEvent} event
 */
function rove(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -100, End: 100 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const cells = /** @type {HTMLElement[]} */ (Array.from(event.currentTarget.querySelectorAll("button.cell")));
  const at = cells.findIndex((cell) => cell.matches(":focus"));
  if (at < 0) return;
  const next = Math.max(0, Math.min(cells.length - 1, at + step));
  cells[at].tabIndex = -1;
  cells[next].tabIndex = 0;
  cells[next].focus();
  event.preventDefault();
}

/** A hand for readers who can't see it. @param {Card[]} hand */
function handName(hand) {
  const shown = hand.filter((card) => rankOf(card) !== HIDDEN), hidden = hand.length - shown.length;
  return [shown.length > 0 && spoken(textOf(shown)), hidden > 0 && words.faceDown(hidden)].filter(Boolean).join(", ") || game().noCards;
}

/** @param {View} view @param {number} seat */
const nameOf = (view, seat) => (view.names ?? game(view.faces.length).seats)[seat];

/**
 * @param {Drawn} view
 * @param {number} seat
 */
function handPanel(view, seat) {
  const hand = view.faces[seat];
  const open = view.tap !== null && (view.playable === seat || view.playable === -1);
  const name = `${nameOf(view, seat)}: ${handName(hand)}`;
  const cells = open
    ? tappable(view, seat)
    : hand.map((card) => element("span", { class: view.raised.includes(card) ? "cell up" : "cell", "data-rank": rankOf(card) }, face(card)));
  const room = Array.from({ length: Math.max(view.room[seat], 1) }, () => element("span", { class: "cell" }));
  const label = open && view.hint ? `${name}. ${view.hint}` : name;
  return element("div", { class: "hand-place" },
    element("div", { class: "hand room", "aria-hidden": "true" }, ...room),
    element("div", { class: "hand", role: open ? "group" : "img", "aria-label": label, "data-seat": seat, onkeydown: rove }, ...cells),
    hand.length === 0 && element("p", { class: "empty" }, game().noCards));
}

/**
 * @param {Drawn} view
 * @param {number} seat
 */
function seatPanel(view, seat) {
  const common = game(view.faces.length), count = view.faces[seat].length;
  const turn = !isOver(view.position) && seat === view.position.turn;
  const won = count === 0 && view.room[seat] > 0;
  const place = seat === view.near ? "near" : "across";
  return element("div", { class: `seat ${place}${turn ? " turn" : ""}`, "data-seat": seat },
    element("div", { class: "seat-head" },
      element("span", { class: "name" }, nameOf(view, seat)),
      element("span", { class: "count" }, common.cards(count)),
      won ? element("span", { class: "badge winner" }, common.winner) : element("span", { class: turn ? "badge" : "badge hidden" }, common.toMove)),
    handPanel(view, seat));
}

/**
 * @param {string} label
 * @param {Card[]} cards
 * @param {boolean} fresh
 */
function thrown(label, cards, fresh) {
  const what = cards.length
    ? fan(cards, handName(cards))
    : element("div", { class: "passed" }, game().passes);
  return element("div", { class: fresh ? "throw fresh" : "throw" }, element("p", {}, label), what);
}

/** @param {View} view */
function middle(view) {
  const { position, steps } = view, common = game(position.hands.length);
  const last = steps.slice(-position.hands.length);
  const parts = last.map((step, index) => thrown(nameOf(view, step.seat), step.cards, index === last.length - 1));
  if (parts.length === 0 && position.last !== null) {
    const by = position.by ?? before(position.turn, position.hands.length);
    parts.push(thrown(common.toBeat(common.seats[by]), dealt([cardsOf(position.last)])[0], true));
  }
  if (parts.length === 0 && view.lies) parts.push(thrown(view.lies.label, view.lies.cards, false));
  return element("div", { class: "middle" }, ...(parts.length ? parts : [element("p", { class: "lead" }, common.begins)]));
}

/**
 * Who sits where: the nearest last, the others across from left to right, as the turn goes around.
 * @param {View} view
 */
const across = (view) => view.faces.map((_, seat) => seat).filter((seat) => seat !== view.near)
  .sort((a, b) => ((b - view.near + 3) % 3) - ((a - view.near + 3) % 3));

/**
 * @param {HTMLElement} felt
 * @param {View} view
 */
export function drawTable(felt, view) {
  felt.setAttribute("aria-label", game().table);
  felt.classList.toggle("three", view.faces.length === 3);
  const reached = roving.get(felt) ?? new Map(), drawn = { ...view, reached };
  roving.set(felt, reached);
  redraw(felt, element("div", { class: "across-row" }, ...across(view).map((seat) => seatPanel(drawn, seat))), middle(view), seatPanel(drawn, view.near));
}
