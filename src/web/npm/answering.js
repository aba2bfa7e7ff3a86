// What a worker does: the first message brings the module, each later one a question. It answers one after another.

import { CanjuError } from "./module.js";
import { Canju } from "./canju.js";

/** Between two reports of progress, in milliseconds. */
const BETWEEN = 100;

/** @param {(message: unknown) => void} post @returns {(message: any) => void} */
export const answering = (post) => {
  /** @type {any} */
  let canju;
  let started = 0;
  let reported = 0;
  let nodes = 0;
  // The engine looks at the clock some thousand times a second. It is the only moment at which the worker can say something.
  const now = () => {
    const time = performance.now();
    if (time - reported >= BETWEEN) {
      reported = time;
      post({ progress: { elapsed_ms: time - started, nodes: canju.nodes - nodes } });
    }
    return time;
  };
  return ({ module, memory, question, given }) => {
    if (module) {
      canju = new Canju(module, { memory, now });
      post({ started: true });
      return;
    }
    started = reported = performance.now();
    nodes = canju.nodes;
    try {
      post({ answer: canju[question](...given) });
    } catch (error) {
      const { code, message, field, hand, column, line } =
        error instanceof CanjuError ? error : new CanjuError({ code: "internal", detail: String(error) });
      post({ fault: { code, detail: message, field, hand, column, line } });
    }
  };
};
