// The solver in a worker: the thread that asks stays free, and can break a search off.

import { CanjuError, checkMemory } from "./module.js";
import { bytesOf, requestOf, wantedOf } from "./canju.js";

/** @typedef {{ post: (message: unknown) => void, end: () => void }} Port What a platform makes of its worker. */
/** @typedef {{ message: (message: any) => void, failed: (error: unknown) => void }} Hears */
/** @typedef {{ question: string, given: unknown[], signal?: AbortSignal, onProgress?: (progress: object) => void, resolve: (answer: any) => void, reject: (error: unknown) => void, aborted: () => void }} Job */

/** See `index.d.ts`. */
export class Background {
  #start;
  #first;
  /** @type {Port | undefined} */
  #worker;
  /** What waits; the first one is being answered. @type {Job[]} */
  #jobs = [];
  /** Has the worker said anything? */
  #isHeard = false;
  #isClosed = false;

  /** @param {(hears: Hears) => Port} start Starts a worker. @param {{ module: WebAssembly.Module } | { wx: string }} source @param {number} [memory] */
  constructor(start, source, memory) {
    this.#start = start;
    // Compiled once: to start again after a search was broken off takes a millisecond or two.
    this.#first = { ...source, memory: checkMemory(memory) };
    this.#renew();
  }

  #renew() {
    this.#worker?.end();
    this.#isHeard = false;
    const worker = this.#start({
      message: (message) => worker === this.#worker && this.#heard(message),
      failed: (error) => worker === this.#worker && this.#failed(error),
    });
    this.#worker = worker;
    worker.post(this.#first);
  }

  /** @param {any} message */
  #heard({ started, progress, answer, fault }) {
    this.#isHeard = true;
    const job = this.#jobs[0];
    if (!job || started) return;
    if (progress) return job.onProgress?.(progress);
    this.#done(job);
    if (fault) job.reject(new CanjuError(fault));
    else job.resolve(answer);
    this.#next();
  }

  /** The worker itself is gone, or was never there. @param {unknown} cause */
  #failed(cause) {
    this.#worker?.end();
    this.#worker = undefined;
    const job = this.#jobs[0];
    if (!job) return;
    this.#done(job);
    const fault = this.#isHeard
      ? { code: "internal", detail: "the worker has ended" }
      : { code: "no_worker", detail: `the worker did not start; it needs workers that are modules, as browsers of 2023 have: ${cause}` };
    job.reject(new CanjuError(fault, { cause }));
    this.#next();
  }

  /** @param {Job} job */
  #done(job) {
    this.#jobs.splice(this.#jobs.indexOf(job), 1);
    job.signal?.removeEventListener("abort", job.aborted);
  }

  #next() {
    const job = this.#jobs[0];
    if (!job) return;
    if (!this.#worker) this.#renew();
    this.#worker?.post({ question: job.question, given: job.given });
  }

  /** @param {string} question @param {unknown[]} given @param {{ signal?: AbortSignal, onProgress?: (progress: object) => void }} [how] */
  #ask(question, given, { signal, onProgress } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new CanjuError({ code: "closed", detail: "this solver was closed" });
      // Not `throwIfAborted`: where there is no AbortSignal, anything like one will do.
      if (signal?.aborted) throw signal.reason;
      const aborted = () => {
        const isRunning = this.#jobs[0] === job;
        this.#done(job);
        reject(signal?.reason);
        if (isRunning) {
          this.#renew();
          this.#next();
        }
      };
      /** @type {Job} */
      const job = { question, given, signal, onProgress, resolve, reject, aborted };
      signal?.addEventListener("abort", aborted);
      this.#jobs.push(job);
      if (this.#jobs.length === 1) this.#next();
    });
  }

  /** @param {string} question @param {unknown} position @param {any} [options] */
  #about(question, position, { signal, onProgress, ...options } = {}) {
    return this.#ask(question, [requestOf(position, options)], { signal, onProgress });
  }

  /** @param {unknown} position @param {object} [options] */
  solve(position, options) {
    return this.#about("solve", position, options);
  }

  /** @param {unknown} position @param {object} [options] */
  moves(position, options) {
    return this.#about("moves", position, options);
  }

  /** @param {unknown} position @param {string[] | string} moves @param {any} [options] */
  review(position, moves, { signal, onProgress, ...options } = {}) {
    return this.#ask("review", [position, moves, options], { signal, onProgress });
  }

  /** @param {object} known @param {any} [options] */
  advise(known, { signal, onProgress, ...options } = {}) {
    return this.#ask("advise", [known, options], { signal, onProgress });
  }

  /** @param {unknown} position @param {object} [options] */
  grade(position, options) {
    return this.#about("grade", position, options);
  }

  /** @param {any} wanted */
  generate({ signal, onProgress, ...wanted }) {
    return this.#ask("generate", [wantedOf(wanted)], { signal, onProgress });
  }

  /** @param {any} [wanted] */
  deal({ signal, onProgress, ...wanted } = {}) {
    return this.#ask("deal", [wantedOf(wanted)], { signal, onProgress });
  }

  /** @param {unknown} position @param {object} [options] */
  prove(position, options) {
    return this.#about("prove", position, options);
  }

  /** @param {Uint8Array} certificate @param {any} [options] */
  async verify(certificate, { signal, onProgress, ...options } = {}) {
    return this.#ask("verify", [bytesOf(certificate), options], { signal, onProgress });
  }

  close() {
    this.#isClosed = true;
    this.#worker?.end();
    this.#worker = undefined;
    const error = new CanjuError({ code: "closed", detail: "this solver was closed" });
    for (const job of [...this.#jobs]) {
      this.#done(job);
      job.reject(error);
    }
  }
}
