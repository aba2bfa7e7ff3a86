// The worker of a mini game. The package has it as one script with all that it imports: `scripts/web/stage.sh`.

import { answering } from "./answering.js";
import { received, sent } from "./plain.js";

/** @type {{ postMessage: (message: object) => void, onMessage: (hear: (message: any) => void) => void }} */
// @ts-expect-error A global of these workers.
const thread = worker;
const answer = answering((message) => thread.postMessage(sent(message)));
thread.onMessage((message) => answer(received(message)));
