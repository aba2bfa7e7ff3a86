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

/** @typedef {"solve" | "moves" | "review" | "advise" | "grade" | "generate" | "prove" | "verify"} Question */

/** An instance. If it traps, by a fault or for lack of memory, the next call makes a new one. */
export class Instance {
  /** @type {Record<string, any> | undefined} */
  #exports;
  #module;
  #memory;
  #now;

  /** @param {WebAssembly.Module} module @param {number} memory @param {() => number} now Milliseconds. */
  constructor(module, memory, now = () => performance.now()) {
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
    const { exports } = new WebAssembly.Instance(this.#module, { canju: { now: this.#now } });
    this.#exports = exports;
    /** @type {any} */ (exports).canju_open(this.#memory);
    return this.#exports;
  }

  /**
   * The bytes of the answer.
   * @param {Question} question @param {Uint8Array} request @param {number[]} more What the function takes beside the request.
   */
  ask(question, request, ...more) {
    try {
      const exports = this.#exports ?? this.#open();
      const place = exports.canju_request(request.length);
      if (place === 0) throw new CanjuError({ code: "bad_request", detail: `${request.length} bytes are too many` });
      new Uint8Array(exports.memory.buffer, place, request.length).set(request);
      const isAnswer = exports[`canju_${question}`](...more);
      const answer = answerOf(exports);
      if (isAnswer) return answer;
      throw new CanjuError(JSON.parse(new TextDecoder().decode(answer)));
    } catch (error) {
      if (error instanceof CanjuError) throw error;
      // Nothing that it left behind is trusted.
      const lost = this.#exports;
      this.#exports = undefined;
      const why = textOf(lost);
      const hasMemory = why && !why.includes("no memory");
      // The device has less than was asked for, and half of it may do for the next question.
      if (error instanceof WebAssembly.RuntimeError && !hasMemory) this.#memory = Math.max(MEMORY.least, this.#memory >> 1);
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

/** The answer to the last question. @param {Record<string, any>} exports */
const answerOf = (exports) => new Uint8Array(exports.memory.buffer, exports.canju_answer(), exports.canju_answer_bytes()).slice();

/** What an instance that has trapped says about it, if it can. @param {Record<string, any> | undefined} exports */
const textOf = (exports) => {
  try {
    return exports ? new TextDecoder().decode(answerOf(exports)) : "";
  } catch {
    return "";
  }
};
