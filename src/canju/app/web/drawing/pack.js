// The pack: each rank with the number of its cards that are left. A tap, or a key where it has the focus, deals a card.

import { RANKS } from "../game/game.js";
import { spoken, words } from "../words/language.js";
import { element } from "./dom.js";
import { face } from "./faces.js";
import { packsOf } from "./rules.js";

/**
 * How many cards of a rank are left in the pack.
 * @param {string} rank
 * @param {string} dealt All cards that are not in it.
 * @param {string} rules
 */
export const leftInPack = (rank, dealt, rules) => ("XD".includes(rank) ? 1 : 4) * packsOf(rules) - dealt.split(rank).length + 1;

/** Keeps the keyboard's place in the pack, where the last card of the rank that had it was dealt. */
function stay() {
  const pack = document.querySelector(".pack-cards");
  const card = pack && !pack.contains(document.activeElement) && pack.querySelector("button:enabled");
  if (card instanceof HTMLElement) card.focus({ preventScroll: true });
}

/**
 * @param {{ left: (rank: string) => number, give: (rank: string) => void, takeBack: () => void }} pack `takeBack` is for the Backspace key.
 */
export function packCards({ left, give, takeBack }) {
  /** @param {KeyboardEvent} event */
  function typed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rank = { 0: "T", 1: "T" }[event.key] ?? event.key.toUpperCase();
    if (event.key === "Backspace") takeBack();
    else if (rank.length === 1 && RANKS.includes(rank)) give(rank);
    else return;
    event.preventDefault();
    stay();
  }
  const cards = Array.from(RANKS, (rank) => element("button", {
    type: "button", class: "pack-card", "data-rank": rank, "data-left": left(rank), "data-key": `give-${rank}`, disabled: left(rank) <= 0,
    "aria-label": words.left(spoken(rank), left(rank)), onclick: () => { give(rank); stay(); },
  }, face(rank + ("XD".includes(rank) ? "j" : "s"))));
  return element("div", { class: "pack-cards", role: "group", "aria-label": words.packHint, onkeydown: typed }, ...cards);
}
