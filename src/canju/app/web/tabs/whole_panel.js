// What the tab *game* shows around the table: the bids or the cards to play, what is advised, and at the end how the person's moves are
// judged.

import { balance, isOpen, markOf, pointsOf } from "../drawing/balance.js";
import { element } from "../drawing/dom.js";
import { button, moveCards, running, segments, select, toggle, walk } from "../drawing/parts.js";
import { shareGame } from "../drawing/share.js";
import { advisedMove } from "../drawing/shares.js";
import { BIDS, mayBid, placeOf } from "../game/bidding.js";
import { SCORINGS, STRENGTHS } from "../game/game.js";
import * as around from "../match/panel.js";
import { wholeAddress } from "../state/hidden_address.js";
import { game as common, shown, words } from "../words/language.js";
import { wholeWords } from "../words/words_whole.js";
import { takeFromGame } from "./bank.js";
import * as current from "./whole.js";
import { left, next, whole } from "./whole.js";

/** @typedef {import("../drawing/dom.js").Child} Child */

const { replay } = whole;

// Moves of an advice that are shown, and from which share of worlds on a move is said to have cost something.
const SHOWN = 5, NOTHING = 0.005;

const seats = () => common(3).seats;

/** Is there no game, or is it over? */
const isBetween = () => !whole.agreed || whole.game.over;

/** What is to do now, in a line. */
function prompt() {
  const said = wholeWords();
  if (whole.trouble) return whole.trouble();
  if (!whole.agreed) return said.begin;
  if (!whole.dealt) return said.dealing;
  if (whole.bidding === 0) return said.yourBid;
  if (!whole.hasBegun) return said.bidding;
  if (!whole.isNow()) return words.lookingBack(replay.at, whole.game.steps.length);
  if (whole.game.over) return whole.outcome();
  const { turn, last } = whole.game.position();
  if (!whole.isMyTurn()) return said.thinks(seats()[turn]);
  if (!whole.found) return words.judging;
  return last === null ? words.yourLead : words.yourAnswer(shown(last));
}

/** How the last bot came to its move. */
function lastBot() {
  const { last, game } = whole;
  if (!last || game.over || !whole.isNow()) return "";
  const bot = game.steps.findLast((step) => !step.mine);
  return bot ? wholeWords().chose(seats()[bot.seat], last.worlds + last.estimated, last.estimated) : "";
}

/** @returns {Child[]} */
export function status() {
  return [
    around.promptLine(whole, prompt(), whole.game.over && whole.isNow() ? whole.hasWon() : null),
    element("p", { class: "soft", id: "task" }, whole.hasBegun ? lastBot() : ""),
  ];
}

/** @returns {Child[]} */
export function actions() {
  const said = wholeWords();
  if (whole.trouble) return [element("div", { class: "row" }, button(words.again, () => whole.goOn(), { id: "retry", class: "primary" }))];
  if (isBetween()) {
    return [element("div", { class: "row ending" },
      whole.agreed && button(said.sameDeal, current.again, { id: "same-deal" }),
      button(whole.agreed ? said.newDeal : said.deal, current.deal, { id: "deal", class: "primary" }))];
  }
  if (!whole.hasBegun) {
    const mine = whole.bidding === 0;
    return [element("div", { class: "row bids", role: "group", "aria-label": said.yourBid },
      ...BIDS.map((bid) => button(said.bid(bid), () => whole.bid(bid), { id: `bid-${bid}`, disabled: !mine || !mayBid(whole.bids, bid) })))];
  }
  return [around.combinations(whole), element("div", { class: "row" },
    button(words.undo, () => whole.undo(), { id: "undo", disabled: !whole.mayUndo() }),
    button(said.advise, () => whole.hint(), { id: "hint", disabled: !whole.mayHint() }),
    around.passButton(whole), around.throwButton(whole))];
}

/** What is agreed for the next game. */
function agreement() {
  const { strength, scoring, isSerious } = next.agreed, said = wholeWords();
  const number = element("input", { id: "deal-number", "data-key": "deal-number", type: "text", inputmode: "numeric", autocomplete: "off", placeholder: said.anyDeal, value: next.deal, oninput: (event) => { next.deal = event.target.value; } });
  return [
    segments({ name: "strength", legend: said.strength, options: STRENGTHS.map((name) => [name, said.strengths[name]]), value: strength, choose: (value) => current.agree({ strength: /** @type {typeof strength} */ (value) }) }),
    select({ id: "whole-scoring", label: words.scoring, options: SCORINGS.map((name) => [name, words.scorings[name]]), value: scoring, choose: (value) => current.agree({ scoring: value }) }),
    element("ul", { class: "switches" }, toggle("serious", said.serious, isSerious, (on) => current.agree({ isSerious: on }))),
    element("p", { class: "field" }, element("label", { for: "deal-number" }, said.dealNumber), number),
  ];
}

/** The deal, the bids, and who is who. */
function standing() {
  const { agreed, bids, landlord, open } = whole;
  if (!agreed) return [];
  const said = wholeWords();
  return [
    element("p", { class: "soft", id: "deal-said", "data-seed": agreed.seed }, said.dealNamed(agreed.seed, said.strengths[agreed.strength], agreed.isSerious)),
    bids.length > 0 && element("p", { class: "soft", id: "bids" }, bids.map((bid, at) => said.hasBid(said.places[placeOf(agreed.seed, at)], bid)).join(" · ")),
    landlord && element("p", { id: "open-cards" }, said.landlordsCards, " ", moveCards(open)),
  ];
}

