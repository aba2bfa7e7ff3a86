// The frame: the tabs, the address, and what is drawn when something has changed. All is drawn anew each time: that is fast
// enough, and nothing old is left. Each tab says what stands on the table, below it and beside it. app.js lists the tabs of
// the app, page.js those of a page of `canju explain`; *solve*, *play* and *review* are in both.

import { isSupported, prove } from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { element, byId, redraw } from "../drawing/dom.js";
import { showCrumb } from "../drawing/parts.js";
import { summary } from "../drawing/rules.js";
import { share } from "../drawing/share.js";
import { drawTable } from "../drawing/table.js";
import { Game } from "../game/game.js";
import { addressOf, readAddress } from "../state/address.js";
import { go, hooks, isClosed, isComplete, state } from "../state/state.js";
import { game, reader, switchLanguage, switchTheme, wear, words } from "../words/language.js";
import * as play from "./play.js";
import * as playPanel from "./play_panel.js";
import * as review from "./review.js";
import * as reviewPanel from "./review_panel.js";
import * as solve from "./solve.js";

/** @typedef {import("../state/state.js").Tab} Tab */
/** @typedef {import("../game/types.js").View} View */
/** @typedef {import("../drawing/dom.js").Child} Child */
/** @typedef {{ view: () => View, panel: () => Child[], status: () => Child[], actions: () => Child[], reset: () => void, typed?: (event: KeyboardEvent) => void } & Partial<Aside>} Part */
/**
 * What a tab has that is about something else than the position.
 * @typedef {object} Aside
 * @property {() => void} enter The reader comes.
 * @property {() => void} leave The reader goes elsewhere.
 * @property {() => string | null} address Null if there is none yet.
 * @property {() => { name: string, rules: string, cards: string }} about
 * @property {() => void} share
 */
/** @typedef {NonNullable<ReturnType<typeof readAddress>>} Arrival */

/**
 * The position as it stands, with hands that can be tapped or not.
 * @param {Partial<View>} [more]
 * @returns {View}
 */
export function still(more = {}) {
  const start = new Game(state.position);
  return { position: state.position, faces: start.faces, room: start.room, near: 0, playable: null, raised: [], steps: [], tap: null, ...more };
}

/** The tabs in their order. @type {Map<Tab, Part>} */
const parts = new Map();

/** What differs between the app and a page. */
const own = {
  /** Where the position comes from, in words. @type {() => Child} */
  named: () => "",
  /** The place that an address leads to; null if it does not lead to one here. @type {(found: Arrival | null) => Arrival | null} */
  accepted: (found) => found,
  /** Takes an address of another kind. Is it one? @type {(hash: string) => boolean} */
  arrivedAside: () => false,
  /** Is it one? @type {(hash: string) => boolean} */
  isAside: () => false,
};

const tabs = () => [...parts.keys()];

/** Where the position comes from, and the rules. */
function caption() {
  const { origin } = state, about = shownPart().about?.();
  if (about) return [element("span", { class: "source" }, about.name), element("span", { class: "ruleset" }, summary(about.rules))];
  return [
    element("span", { class: "source" }, own.named()),
    origin && origin.difficulty !== null ? element("span", { class: "difficulty" }, words.difficulty(origin.difficulty)) : null,
    state.position.scoring !== undefined ? element("span", { class: "scoring" }, words.scorings[state.position.scoring]) : null,
    element("span", { class: "ruleset" }, summary(state.position.rules)),
  ];
}

/** @returns {Part} */
const shownPart = () => /** @type {Part} */ (parts.get(state.tab));

