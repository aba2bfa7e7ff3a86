// A page of `canju explain`: the app with one position, its answer and the solver inside. It has the tabs that need nothing else.
// The page begins with the answer; an address with `as=1` or `as=2` begins with the game, answers untold.

import { load, start } from "./answers/embedded.js";
import { answer, origin, warm } from "./answers/engine.js";
import { byId } from "./drawing/dom.js";
import { same } from "./game/game.js";
import { received } from "./game/records.js";
import { state, take } from "./state/state.js";
import { begin } from "./tabs/frame.js";
import { words } from "./words/language.js";

const record = JSON.parse(byId("answer").textContent), position = received(record);
Object.assign(origin, { load, start, known: { position, answer: answer(record) } });
state.position = position;
state.tab = "solve";
const arrived = begin([], {
  named: () => words.openHands,
  // The address of another position leads nowhere here.
  accepted: (found) => (found !== null && same(found.position, position) ? { ...found, position } : null),
});
if (!arrived) take(position, null);
warm();
