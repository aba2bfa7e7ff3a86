// The solver in the thread that asks: each call returns when the answer is there.

import { CanjuError, Instance, checkMemory, decoded, encoded } from "./module.js";

/** @param {unknown} position @param {object} [options] */
export const requestOf = (position, options) => {
  if (typeof position === "string") return { ...options, position };
  if (Array.isArray(position)) return { ...options, hands: position };
  return { .../** @type {object} */ (position), ...options };
};

/** The request for new puzzles or a deal: with a seed, since the module has no chance of its own. @param {{ seed?: unknown }} [wanted] */
export const wantedOf = (wanted) => ({ ...wanted, seed: wanted?.seed ?? Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) });

/** @param {unknown} certificate */
export const bytesOf = (certificate) => {
  if (certificate instanceof Uint8Array) return certificate;
  throw new CanjuError({ code: "bad_request", detail: "a certificate is a Uint8Array" });
};

/** See `index.d.ts`. */
export class Canju {
  #instance;

  /** @param {WebAssembly.Module | import("./module.js").Packaged} module @param {{ memory?: number, now?: () => number }} [options] */
  constructor(module, { memory, now } = {}) {
    this.#instance = new Instance(module, checkMemory(memory), now);
  }

  /** @param {import("./module.js").Question} question @param {object} request */
  #json(question, request) {
    return JSON.parse(decoded(this.#bytes(question, request)));
  }

  /** @param {import("./module.js").Question} question @param {object} request */
  #bytes(question, request) {
    return this.#instance.ask(question, encoded(request));
  }

  /** @param {unknown} position @param {object} [options] */
  solve(position, options) {
    return this.#json("solve", requestOf(position, options));
  }

  /** @param {unknown} position @param {object} [options] */
  moves(position, options) {
    return this.#json("moves", requestOf(position, options));
  }

  /** @param {unknown} position @param {string[] | string} moves @param {object} [options] */
  review(position, moves, options) {
    return this.#json("review", { ...requestOf(position, options), moves });
  }

  /** @param {object} known @param {object} [options] */
  advise(known, options) {
    return this.#json("advise", { ...known, ...options });
  }

  /** @param {unknown} position @param {object} [options] */
  grade(position, options) {
    return this.#json("grade", requestOf(position, options));
  }

  /** @param {object} wanted */
  generate(wanted) {
    return this.#json("generate", wantedOf(wanted));
  }

  /** @param {object} [wanted] */
  deal(wanted) {
    return this.#json("deal", wantedOf(wanted));
  }

  /** @param {unknown} position @param {object} [options] */
  prove(position, options) {
    return this.#bytes("prove", requestOf(position, options));
  }

  /** @param {Uint8Array} certificate @param {{ time_limit_ms?: number }} [options] */
  verify(certificate, { time_limit_ms = Infinity } = {}) {
    return JSON.parse(decoded(this.#instance.ask("verify", bytesOf(certificate), time_limit_ms)));
  }

  get nodes() {
    return this.#instance.nodes;
  }

  get memory_bytes() {
    return this.#instance.bytes;
  }
}
