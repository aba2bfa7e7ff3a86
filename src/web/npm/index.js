// For browsers: pages, workers and bundlers.

import { Background } from "./background.js";
import { Canju } from "./canju.js";
import { fetched } from "./fetched.js";
import { moduleOf } from "./source.js";

export { CanjuError } from "./module.js";

/** @typedef {{ memory?: number, module?: import("./source.js").Source }} Options */

/** @param {Options} [options] */
export const load = async ({ memory, module } = {}) => new Canju(await (module ? moduleOf(module) : fetched()), { memory });

/** @param {Options} [options] */
export const start = async ({ memory, module } = {}) =>
  new Background(worker, { module: await (module ? moduleOf(module) : fetched()) }, memory);

/** @param {import("./background.js").Hears} hears */
const worker = (hears) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => hears.message(event.data);
  worker.onerror = (event) => hears.failed(event.message);
  return { post: (/** @type {unknown} */ message) => worker.postMessage(message), end: () => worker.terminate() };
};
