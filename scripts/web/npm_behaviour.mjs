// How the package behaves: errors, limits, a worker that is broken off, memory that stays as it is.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { CanjuError, load, start } from "canju";
import { withMost } from "./npm_small_device.mjs";

const EXPERT = "346999Q2 | 34JAAD";
/** Puzzles that take minutes to make. */
const HARD = { cards: "17+17+17", unique: true, minimal: true, count: 100 };

const refused = (code, more = {}) => (error) => {
  assert(error instanceof CanjuError, String(error));
  assert.deepEqual({ code: error.code, ...Object.fromEntries(Object.keys(more).map((key) => [key, error[key]])) }, { code, ...more });
  return true;
};

const wasm = readFileSync(new URL(import.meta.resolve("canju/canju.wasm")));

/** A position that takes about a second; it is lost. */
const LONG = "33455667789TJQQKA2 | 34467889TTJJQKKA2X";

/** What a farmer knows with nine cards left, and the arguments of the program for it. */
const PLAYED = "33334445556667788899TTJJJQQKKA22";
const HIDDEN = { hand: "6799TQAAD", seat: "farmer2", left: [6, 7], played: PLAYED, landlord_cards: "8K", last: "J", by: "landlord" };
const COMMAND = ["advise", "6799TQAAD", "--seat", "farmer2", "--left", "6,7", "--played", PLAYED, "--landlord-cards", "8K", "--last", "J", "--by", "landlord"];
/** Takes minutes: a whole deal. */
const WHOLE = { hand: "345566789TTJJQQKKA2X", seat: "landlord", left: [17, 17] };

