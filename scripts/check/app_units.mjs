// What the app does with results, without a page: the rating, runs, texts to share, the file of progress. check_js.sh runs this.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

// What a page has.
const stored = new Map();
globalThis.localStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
globalThis.matchMedia = () => ({ matches: false });
if (!globalThis.navigator) globalThis.navigator = { language: "en-US" };
beforeEach(() => stored.clear());

const app = (name) => import(`${process.env.APP}/${name}`);
const { addTries, expected, puzzleRating, rated, rating, tried, tries, weight } = await app("state/rating.js");
const runs = await app("state/runs.js");
const { missed, solved } = await app("state/progress.js");
const { exported, imported } = await app("state/progress_file.js");
const { ended, todayOf } = await app("state/today.js");
const { textOfRun, textOfToday } = await app("words/results.js");
const { reader, speaking } = await app("words/language.js");
reader.language = "en";

const MINUTE = 60_000, NOON = 1_790_000_000_000;
const PUZZLE = "#446TT/555A2", OTHER = "#346999Q2/34JAAD";

test("the expected score is Elo's: the example of Wikipedia's page, and ten to one at 400 points", () => {
  const rounded = (opponent) => Number(expected(1613, opponent).toFixed(2));
  assert.deepEqual([1609, 1477, 1388, 1586, 1720].map(rounded), [0.51, 0.69, 0.79, 0.54, 0.35]);
  assert.equal(Math.round(1613 + 32 * (2.5 - [1609, 1477, 1388, 1586, 1720].reduce((sum, opponent) => sum + expected(1613, opponent), 0))), 1601);
  assert.ok(Math.abs(expected(1600, 1200) - 10 / 11) < 1e-12 && Math.abs(expected(1200, 1600) - 1 / 11) < 1e-12);
});

test("a rating begins at 1200, moves less the more tries there were, and is provisional until ten", () => {
  assert.deepEqual([1, 2, 5].map(puzzleRating), [800, 1200, 2400]);
  assert.deepEqual(rated([]), { value: 1200, count: 0, isProvisional: true });
  assert.equal(rated([{ score: 1, difficulty: 2, at: 1 }]).value, 1240);
  assert.equal(rated([{ score: 0, difficulty: 2, at: 1 }]).value, 1160);
  assert.equal(rated([{ score: null, difficulty: 2, at: 1 }]).count, 0);
  // The order is that of the time, not that of the list.
  const two = [{ score: 1, difficulty: 3, at: 5 }, { score: 0, difficulty: 1, at: 9 }];
  assert.deepEqual(rated(two.toReversed()), rated(two));
  assert.deepEqual([0, 9, 10, 29, 30].map(weight), [80, 80, 40, 40, 20]);
  const of = (count) => rated(Array.from({ length: count }, (_, at) => ({ score: 1, difficulty: 2, at })));
  assert.deepEqual([of(9).isProvisional, of(10).isProvisional], [true, false]);
});

test("only the first try of a puzzle counts", () => {
  tried(PUZZLE, { score: 0, difficulty: 2, at: NOON });
  tried(PUZZLE, { score: 1, difficulty: 2, at: NOON + 1 });
  assert.deepEqual(rating(), { value: 1160, count: 1, isProvisional: true });
});

test("a streak ends at its first mistake; one puzzle may be skipped; puzzles grow harder, to the hardest", () => {
  let run = runs.begun("streak", NOON, 7);
  const wanted = [runs.wanted(run)];
  for (const mark of ["solved", "solved", "skipped", "solved"]) {
    assert.equal(runs.maySkip(run), !run.marks.includes("skipped"));
    run = runs.marked(run, mark, NOON + 400 * MINUTE);
    wanted.push(runs.wanted(run));
    assert.equal(run.over, false);
  }
  assert.deepEqual(wanted, wanted.toSorted((a, b) => a - b));
  assert.ok(wanted[0] < wanted.at(-1));
  assert.equal(runs.wanted({ ...run, marks: Array(100).fill("solved") }), 5);
  run = runs.marked(run, "missed", NOON);
  assert.equal(run.over, true);
  assert.equal(runs.solvedIn(run), 3);
});

