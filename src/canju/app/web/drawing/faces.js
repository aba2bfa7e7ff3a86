// Cards, drawn. A face is one small SVG with its colours in it, so that the same drawing stands on the table and in a picture
// that is saved. Index and suit stand at the left edge, where a hand that is fanned out shows them.

import { HIDDEN, rankOf } from "../game/cards.js";
import { shape } from "./dom.js";

/** @typedef {import("../game/types.js").Card} Card */

const BLACK = "#22302f", RED = "#b22a1b", GOLD = "#b98a2c";

/** @type {Record<string, string>} */
const PIPS = {
  s: "M16 2C20 8 29 13 29 19.500C29 23.500 26 26 22.800 26C20.600 26 18.700 25 17.500 23.200C17.700 26 18.600 28.500 20.500 30H11.500C13.400 28.500 14.300 26 14.500 23.200C13.300 25 11.400 26 9.200 26C6 26 3 23.500 3 19.500C3 13 12 8 16 2Z",
  h: "M16 29C7 21 2 16 2 10.200C2 6 5.200 3 9 3C12 3 14.600 4.700 16 7.400C17.400 4.700 20 3 23 3C26.800 3 30 6 30 10.200C30 16 25 21 16 29Z",
  c: "M16 2A6.500 6.500 0 0 1 21.300 12.300A6.500 6.500 0 1 1 17.600 20.600C17.800 25 18.700 28 20.700 30H11.300C13.300 28 14.200 25 14.400 20.600A6.500 6.500 0 1 1 10.700 12.300A6.500 6.500 0 0 1 16 2Z",
  d: "M16 2C19 7.500 22.500 12 27 16C22.500 20 19 24.500 16 30C13 24.500 9.500 20 5 16C9.500 12 13 7.500 16 2Z",
};
// What a court card wears: a cap with a feather, a coronet, a crown.
/** @type {Record<string, string>} */
const WORN = {
  J: "M5 25C5 16 10 12 17 12C23 12 27 17 27 25ZM21 13C22 7 26 4 30 4C30 10 27 14 22.500 15.500ZM4 27H28V30H4Z",
  Q: "M4 24L3 12L10 17L16 8L22 17L29 12L28 24ZM4 26.500H28V30H4ZM3 9.500A2 2 0 1 1 3.010 9.500ZM16 5.500A2 2 0 1 1 16.010 5.500ZM29 9.500A2 2 0 1 1 29.010 9.500Z",
  K: "M4 24L2 8L9.500 14L12 5L16 11L20 5L22.500 14L30 8L28 24ZM4 26.500H28V30H4ZM15 1H17V4H20V6H17V9H15V6H12V4H15Z",
};
// A jester's cap with three bells.
const CAP = "M16 27C9 27 6 25 5 22C6 16 5 12 1.500 11.500C5 7 11 8 13 14C13 9 13.500 5 16 2C18.500 5 19 9 19 14C21 8 27 7 30.500 11.500C27 12 26 16 27 22C26 25 23 27 16 27ZM5 28.500H27V31H5Z";

/** @type {(card: Card) => boolean} */
const isRed = (card) => card[0] === "D" || card[1] === "h" || card[1] === "d";

/**
 * A pip, cap or crown in a square of this size.
 * @type {(path: string, x: number, y: number, size: number, fill: string, extra?: Record<string, string>) => SVGElement}
 */
const drawn = (path, x, y, size, fill, extra = {}) => shape("path", { d: path, fill, transform: `translate(${x} ${y}) scale(${size / 32})`, ...extra });

/**
 * @param {string} content
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @param {Record<string, string>} [extra]
 */
function written(content, x, y, size, fill, extra = {}) {
  return shape("text", { x, y, fill, "font-size": size, "font-weight": 700, "font-family": "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif", ...extra }, content);
}

/** @param {Card} card */
function joker(card) {
  const colour = isRed(card) ? RED : BLACK;
  // Big and small differ in form, too: the small one is an outline.
  const cap = isRed(card) ? drawn(CAP, 35, 46, 58, colour) : drawn(CAP, 35, 46, 58, "none", { stroke: colour, "stroke-width": "2" });
  const letters = Array.from("JOKER", (letter, index) => written(letter, 17, 27 + index * 21, 21, colour, { "text-anchor": "middle" }));
  return [...letters, cap, shape("circle", { cx: 64, cy: 118, r: 6, fill: isRed(card) ? GOLD : "none", stroke: isRed(card) ? GOLD : colour, "stroke-width": 2 })];
}

/** @param {Card} card */
function suited(card) {
  const rank = rankOf(card), suit = PIPS[card[1]], colour = isRed(card) ? RED : BLACK;
  const ten = rank === "T";
  const index = written(ten ? "10" : rank, ten ? 4 : 8, 37, 38, colour, ten ? { textLength: "38", lengthAdjust: "spacingAndGlyphs" } : {});
  const small = drawn(suit, 9, 45, 24, colour);
  if (!(rank in WORN)) return [index, small, drawn(suit, 43, 78, 48, colour)];
  return [
    index, small,
    drawn(WORN[rank], 45, 30, 42, GOLD),
    drawn(suit, 43, 80, 46, colour),
  ];
}

/** The back of a card that nobody has shown. */
const BACK = [
  shape("rect", { x: 9, y: 9, width: 82, height: 122, rx: 6, fill: "#7d8f96" }),
  drawn(PIPS.d, 26, 46, 48, "#c3ced2"),
];

/**
 * The parts of a face, in a field of 100 by 140.
 * @param {Card} card
 * @returns {SVGElement[]}
 */
export function faceParts(card) {
  const paper = shape("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 10, fill: "#fffdf6", stroke: "#8f8670", "stroke-width": 1.5 });
  if (rankOf(card) === HIDDEN) return [paper, ...BACK.map((part) => /** @type {SVGElement} */ (part.cloneNode()))];
  return [paper, ...(card[1] === "j" ? joker(card) : suited(card))];
}

/**
 * A card's face as an element. It has no name of its own: what holds it is named.
 * @param {Card} card
 */
export const face = (card) => shape("svg", { class: "face", viewBox: "0 0 100 140", "aria-hidden": "true" }, ...faceParts(card));

/**
 * Small cards in a row, for lists of moves: the rank alone, for there suits would only be noise.
 * @param {string} text
 * @param {Record<string, string>} labels What to write for a rank.
 */
export function mini(text, labels) {
  return Array.from(text, (rank) => {
    const made = document.createElement("span");
    made.className = { D: "mini big", X: "mini joker", T: "mini ten" }[rank] ?? "mini";
    made.textContent = labels[rank] ?? rank;
    return made;
  });
}
