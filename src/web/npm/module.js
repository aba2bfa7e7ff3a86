// The module as WebAssembly: whether it can run here, an instance of it, and calls into its memory.

/** What is wrong with a request, or why there is no answer. */
export class CanjuError extends Error {
  /**
   * @param {{ code: string, detail: string, field?: string, hand?: number, column?: number, line?: number }} fault
   * @param {ErrorOptions} [options]
   */
  constructor({ code, detail, field, hand, column, line }, options) {
    super(detail, options);
    this.name = "CanjuError";
    this.code = code;
    this.field = field;
    this.hand = hand;
    this.column = column;
    this.line = line;
  }
}

// A function that uses a lane: `i8x16.splat` and `i8x16.popcnt`.
const LANES = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** Says so where it can't run. */
export const checkSupport = () => {
  const isThere = typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(LANES));
  if (!isThere) {
    const detail = "canju needs WebAssembly with SIMD: a browser from 2023 or later (Safari 16.4), or Node 18";
    throw new CanjuError({ code: "unsupported", detail });
  }
};

/** Compiles what is given. @param {WebAssembly.Module | BufferSource} source */
export const compiled = async (source) => {
  checkSupport();
  return source instanceof WebAssembly.Module ? source : WebAssembly.compile(source);
};

/**
 * The module in the package of a mini game. WXWebAssembly compiles nothing: it takes a path, and gives an instance some time later. So
 * one more instance than is used is kept ready, for when that one traps.
 */
export class Packaged {
  #path;
  #now = clock;
  /** @type {Record<string, any> | undefined} */
  #ready;
  #isMaking = false;

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
  }

  /** Makes an instance. */
  async make() {
    this.#isMaking = true;
    try {
      // @ts-expect-error A global of mini games.
      const { instance } = await WXWebAssembly.instantiate(this.#path, { canju: { now: () => this.#now() } });
      this.#ready = instance.exports;
    } catch (cause) {
      const detail = `${this.#path}: WXWebAssembly makes no instance; it needs WeChat 8.0.25 or later, and the file in the package: ${cause}`;
      throw new CanjuError({ code: "unsupported", detail }, { cause });
    } finally {
      this.#isMaking = false;
    }
    return this;
  }

  /** The instance that is ready; nothing if it is not made yet. @param {() => number} now */
  take(now) {
    const solver = this.#ready;
    this.#ready = undefined;
    this.#now = now;
    // Of what goes wrong the next question hears.
    if (!this.#isMaking) this.make().catch(() => {});
    return solver;
  }
}

let latest = 0;

/** Milliseconds. In mini games it is the time of day, which must not go back: their `performance` counts in other units on a device. */
export const clock = () => {
  // @ts-expect-error A global of mini games.
  if (typeof performance === "object" && typeof WXWebAssembly === "undefined") return performance.now();
  latest = Math.max(latest, Date.now());
  return latest;
};

/** Bytes of a request. Whatever is not ASCII is escaped, so that it takes no `TextEncoder`. @param {object} request */
export const encoded = (request) => {
  const text = JSON.stringify(request).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
};

/** The text of an answer. Mini games have no `TextDecoder`. @param {Uint8Array} bytes */
export const decoded = (bytes) => {
  if (typeof TextDecoder === "function") return new TextDecoder().decode(bytes);
  let text = "";
  for (const byte of bytes) text += byte < 128 && byte !== 37 ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`;
  return decodeURIComponent(text);
};

/** Bytes for a search, if nobody says otherwise, and the least and the most that can be asked for. */
export const MEMORY = { usual: 64 << 20, least: 1 << 20, most: 1 << 30 };

/** @param {number | undefined} memory */
export const checkMemory = (memory = MEMORY.usual) => {
  if (!Number.isInteger(memory) || memory < MEMORY.least || memory > MEMORY.most) {
    const detail = `memory: ${memory} is not a number of bytes from ${MEMORY.least} to ${MEMORY.most}`;
    throw new CanjuError({ code: "bad_request", detail, field: "memory" });
  }
  return memory;
};

/** @typedef {"solve" | "moves" | "review" | "advise" | "grade" | "generate" | "deal" | "prove" | "verify"} Question */

/** An instance. If it traps, by a fault or for lack of memory, the next call makes a new one. */
export class Instance {
  // A variable must not have that name: it means something else where modules are made CommonJS.
  /** @type {Record<string, any> | undefined} */
  #exports;
  #module;
  #memory;
  #now;

  /** @param {WebAssembly.Module | Packaged} module @param {number} memory @param {() => number} now Milliseconds. */
  constructor(module, memory, now = clock) {
    this.#module = module;
    this.#memory = memory;
    this.#now = now;
    // Before the first question, which then is answered sooner. What goes wrong is said when there is one.
    try {
      this.#open();
    } catch {
      this.#exports = undefined;
    }
  }

  #open() {
    const source = this.#module;
    const solver = source instanceof Packaged ? source.take(this.#now) : instanceOf(source, this.#now);
    if (!solver) throw new CanjuError({ code: "internal", detail: "the last question has failed, and the next instance is not made yet: ask again" });
    this.#exports = solver;
    solver.canju_open(this.#memory);
    return solver;
  }

  /**
   * The bytes of the answer.
   * @param {Question} question @param {Uint8Array} request @param {number[]} more What the function takes beside the request.
   */
  ask(question, request, ...more) {
    try {
      const solver = this.#exports ?? this.#open();
      const place = solver.canju_request(request.length);
      if (place === 0) throw new CanjuError({ code: "bad_request", detail: `${request.length} bytes are too many` });
      new Uint8Array(solver.memory.buffer, place, request.length).set(request);
      const isAnswer = solver[`canju_${question}`](...more);
      const answer = answerOf(solver);
      if (isAnswer) return answer;
      throw new CanjuError(JSON.parse(decoded(answer)));
    } catch (error) {
      if (error instanceof CanjuError) throw error;
      // Nothing that it left behind is trusted.
      const lost = this.#exports;
      this.#exports = undefined;
      const why = textOf(lost);
      const hasMemory = why && !why.includes("no memory");
      // The device has less than was asked for, and half of it may do for the next question.
      if (isTrap(error) && !hasMemory) this.#memory = Math.max(MEMORY.least, this.#memory >> 1);
      const detail = hasMemory ? `internal error, please report it with the request: ${why}` : "no memory for this, or an internal error";
      throw new CanjuError({ code: "internal", detail }, { cause: error });
    }
  }

  /** Nodes of all questions so far; the clock may ask for them while one is answered. */
  get nodes() {
    return this.#exports?.canju_nodes() ?? 0;
  }

  /** Bytes of its memory, in use or kept. */
  get bytes() {
    return this.#exports?.memory.buffer.byteLength ?? 0;
  }
}

/** @param {WebAssembly.Module} module @param {() => number} now @returns {Record<string, any>} */
const instanceOf = (module, now) => new WebAssembly.Instance(module, { canju: { now } }).exports;

/** By its name, since mini games don't have the class. @param {unknown} error */
const isTrap = (error) => /** @type {any} */ (error)?.name === "RuntimeError";

/** The answer to the last question. @param {Record<string, any>} solver */
const answerOf = (solver) => new Uint8Array(solver.memory.buffer, solver.canju_answer(), solver.canju_answer_bytes()).slice();

/** What an instance that has trapped says about it, if it can. @param {Record<string, any> | undefined} solver */
const textOf = (solver) => {
  try {
    return solver ? decoded(answerOf(solver)) : "";
  } catch {
    return "";
  }
};
