// The tab *advice*: what to play for who sees one hand. The reader deals it, says what was played and by whom, and gets for each move the
// share of deals that fit in which it wins: an estimate, which must never look like a verdict. The solver is asked about more and more
// worlds, so that the moves appear soon and settle.

import { isCancelled } from "../answers/answers.js";
import * as engine from "../answers/engine.js";
import { sentence } from "../answers/problems.js";
import { clock } from "../drawing/parts.js";
import { leftInPack } from "../drawing/pack.js";
import { packsOf } from "../drawing/rules.js";
import { dealt } from "../game/cards.js";
import { Game, RANKS, cardsOf, position, sorted } from "../game/game.js";
import { OPEN, byOf, counts, hiddenAt, leftOf, nothingKnown, othersOf, questionAt, questionOf, seenCards } from "../game/hidden.js";
import { changed, go, hooks } from "../state/state.js";
import { readHidden } from "../state/hidden_address.js";
import { spoken, words } from "../words/language.js";

/** @typedef {import("../game/types.js").Hidden} Hidden */
/** @typedef {import("../game/types.js").Advice} Advice */
/** @typedef {import("../game/types.js").View} View */
/** Where a card that is tapped goes: a seat's is what it has played. @typedef {"hand" | "0" | "1" | "2" | "last" | "open"} Pile */

// How many worlds are asked for at first, how many at most, and the time for all of them in milliseconds; and how many times as much time
// and nodes for each whenever that was too little.
const WORLDS = 64, MOST_WORLDS = 1000, TIME = 60_000, LONGER = 5;

// How others play in a hand that is dealt: a rough guess.
const OTHERS = { worlds: 8, worldNodes: 500, time: 1_000 };

/** What a farmer knows who answers the landlord's first move. */
const EXAMPLE = "#34455667789TJQKA2?seat=farmer1&last=3&by=landlord";

export const advice = {
  hidden: nothingKnown(),
  /** @type {Pile} */
  pile: "hand",
  /** @type {Advice | null} */
  record: null,
  /** What is being asked. @type {AbortController | null} */
  asking: null,
  begun: 0,
  nodes: 0,
  /** How many worlds are wanted, with how many nodes for each and within which time. */
  goal: WORLDS,
  worldNodes: engine.WORLD_NODES,
  limit: TIME,
  /** Was that too little to decide all of them? */
  isCut: false,
  /** @type {unknown} */
  failure: null,
  /** What is wrong with what was said, in words. @type {string | null} */
  fault: null,
  /** Are all moves shown? */
  isUnfolded: false,
};

/** Takes another question. What was said of the one before is forgotten. @param {Partial<Hidden>} change */
export function edit(change) {
  leave();
  const hidden = { ...advice.hidden, ...change };
  if (hidden.seat === 0) hidden.open = "";
  if (hidden.by === hidden.seat) hidden.by = null;
  Object.assign(advice, { hidden, record: null, goal: WORLDS, worldNodes: engine.WORLD_NODES, limit: TIME, isCut: false, failure: null, fault: null, isUnfolded: false });
  if (advice.pile === "open" && hidden.seat === 0) advice.pile = "hand";
  hooks.addressed();
  const before = packPlace();
  changed();
  // The estimate stood above the pack, which must not move away from the finger.
  scrollBy(0, packPlace() - before);
}

const packPlace = () => document.querySelector(".pack-cards")?.getBoundingClientRect().top ?? 0;

/** The cards of a pile. @param {Pile} pile */
export function cardsIn(pile) {
  const { hidden } = advice;
  if (pile === "hand") return hidden.hand;
  if (pile === "open") return hidden.open;
  return pile === "last" ? cardsOf(hidden.last ?? "") : hidden.played[Number(pile)];
}

/** @param {Pile} pile @param {string} text @returns {Partial<Hidden>} */
function withPile(pile, text) {
  const cards = sorted(text);
  if (pile === "hand") return { hand: cards };
  if (pile === "open") return { open: cards };
  if (pile === "last") return { last: cards || null };
  return { played: advice.hidden.played.map((before, seat) => (seat === Number(pile) ? cards : before)) };
}

