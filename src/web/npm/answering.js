// What a worker does: the first message brings the module, or the path of one in the package of a mini game, each later one a question.
// It answers one after another.

import { CanjuError, Packaged, clock } from "./module.js";
import { Canju } from "./canju.js";

/** Between two reports of progress, in milliseconds. */
const BETWEEN = 100;

/** @param {(message: unknown) => void} post @returns {(message: any) => void} */
export const answering = (post) => {
  /** @type {any} */
  let canju;
  /** @type {Promise<void> | undefined} */
  let ready;
  let started = 0;
  let reported = 0;
  let nodes = 0;
  // The engine looks at the clock some thousand times a second. It is the only moment at which the worker can say something.
  const now = () => {
    const time = clock();
    if (time - reported >= BETWEEN) {
      reported = time;
      post({ progress: { elapsed_ms: time - started, nodes: canju.nodes - nodes } });
    }
    return time;
  };
  const begin = (/** @type {WebAssembly.Module | Packaged} */ module, /** @type {number} */ memory) => {
    canju = new Canju(module, { memory, now });
    post({ started: true });
  };
  return async ({ module, wx, memory, question, given }) => {
    if (module) return begin(module, memory);
    if (wx) {
      ready = new Packaged(wx).make().then((packaged) => begin(packaged, memory));
      // Each question says what is wrong.
      return ready.catch(() => {});
    }
    try {
      await ready;
      started = reported = clock();
      nodes = canju.nodes;
      post({ answer: canju[question](...given) });
    } catch (error) {
      const { code, message, field, hand, column, line } =
        error instanceof CanjuError ? error : new CanjuError({ code: "internal", detail: String(error) });
      post({ fault: { code, detail: message, field, hand, column, line } });
    }
  };
};
