// A page of `canju explain`: the app with one position and its strategy inside, and no server. It has the tabs that need
// nothing else. The page begins with the answer; an address with `as=1` or `as=2` begins with the game, answers untold.

import { answerFrom } from "./answers/answers.js";
import { strategyOf } from "./answers/strategy.js";
import { byId } from "./drawing/dom.js";
import { position, same } from "./game/game.js";
import { state, take } from "./state/state.js";
import { begin } from "./tabs/frame.js";
import { words } from "./words/language.js";

/** @type {import("./answers/tables.js").Data} */
const data = JSON.parse(byId("data").textContent);

const last = data.last === null ? null : data.moves[data.last][0];
state.position = position(data.hands, { turn: data.turn, last, by: last === null ? null : data.by, rules: data.rules });
state.tab = "solve";

answerFrom(strategyOf(data));
const start = state.position;
const arrived = begin([], {
  named: () => words.openHands,
  // The address of another position leads nowhere here.
  accepted: (found) => (found !== null && same(found.position, start) ? { ...found, position: start } : null),
});
if (!arrived) take(start, null);