/** How many cards of a rank can still be dealt. @param {string} rank */
export const left = (rank) => (advice.pile === "open" && advice.hidden.open.length === OPEN ? 0 : leftInPack(rank, seenCards(advice.hidden), advice.hidden.rules));

/** Deals a card to the pile that is chosen. @param {string} rank */
export function give(rank) {
  if (left(rank) <= 0) return;
  hooks.say(words.given(spoken(rank), words.pile(advice.pile, advice.hidden.seat)));
  edit(withPile(advice.pile, cardsIn(advice.pile) + rank));
}

/** Puts a card back into the pack. @param {Pile} pile @param {string} rank */
export function takeBack(pile, rank) {
  hooks.say(words.takenBack(spoken(rank)));
  edit(withPile(pile, cardsIn(pile).replace(rank, "")));
}

/** Puts the highest card of the pile that is chosen back into the pack. */
export function takeLast() {
  const cards = cardsIn(advice.pile);
  if (cards) takeBack(advice.pile, cards[cards.length - 1]);
}

/**
 * Takes the move to answer as it was typed: cards, and behind a colon what they are if they could be two things.
 * @param {string} text
 */
export function setLast(text) {
  const [cards, reading] = text.trim().split(":");
  const ranks = typed(cards, "last");
  if (ranks !== null) edit({ last: ranks ? [ranks, ...(reading ? [reading] : [])].join(":") : null });
}

/** Takes a hand as it was pasted, or the address of all that a player knows. Is it one? @param {string} text */
export function paste(text) {
  const found = readHidden(text.slice(Math.max(0, text.indexOf("#"))));
  const hand = found ? null : typed(text, "hand");
  if (found || hand) edit(found ?? { hand: hand ?? "" });
  return Boolean(found || hand);
}

/**
 * The cards of a pile as they were typed; null if they are not there, which is said.
 * @param {string} text
 * @param {"hand" | "last"} pile
 */
function typed(text, pile) {
  const ranks = sorted(text.toUpperCase().replaceAll("10", "T").replace(/[\s,]/g, ""));
  const rest = seenCards({ ...advice.hidden, [pile]: pile === "hand" ? "" : null });
  const wrong = Array.from(ranks).find((rank) => !RANKS.includes(rank) || leftInPack(rank, rest, advice.hidden.rules) < ranks.split(rank).length - 1);
  if (wrong === undefined) return ranks;
  advice.fault = words.wrongCard(words.pile(pile, advice.hidden.seat), wrong);
  changed();
  return null;
}

/** Takes an example. */
export const showExample = () => edit(/** @type {Hidden} */ (readHidden(EXAMPLE)));

/** Deals a hand by chance: the landlord's before the first move, or a farmer's when others have played what was advised to them. */
export async function dealMe() {
  const mine = new AbortController(), { signal } = mine, { seat, rules } = advice.hidden;
  Object.assign(advice, { asking: mine, failure: null, fault: null });
  changed();
  try {
    const { hands, landlord_cards: open } = await engine.deal(undefined, rules, signal);
    const game = new Game(position(hands, { rules }));
    while (game.position().turn !== seat) game.play((await engine.advise(questionAt(game, open), { ...OTHERS, signal })).best);
    if (advice.asking === mine) edit(hiddenAt(game, open, game.steps.length, 1));
  } catch (error) {
    if (advice.asking !== mine) return;
    Object.assign(advice, { asking: null, failure: error });
    changed();
  }
}

/** Asks about what a player knows elsewhere. @param {Hidden} hidden */
export function openWith(hidden) {
  advice.pile = "hand";
  go("advice");
  edit(hidden);
  ask();
}

/** What is wrong with the numbers of cards, in words; null if they fit. */
export function miscount() {
  const { unseen, left } = counts(advice.hidden, packsOf(advice.hidden.rules));
  return left[0] + left[1] === unseen ? null : words.miscount(left, unseen);
}

export const isAskable = () => advice.hidden.hand !== "";

/** Asks for an estimate. */
export function ask() {
  advice.fault = miscount();
  if (advice.fault === null) search();
  else changed();
}

