// The frame: the tabs, the address, and what is drawn when something has changed. All is drawn anew each time: that is fast
// enough, and nothing old is left. Each tab says what stands on the table, below it and beside it.

import { addressOf, readAddress } from "./address.js";
import * as deal from "./deal.js";
import { Game } from "./game.js";
import { game, language, sideOf, switchLanguage, switchTheme, wear, words } from "./language.js";
import { button, showCrumb } from "./parts.js";
import * as play from "./play.js";
import * as playPanel from "./play_panel.js";
import * as puzzles from "./puzzles.js";
import { summary } from "./rules.js";
import { byId, element, redraw } from "./shared/dom.js";
import { share } from "./share.js";
import * as solve from "./solve.js";
import { changed, go, hooks, isComplete, state } from "./state.js";
import { drawTable } from "./table.js";

/** @typedef {import("./state.js").Tab} Tab */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./shared/dom.js").Child} Child */

/** @type {Tab[]} */
const TABS = ["puzzles", "deal", "solve", "play"];

/**
 * The position as it stands, with hands that can be tapped or not.
 * @param {Partial<View>} [more]
 * @returns {View}
 */
function still(more = {}) {
  const start = new Game(state.position);
  return { position: state.position, faces: start.faces, room: start.room, near: 0, playable: null, raised: [], steps: [], tap: null, ...more };
}

/** @type {Record<Tab, { view: () => View, panel: () => Child[], status: () => Child[], actions: () => Child[] }>} */
const parts = {
  puzzles: { view: still, panel: puzzles.panel, status: question, actions: startButtons },
  deal: {
    view: () => still({ playable: -1, tap: (seat, card) => deal.takeBack(seat, card[0]), hint: words.tapToTakeBack }),
    // The pack stands as near to the hands as it can, so nothing is between.
    panel: deal.panel, status: () => [], actions: () => [],
  },
  solve: { view: solve.view, panel: solve.panel, status: () => [], actions: () => [] },
  play: { view: () => (isComplete() ? play.view() : still()), panel: playPanel.panel, status: playPanel.status, actions: playPanel.actions },
};

/** What the position asks. */
function question() {
  return [element("p", { class: "prompt", id: "prompt" }, isComplete() ? game(state.position.hands.length).canWin(sideOf(state.position.hands.length, state.position.turn)) : words.unfinished)];
}

function startButtons() {
  return [element("div", { class: "row" },
    button(words.solveIt, () => go("solve"), { id: "go-solve", disabled: !isComplete() }),
    button(words.playIt, () => go("play"), { id: "go-play", class: "primary", disabled: !isComplete() }))];
}

/** Where the position comes from, and the rules. */
function caption() {
  const { origin } = state;
  const named = origin === null ? words.ownPosition : origin.daily ? words.daily : origin.pack === null ? words.newPuzzle : `${words.packs[origin.pack] ?? origin.pack} · ${words.puzzle(origin.index + 1)}`;
  return [
    element("span", { class: "source" }, named),
    origin && origin.difficulty !== null ? element("span", { class: "difficulty" }, words.difficulty(origin.difficulty)) : null,
    element("span", { class: "ruleset" }, summary(state.position.rules)),
  ];
}

function draw() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = words.title(state.position.hands.filter(Boolean).join(" | "));
  document.body.dataset.tab = state.tab;
  for (const tab of TABS) {
    const made = byId(`tab-${tab}`);
    made.textContent = words.tabs[tab];
    made.setAttribute("aria-selected", String(tab === state.tab));
    made.tabIndex = tab === state.tab ? 0 : -1;
  }
  const common = game();
  byId("tabs").setAttribute("aria-label", words.views);
  byId("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
  byId("share").textContent = words.share;
  byId("share").disabled = !isComplete();
  byId("language").textContent = common.language;
  byId("language").lang = language === "zh" ? "en" : "zh-CN";
  byId("theme").setAttribute("aria-label", common.theme);
  byId("theme").title = common.theme;
  const part = parts[state.tab], focused = document.activeElement;
  redraw(byId("caption"), ...caption());
  drawTable(byId("felt"), part.view());
  redraw(byId("status"), ...part.status());
  redraw(byId("actions"), ...part.actions());
  redraw(byId("panel"), ...part.panel());
  showCrumb();
  keepFocus(focused);
}

/**
 * Who moves about by keyboard stays near when what had the focus is gone: at the cards during a game, else in the panel.
 * @param {Element | null} before
 */
function keepFocus(before) {
  const felt = byId("felt"), lost = document.activeElement === document.body && before !== document.body;
  if (!lost && document.activeElement !== felt) return;
  const card = felt.querySelector('button.cell[tabindex="0"]');
  (card ?? (state.tab === "play" ? felt : byId("panel"))).focus({ preventScroll: true });
}

/**
 * Writes the address: a position is an entry of the history, what happens to it is written over that.
 * @param {string} address
 * @param {boolean} [fresh]
 */
function writeAddress(address, fresh = false) {
  if (address === location.hash) return;
  history[fresh ? "pushState" : "replaceState"](null, "", address);
}

// The last position that has an entry of its own.
let entered = "";

hooks.draw = draw;
hooks.say = (text) => { byId("spoken").textContent = text; };
hooks.taken = ({ moves, as }) => {
  solve.reset();
  play.reset({ moves, as });
  deal.reset();
  const address = addressOf(state.position);
  const dealing = state.tab === "deal" && state.origin === null;
  if (!moves && isComplete()) writeAddress(address, !dealing && entered !== "");
  entered = address;
};
hooks.entered = (tab) => {
  if (tab === "solve") solve.enter();
  else if (tab === "play") play.enter();
};
hooks.moved = (moves, as) => writeAddress(`${addressOf(state.position, moves, as)}`);

/** Takes the position of the address, if there is one. */
function arrive() {
  const found = readAddress(location.hash);
  if (found === null) return false;
  state.position = found.position;
  state.origin = null;
  hooks.taken({ moves: found.moves, as: found.as });
  go(found.as !== null || found.moves.length ? "play" : state.tab === "deal" ? "puzzles" : state.tab);
  return true;
}

for (const tab of TABS) byId(`tab-${tab}`).addEventListener("click", () => go(tab));
byId("tabs").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  go(TABS[(TABS.indexOf(state.tab) + step + TABS.length) % TABS.length]);
  byId(`tab-${state.tab}`).focus();
});
byId("language").addEventListener("click", () => { switchLanguage(); draw(); });
byId("theme").addEventListener("click", switchTheme);
byId("share").addEventListener("click", () => share(state.position));
byId("felt").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (state.tab === "play") playPanel.typed(event); });
addEventListener("popstate", arrive);

wear();
if (!arrive()) changed();
puzzles.load().then(() => {
  if (!readAddress(location.hash)) puzzles.takeDaily();
  else changed();
});
/** What this page has loaded is kept for when there is no connection. Not every browser allows that, and the app does without. */
async function keepLoaded() {
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}
if ("serviceWorker" in navigator) keepLoaded().catch(() => {});
