// For Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Background } from "./background.js";
import { Canju } from "./canju.js";
import { compiled } from "./module.js";

export { CanjuError } from "./module.js";

const file = () => readFile(new URL("./canju.wasm", import.meta.url));

/** @param {{ memory?: number, module?: WebAssembly.Module | BufferSource }} [options] */
export const load = async ({ memory, module } = {}) => new Canju(await compiled(module ?? (await file())), { memory });

/** @param {{ memory?: number, module?: WebAssembly.Module | BufferSource }} [options] */
export const start = async ({ memory, module } = {}) =>
  new Background(worker, await compiled(module ?? (await file())), memory);

/** @param {import("./background.js").Hears} hears */
const worker = (hears) => {
  const worker = new Worker(new URL("./worker_node.js", import.meta.url));
  worker.on("message", hears.message);
  worker.on("error", hears.failed);
  return { post: (/** @type {unknown} */ message) => worker.postMessage(message), end: () => void worker.terminate() };
};
