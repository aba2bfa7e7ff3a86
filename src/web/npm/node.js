// For Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Background } from "./background.js";
import { Canju } from "./canju.js";
import { moduleOf } from "./source.js";

export { CanjuError } from "./module.js";

/** @typedef {{ memory?: number, module?: import("./source.js").Source }} Options */

/** What is given, or the module that lies beside this file. Node itself fetches no files. @param {Options["module"]} module */
const given = async (module = new URL("./canju.wasm", import.meta.url)) => {
  const isFile = (module instanceof URL || typeof module === "string") && new URL(module).protocol === "file:";
  return moduleOf(isFile ? await readFile(new URL(/** @type {URL | string} */ (module))) : module);
};

/** @param {Options} [options] */
export const load = async ({ memory, module } = {}) => new Canju(await given(module), { memory });

/** @param {Options} [options] */
export const start = async ({ memory, module } = {}) => new Background(worker, { module: await given(module) }, memory);

/** @param {import("./background.js").Hears} hears */
const worker = (hears) => {
  const worker = new Worker(new URL("./worker_node.js", import.meta.url));
  worker.on("message", hears.message);
  worker.on("error", hears.failed);
  return { post: (/** @type {unknown} */ message) => worker.postMessage(message), end: () => void worker.terminate() };
};
