// The package in a mini game of WeChat, as far as that can be had without one: `npm_mini_game.mjs GAME`, with what the program said beside
// this file. GAME is a folder as a game's package: the script in CommonJS and that of the worker, the modules as tools make CommonJS of
// them, and the solver's module. The scripts run where there is nothing but the language, timers, and what the documentation of WeChat names of
// `WXWebAssembly` and `wx`; any other property of these throws. So this says that the package asks for nothing else. It does not say that
// a device does what its documentation says: none was here.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import vm from "node:vm";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { brotliDecompressSync } from "node:zlib";
import { withMost } from "./npm_small_device.mjs";

const GAME = isMainThread ? process.argv[2] : workerData.game;

/** An object that has these properties and refuses every other. */
const only = (name, properties) =>
  new Proxy(properties, {
    get(target, property) {
      if (property in target) return target[property];
      throw new Error(`${name}.${String(property)} is not documented`);
    },
    has: () => true,
  });

/** Takes a path of the package, and no bytes; promises an instance, and nothing beside it. */
const wxWebAssembly = only("WXWebAssembly", {
  async instantiate(path, imports) {
    assert.equal(typeof path, "string", "a path of the package");
    assert(/\.wasm(\.br)?$/.test(path) && existsSync(join(GAME, path)), `${path} is no module of the package`);
    const bytes = readFileSync(join(GAME, path));
    const { instance } = await WebAssembly.instantiate(path.endsWith(".br") ? brotliDecompressSync(bytes) : bytes, imports);
    return { instance };
  },
  Memory: WebAssembly.Memory,
  Table: WebAssembly.Table,
  Global: WebAssembly.Global,
});

/** The only message that may be posted: what JSON can say. */
const serializable = (message) => {
  const text = JSON.stringify(message);
  const copy = JSON.parse(text);
  assert.deepEqual(JSON.parse(JSON.stringify(copy)), copy);
  const walk = (value) => {
    if (ArrayBuffer.isView(value)) throw new Error("bytes are no key-value object");
    if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
  };
  walk(message);
  return copy;
};

/** Runs scripts of the game, in a thread of it with these globals. */
const device = (globals) => {
  const context = vm.createContext({ setTimeout, clearTimeout, ...globals });
  vm.runInContext("delete globalThis.WebAssembly; delete globalThis.SharedArrayBuffer; delete globalThis.Atomics; delete globalThis.console;", context);
  const known = new Map();
  const load = (path) => {
    if (known.has(path)) return known.get(path).exports;
    const module = { exports: {} };
    known.set(path, module);
    const run = vm.runInContext(`(function (require, module, exports) {${readFileSync(join(GAME, path), "utf8")}\n})`, context, { filename: path });
    run((other) => load(normalize(join(dirname(path), other))), module, module.exports);
    return module.exports;
  };
  return { context, load };
};

if (isMainThread) await tests();
else {
  // The documentation shows both: a listener that gets the message, and one that gets an object with it.
  let heard = () => {};
  parentPort.on("message", (message) => heard(workerData.isWrapped ? { message } : message));
  const worker = only("worker", { postMessage: (message) => parentPort.postMessage(serializable(message)), onMessage: (listener) => (heard = listener) });
  device({ worker, WXWebAssembly: wxWebAssembly }).load(workerData.path);
}

/** What `wx` has for the workers: one at a time. */
function wxOf({ isWrapped = false } = {}) {
  let alive = 0;
  return only("wx", {
    createWorker(path) {
      assert.equal(alive, 0, "there may be one worker");
      assert(path.startsWith("workers/"), "a worker lies in the folder that game.json names");
      alive += 1;
      const thread = new Worker(new URL(import.meta.url), { workerData: { game: GAME, path, isWrapped } });
      let isEnded = false;
      const listens = (event, listener) => thread.on(event, (said) => isEnded || listener(said));
      return only("Worker", {
        postMessage: (message) => thread.postMessage(serializable(message)),
        onMessage: (listener) => listens("message", (message) => listener(isWrapped ? { message } : message)),
        onError: (listener) => listens("error", listener),
        onProcessKilled: () => {},
        terminate() {
          isEnded = true;
          alive -= 1;
          thread.terminate();
        },
      });
    },
  });
}