/** @param {Tab} tab */
const tabButton = (tab) => element("button", { type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": "panel", onclick: () => go(tab) });

function draw() {
  document.documentElement.lang = reader.language === "zh" ? "zh-CN" : "en";
  document.title = words.title(shownPart().about?.().cards ?? state.position.hands.filter(Boolean).join(" | "));
  document.body.dataset.tab = state.tab;
  const common = game(), part = shownPart(), focused = document.activeElement;
  byId("tabs").setAttribute("aria-label", words.views);
  for (const tab of tabs()) {
    const made = byId(`tab-${tab}`);
    made.textContent = words.tabs[tab];
    made.setAttribute("aria-selected", String(tab === state.tab));
    made.disabled = isClosed(tab);
    made.tabIndex = tab === state.tab ? 0 : -1;
  }
  byId("note").textContent = isSupported() ? "" : words.unsupported;
  byId("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
  byId("share").textContent = words.share;
  byId("share").disabled = part.address ? part.address() === null : !isComplete();
  byId("language").textContent = common.language;
  byId("language").lang = reader.language === "zh" ? "en" : "zh-CN";
  byId("theme").setAttribute("aria-label", common.theme);
  byId("theme").title = common.theme;
  redraw(byId("caption"), ...caption());
  drawTable(byId("felt"), part.view());
  redraw(byId("status"), ...part.status());
  redraw(byId("actions"), ...part.actions());
  redraw(byId("panel"), ...part.panel());
  showCrumb();
  keepFocus(focused);
}

/**
 * Keeps the keyboard's place when the focused element is gone: at the cards during a game, else in the panel.
 * @param {Element | null} before
 */
function keepFocus(before) {
  const felt = byId("felt"), lost = document.activeElement === document.body && before !== document.body;
  if (!lost && document.activeElement !== felt) return;
  const card = felt.querySelector('button.cell[tabindex="0"]');
  (card ?? (shownPart().typed ? felt : byId("panel"))).focus({ preventScroll: true });
}

/**
 * Writes the address: a position is an entry of the history, what happens to it is written over that.
 * @param {string} address
 * @param {boolean} [fresh]
 */
function writeAddress(address, fresh = false) {
  if (address === location.hash) return;
  try {
    history[fresh ? "pushState" : "replaceState"](null, "", address);
  } catch {
    // Inside another page a browser may forbid it. Then all works without addresses.
  }
}

// The last position that has an entry of its own.
let entered = "";

hooks.draw = draw;
hooks.say = (text) => { byId("spoken").textContent = text; };
hooks.taken = ({ moves, as }) => {
  state.played = moves ?? [];
  solve.reset();
  play.reset({ moves, as });
  review.reset();
  for (const part of parts.values()) part.reset();
  const address = addressOf(state.position);
  const dealing = state.tab === "deal" && state.origin === null;
  if (!moves && isComplete()) writeAddress(address, !dealing && (entered !== "" || own.isAside(location.hash)));
  entered = address;
};
hooks.entered = (tab) => {
  if (tab !== "solve") solve.leave();
  if (tab !== "review") review.leave();
  if (tab === "solve") solve.enter();
  else if (tab === "play") play.enter();
  else if (tab === "review") review.enter();
  for (const [name, part] of parts) if (name !== tab) part.leave?.();
  shownPart().enter?.();
  if (tab === "solve" || tab === "review") hooks.looked(tab === "solve");
  const moves = tab === "review" ? review.review.game.moves : state.played;
  if (shownPart().address) hooks.addressed();
  else if (moves.length) writeAddress(addressOf(state.position, moves, play.side(), tab === "review"));
  else if (own.isAside(location.hash) && isComplete()) writeAddress(addressOf(state.position));
};
hooks.addressed = () => {
  const address = shownPart().address?.();
  if (address) writeAddress(address);
};
hooks.moved = (moves, as) => {
  state.played = moves;
  writeAddress(addressOf(state.position, moves, as, state.tab === "review"));
};
hooks.resumed = (moves, as) => {
  // Who has seen the review has had help.
  play.reset({ moves, as, helped: true });
  go("play");
};

/** Takes what the address leads to, if it leads anywhere. */
function arrive() {
  if (own.arrivedAside(location.hash)) return true;
  const found = own.accepted(readAddress(location.hash));
  if (found === null) return false;
  state.position = found.position;
  state.origin = null;
  hooks.taken({ moves: found.moves, as: found.as });
  if (found.answer) solve.reset(found.moves);
  go(found.answer ? "solve" : found.review ? "review" : found.as !== null || found.moves.length ? "play" : state.tab === "deal" ? "puzzles" : state.tab);
  return true;
}

/** @param {KeyboardEvent} event */
function typedAtTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], all = tabs().filter((tab) => !isClosed(tab));
  if (step === undefined) return;
  go(all[(all.indexOf(state.tab) + step + all.length) % all.length]);
  byId(`tab-${state.tab}`).focus();
}

/**
 * Begins, with these tabs before and behind the others. Does the address lead anywhere?
 * @param {[Tab, Part][]} first
 * @param {Partial<typeof own>} differs
 * @param {[Tab, Part][]} [last]
 */
export function begin(first, differs, last = []) {
  Object.assign(own, differs);
  const nothing = () => [], noReset = () => {};
  /** @type {[Tab, Part][]} */
  const all = [
    ["solve", { view: solve.view, panel: solve.panel, status: nothing, actions: nothing, reset: noReset }],
    ["play", { view: () => (isComplete() ? play.view() : still()), panel: playPanel.panel, status: playPanel.status, actions: playPanel.actions, reset: noReset, typed: playPanel.typed }],
    ["review", { view: review.view, panel: reviewPanel.panel, status: nothing, actions: nothing, reset: noReset }],
  ];
  for (const [tab, part] of [...first, ...all, ...last]) parts.set(tab, part);
  byId("tabs").append(...tabs().map(tabButton));
  byId("tabs").addEventListener("keydown", typedAtTabs);
  byId("language").addEventListener("click", () => { switchLanguage(); draw(); });
  byId("theme").addEventListener("click", switchTheme);
  byId("share").addEventListener("click", () => {
    const part = shownPart();
    if (part.share) part.share();
    else {
      const { position, steps } = part.view();
      share({ position: state.position, now: position, moves: steps.map(({ move }) => move), as: play.side() }, () => prove(state.position).catch(sentence));
    }
  });
  byId("felt").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => shownPart().typed?.(event));
  addEventListener("popstate", arrive);
  wear();
  return arrive();
}

/** Does the address lead anywhere? */
export const hasAddress = () => own.isAside(location.hash) || own.accepted(readAddress(location.hash)) !== null;

