// The worker of a mini game.

import { answering } from "./answering.js";
import { received, sent } from "./plain.js";

/** @type {{ postMessage: (message: object) => void, onMessage: (hear: (message: any) => void) => void }} */
// @ts-expect-error A global of these workers.
const thread = worker;
const answer = answering((message) => thread.postMessage(sent(message)));
thread.onMessage((message) => answer(received(message)));
