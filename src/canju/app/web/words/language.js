// The words in the chosen language, and the colours. Both are kept in the browser. The words are one object that is filled
// anew, and nothing that a module exports is ever another thing later: see src/canju/explain/script.rs.

import { kept, keep } from "../state/store.js";
import { common } from "./words.js";
import { ENGLISH } from "./words_en.js";
import { CHINESE } from "./words_zh.js";

export const reader = {
  /** @type {"en" | "zh"} */
  language: kept("language", /^zh\b/i.test(navigator.language) ? "zh" : "en"),
};

const spokenNow = () => (reader.language === "zh" ? CHINESE : ENGLISH);

/** What the app says, but for the words that depend on how many hands there are. @type {import("./words_en.js").Words} */
export const words = { ...spokenNow() };

/** @param {typeof reader.language} language */
function speak(language) {
  reader.language = language;
  Object.assign(words, spokenNow());
}

/** Speaks the other language. */
export function switchLanguage() {
  speak(reader.language === "zh" ? "en" : "zh");
  keep("language", reader.language);
}

/**
 * What this makes, in a language that may be another one than the page's.
 * @template T
 * @param {typeof reader.language} language
 * @param {() => T} make
 */
export function speaking(language, make) {
  const before = reader.language;
  if (language === before) return make();
  speak(language);
  try {
    return make();
  } finally {
    speak(before);
  }
}

/** The words that depend on how many hands there are. */
export const game = (seats = 2) => common(reader.language, seats);

/** @type {(cards: string) => string} */
export const shown = (cards) => (cards === "pass" ? game().passes : cards.split(":")[0].replace(/[TXD]/g, (rank) => game().small[rank]));

/** @type {(cards: string) => string} */
export const spoken = (cards) => (cards === "pass" ? game().passes : Array.from(cards.split(":")[0], (rank) => game().spoken[rank] ?? rank).join(" "));

/**
 * Who a seat's side is.
 * @param {number} seats
 * @param {number} seat
 */
export const sideOf = (seats, seat) => game(seats).side(seat === 0);

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Wears the colours that were chosen, else those of the system, also when these change. */
export function wear() {
  dark.onchange = wear;
  document.documentElement.dataset.theme = kept("theme", dark.matches ? "dark" : "light");
}

export function switchTheme() {
  keep("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  wear();
}