async function tests() {
  const EXPERT = "346999Q2 | 34JAAD";
  const HARD = { cards: "17+17+17", unique: true, minimal: true, count: 100, seed: 1 };
  const MEMORY = 256 << 20;
  const shipped = readFileSync("shipped.jsonl", "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const wasm = readFileSync(join(GAME, "canju.wasm"));
  writeFileSync(join(GAME, "small.wasm"), withMost(wasm, 8 << 20));
  writeFileSync(join(GAME, "workers", "broken.js"), "throw new Error('planted');");
  const game = (globals = { WXWebAssembly: wxWebAssembly, wx: wxOf() }, script = "canju.js") => device(globals).load(script);
  const fault = async (work) => {
    try {
      await work();
    } catch (error) {
      return error.code ?? String(error);
    }
    return null;
  };
  const said = ({ verdict, winning_moves, moves, ok, nodes }) => ({ verdict, winning_moves, moves, ok, nodes });
  /** Objects of a context have other prototypes. */
  const plain = (value) => JSON.parse(JSON.stringify(value));
  const agrees = (answer, { same_as, ...record }) => {
    const expected = same_as ? { ...said(record), nodes: answer.nodes } : said(record);
    assert.deepEqual(plain(said(answer)), plain(expected), record.id);
  };

  // The stand-in itself: what browsers have beside that is refused, and there are no other globals that one might lean on.
  for (const name of ["compile", "validate", "Module", "Instance", "compileStreaming", "instantiateStreaming", "RuntimeError"]) {
    assert.throws(() => wxWebAssembly[name], /not documented/);
  }
  await assert.rejects(wxWebAssembly.instantiate(wasm, {}), /a path/);
  const { context } = device({ WXWebAssembly: wxWebAssembly, wx: wxOf() });
  for (const name of ["WebAssembly", "TextEncoder", "TextDecoder", "fetch", "performance", "AbortSignal", "structuredClone", "URL", "Worker", "process"]) {
    assert.equal(vm.runInContext(`typeof ${name}`, context), "undefined", name);
  }

  // In the game's own thread.
  for (const [script, wx] of [["canju.js", "canju.wasm.br"], ["canju/wx.js", "canju.wasm"]]) {
    const canju = await game(undefined, script).load({ wx, memory: MEMORY });
    for (const record of shipped) agrees(canju.solve(record, { all_moves: true }), record);
  }
  const canju = await game().load();
  const id = "残局 é 😀 100 % \"\\ \ud83d";
  assert.equal(canju.solve(["K5", "44Q"], { id: id.slice(0, -1) }).id, id.slice(0, -1));
  assert.equal(await fault(() => canju.solve(["K5", "4 残?"])), "bad_puzzle");
  assert.equal(canju.verify(canju.prove(EXPERT)).verdict, "win");
  assert.equal(canju.solve("33455667789TJQQKA2 | 34467889TTJJQKKA2X", { time_limit_ms: 20 }).reason, "time");
  assert.equal(plain(canju.advise({ hand: "34455667789TJQKA2", seat: "farmer1", history: "3334" }, { worlds: 2 })).worlds, 2);

  // An instance that traps is replaced by the one that is ready, and that by another one.
  const small = await game().load({ wx: "small.wasm" });
  const faults = [];
  while (faults.length < 20 && faults.at(-1) !== null) {
    faults.push(await fault(() => small.solve("33455667789TJQQKA2 | 34467889TTJJQKKA2X", { time_limit_ms: 500 })));
    // The next one is made meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert(faults.includes("internal") && faults.at(-1) === null, String(faults));
  assert.equal(small.solve(EXPERT).verdict, "win");

  // What can't be had is said.
  assert.equal(await fault(() => game().load({ wx: "other.wasm" })), "unsupported");
  assert.equal(await fault(() => game({ wx: wxOf() }).load()), "unsupported");

  // In its worker, that is broken off by what a game has in place of an AbortSignal.
  for (const isWrapped of [false, true]) {
    const { start } = game({ WXWebAssembly: wxWebAssembly, wx: wxOf({ isWrapped }) });
    const aside = await start({ worker: "workers/canju.js", memory: MEMORY });
    const some = isWrapped ? shipped.slice(0, 20) : shipped;
    for (const record of some) agrees(await aside.solve(record, { all_moves: true }), record);
    const listeners = new Set();
    const signal = {
      aborted: false, reason: undefined,
      addEventListener: (_, listener) => listeners.add(listener),
      removeEventListener: (_, listener) => listeners.delete(listener),
    };
    const stop = () => {
      Object.assign(signal, { aborted: true, reason: new Error("stopped") });
      for (const listener of listeners) listener();
    };
    const hard = aside.generate({ ...HARD, signal, onProgress: ({ nodes }) => nodes > 0 && !signal.aborted && stop() });
    const waiting = aside.solve(EXPERT, { all_moves: true });
    assert.equal(await fault(() => hard), "Error: stopped");
    assert.deepEqual(plain((await waiting).winning_moves), ["3999"]);
    assert.equal(await fault(() => aside.solve(EXPERT, { signal })), "Error: stopped");
    assert.equal(await fault(() => aside.solve(["K5", "44?"])), "bad_puzzle");
    assert.equal((await aside.verify(await aside.prove(EXPERT))).verdict, "win");
    aside.close();
    assert.equal(await fault(() => aside.solve(EXPERT)), "closed");
  }
  const { start } = game();
  const none = await start({ worker: "workers/broken.js" });
  assert.equal(await fault(() => none.solve(EXPERT)), "no_worker");
  none.close();
  const missing = await start({ worker: "workers/canju.js", wx: "other.wasm" });
  assert.equal(await fault(() => missing.solve(EXPERT)), "unsupported");
  missing.close();
  console.log(`${shipped.length} puzzles in a stand-in for a mini game, in its thread and in its worker`);
}
