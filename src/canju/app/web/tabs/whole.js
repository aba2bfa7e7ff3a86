// The tab *game*: a whole game with hidden hands against two bots. What is agreed is kept in the browser; the deal, the bids and the moves
// are in the address. Positions in which the only winning move was missed become puzzles that come back.

import { hiddenAt } from "../game/hidden.js";
import { Whole } from "../match/whole.js";
import { addressOf } from "../state/address.js";
import { readWhole, wholeAddress } from "../state/hidden_address.js";
import { dayOf } from "../state/daily.js";
import { markOf, missed, mistakes } from "../state/progress.js";
import { changed, go, hooks, take } from "../state/state.js";
import { keep, kept } from "../state/store.js";

/** @typedef {import("../game/types.js").Agreed} Agreed */
/** @typedef {import("../game/types.js").Review} Review */

// Numbers of deals that are drawn have so few digits that they can be said.
const DEALS = 1_000_000;
// The address of the last game that was played here, after the person's last move.
const PLAYED = "played";

/** What is agreed for the next game; `deal` is the number of its deal as text, empty for any. */
export const next = {
  deal: "",
  /** @type {Omit<Agreed, "seed">} */
  agreed: kept("game", { strength: "medium", scoring: "huanle", isSerious: false }),
};

/** What the last game has left. */
export const left = {
  /** The addresses of puzzles. @type {string[]} */
  puzzles: [],
  /** Do they come back? */
  isKept: false,
};

export const whole = new Whole({
  changed,
  say: (text) => hooks.say(text()),
  moved: (isMine) => {
    hooks.addressed();
    if (isMine) keep(PLAYED, address());
  },
  reviewed: (record) => {
    Object.assign(left, { puzzles: mistakesOf(record).map((position) => addressOf(position)), isKept: isOwn() });
    if (left.isKept) left.puzzles.forEach(keepPuzzle);
  },
});

/** @param {Partial<Omit<Agreed, "seed">>} change */
export function agree(change) {
  Object.assign(next.agreed, change);
  keep("game", next.agreed);
  changed();
}

/** Deals: the number that is named, or any. */
export function deal() {
  const named = /^\d{1,15}$/.exec(next.deal.trim());
  next.deal = "";
  begin({ seed: named ? Number(named[0]) : Math.floor(Math.random() * DEALS), ...next.agreed });
}

/** Deals the same cards again. */
export const again = () => whole.agreed && begin({ seed: whole.agreed.seed, ...next.agreed });

/** @param {Agreed} agreed @param {{ bids?: number[], moves?: string[] }} [made] */
function begin(agreed, made) {
  left.puzzles = [];
  whole.deal(agreed, made);
}

/** The positions in which the person let a win go that one move alone kept. @param {Review} record */
const mistakesOf = ({ moves }) => moves.filter(({ ply, mark, only_move }) => mark === "gave_away" && only_move && whole.game.steps[ply - 1].mine)
  .map(({ ply }) => ({ ...whole.game.position(ply - 1), scoring: undefined, stake: undefined, moves_made: undefined }));

/** Was the game played here? Who opens the game of someone else doesn't get its mistakes to try again. */
function isOwn() {
  const mine = kept(PLAYED, null), here = address();
  return mine !== null && (here === mine || here?.startsWith(`${mine}.`) === true);
}

/** Keeps a puzzle, so that it comes back. @param {string} address */
function keepPuzzle(address) {
  // A game that is judged again, as one of an address is, brings back nothing that comes back already or is solved.
  if (!mistakes()[address] && markOf(address) === null) missed(address, { pack: null, index: 0 }, dayOf(new Date()));
}

/** Takes what an address says that is of this kind. Is it? @param {string} hash */
export function arrive(hash) {
  const found = readWhole(hash);
  if (found === null) return false;
  go("game");
  if (address() !== hash) begin(found.agreed, { bids: found.bids, moves: found.moves });
  return true;
}

/** The address of the game; null before one is dealt. */
export const address = () => whole.agreed && whole.dealt && wholeAddress(whole.agreed, whole.bids, whole.hasBegun ? whole.game.moves : []);

/** Shows the game in the tab *review*, where all of its moves are judged with open hands. */
export const review = () => take(whole.game.start, null, "review", { moves: whole.game.moves, as: whole.seat === 0 ? 1 : 2 });

/** Asks in the tab *advice* what to play at the place that is shown. */
export const adviseHere = () => hooks.advise?.(hiddenAt(whole.game, whole.open, whole.replay.at, 1));
