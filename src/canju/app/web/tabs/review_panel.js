// What the tab *review* shows beside the table: who was winning at each move, the moves with their marks, the one that is looked at with
// what would have been better, and how each player did.

import { balance, balanceBlob, isOpen, markOf, pointsOf } from "../drawing/balance.js";
import { element } from "../drawing/dom.js";
import { button, moveCards, running, walk } from "../drawing/parts.js";
import { fileName, save } from "../drawing/picture.js";
import { packsOf } from "../drawing/rules.js";
import { hiddenAt } from "../game/hidden.js";
import { hooks, isComplete, state } from "../state/state.js";
import { game as common, words } from "../words/language.js";
import * as current from "./review.js";
import { replay, review } from "./review.js";

/** @typedef {import("../drawing/dom.js").Child} Child */
/** @typedef {import("../game/types.js").Review} Review */
/** @typedef {import("../game/types.js").ReviewedMove} ReviewedMove */

const seatNames = () => common(state.position.hands.length).seats;

/** The win that a side has, in words. @param {number} player */
const sideOfPlayer = (player) => common(state.position.hands.length).side(player === 0);

/** @param {string[]} moves */
const cards = (moves) => moves.map(moveCards);

/**
 * The move before the place that is shown, and what it did.
 * @param {Review} record
 */
function looked(record) {
  const at = current.place(), played = record.moves[at - 1];
  if (!played) return element("p", { class: "soft" }, words.tapReviewed);
  const mark = markOf(played), isMistake = mark === "gave_away", points = pointsOf(played);
  return element("section", { class: `looked ${mark}`, "aria-labelledby": "looked-title" },
    element("h3", { id: "looked-title" }, words.moveOf(at, seatNames()[played.player]), moveCards(played.move)),
    element("p", { id: "did", "data-mark": mark }, words.did[mark]),
    points && element("p", { id: "points", "data-value": points.value, "data-best": points.best }, words.less(points.value, points.best)),
    played.keeping.length > 0 && isMistake && kept(played),
    isMistake && played.refutation.length > 0 && element("p", { class: "sentence" }, words.refutedBy, ...cards(played.refutation)),
    isMistake && played.plies !== null && element("p", { class: "soft" }, words.winNeeded(played.plies)),
    (isMistake || points) && element("p", { class: "row" },
      isMistake && button(words.showRefutation, () => current.showInstead(at, played.refutation), { id: "refutation", disabled: played.refutation.length === 0 }),
      button(words.playBetter, () => { current.show(at - 1); current.goOn(at - 1); }, { id: "play-better" })));
}

/** Which moves would have kept the win; each can be looked at. @param {ReviewedMove} played */
function kept(played) {
  const others = played.only_move ? words.onlyThis : played.keeping_is_complete ? "" : words.perhapsOthers;
  const choices = played.keeping.map((move) => {
    const made = button("", () => current.showInstead(played.ply - 1, [move]), { class: "chip", id: `keeping-${move}`, "data-move": move });
    made.append(moveCards(move));
    return made;
  });
  return element("p", { class: "sentence", id: "keeping" }, words.keptBy(seatNames()[played.player], sideOfPlayer(played.player)), ...choices, others);
}

/** @param {Review | null} record */
function moves(record) {
  const { game, variation } = review, shown = variation ?? game, seats = state.position.hands.length, at = replay.at;
  /** @type {(index: number) => [string, string]} */
  const marked = (index) => {
    const played = variation ? undefined : record?.moves[index];
    return played ? [markOf(played), words.did[markOf(played)]] : ["", ""];
  };
  return element("section", { class: "line" },
    element("h3", {}, variation ? words.instead : common().movesSoFar),
    ...walk(replay, { steps: shown.steps, seats, marked }),
    element("p", { class: "row" },
      variation && button(words.backToGame, current.showGame, { id: "back-to-game" }),
      button(words.goOnHere, () => current.goOn(at), { id: "go-on", disabled: replay.playing || !current.mayGoOn() }),
      seats === 3 && hooks.advise && button(words.adviseHere, () => hooks.advise?.(hiddenAt(shown, "", at, packsOf(state.position.rules))), { id: "advise-here", disabled: replay.playing || !current.mayGoOn() })));
}

