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
const { due, missed, solved } = await app("state/progress.js");
const { bidOf, bidder, landlordOf, legal } = await app("game/bidding.js");
const { gameOf, position } = await app("game/game.js");
const { counts, hiddenAt, questionAt } = await app("game/hidden.js");
const { readWhole, wholeAddress } = await app("state/hidden_address.js");
const { costOf } = await app("match/whole.js");
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

test("players bid once in turn, each more than those before, until three; the highest becomes the landlord", () => {
  assert.deepEqual([[], [1], [1, 2]].map((bids) => bidder(4, bids)), [1, 2, 0]);
  assert.deepEqual([[1, 0, 2], [0, 3]].map((bids) => bidder(4, bids)), [null, null]);
  assert.deepEqual(landlordOf(4, [1, 0, 2]), { place: 0, stake: 2 });
  assert.deepEqual(landlordOf(4, [0, 3]), { place: 2, stake: 3 });
  assert.equal(landlordOf(4, [0, 0, 0]), null);
  assert.deepEqual(legal([2, 1, 3, 3]), [2, 3]);
});

test("a bot bids by its jokers, twos and bombs, and never less than was bid", () => {
  assert.equal(bidOf("334455667789TJQKA", []), 0);
  assert.equal(bidOf("334455667789TJK2X", []), 2);
  assert.equal(bidOf("334455667789TJKXD", []), 3);
  assert.equal(bidOf("333345667789TJQKA", []), 2);
  assert.equal(bidOf("333345667789TJQKA", [2]), 0);
});

test("the address of a whole game has the deal, what was agreed, the bids and the moves", () => {
  const agreed = { seed: 7, strength: "hard", scoring: "huanle", isSerious: true };
  const hash = wholeAddress(agreed, [0, 2, 0], ["3", "pass", "3334:trio_solo"]);
  assert.equal(hash, "#deal=7?bots=hard&scoring=huanle&serious=1&bids=0.2.0&moves=3.pass.3334:trio_solo");
  assert.deepEqual(readWhole(hash), { agreed, bids: [0, 2, 0], moves: ["3", "pass", "3334:trio_solo"] });
  assert.deepEqual(readWhole("#deal=12"), { agreed: { seed: 12, strength: "medium", scoring: "win", isSerious: false }, bids: [], moves: [] });
  for (const other of ["#deal=x", "#346999Q2/34JAAD", "#34455?seat=farmer1", ""]) assert.equal(readWhole(other), null);
});

test("what a player of a whole game knows: its hand, the moves, the open cards that are left, and how many the others hold", () => {
  const start = position(["333456789TJQKKAA22XD", "445566778899TTJJQ", "3456789TJQQKKAA22"], { scoring: "huanle", stake: 2 });
  const game = gameOf(start, ["345678", "pass", "pass", "D"]);
  assert.deepEqual(questionAt(game, "3KD", 1), { hand: start.hands[1], seat: "farmer1", history: "345678", landlord_cards: "3KD", rules: "huanle", scoring: "huanle", stake: 2 });
  assert.equal(questionAt(game, "3KD", 3).landlord_cards, "");
  const known = hiddenAt(game, "3KD", 4, 1);
  assert.deepEqual([known.seat, known.open, known.last, known.by, known.left], [1, "K", "D", 0, [13, null, 17]]);
  // Whatever was played before a game began: the numbers of cards fit.
  for (const [hands, last] of [[start.hands, null], [["346999Q2", "34JAAD", "55667"], null], [["346999Q2", "34JAAD", "55667"], "3"]]) {
    const { unseen, left } = counts(hiddenAt(gameOf(position(hands, { last }), []), "", 0, 1), 1);
    assert.equal(left[0] + left[1], unseen);
  }
});

test("what a move costs is how much better the best one is; without a choice nothing is said", () => {
  const advised = (move, share, points) => ({ move, equal: move === "3" ? ["4"] : [], share, points });
  const advice = { moves: [advised("5", 0.75, 1.5), advised("3", 0.5, 1), advised("6", 0.25)] };
  assert.deepEqual(costOf(advice, "4"), { best: "5", share: 0.25, points: 0.5 });
  assert.deepEqual(costOf(advice, "6"), { best: "5", share: 0.5, points: null });
  assert.equal(costOf({ moves: [advised("5", 1)] }, "5"), null);
});

test("a mistake in a game of the reader comes back like one of a pack, and is taken along", () => {
  missed(PUZZLE, { pack: null, index: 0 }, 10);
  missed(OTHER, { pack: "two-easy", index: 3 }, 10);
  assert.deepEqual([due(10).now.length, due(10).later], [0, 2]);
  assert.deepEqual(due(11).now.map(({ address, pack }) => [address, pack]), [[PUZZLE, null], [OTHER, "two-easy"]]);
  solved(PUZZLE, "alone", null, 11);
  assert.deepEqual([13, 14].map((day) => due(day).now.length), [1, 2]);
  const text = exported();
  stored.clear();
  assert.ok(imported(text));
  assert.equal(due(14).now.length, 2);
});
