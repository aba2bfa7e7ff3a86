// For mini games of WeChat, with or without an engine such as Cocos. It says nowhere where its files lie, which scripts there can't.

import { Background } from "./background.js";
import { Canju } from "./canju.js";
import { Packaged } from "./module.js";
import { received, sent } from "./plain.js";
import { moduleOf } from "./source.js";

export { CanjuError } from "./module.js";

/** @typedef {{ memory?: number, module?: import("./source.js").Source, wx?: string }} Options */

/** The module, as it is called in the package of the game if nobody says otherwise. */
const MODULE = "canju.wasm.br";

/** @param {Options} [options] */
export const load = async ({ memory, module, wx = MODULE } = {}) =>
  new Canju(await (module ? moduleOf(module) : new Packaged(wx).make()), { memory });

/** @param {Omit<Options, "module"> & { worker: string }} options */
export const start = async ({ memory, wx = MODULE, worker }) => new Background((hears) => port(worker, hears), { wx }, memory);

/**
 * The worker of a mini game; there is one at a time.
 * @param {string} path @param {import("./background.js").Hears} hears
 */
const port = (path, hears) => {
  // @ts-expect-error A global of mini games.
  const worker = wx.createWorker(path);
  worker.onMessage((/** @type {any} */ message) => hears.message(received(message)));
  // The older ones have none of these.
  worker.onError?.((/** @type {any} */ error) => hears.failed(error?.message ?? error));
  worker.onProcessKilled?.(() => hears.failed("the system has ended it"));
  return { post: (/** @type {any} */ message) => worker.postMessage(sent(message)), end: () => worker.terminate() };
};