/** How each player did, and with three hands the farmers together. @param {Review} record */
function tallies({ players, sides, values }) {
  const seats = state.position.hands.length;
  const rows = players.map((tally) => ({ name: seatNames()[tally.player ?? 0], tally }));
  if (seats === 3) rows.push({ name: common(3).side(false), tally: sides[1] });
  const head = element("tr", {}, element("td"), ...[...words.tallyHead, ...(values ? [words.tallyPoints] : [])].map((what) => element("th", { scope: "col" }, what)));
  const body = rows.map(({ name, tally }) => element("tr", {}, element("th", { scope: "row" }, name),
    ...[tally.won, tally.given_away, tally.only_moves, tally.accuracy === null ? "–" : `${Math.round(tally.accuracy * 100)} %`, ...(values ? [tally.points_given_away ?? 0] : [])].map((figure) => element("td", {}, String(figure)))));
  return element("table", { class: "tallies", id: "tallies" }, element("thead", {}, head), element("tbody", {}, ...body));
}

function progress() {
  if (review.asking) return running(words.reviewing, () => review.asking?.abort());
  const { record } = review;
  return record && element("p", { class: "soft", id: "basis" }, words.effort(record.elapsed_ms, record.nodes));
}

/** The way to go on with what is not decided. */
function onward() {
  if (review.asking) return null;
  if (!review.record) return button(words.again, current.again, { id: "again" });
  return isOpen(review.record) && button(words.longer, current.again, { id: "again" });
}

/** The place for a game log: to type or paste it, to drop a file, or to choose one. */
function logs() {
  const { log, readLog } = current;
  if (!log.isOffered) return null;
  const isAlone = review.game.steps.length === 0;
  const area = element("textarea", { id: "log", rows: 4, "data-key": "log", spellcheck: "false", placeholder: words.logExample, oninput: (event) => { log.text = event.target.value; } });
  /** @type {HTMLTextAreaElement} */ (area).value = log.text;
  const file = element("input", { type: "file", id: "log-file", hidden: true, onchange: async (event) => readLog(await event.target.files[0]?.text()) });
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const given = event.dataTransfer, text = given?.getData("text");
    readLog((await given?.files[0]?.text()) ?? text);
  };
  return element("details", { class: "rules", id: "logs", open: log.isOpen || isAlone, ontoggle: (event) => { log.isOpen = event.target.open; } },
    element("summary", { "data-key": "logs" }, words.logs),
    element("section", { class: "paste", id: "log-place", ondragover: (event) => event.preventDefault(), ondrop: drop },
      element("p", { class: "field" }, element("label", { for: "log" }, words.logHint), area),
      file,
      element("p", { class: "row" },
        button(words.readLog, () => readLog(log.text), { id: "read-log" }),
        button(words.openLog, () => file.click(), { id: "open-log" })),
      element("p", { class: "trouble", id: "log-trouble", role: "alert" }, log.trouble)));
}

/** @returns {Child[]} */
export function panel() {
  const { record, game } = review;
  const title = element("h2", {}, words.tabs.review);
  if (!isComplete() || (game.steps.length === 0 && !current.isOther())) return [title, element("p", { class: "soft", id: "no-game" }, words.noGame), logs()];
  return [
    title,
    current.isOther() && element("p", { class: "row" }, button(words.reviewAnew, current.take, { id: "review-anew" })),
    record && element("p", { class: "mistakes", id: "mistakes" }, current.mistakes(record)),
    record && balance({ record, at: current.place(), show: current.show }),
    progress(),
    element("p", { class: "trouble", role: "alert" }, current.trouble()),
    element("p", { class: "row" }, onward()),
    record && looked(record),
    moves(record),
    record && tallies(record),
    record && element("p", { class: "row" }, button(words.saveBar, () => save(balanceBlob(record), `${fileName(state.position)}-review.svg`), { id: "save-bar" })),
    logs(),
  ];
}
