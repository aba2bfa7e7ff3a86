// The app: the frame with all tabs. What it needs lies beside it as files, so any host can send it, and `canju serve` does.

import { origin, warm } from "./answers/engine.js";
import { element } from "./drawing/dom.js";
import { button } from "./drawing/parts.js";
import { shareHidden } from "./drawing/share.js";
import { question } from "./match/panel.js";
import { fetched } from "./npm/fetched.js";
import { start } from "./npm/index.js";
import { hiddenAddress, readHidden, readWhole } from "./state/hidden_address.js";
import { changed, go, hooks, isClosed, isComplete, state } from "./state/state.js";
import * as advice from "./tabs/advice.js";
import * as advicePanel from "./tabs/advice_panel.js";
import * as deal from "./tabs/deal.js";
import { begin, hasAddress, still } from "./tabs/frame.js";
import { load } from "./tabs/bank.js";
import * as puzzles from "./tabs/puzzles.js";
import { log } from "./tabs/review.js";
import * as runs from "./tabs/runs.js";
import * as tries from "./tabs/tries.js";
import * as whole from "./tabs/whole.js";
import * as wholePanel from "./tabs/whole_panel.js";
import { words } from "./words/language.js";

/** What the position asks. */
const asked = () => [element("p", { class: "prompt", id: "prompt" }, isComplete() ? question(state.position, state.origin?.value ?? 0) : words.unfinished)];

function startButtons() {
  return [element("div", { class: "row" },
    button(words.solveIt, () => go("solve"), { id: "go-solve", disabled: !isComplete() || isClosed("solve") }),
    button(words.playIt, () => go("play"), { id: "go-play", class: "primary", disabled: !isComplete() }))];
}

function named() {
  const { origin } = state, run = runs.named();
  if (run !== null) return run;
  if (origin === null) return words.ownPosition;
  if (origin.daily) return words.daily;
  if (origin.fromGame) return words.fromGame;
  return origin.pack === null ? words.newPuzzle : `${words.packs[origin.pack] ?? origin.pack} · ${words.puzzle(origin.index + 1)}`;
}

Object.assign(hooks, {
  decided: (/** @type {boolean} */ isSolved, /** @type {boolean} */ isHelped) => {
    tries.decided(isSolved, isHelped);
    runs.decided(isSolved);
  },
  helped: tries.helped, looked: tries.looked, instead: runs.instead,
});
hooks.onward = () => {
  const run = runs.onward();
  if (run) return run;
  const next = puzzles.next();
  return next ? { name: words.nextPuzzle, act: next } : { name: words.morePuzzles, act: () => go("puzzles") };
};

hooks.advise = advice.openWith;
log.isOffered = true;
Object.assign(origin, { load: fetched, start: (/** @type {WebAssembly.Module} */ module) => start({ module }) });
const arrived = begin([
  ["puzzles", { view: still, panel: puzzles.panel, status: asked, actions: startButtons, reset: () => {} }],
  // The pack stands as near to the hands as it can, so nothing is between.
  ["deal", {
    view: () => still({ playable: -1, tap: (seat, card) => deal.takeBack(seat, card[0]), hint: words.tapToTakeBack }),
    panel: deal.panel, status: () => [], actions: () => [], reset: deal.reset,
  }],
], {
  named,
  arrivedAside: (hash) => whole.arrive(hash) || advice.arrive(hash),
  isAside: (hash) => (readWhole(hash) ?? readHidden(hash)) !== null,
}, [
  ["game", {
    view: wholePanel.view, panel: wholePanel.panel, status: wholePanel.status, actions: wholePanel.actions, reset: () => {}, typed: wholePanel.typed,
    enter: () => whole.whole.goOn(), leave: () => whole.whole.stop(), address: whole.address, about: wholePanel.about, share: wholePanel.share,
  }],
  ["advice", {
    view: advice.view, panel: advicePanel.panel, status: advicePanel.status, actions: advicePanel.actions, reset: () => {}, leave: advice.leave,
    address: () => (advice.isAskable() ? hiddenAddress(advice.advice.hidden) : null),
    about: () => ({ name: words.hiddenHands, rules: advice.advice.hidden.rules, cards: advice.advice.hidden.hand }),
    share: () => shareHidden(advice.advice.hidden, advice.advice.record?.worlds ?? advice.advice.goal),
  }],
]);
if (!arrived) changed();
warm();
load().then(() => {
  runs.resume();
  if (!hasAddress()) puzzles.takeDaily();
  else changed();
});

/** All is kept for when there is no connection. Not every browser allows that, and the app does without. */
async function keepFiles() {
  await navigator.serviceWorker.register("sw.js");
  (await navigator.serviceWorker.ready).active?.postMessage("begun");
}
if ("serviceWorker" in navigator) keepFiles().catch(() => {});
