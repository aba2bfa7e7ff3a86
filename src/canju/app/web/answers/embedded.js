// The solver in a page of `canju explain`, which holds all of it as text: the module, and the script of the worker.

import { answering } from "../npm/answering.js";
import { Background } from "../npm/background.js";
import { CanjuError, compiled } from "../npm/module.js";

/** @typedef {import("../npm/background.js").Hears} Hears */
/** @typedef {import("../npm/background.js").Port} Port */

/** @param {string} id */
const held = (id) => document.getElementById(id)?.textContent ?? "";

/** Unpacks the module. */
export async function load() {
  if (typeof DecompressionStream !== "function") throw new CanjuError({ code: "unsupported", detail: "no DecompressionStream" });
  const bytes = Uint8Array.from(atob(held("module")), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return compiled(await new Response(unpacked).arrayBuffer());
}

/** @param {WebAssembly.Module} module */
export const start = async (module) => /** @type {import("../npm/index.js").Background} */ (/** @type {unknown} */ (new Background(port, { module })));

/**
 * A worker whose script is in the page. A browser may forbid that of a page from a disk, at once or later: then the page
 * answers in its own thread, where a search can't be broken off but by its time.
 * @param {Hears} hears
 * @returns {Port}
 */
function port(hears) {
  const address = URL.createObjectURL(new Blob([held("worker")], { type: "text/javascript" }));
  /** @type {Worker} */
  let worker;
  try {
    worker = new Worker(address);
  } catch {
    return inPage(hears);
  }
  /** What has been posted before the worker has said anything. @type {unknown[]} */
  const unheard = [];
  /** @type {Port | null} */
  let instead = null, isAlive = false;
  worker.onmessage = (event) => {
    isAlive = true;
    unheard.length = 0;
    hears.message(event.data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    if (isAlive) return hears.failed(event.message);
    instead = inPage(hears);
    unheard.forEach(instead.post);
  };
  return {
    post(message) {
      if (instead) return instead.post(message);
      if (!isAlive) unheard.push(message);
      worker.postMessage(message);
    },
    end() {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}

/** @type {(hears: Hears) => Port} */
function inPage(hears) {
  const answer = answering((message) => hears.message(message));
  return { post: (message) => { setTimeout(answer, 0, message); }, end() {} };
}
