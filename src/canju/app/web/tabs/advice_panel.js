// What the tab *advice* shows beside the table: the words of caution, what the player knows, and the moves with their bars.

import { element } from "../drawing/dom.js";
import { packCards } from "../drawing/pack.js";
import { button, moveCards, running, segments, select } from "../drawing/parts.js";
import { ruleSwitches } from "../drawing/rules.js";
import { advisedMove } from "../drawing/shares.js";
import { byOf, leftOf, othersOf, playedBy } from "../game/hidden.js";
import { changed } from "../state/state.js";
import { game, words } from "../words/language.js";
import * as current from "./advice.js";
import { advice } from "./advice.js";

/** @typedef {import("../drawing/dom.js").Child} Child */
/** @typedef {import("./advice.js").Pile} Pile */
/** @typedef {import("../game/types.js").Advice} Advice */

// Moves that are shown before the button for more.
const SHOWN = 10;

let rulesOpen = false;
let pasted = "";

const seats = () => game(3).seats;

/** Which pile a tapped card goes to. */
function piles() {
  const { seat } = advice.hidden;
  const all = /** @type {Pile[]} */ (["hand", "0", "1", "2", "last", ...(seat === 0 ? [] : ["open"])]);
  /** @type {[string, string][]} */
  const options = all.map((pile) => [pile, words.pile(pile, seat)]);
  const made = segments({ name: "pile", legend: words.cardsGoTo, options, value: advice.pile, choose: (value) => { advice.pile = /** @type {Pile} */ (value); changed(); } });
  made.classList.add("many");
  return made;
}

/** What lies in the piles, but for the own hand, which is on the table. */
function lying() {
  const { hidden } = advice;
  const all = /** @type {Pile[]} */ (["0", "1", "2", "last", "open"]).filter((pile) => current.cardsIn(pile));
  if (all.length === 0) return null;
  const rows = all.map((pile) => element("li", { "data-pile": pile }, element("span", {}, words.pile(pile, hidden.seat)), moveCards(current.cardsIn(pile))));
  return element("ul", { class: "lying", "aria-label": words.placed }, ...rows);
}

/** How many cards the others hold. */
function numbers() {
  const { hidden } = advice;
  const fields = othersOf(hidden).map((seat) => {
    const id = `left-${seat}`;
    const set = (/** @type {string} */ text) => current.edit({ left: hidden.left.map((count, index) => (index === seat ? (/^\d{1,2}$/.test(text) ? Number(text) : null) : count)) });
    const input = element("input", { id, "data-key": id, type: "number", inputmode: "numeric", min: 1, max: 40, value: leftOf(hidden, seat), onchange: (event) => set(event.target.value) });
    return element("p", { class: "field" }, element("label", { for: id }, words.cardsOfSeat(seats()[seat])), input);
  });
  return element("div", { class: "pair" }, ...fields);
}

/** The move to answer, and who played it. */
function toBeat() {
  const { hidden } = advice;
  const input = element("input", { id: "answer-to", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: words.lastExample, value: hidden.last ?? "", "data-key": "answer-to",
    onchange: (event) => current.setLast(event.target.value) });
  /** @type {[string, string][]} */
  const options = othersOf(hidden).map((seat) => [String(seat), seats()[seat]]);
  return element("div", { class: "pair" },
    element("p", { class: "field" }, element("label", { for: "answer-to" }, words.mustBeat), input),
    select({ id: "answer-by", label: words.playedBy, options, value: String(byOf(hidden)), choose: (value) => current.edit({ by: Number(value) }) }));
}

/** The place for a hand as text. */
function pasting() {
  const area = element("textarea", { id: "paste-hand", rows: 2, "data-key": "paste-hand", spellcheck: "false", autocapitalize: "characters", placeholder: "34455667789TJQKA2", oninput: (event) => { pasted = event.target.value; } });
  /** @type {HTMLTextAreaElement} */ (area).value = pasted;
  return element("section", { class: "paste" },
    element("p", { class: "field" }, element("label", { for: "paste-hand" }, words.pasteHand), area),
    button(words.takeHand, () => { if (current.paste(pasted)) pasted = ""; }, { id: "take-hand" }));
}

/** How many cards the player has, of those that were dealt. */
function hint() {
  const { hidden } = advice;
  if (hidden.hand === "") return words.dealOwn;
  return current.miscount() ?? words.ready(hidden.hand.length, playedBy(hidden, hidden.seat).length);
}

/** @param {Advice} record */
function estimate(record) {
  const all = advice.isUnfolded || record.moves.length <= SHOWN + 3, shown = all ? record.moves : record.moves.slice(0, SHOWN);
  const more = all ? null : button(game().more(record.moves.length - SHOWN), () => { advice.isUnfolded = true; changed(); }, { class: "more", id: "more-moves" });
  return element("section", { class: "estimate", id: "estimate", "aria-labelledby": "estimate-title", "data-worlds": record.worlds, "data-basis": record.basis },
    element("h3", { id: "estimate-title" }, words.estimate),
    element("p", { class: "soft", id: "basis" }, (record.basis === "all worlds" ? words.allWorlds : words.someWorlds)(record.worlds, record.limit === null), " ", record.limit !== null && words.someEstimated),
    element("ol", { class: "shares" }, ...shown.map((advised) => advisedMove(advised, advised.dropped && record.basis === "sampled worlds" && advised.worlds < record.worlds))), more);
}

function asking() {
  if (advice.asking) return running(words.estimating(advice.record?.worlds ?? 0, advice.goal), () => advice.asking?.abort());
  const { record } = advice;
  return element("p", { class: "row" },
    (record === null || advice.failure !== null) && button(words.estimateIt, current.ask, { id: "ask", class: "primary", disabled: !current.isAskable() }),
    current.mayAskMore() && button(advice.isCut ? words.longer : words.moreWorlds, current.more, { id: "more-worlds" }));
}

/** @returns {Child[]} */
export function panel() {
  const { hidden, record } = advice;
  /** @type {[string, string][]} */
  const options = seats().map((name, index) => [String(index), name]);
  return [
    element("h2", {}, words.tabs.advice),
    element("p", { class: "caution", id: "caution" }, words.caution),
    record && estimate(record),
    segments({ name: "own", legend: words.youAre, options, value: String(hidden.seat), choose: (value) => current.edit({ seat: Number(value) }) }),
    piles(),
    hidden.hand === "" && element("p", { class: "row" },
      button(words.dealMe, current.dealMe, { id: "deal-me", disabled: advice.asking !== null }),
      button(words.example, current.showExample, { id: "example" })),
    packCards({ left: current.left, give: current.give, takeBack: current.takeLast }),
    element("p", { class: "soft", id: "hint-cards" }, hint()),
    lying(),
    element("p", { class: "row" },
      button(words.takeOneBack, current.takeLast, { id: "take-one-back", disabled: current.cardsIn(advice.pile) === "" }),
      button(words.clear, current.clear, { id: "clear" })),
    numbers(),
    toBeat(),
    element("details", { class: "rules", open: rulesOpen, ontoggle: (event) => { rulesOpen = event.target.open; } },
      element("summary", { "data-key": "rules" }, words.rulesAndBans), ...ruleSwitches(hidden.rules, (rules) => current.edit({ rules }))),
    pasting(),
  ];
}

/** Below the table. @returns {Child[]} */
export function actions() {
  return [asking(), element("p", { class: "trouble", role: "alert" }, current.trouble())];
}

/** @returns {Child[]} */
export const status = () => [element("p", { class: "prompt", id: "prompt" }, words.whatToPlay)];