/** What is advised to the person, who asked for it. */
function advised() {
  const { advised: advice } = whole;
  return advice && element("section", { class: "estimate", id: "estimate", "aria-labelledby": "estimate-title" },
    element("h3", { id: "estimate-title" }, words.estimate), element("p", { class: "soft" }, words.caution),
    element("ol", { class: "shares" }, ...advice.moves.slice(0, SHOWN).map((move) => advisedMove(move, move.dropped))));
}

function moves() {
  const { game, record } = whole, { steps } = game;
  if (!whole.hasBegun) return null;
  /** @type {(index: number) => [string, string]} */
  const marked = (index) => {
    const played = steps[index].mine ? record?.moves[index] : undefined;
    return played ? [markOf(played), words.did[markOf(played)]] : ["", ""];
  };
  return element("section", { class: "line" },
    element("h3", {}, common().movesSoFar),
    ...walk(replay, { steps, seats: 3, marked }));
}

/** A move of the person, judged twice. @param {number} at */
function judged(at) {
  const { game, record, costs } = whole, { move } = game.steps[at], said = wholeWords();
  const played = record?.moves[at], cost = costs.get(at), points = played && pointsOf(played);
  const known = !cost ? "" : cost.share < NOTHING && (cost.points ?? 0) < NOTHING ? said.costNothing : said.cost(Math.round(100 * cost.share), cost.points, shown(cost.best));
  const open = !played ? "" : [words.did[markOf(played)], points && words.less(points.value, points.best)].filter(Boolean).join(", ");
  const row = element("button", { type: "button", class: `judged ${played ? markOf(played) : ""}`, "data-key": `judged-${at}`, "data-ply": at + 1, "data-mark": played?.mark, "data-share": cost?.share, "aria-current": replay.at === at + 1 ? "step" : null, onclick: () => replay.view(at + 1) },
    element("span", { class: "what" }, `${at + 1} `, moveCards(move)),
    element("span", { class: "known" }, costs.has(at) ? known || said.noChoice : "…"),
    element("span", { class: "open" }, played ? open : "…"));
  return element("li", {}, row);
}

/** How the game went: who was winning, and the person's moves, judged by what could be known and with open hands. */
function judgement() {
  const { game, record } = whole, said = wholeWords();
  if (!game.over) return [];
  const own = game.steps.flatMap((step, at) => (step.mine ? [at] : []));
  return [
    whole.judging && running(said.judging, () => whole.stop()),
    whole.judging === null && (record === null || whole.costs.size < own.length) && element("p", { class: "row" }, button(said.judge, () => whole.judge(), { id: "judge" })),
    whole.judging === null && record !== null && isOpen(record) && element("p", { class: "row" }, button(words.longer, () => whole.judgeLonger(), { id: "judge-longer" })),
    record && balance({ record, at: replay.at, show: (at) => replay.view(at) }),
    element("section", { class: "judgement", "aria-labelledby": "judgement-title" },
      element("h3", { id: "judgement-title" }, said.yourMoves),
      element("p", { class: "soft" }, said.judgedBy),
      element("p", { class: "judged head", "aria-hidden": "true" }, element("span", {}), element("span", {}, said.asKnown), element("span", {}, said.asOpen)),
      element("ol", { class: "rows", id: "judged" }, ...own.map(judged))),
    left.isKept && left.puzzles.length > 0 && element("p", { id: "kept-puzzles", "data-count": left.puzzles.length }, said.keptPuzzles(left.puzzles.length)),
    element("p", { class: "row" },
      left.puzzles.length > 0 && button(said.playPuzzle, () => takeFromGame(left.puzzles[0], "play"), { id: "play-puzzle" }),
      button(said.review, current.review, { id: "to-review" }),
      button(said.adviseHere, current.adviseHere, { id: "advise-here", disabled: whole.game.steps.length === replay.at })),
  ];
}

/** @returns {Child[]} */
export function panel() {
  const said = wholeWords();
  return [
    element("h2", {}, words.tabs.game),
    !whole.agreed && element("p", { class: "soft" }, said.about),
    ...standing(),
    advised(),
    ...judgement(),
    moves(),
    ...(isBetween() ? agreement() : [element("details", { class: "rules" }, element("summary", { "data-key": "another" }, said.another), ...agreement(), element("p", { class: "row" }, button(said.deal, current.deal, { id: "deal" })))]),
    whole.hasBegun && !whole.game.over && element("p", { class: "soft keys" }, words.keys),
  ];
}

/** The keyboard at the table. @param {KeyboardEvent} event */
export const typed = (event) => around.typed(whole, event);

export const view = () => whole.view();

export const about = () => ({ name: words.hiddenHands, rules: "huanle", cards: whole.hasBegun ? whole.game.position().hands[whole.seat] : "" });

/** Opens the dialog *share*: the deal for others to play, and the game so far. */
export function share() {
  const { agreed } = whole, address = current.address();
  if (agreed && address) shareGame(wholeAddress(agreed), whole.hasBegun && whole.game.steps.length ? address : null);
}
