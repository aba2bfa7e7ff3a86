// The worker of a browser.

import { answering } from "./answering.js";

const answer = answering((message) => postMessage(message));
addEventListener("message", (event) => answer(event.data));
