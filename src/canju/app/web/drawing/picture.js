// A picture of a position to save and send: the same cards as on the table, in one SVG, and as a PNG drawn from it.

import { dealt } from "../game/cards.js";
import { cardsOf } from "../game/game.js";
import { game, shown, words } from "../words/language.js";
import { shape } from "./dom.js";
import { faceParts } from "./faces.js";
import { summary } from "./rules.js";

/** @typedef {import("../game/types.js").Position} Position */

const WIDTH = 1080, MARGIN = 56, CARD = 84, STEP = 52, ROW = 190;
const FONT = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/**
 * @param {string} content
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Record<string, string | number>} [extra]
 */
const text = (content, x, y, size, extra = {}) => shape("text", { x, y, "font-size": size, fill: "#eaf3ec", "font-family": FONT, ...extra }, content);

/**
 * Cards in a row; they close up if there are many.
 * @param {string[]} cards
 * @param {number} y
 */
function row(cards, y) {
  const room = WIDTH - 2 * MARGIN - CARD;
  const step = Math.min(STEP, room / Math.max(cards.length - 1, 1));
  return cards.map((card, index) => shape("g", { transform: `translate(${MARGIN + index * step} ${y}) scale(${CARD / 100})` }, ...faceParts(card)));
}

/**
 * @param {Position} position
 * @returns {SVGElement}
 */
export function picture({ hands, turn, last, rules }) {
  const common = game(hands.length), height = 150 + hands.length * ROW + 60;
  const rows = dealt(hands).flatMap((cards, seat) => {
    const y = 130 + seat * ROW;
    const label = [common.seats[seat], common.cards(cards.length), seat === turn ? common.toMove : "", seat === turn && last ? words.mustAnswer(shown(last)) : ""].filter(Boolean).join(" · ");
    return [text(label, MARGIN, y + 20, 24, { "font-weight": seat === turn ? 700 : 400, fill: seat === turn ? "#f2d58a" : "#c4dcd0" }), ...row(cards, y + 36)];
  });
  return shape("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height },
    shape("rect", { width: WIDTH, height, fill: "#1b5746" }),
    shape("rect", { x: 20, y: 20, width: WIDTH - 40, height: height - 40, rx: 28, fill: "none", stroke: "#ffffff", "stroke-opacity": 0.18, "stroke-width": 2 }),
    text(words.pictureTitle, MARGIN, 92, 44, { "font-weight": 700 }),
    ...rows,
    text(`${summary(rules)}   ·   canju 残局`, MARGIN, height - 46, 22, { fill: "#a9cbbd" }));
}

/** @param {Position} position */
export const fileName = ({ hands, last }) => `canju-${hands.join("-")}${last ? `-${cardsOf(last)}` : ""}`;

/** @param {Position} position */
export const svgBlob = (position) => new Blob([new XMLSerializer().serializeToString(picture(position))], { type: "image/svg+xml" });

/**
 * @param {Position} position
 * @returns {Promise<Blob>}
 */
export async function pngBlob(position) {
  const address = URL.createObjectURL(svgBlob(position));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Gives a file to the reader.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it when the next task runs.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
