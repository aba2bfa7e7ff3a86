// Parts that several tabs draw with: buttons, choices of one among few, cards in a row, the trail of moves.

import { textOf } from "../game/cards.js";
import { cardsOf } from "../game/game.js";
import { game, shown, spoken, words } from "../words/language.js";
import { element, shape } from "./dom.js";
import { face, mini } from "./faces.js";

/** @typedef {import("../game/types.js").Step} Step */
/** @typedef {import("./dom.js").Child} Child */

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export const button = (label, onclick, attributes = {}) => element("button", { type: "button", onclick, "data-key": attributes.id ?? label, ...attributes }, label);

/**
 * A move as small cards, or the word for a pass.
 * @param {string} move
 */
export function moveCards(move) {
  const cards = cardsOf(move);
  if (cards === "") return element("span", { class: "small-pass" }, game().passes);
  return element("span", { class: "minis", role: "img", "aria-label": spoken(move) }, ...mini(cards, game().small));
}

/**
 * Cards with their faces, close together.
 * @param {import("../game/types.js").Card[]} cards
 * @param {string} [label]
 */
export const fan = (cards, label = spoken(textOf(cards))) => element("div", { class: "fan", role: "img", "aria-label": label }, ...cards.map((card) => element("span", {}, face(card))));

/**
 * A choice among a few, all of them visible.
 * @param {{ name: string, legend: string, options: [string, string][], value: string, choose: (value: string) => void }} choice
 */
export function segments({ name, legend, options, value, choose }) {
  const made = options.map(([key, label]) => {
    const id = `${name}-${key}`;
    const input = element("input", { type: "radio", class: "unseen", name, id, value: key, checked: key === value, "data-key": id, onchange: () => choose(key) });
    return element("span", { class: "segment" }, input, element("label", { for: id }, label));
  });
  return element("fieldset", { class: "segments" }, element("legend", {}, legend), element("div", {}, ...made));
}

/**
 * @param {{ id: string, label: string, options: [string, string][], value: string, choose: (value: string) => void }} choice
 */
export function select({ id, label, options, value, choose }) {
  const made = element("select", { id, "data-key": id, onchange: (event) => choose(event.target.value) },
    ...options.map(([key, text]) => element("option", { value: key, selected: key === value }, text)));
  return element("p", { class: "field" }, element("label", { for: id }, label), made);
}

/**
 * A switch, in a list of them.
 * @param {string} id
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} choose
 */
export function toggle(id, label, on, choose) {
  return element("li", {}, element("label", { class: "switch", for: id },
    element("input", { type: "checkbox", role: "switch", id, checked: on, "data-key": id, onchange: (event) => choose(event.target.checked) }),
    element("span", { class: "knob", "aria-hidden": "true" }), label));
}

/**
 * A text to copy.
 * @param {string} text
 * @param {string} key
 */
export function copyBox(text, key) {
  const parts = text.split(" ").flatMap((word) => [" ", element("span", {}, word)]);
  const code = element("code", { id: `${key}-text` }, ...parts.slice(1));
  const copy = button(game().copy, async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = game().copied;
    } catch {
      // Not every browser lets a page write to the clipboard. Then the text is selected, to be copied by hand.
      getSelection()?.selectAllChildren(code);
    }
  }, { class: "copy", id: `${key}-copy` });
  return element("div", { class: "command" }, code, copy);
}

/**
 * The moves of what a replay goes through, each a way to its place, and below them the buttons of the replay.
 * @param {import("../state/replay.js").Replay} replay
 * @param {Pick<Trail, "steps" | "seats" | "marked">} moves
 */
export function walk(replay, { steps, seats, marked }) {
  const { at, playing } = replay, view = (/** @type {number} */ place) => replay.view(place);
  return [trail({ steps, at, seats, view, marked }), stepper({ at, end: steps.length, view, playing, replay: () => replay.toggle() })];
}

/**
 * The moves so far, each a way back to its place. `marked` says more of a move: a class, and words for those who don't see it.
 * @typedef {{ steps: Step[], at: number, seats: number, view: (at: number) => void, marked?: (index: number) => [string, string] }} Trail
 */

/** @param {Trail} trail */
function trail({ steps, at, seats, view, marked = () => ["", ""] }) {
  /** @type {(index: number, mark: string, ...content: Child[]) => HTMLElement} */
  const crumb = (index, mark, ...content) => element("li", {}, element("button", {
    type: "button", class: `crumb ${mark}`.trim(), "data-key": `crumb-${index}`, "data-move": steps[index - 1]?.move,
    "aria-current": index === at ? "step" : null, onclick: () => view(index),
  }, ...content));
  const crumbs = steps.map((step, index) => {
    const [mark, said] = marked(index);
    return crumb(index + 1, mark, element("small", {}, game(seats).seats[step.seat]), shown(step.move), said ? element("span", { class: "unseen" }, `, ${said}`) : null);
  });
  return element("ol", { class: "crumbs", "aria-label": game().movesSoFar }, crumb(0, "", game().start), ...crumbs);
}

/** Brings the place in a trail that is shown into sight, as it was before all was drawn anew. */
export function showCrumb() {
  for (const crumb of document.querySelectorAll('.crumb[aria-current="step"]')) {
    const list = crumb.closest("ol"), box = crumb.getBoundingClientRect();
    if (list) list.scrollLeft += box.left + box.width / 2 - list.getBoundingClientRect().left - list.clientWidth / 2;
  }
}

/**
 * A search that runs, and the button that breaks it off. `clock` fills in the seconds.
 * @param {string} what
 * @param {() => void} cancel
 */
export const running = (what, cancel) => element("div", { class: "progress running" },
  element("progress", { "aria-label": what }),
  element("p", { class: "soft" }, what, " ", element("span", { id: "seconds", "aria-hidden": "true" })),
  button(words.cancel, cancel, { id: "cancel" }));

/**
 * Counts the seconds of a search, and its nodes, as long as it runs.
 * @param {() => { begun: number, nodes: number } | null} search
 */
export function clock(search) {
  const now = search(), place = document.getElementById("seconds");
  if (now === null) return;
  if (place) place.textContent = words.soFar((performance.now() - now.begun) / 1000, now.nodes);
  window.setTimeout(() => clock(search), 100);
}

/** @type {Record<string, string>} */
const ARROWS = { "step-first": "M5 5h2.500v14H5zM19 5v14L8.500 12z", "step-back": "M17 5v14L6.500 12z", "step-on": "M7 5v14l10.500-7z", "step-last": "M5 5v14l10.500-7zM16.500 5H19v14h-2.500z" };

/**
 * Buttons to go back and forward through the moves, and to play them all.
 * @param {{ at: number, end: number, view: (at: number) => void, playing: boolean, replay: () => void }} steps
 */
function stepper({ at, end, view, playing, replay }) {
  /** @type {(id: string, label: string, to: number, disabled: boolean) => HTMLElement} */
  const arrow = (id, label, to, disabled) => {
    const made = button("", () => view(to), { id, "aria-label": label, title: label, disabled, class: "arrow" });
    made.append(shape("svg", { viewBox: "0 0 24 24", width: 20, height: 20, fill: "currentColor", "aria-hidden": "true" }, shape("path", { d: ARROWS[id] })));
    return made;
  };
  return element("div", { class: "steps" },
    arrow("step-first", game().start, 0, at === 0),
    arrow("step-back", words.stepBack, at - 1, at === 0),
    button(playing ? words.stop : words.replay, replay, { id: "replay", disabled: end === 0 }),
    arrow("step-on", words.stepOn, at + 1, at === end),
    arrow("step-last", words.stepLast, end, at === end));
}
