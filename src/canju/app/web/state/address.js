// The address of a position: `#346999Q2/34JAAD?rules=huanle,-trio_pair`. Defaults are left out, so that a short position
// has an address that can be typed. The server never sees it: what stands behind # stays in the browser.

import { SCORINGS, sorted } from "../game/game.js";
import { before } from "../game/turns.js";

/** @typedef {import("../game/types.js").Position} Position */

/**
 * @param {Position} position
 * @param {string[]} [moves] Played since.
 * @param {number | null} [as] The side that the person plays, 1 or 2.
 * @param {boolean | "answer"} [review] Does it lead to the review of the game, or to the answer after these moves?
 */
export function addressOf({ hands, turn, last, by, rules, scoring, stake, moves_made }, moves = [], as = null, review = false) {
  const said = [];
  if (turn !== 0) said.push(`turn=${turn + 1}`);
  if (last !== null) said.push(`last=${last}`);
  if (last !== null && by !== null && by !== before(turn, hands.length)) said.push(`by=${by + 1}`);
  if (rules !== "huanle") said.push(`rules=${rules}`);
  if (scoring !== undefined) said.push(`scoring=${scoring}`);
  if (scoring !== undefined && stake !== undefined && stake !== 1) said.push(`stake=${stake}`);
  if (scoring !== undefined && moves_made) said.push(`moves_made=${moves_made}`);
  if (as !== null) said.push(`as=${as}`);
  if (moves.length) said.push(`moves=${moves.join(".")}`);
  if (review) said.push(review === "answer" ? "answer=1" : "review=1");
  return `#${hands.join("/")}${said.length ? "?" : ""}${said.join("&")}`;
}

/** The cards before the question mark, and what is said after it. @param {string} hash */
export function parts(hash) {
  let text = hash.replace(/^#/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    text = "";
  }
  const [cards, query = ""] = text.split("?");
  const said = query.split("&").filter(Boolean).map((part) => /** @type {[string, string]} */ ([part.split("=")[0], part.slice(part.indexOf("=") + 1)]));
  return { cards, said: new Map(said) };
}

/**
 * The position of an address, and the moves since; null if it names none. Only its form is checked here; the solver checks
 * whether the position is legal.
 * @param {string} hash
 * @returns {{ position: Position, moves: string[], as: number | null, review: boolean, answer: boolean } | null}
 */
export function readAddress(hash) {
  const { cards, said } = parts(hash);
  const hands = cards.toUpperCase().split(/[/|]/).map((hand) => hand.trim());
  if (hands.length < 2 || hands.length > 3 || !hands.every((hand) => /^[3-9TJQKA2XD]+$/.test(hand))) return null;
  /** @param {string} name */
  const seat = (name) => {
    const number = Number(said.get(name));
    return Number.isInteger(number) && number >= 1 && number <= hands.length ? number - 1 : null;
  };
  const turn = seat("turn") ?? 0;
  const last = said.get("last") || null;
  const by = last === null ? null : (seat("by") ?? before(turn, hands.length));
  const moves = (said.get("moves") ?? "").split(".").filter(Boolean);
  const as = { 1: 1, 2: 2 }[said.get("as") ?? ""] ?? null;
  return { position: { hands: hands.map(sorted), turn, last, by, rules: said.get("rules") || "huanle", ...playedFor(said, hands.length) }, moves, as, review: said.get("review") === "1", answer: said.get("answer") === "1" };
}

/**
 * A puzzle as a line of a pack, `346999Q2 | 34JAAD | last=J expect=win`, or as the part of an address behind #; null if it is neither.
 * @param {string} text
 * @returns {ReturnType<typeof readAddress> & { expect: "win" | "loss" | null } | null}
 */
export function readPuzzle(text) {
  const isLine = text.includes("|"), fields = text.split("|").map((field) => field.trim());
  const hands = fields.filter((field) => !field.includes("=")), said = fields.filter((field) => field.includes("=")).join(" ").split(/\s+/);
  const found = readAddress(isLine ? `${hands.map((hand) => hand.replaceAll(" ", "")).join("/")}?${said.join("&")}` : text);
  const expect = said.find((word) => word.startsWith("expect="))?.slice("expect=".length);
  return found && { ...found, expect: isLine && (expect === "win" || expect === "loss") ? expect : null };
}

/**
 * What the page is to show in a frame of another one: `#embed` or `#embed&daily` the puzzle of the day, `#embed&lang=zh&puzzle=346999Q2/34JAAD`
 * that position; the puzzle comes last and is as an address of its own. Null for all other addresses.
 * @param {string} hash
 */
export function readEmbedding(hash) {
  if (!/^#embed(&|$)/.test(hash)) return null;
  const at = hash.indexOf("&puzzle="), puzzle = at < 0 ? null : hash.slice(at + "&puzzle=".length);
  const { said } = parts(`?${at < 0 ? hash.slice(1) : hash.slice(1, at)}`);
  const lang = said.get("lang"), theme = said.get("theme");
  return { puzzle, lang: lang === "en" || lang === "zh" ? lang : null, theme: theme === "light" || theme === "dark" ? theme : null };
}

/**
 * What a position is played for, by its address.
 * @param {Map<string, string>} said
 * @param {number} seats
 * @returns {Partial<Position>}
 */
function playedFor(said, seats) {
  const scoring = said.get("scoring"), stake = Number(said.get("stake"));
  if (scoring === undefined || !SCORINGS.includes(scoring) || scoring === "win") return {};
  const made = (said.get("moves_made") ?? "").match(/^[012],[012],[012]$/)?.[0].split(",").map(Number);
  return {
    scoring, stake: Number.isInteger(stake) && stake >= 1 && stake <= 1_000_000 ? stake : 1,
    ...(made && seats === 3 ? { moves_made: made } : {}),
  };
}
