// Who was winning at each move of a game, as a bar: a cell for each position, above where the first hand or the landlord wins, below
// where the second or the farmers do. It is a slider: a tap, or an arrow key, shows that position. Also as a picture for a report.

import { lessOf } from "../game/slips.js";
import { game, shown, words } from "../words/language.js";
import { element, shape } from "./dom.js";

/** @typedef {import("../game/types.js").Review} Review */
/** @typedef {import("../game/types.js").ReviewedMove} ReviewedMove */
/** @typedef {"kept" | "only" | "gave_away" | "gave_points" | "lost_anyway" | "forced" | "unknown"} Mark */

/** Its points and the most there were, if a move has given points away. @param {ReviewedMove} played */
export const pointsOf = ({ value_before, value_after }) => lessOf(value_after, value_before);

/** What a move did. @type {(played: ReviewedMove) => Mark} */
export const markOf = (played) => (played.mark === "gave_away" ? "gave_away" : pointsOf(played) ? "gave_points" : played.mark === "kept" && played.only_move ? "only" : played.mark);

/** Has a limit left anything open? @param {Review} record */
export const isOpen = ({ winners, values = [] }) => winners.includes(null) || values.includes(null);

/** @type {(winner: 1 | 2 | null) => string} */
const kindOf = (winner) => (winner === null ? "open" : winner === 1 ? "first" : "second");

/** A position in words: how many moves were made, what the last one did, and who wins. @param {Review} record @param {number} at */
function said({ moves, winners, hands }, at) {
  const common = game(hands.length), winner = winners[at], played = moves[at - 1];
  const who = winner === null ? words.undecided : words.wins(common.side(winner === 1));
  const points = played && pointsOf(played), did = played && [words.did[markOf(played)], points && words.less(points.value, points.best)].filter(Boolean).join(", ");
  return [at === 0 ? common.start : `${words.moveOf(at, common.seats[played.player])} ${shown(played.move)}, ${did}`, who].join(": ");
}

/**
 * @param {{ record: Review, at: number, show: (at: number) => void }} bar
 * @returns {HTMLElement}
 */
export function balance({ record, at, show }) {
  const { winners, moves, hands } = record, end = winners.length - 1, common = game(hands.length);
  const cells = winners.map((winner, place) => {
    const played = moves[place - 1], mark = played ? markOf(played) : "";
    return element("span", { class: `${kindOf(winner)}${place === at ? " now" : ""}${["gave_away", "gave_points", "only"].includes(mark) ? ` ${mark}` : ""}` });
  });
  const slider = element("div", {
    class: "cells", role: "slider", tabindex: 0, id: "balance", "data-key": "balance", "aria-label": words.balance, "aria-valuemin": 0, "aria-valuemax": end,
    "aria-valuenow": at, "aria-valuetext": said(record, at), "aria-orientation": "horizontal",
    onclick: (event) => pointed(event),
    onpointermove: (event) => { if (event.buttons) pointed(event); },
    onkeydown: (event) => {
      const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: end }[/** @type {string} */ (event.key)];
      if (to === undefined) return;
      event.preventDefault();
      if (to >= 0 && to <= end) show(to);
    },
  }, ...cells);
  /** @param {MouseEvent} event */
  const pointed = (event) => {
    const box = slider.getBoundingClientRect();
    const to = Math.min(end, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * winners.length)));
    if (to !== at) show(to);
  };
  const sides = element("div", { class: "sides", "aria-hidden": "true" }, element("span", {}, common.side(true)), element("span", {}, common.side(false)));
  return element("div", { class: "balance" }, sides, slider, element("p", { class: "legend soft" }, ...[...words.legend, ...(record.values ? [["▽", words.did.gave_points]] : [])].map(([sign, what]) => element("span", {}, `${sign} ${what}`))));
}

const WIDTH = 720, MARGIN = 24, BAR = 64, TOP = 96;
const COLOURS = { first: "#3b76b8", second: "#c8741a", open: "#b0b0b0" };
const FONT = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/**
 * The bar as a picture.
 * @param {Review} record
 */
function picture(record) {
  const { winners, moves, hands } = record, common = game(hands.length), step = (WIDTH - 2 * MARGIN) / winners.length;
  /** @type {(content: string, x: number, y: number, size: number, more?: Record<string, string | number>) => SVGElement} */
  const text = (content, x, y, size, more = {}) => shape("text", { x, y, "font-size": size, fill: "#22302f", ...more }, content);
  const cells = winners.map((winner, place) => {
    const kind = /** @type {keyof typeof COLOURS} */ (kindOf(winner));
    const y = { first: TOP, second: TOP + BAR / 2, open: TOP + BAR * 0.4 }[kind], height = kind === "open" ? BAR / 5 : BAR / 2;
    return shape("rect", { x: MARGIN + place * step, y, width: step, height, fill: COLOURS[kind] }, shape("title", {}, said(record, place)));
  });
  const marks = moves.filter((played) => markOf(played) === "gave_away").flatMap(({ ply }) => {
    const x = MARGIN + ply * step;
    return [shape("path", { d: `M${x} ${TOP - 2} l-5 -8 h10 z`, fill: "#b3261a" }), text(String(ply), x, TOP - 14, 11, { "text-anchor": "middle" })];
  });
  const title = hands.map((hand, seat) => text(`${common.seats[seat]}  ${shown(hand)}`, MARGIN, 24 + seat * 18, 13));
  const height = TOP + BAR + 60;
  return shape("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, role: "img", "font-family": FONT },
    shape("title", {}, words.balance), shape("rect", { width: WIDTH, height, fill: "#ffffff" }), ...title, ...cells, ...marks,
    text(common.side(true), MARGIN, TOP + BAR + 22, 13, { fill: COLOURS.first }),
    text(common.side(false), MARGIN + 160, TOP + BAR + 22, 13, { fill: COLOURS.second }),
    text(`▼ ${words.did.gave_away}`, MARGIN + 320, TOP + BAR + 22, 13, { fill: "#b3261a" }),
    text("canju 残局", MARGIN, TOP + BAR + 44, 11, { fill: "#59676a" }));
}

/** @param {Review} record */
export const balanceBlob = (record) => new Blob([new XMLSerializer().serializeToString(picture(record))], { type: "image/svg+xml" });