test("a rush ends at its third mistake", () => {
  let run = runs.begun("rush3", NOON, 7);
  const left = [];
  for (const mark of ["missed", "solved", "missed"]) {
    run = runs.marked(run, mark, NOON + MINUTE);
    left.push(runs.mistakesLeft(run));
  }
  assert.deepEqual([left, run.over, runs.maySkip(run)], [[2, 2, 1], false, false]);
  assert.equal(runs.marked(run, "missed", NOON + MINUTE).over, true);
});

test("a rush ends with its time, which goes by the clock; what comes later does not count", () => {
  for (const [kind, minutes] of [["rush3", 3], ["rush5", 5]]) {
    const run = runs.begun(kind, NOON, 7), end = NOON + minutes * MINUTE;
    assert.equal(runs.timeLeft(run, NOON + MINUTE), (minutes - 1) * MINUTE);
    assert.equal(runs.timeLeft(run, end + MINUTE), 0);
    const inTime = runs.marked(run, "solved", end - 1), late = runs.marked(run, "solved", end);
    assert.deepEqual([inTime.over, runs.solvedIn(inTime)], [false, 1]);
    assert.deepEqual([late.over, runs.solvedIn(late)], [true, 0]);
  }
  assert.equal(runs.timeLeft(runs.begun("streak", NOON, 7), NOON + 1e9), Infinity);
});

test("the best of each kind is kept, and only a run that is over is one", () => {
  const solvedOnce = (run) => runs.marked(run, "solved", NOON);
  const begun = solvedOnce(runs.begun("rush5", NOON, 7));
  assert.equal(runs.keepRun(begun).isBest, false);
  assert.deepEqual(runs.bests(), {});
  assert.equal(runs.keepRun({ ...begun, over: true }).isBest, true);
  assert.equal(runs.keepRun({ ...begun, over: true }).isBest, false, "the same again is no better");
  assert.equal(runs.keepRun({ ...solvedOnce(begun), over: true }).isBest, true);
  assert.equal(runs.bests().rush5, 2);
  // A streak waits while there is a rush.
  runs.keepRun(runs.begun("streak", NOON, 7));
  assert.equal(runs.runOf("rush3").kind, "rush5");
  assert.equal(runs.runOf("streak").kind, "streak");
});

test("a run takes puzzles near the wanted difficulty, first those that were not seen, none twice", () => {
  const of = (address, difficulty, isSeen = false) => ({ address, difficulty, isSeen });
  let run = runs.begun("streak", NOON, 7);
  const all = [of("#a", 1.1), of("#b", 1.2, true), of("#c", 3), of("#d", null), of("#e", 1.0)];
  const taken = [];
  for (let count = 0; count < 4; count++) {
    taken.push(runs.chosen(all, run, () => 0.99).address);
    run = runs.withPuzzle(run, { pack: "p", index: 0 }, taken[count]);
  }
  assert.deepEqual(taken, ["#e", "#a", "#c", "#b"]);
  assert.equal(runs.chosen(all, run, () => 0.99), null, "it has had all");
  assert.equal(runs.chosen(all, runs.begun("streak", NOON, 7), () => 0).address, "#a");
});

test("a run looks into the packs of its difficulty first, and into none of three hands", () => {
  const pack = (name, least, most, hands = [2]) => ({ name, least, most, hands });
  const entries = [pack("hard", 4, 4.4), pack("three", 1, 2, [3]), pack("both", 1, 2, [2, 3]), pack("easy", 2, 2.9), pack("beginner", 1, 1.9), pack("plain", null, null)];
  assert.deepEqual(runs.packsFor(entries, runs.begun("streak", NOON, 7), () => 0).map(({ name }) => name), ["beginner", "easy", "hard"]);
});