/** More worlds; or the same number in more time, if that was too short. */
export function more() {
  if (advice.isCut) Object.assign(advice, { limit: advice.limit * LONGER, worldNodes: advice.worldNodes * LONGER });
  else advice.goal = Math.min(advice.goal * 2, MOST_WORLDS);
  search();
}

export const mayAskMore = () => advice.record !== null && (advice.isCut || (advice.record.basis === "sampled worlds" && advice.goal < MOST_WORLDS));

/** How many worlds are asked for next, after so many. @param {number} worlds */
const following = (worlds) => Math.min(Math.max(4, worlds * 4), advice.goal);

/** How uncertain the share of the best move is. @param {Advice} record */
const spread = ({ moves: [{ low, high }] }) => high - low;

async function search() {
  const mine = new AbortController(), { hidden, limit, worldNodes } = advice, begun = performance.now();
  Object.assign(advice, { asking: mine, begun, nodes: 0, isCut: false, failure: null, fault: null });
  changed();
  clock(() => (advice.asking === mine ? advice : null));
  // What was cut short is asked again.
  const known = advice.record?.limit === null ? advice.record.worlds : 0;
  let before = 0;
  try {
    for (let worlds = following(known); ; ) {
      // What comes soon gets part of the time, and the last one all that is left.
      const isLast = worlds >= advice.goal, left = limit - (performance.now() - begun), time = Math.max(1, Math.round(isLast ? left : left / 4));
      const record = await engine.advise(questionOf(hidden), { worlds, worldNodes, time, signal: mine.signal, onNodes: (count) => { advice.nodes = before + count; } });
      if (advice.asking !== mine) return;
      before = advice.nodes;
      advice.isCut = record.limit !== null;
      // Fewer worlds in full may say more than many in part.
      if (record.limit !== "time" || advice.record === null || spread(record) <= spread(advice.record)) advice.record = record;
      if (isLast || (record.basis === "all worlds" && !advice.isCut)) break;
      worlds = record.limit === "time" ? advice.goal : following(worlds);
      changed();
    }
    hooks.say(words.estimateThere(advice.record?.worlds ?? 0));
  } catch (error) {
    if (advice.asking !== mine) return;
    advice.failure = error;
  }
  advice.asking = null;
  changed();
}

/** Breaks it off: the reader has gone elsewhere, where other questions are asked. */
export function leave() {
  advice.asking?.abort();
  advice.asking = null;
}

/** Forgets all. */
export function clear() {
  advice.pile = "hand";
  edit({ ...nothingKnown(), seat: advice.hidden.seat, rules: advice.hidden.rules });
}

/** What went wrong, in words: where it is, and the cure. */
export function trouble() {
  const { failure, fault } = advice;
  if (failure === null) return fault;
  if (isCancelled(failure)) return words.cancelled;
  const { field } = /** @type {import("../answers/answers.js").Problem} */ (failure), said = sentence(failure);
  return field ? words.wrongAt(words.fields[field] ?? field, words.cures[field] ?? said.replace(`${field}: `, "")) : said;
}

/** Takes what an address says that is of this kind. Is it? @param {string} hash */
export function arrive(hash) {
  const found = readHidden(hash);
  if (found === null) return false;
  const isOther = JSON.stringify(found) !== JSON.stringify(advice.hidden);
  if (isOther) openWith(found);
  else {
    go("advice");
    if (advice.record === null && advice.asking === null) ask();
  }
  return true;
}

/** The own hand, and of the others what they have shown and the backs of the rest. @returns {View} */
export function view() {
  const { hidden } = advice, { seat, last, rules } = hidden;
  const hands = ["", "", ""];
  hands[seat] = hidden.hand;
  for (const other of othersOf(hidden)) {
    const shown = other === 0 ? hidden.open : "";
    hands[other] = shown + "?".repeat(Math.max(0, leftOf(hidden, other) - shown.length));
  }
  const faces = dealt(hands);
  return {
    position: { hands, turn: seat, last, by: byOf(hidden), rules }, faces, room: faces.map((hand) => hand.length), near: seat, playable: seat, raised: [], steps: [],
    tap: (_, card) => takeBack("hand", card[0]), hint: words.tapToTakeBack,
  };
}