const tests = {
  async "the module has what docs/embedding.md promises: one import, a memory and these functions"() {
    const module = await WebAssembly.compile(wasm);
    assert.deepEqual(WebAssembly.Module.imports(module), [{ module: "canju", name: "now", kind: "function" }]);
    const page = readFileSync(process.env.EMBEDDING, "utf8");
    const promised = [...page.split("# The WebAssembly module")[1].matchAll(/^\| `(canju_\w+)/gm)].map(([, name]) => name);
    const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === "function").map(({ name }) => name);
    assert.deepEqual(functions.sort(), promised.sort());
    assert.equal(new WebAssembly.Instance(module, { canju: { now: () => 0 } }).exports.canju_abi(), 1);
  },

  async "the module may be given compiled, as bytes, or by its address"() {
    const server = createServer((request, response) => {
      const types = { "/typed": "application/wasm", "/untyped": "application/octet-stream" };
      const type = types[request.url];
      response.writeHead(type ? 200 : 404, { "content-type": type ?? "text/plain" }).end(type ? wasm : "");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const host = `http://127.0.0.1:${server.address().port}`, file = import.meta.resolve("canju/canju.wasm");
    for (const module of [await WebAssembly.compile(wasm), wasm, file, new URL(file), `${host}/typed`, new URL(`${host}/untyped`)]) {
      assert.equal((await load({ module })).solve(EXPERT).verdict, "win");
      const background = await start({ module });
      assert.equal((await background.solve(EXPERT)).verdict, "win");
      background.close();
    }
    await assert.rejects(load({ module: `${host}/none` }), /none: 404/);
    server.close();
  },

  async "what is wrong has its place, and the next question is answered"() {
    const canju = await load();
    assert.throws(() => canju.solve(["K5", "4 4?"]), refused("bad_puzzle", { field: "hands", hand: 2, column: 4 }));
    assert.throws(() => canju.solve("K5 | 4?"), refused("bad_puzzle", { field: "position", column: 7 }));
    assert.throws(() => canju.solve(["K5", "44"], { all_moves: 1 }), refused("bad_json", { field: "all_moves" }));
    assert.throws(() => canju.solve(7), refused("bad_json"));
    assert.throws(() => canju.moves({}), refused("bad_json"));
    assert.throws(() => canju.review(["335", "4A"], ["3", "5"]), refused("bad_puzzle", { field: "moves", column: 1 }));
    assert.throws(() => canju.review(["335", "4A"], 7), refused("bad_json", { field: "moves" }));
    assert.throws(() => canju.advise({ ...HIDDEN, hand: "3A?" }), refused("bad_puzzle", { field: "hand", column: 3 }));
    assert.throws(() => canju.advise({ ...HIDDEN, left: [2, 2] }), refused("bad_puzzle", { field: "left" }));
    assert.throws(() => canju.advise({ ...HIDDEN, worlds: 7 }, { worlds: 0 }), refused("bad_request", { field: "worlds" }));
    assert.throws(() => canju.advise(), refused("bad_json"));
    assert.throws(() => canju.generate({ cards: "99+1" }), refused("bad_request", { field: "cards" }));
    assert.throws(() => canju.deal({ rules: "huanle,packs=2" }), refused("bad_request", { field: "rules" }));
    assert.throws(() => canju.deal({ seed: 1.5 }), refused("bad_json", { field: "seed" }));
    assert.throws(() => canju.verify(new Uint8Array(10)), refused("bad_proof"));
    assert.throws(() => canju.verify("text"), refused("bad_request"));
    await assert.rejects(load({ memory: 7 }), refused("bad_request", { field: "memory" }));
    await assert.rejects(load({ module: wasm.subarray(0, 1000) }), WebAssembly.CompileError);
    assert.equal(canju.solve(EXPERT).verdict, "win");
  },

  async "a limit of time ends a search with its reason"() {
    const canju = await load();
    const { verdict, reason, elapsed_ms } = canju.solve(LONG, { time_limit_ms: 20 });
    assert.deepEqual([verdict, reason], ["unknown", "time"]);
    assert(elapsed_ms >= 20 && elapsed_ms < 1000, String(elapsed_ms));
    assert.throws(() => canju.prove(EXPERT, { time_limit_ms: 0 }), refused("undecided"));
    const made = canju.generate({ ...HARD, seed: 1, time_limit_ms: 200 });
    assert.equal(made.reason, "time");
    const proof = canju.prove(EXPERT);
    assert.throws(() => canju.verify(proof, { time_limit_ms: 0 }), refused("undecided"));
    assert.equal(canju.verify(proof, { time_limit_ms: 60_000 }).verdict, "win");
  },

  async "a review is that of the program, in this thread and in a worker"() {
    const game = [["3466999Q", "34JA", "57KA"], "3 4 K pass A pass pass J pass Q"];
    const found = (await load()).review(...game, { all_moves: true });
    const background = await start();
    const aside = await background.review(...game, { all_moves: true });
    background.close();
    const command = ["review", ...game[0], "--moves", game[1], "--all-moves", "--threads", "1", "--format", "jsonl"];
    const said = JSON.parse(execFileSync(process.env.CANJU, command, { encoding: "utf8" }));
    for (const record of [found, aside, said]) record.elapsed_ms = record.nodes = 0;
    assert.deepEqual(found, said);
    assert.deepEqual(aside, said);
    assert.deepEqual(found.turning_points, [1, 8]);
  },

  async "advice is that of the program, in this thread and in a worker, whatever was asked before"() {
    const canju = await load();
    const background = await start();
    let estimated = 0;
    for (const [options, more] of [[{ worlds: 8 }, []], [{ seed: 7 }, ["--seed", "7"]], [{ worlds: 1000 }, []]]) {
      const found = canju.advise(HIDDEN, options);
      const aside = await background.advise(HIDDEN, options);
      const command = [...COMMAND, ...more, "--worlds", String(options.worlds ?? 64), "--format", "json"];
      const said = JSON.parse(execFileSync(process.env.CANJU, command, { encoding: "utf8" }));
      for (const record of [found, aside, said]) record.elapsed_ms = 0;
      assert.deepEqual(found, said);
      assert.deepEqual(aside, said);
      assert.equal(found.schema, "canju.advice/1");
      for (const move of found.moves) estimated += move.estimated;
      assert(found.moves.length > 1 && found.moves.some(({ share }) => share > 0), JSON.stringify(found.moves));
    }
    assert(estimated > 0, "what the budget does not decide is estimated");
    const late = canju.advise(WHOLE, { time_limit_ms: 300, exact_only: true });
    assert.equal(late.limit, "time");
    assert(late.moves.some(({ open }) => open > 0));
    const guessed = canju.advise(WHOLE, { worlds: 4, world_nodes: 1000 });
    assert.equal(guessed.limit, "nodes");
    assert(guessed.moves.some(({ estimated, expected, open }) => estimated > 0 && expected > 0 && open === 0));
    const stop = new AbortController();
    const reports = [];
    const onProgress = ({ nodes }) => {
      reports.push(nodes);
      if (nodes > 0) stop.abort();
    };
    await assert.rejects(background.advise(WHOLE, { signal: stop.signal, onProgress }), { name: "AbortError" });
    assert(reports.at(-1) > 0);
    assert.equal((await background.solve(EXPERT)).verdict, "win");
    background.close();
  },

  async "a deal is that of the program, in this thread and in a worker, and without a seed one by chance"() {
    const canju = await load();
    const background = await start();
    const found = canju.deal({ seed: 7 });
    const { hands } = JSON.parse(execFileSync(process.env.CANJU, ["deals", "--cards", "20+17+17", "--seed", "7", "--quiet"], { encoding: "utf8" }));
    assert.deepEqual([found.schema, found.rules, found.hands], ["canju.deal/1", "huanle", hands]);
    assert.deepEqual(await background.deal({ seed: 7 }), found);
    const [one, other] = [canju.deal(), await background.deal({ seed: undefined, rules: "rlcard" })];
    assert.notDeepEqual(one.hands, other.hands);
    for (const { seed, rules, hands } of [one, other]) assert.deepEqual(canju.deal({ seed, rules }).hands, hands);
    background.close();
  },

  async "a certificate that was changed is refused, whatever byte it is"() {
    const canju = await load();
    const proof = canju.prove(EXPERT);
    for (let at = 0; at < proof.length; at += 7) {
      const changed = proof.slice();
      changed[at] ^= 1;
      assert.throws(() => canju.verify(changed), CanjuError, `byte ${at}`);
    }
  },

  async "an instance that has trapped is replaced"() {
    // So little stack or memory that it traps is hard to come by: the clock throws instead, in the middle of a search.
    let isBroken = false;
    const { Canju } = await import(new URL("./canju.js", import.meta.resolve("canju")));
    const now = () => {
      if (isBroken) throw new RangeError("planted");
      return performance.now();
    };
    const canju = new Canju(await WebAssembly.compile(wasm), { now });
    const { nodes } = canju.solve(EXPERT);
    isBroken = true;
    assert.throws(() => canju.solve(EXPERT), refused("internal"));
    isBroken = false;
    assert.equal(canju.solve(EXPERT).nodes, nodes);
  },

  async "with the least memory a search goes on until its limit, and the next question is answered"() {
    const canju = await load({ memory: 1 << 20 });
    const { verdict, reason } = canju.solve(LONG, { time_limit_ms: 300 });
    assert(verdict === "loss" || reason === "time", `${verdict} ${reason}`);
    assert.equal(canju.solve(EXPERT).verdict, "win");
  },

  async "where the device has no more memory there is an error, and the next question is answered"() {
    const { nodes } = (await load()).solve(EXPERT);
    for (const most of [8, 12, 20, 40]) {
      const module = withMost(wasm, most << 20);
      const [canju, background] = [await load({ module }), await start({ module })];
      // Sooner or later it is asked with as much memory as there is.
      let errors = 0;
      const ask = async (solver, position) => {
        for (; ; errors++) {
          assert(errors < 20, `${most} MiB: ${errors} errors`);
          try {
            return await solver.solve(position, { time_limit_ms: 1_000 });
          } catch (error) {
            refused("internal")(error);
          }
        }
      };
      for (const solver of [canju, background]) {
        const { verdict, reason } = await ask(solver, LONG);
        assert(verdict === "loss" || reason === "time", `${most} MiB: ${verdict} ${reason}`);
        assert.equal((await ask(solver, EXPERT)).nodes, nodes);
      }
      assert(canju.memory_bytes <= most << 20);
      background.close();
      // The tables take what they can get, so only a very small memory is too small.
      if (most === 8) assert(errors > 0);
    }
  },

  async "a worker answers in order, reports progress, and is broken off alone"() {
    const canju = await start();
    const reports = [];
    const stop = new AbortController();
    const nodes = [];
    let before_the_stop = 0;
    const onProgress = (progress) => {
      reports.push(progress.elapsed_ms);
      nodes.push(progress.nodes);
      // On a slow machine the first report may come before the first node.
      if (new Set(nodes).size === 3 && before_the_stop === 0) {
        before_the_stop = reports.length;
        stop.abort();
      }
    };
    const late = new AbortController();
    const hard = canju.generate({ ...HARD, seed: 1, signal: stop.signal, onProgress });
    const dropped = canju.solve(EXPERT, { signal: late.signal });
    const waiting = canju.solve(EXPERT, { all_moves: true });
    const wrong = canju.solve(["K5", "44?"]);
    late.abort();
    await assert.rejects(dropped, { name: "AbortError" });
    await assert.rejects(hard, { name: "AbortError" });
    assert.equal(reports.length, before_the_stop);
    assert(reports[0] >= 90, String(reports));
    for (const told of [reports, nodes]) assert.deepEqual(told, [...told].sort((one, other) => one - other));
    assert.deepEqual((await waiting).winning_moves, ["3999"]);
    await assert.rejects(wrong, refused("bad_puzzle", { hand: 2, column: 3 }));
    await assert.rejects(canju.solve(EXPERT, { signal: AbortSignal.abort() }), { name: "AbortError" });
    const proof = await canju.prove(EXPERT);
    assert.equal((await canju.verify(proof)).verdict, "win");
    const closed = canju.solve(EXPERT);
    canju.close();
    await assert.rejects(closed, refused("closed"));
    await assert.rejects(canju.solve(EXPERT), refused("closed"));
  },

  async "a search takes the rest of its memory once it is long"() {
    const canju = await load();
    const { nodes } = canju.solve(EXPERT);
    const small = canju.memory_bytes;
    assert(nodes > 0 && small < 20 << 20, `${small} bytes`);
    // However slow the machine is.
    let limit = 1_000;
    while (canju.solve(LONG, { time_limit_ms: limit }).nodes < 100_000) limit *= 2;
    assert(canju.memory_bytes > small + (8 << 20), `${small} bytes, then ${canju.memory_bytes}`);
    assert.equal(canju.solve(EXPERT).nodes, nodes);
  },

  async "after two thousand questions the memory is that of the first hundred"() {
    const canju = await load();
    const lines = readFileSync("shipped.jsonl", "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const small = lines.filter(({ nodes }) => nodes < 300).slice(0, 100);
    assert.equal(small.length, 100);
    let first = 0;
    for (let round = 0; round < 20; round++) {
      for (const position of small) canju.solve(position);
      canju.verify(canju.prove(small[round]));
      canju.moves(small[round]);
      if (round === 0) first = canju.memory_bytes;
    }
    assert(canju.memory_bytes <= first + (1 << 20), `${first} bytes, then ${canju.memory_bytes}`);
    assert(first < 70 << 20, `${first} bytes`);
  },

  async "a seed makes the same puzzles, and without one others"() {
    const canju = await load();
    const made = (wanted) => canju.generate({ cards: "6+6", ...wanted }).puzzles[0].hands.join();
    assert.equal(made({ seed: "7" }), made({ seed: 7 }));
    assert.notEqual(made({}), made({}));
  },
};

for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
  } catch (error) {
    console.error(`FAILED: ${name}`);
    throw error;
  }
}
console.log(`${Object.keys(tests).length} behaviours hold`);