test("what is shared of a run has its marks and the address, and no cards", () => {
  const run = { ...runs.begun("streak", NOON, 20786), marks: [...Array(11).fill("solved"), "skipped", "missed"], used: [PUZZLE, OTHER], at: { pack: "pack-name", index: 3 } };
  const english = textOfRun(run, "https://example.org/app/");
  assert.equal(english, "canju 残局 · 2026-11-29\nStreak: 11 solved\n🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩\n🟩⬜🟥\nhttps://example.org/app/");
  const chinese = speaking("zh", () => textOfRun(run, "https://example.org/app/"));
  assert.ok(chinese.includes("连胜闯关：解出 11 题"), chinese);
  for (const text of [english, chinese]) for (const told of ["446TT", "555A2", "346999Q2", "34JAAD", "pack-name"]) assert.ok(!text.includes(told), text);
  assert.deepEqual(english.match(/[🟩⬜🟥]/gu), chinese.match(/[🟩⬜🟥]/gu));
  assert.ok(!textOfRun(run, "").endsWith("\n"));
});

test("what is shared of the puzzle of the day is a row for each try, up to the one that solves it", () => {
  const good = { slip: null, move: "44" }, bad = { slip: { win: true }, move: "TT" };
  assert.equal(todayOf(20786), null);
  ended(20786, [good, bad], null, 2.3);
  ended(20786, [good, good, good], "alone", 2.3);
  ended(20786, [good], "helped", 2.3);
  const text = textOfToday(todayOf(20786), "https://example.org/app/");
  assert.equal(text, "canju 残局 · 2026-11-29\nPuzzle of the day · difficulty 2.3 · Solved without help\n🟩🟥\n🟩🟩🟩\nhttps://example.org/app/");
  assert.ok(!/44|TT/.test(text));
  assert.equal(todayOf(20787), null, "another day begins anew");
});

test("the file has tries and bests; put together, the earlier try and the larger best stay", () => {
  tried(PUZZLE, { score: 0, difficulty: 2, at: NOON });
  tried(OTHER, { score: 1, difficulty: 4.9, at: NOON + 5 });
  runs.addBests({ streak: 9, rush3: 2 });
  solved(PUZZLE, "alone", 2, 5);
  missed(OTHER, { pack: "p", index: 1 }, 5);
  const text = exported(), before = rating();
  stored.clear();
  tried(PUZZLE, { score: 1, difficulty: 2, at: NOON + 1 });
  runs.addBests({ streak: 3, rush3: 4 });
  assert.ok(imported(text));
  assert.deepEqual(rating(), before);
  assert.deepEqual(runs.bests(), { streak: 9, rush3: 4, rush5: 0 });
  assert.ok(imported(text), "once more");
  assert.deepEqual([rating(), runs.bests().streak], [before, 9]);
  addTries({ [PUZZLE]: { score: 1, difficulty: 2, at: NOON + 9 } });
  assert.equal(tries()[PUZZLE].score, 0);
});

test("a file of an earlier version is read", () => {
  assert.ok(imported(JSON.stringify({ schema: "canju.progress/1", solved: { [PUZZLE]: "alone" }, difficulties: { [PUZZLE]: 1.7 }, mistakes: {} })));
  assert.deepEqual(rating().count, 0);
});

test("a file with values that make no sense is refused, and changes nothing", () => {
  const good = JSON.parse(exported()), before = [...stored];
  const attempt = { score: 1, difficulty: 2, at: NOON };
  const wrong = [
    { bests: { streak: -1 } }, { bests: { streak: 1.5 } }, { bests: { streak: "9" } }, { bests: { marathon: 3 } }, { bests: [] }, { bests: 5 },
    ...[{ score: 2 }, { score: "1" }, { score: undefined }, { difficulty: 9 }, { difficulty: "2" }, { at: -1 }, { at: 0.5 }, { at: 1e300 }].map((part) => ({ tries: { [PUZZLE]: { ...attempt, ...part } } })),
    { tries: { [PUZZLE]: null } }, { tries: { [PUZZLE]: [] } }, { tries: { "446TT": attempt } }, { tries: "none" },
  ];
  for (const part of wrong) assert.equal(imported(JSON.stringify({ ...good, ...part })), false, JSON.stringify(part));
  assert.deepEqual([...stored], before);
  assert.ok(imported(JSON.stringify({ ...good, tries: { [PUZZLE]: attempt } })), "and a right one is not");
});
