// Rules as switches with plain names, on top of the text that the solver reads: a preset and what differs from it.

import { game, words } from "../words/language.js";
import { element } from "./dom.js";
import { select, toggle } from "./parts.js";

const PRESETS = ["huanle", "rlcard", "douzero", "openspiel", "pagat", "botzone"];
// A single card can't be banned: who leads must have a move.
const KINDS = ["pair", "trio", "trio_solo", "trio_pair", "solo_chain", "pair_chain", "trio_chain", "trio_solo_chain", "trio_pair_chain", "four_two_solo", "four_two_pair", "quad_chain", "quad_solo_chain", "quad_pair_chain", "bomb", "rocket"];
const QUAD_CHAINS = ["quad_chain", "quad_solo_chain", "quad_pair_chain"];
// A ban of these is also one of the airplanes with such wings.
/** @type {Record<string, string>} */
const WITH = { trio_solo_chain: "trio_solo", trio_pair_chain: "trio_pair" };
/** What a preset has not: most have no quads in a row. @type {Record<string, string[]>} */
const LACKS = { openspiel: ["four_two_solo", "four_two_pair", ...QUAD_CHAINS], botzone: [] };

/**
 * The preset and the words after it.
 * @param {string} rules
 */
function parts(rules) {
  const [preset, ...changes] = rules.split(",");
  return { preset, changes };
}

/**
 * Is this kind allowed?
 * @param {string} rules
 * @param {string} kind
 * @returns {boolean}
 */
export function allows(rules, kind) {
  const { preset, changes } = parts(rules);
  const said = changes.filter((change) => change.slice(1) === kind || (change[0] === "-" && change.slice(1) === WITH[kind])).at(-1);
  return said ? said[0] === "+" : !(LACKS[preset] ?? QUAD_CHAINS).includes(kind);
}

/**
 * The rules with a kind allowed or banned.
 * @param {string} rules
 * @param {string} kind
 * @param {boolean} on
 */
export function withKind(rules, kind, on) {
  const { preset, changes } = parts(rules);
  // A ban takes the airplanes along, so their own words go with it.
  const kept = changes.filter((change) => change.slice(1) !== kind && WITH[change.slice(1)] !== kind);
  const without = [preset, ...kept].join(",");
  return allows(without, kind) === on ? without : `${without},${on ? "+" : "-"}${kind}`;
}

/** @type {(rules: string) => boolean} */
export const twoPacks = (rules) => parts(rules).changes.includes("packs=2");

/** @type {(rules: string) => number} */
export const packsOf = (rules) => (twoPacks(rules) ? 2 : 1);

/**
 * The rules in a few words: the preset, and what is banned or added.
 * @param {string} rules
 */
export function summary(rules) {
  const { preset, changes } = parts(rules);
  const kinds = game().kinds;
  const said = changes.map((change) => {
    if (change === "packs=2") return words.twoPacks;
    const kind = change.slice(1);
    return kind in kinds ? (change[0] === "-" ? words.banned(kinds[kind]) : words.allowed(kinds[kind])) : change;
  });
  return [words.presets[preset] ?? preset, ...said].join(" · ");
}

/**
 * @param {string} rules
 * @param {(rules: string) => void} choose
 */
export function ruleSwitches(rules, choose) {
  const { preset, changes } = parts(rules);
  const kinds = KINDS.map((kind) => toggle(`kind-${kind}`, game().kinds[kind], allows(rules, kind), (on) => choose(withKind(rules, kind, on))));
  const packs = toggle("two-packs", words.twoPacks, twoPacks(rules), (on) =>
    choose([preset, ...changes.filter((change) => change !== "packs=2"), ...(on ? ["packs=2"] : [])].join(",")));
  const known = PRESETS.includes(preset) ? PRESETS : [preset, ...PRESETS];
  return [
    select({ id: "preset", label: words.preset, options: known.map((name) => [name, words.presets[name] ?? name]), value: preset, choose: (name) => choose([name, ...changes].join(",")) }),
    element("fieldset", { class: "switches" }, element("legend", {}, words.kindsAllowed), element("ul", {}, ...kinds)),
    element("ul", { class: "switches" }, packs),
  ];
}
