// For browsers: pages, workers and bundlers.

import { Background } from "./background.js";
import { Canju } from "./canju.js";
import { checkSupport, compiled } from "./module.js";

export { CanjuError } from "./module.js";

const fetched = async () => {
  checkSupport();
  const response = await fetch(new URL("./canju.wasm", import.meta.url));
  if (!response.ok) throw new Error(`canju.wasm: ${response.status} ${response.statusText}`);
  // A server that does not know the type sends it as something else.
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};

/** @param {{ memory?: number, module?: WebAssembly.Module | BufferSource }} [options] */
export const load = async ({ memory, module } = {}) => new Canju(await (module ? compiled(module) : fetched()), { memory });

/** @param {{ memory?: number, module?: WebAssembly.Module | BufferSource }} [options] */
export const start = async ({ memory, module } = {}) =>
  new Background(worker, await (module ? compiled(module) : fetched()), memory);

/** @param {import("./background.js").Hears} hears */
const worker = (hears) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => hears.message(event.data);
  worker.onerror = (event) => hears.failed(event.message);
  return { post: (/** @type {unknown} */ message) => worker.postMessage(message), end: () => worker.terminate() };
};
