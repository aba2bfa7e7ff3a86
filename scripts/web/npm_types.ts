// Uses the package as a program with types does. It is checked, not run.
import { CanjuError, load, start } from "canju";
import type { CanjuPuzzle } from "canju/puzzle";
import * as wx from "canju/wx";
import type { Advice, Background, Canju, Checked, Dealt, Generated, Grade, Replies, Result, Review } from "canju";

const canju: Canju = await load({ memory: 8 << 20 });
const result: Result = canju.solve({ hands: ["K5", "44Q"], last: "J" }, { all_moves: true, time_limit_ms: 100 });
const again: Result = canju.solve(result);
const replies: Replies = canju.moves("K5 | 44Q");
const after = replies.moves[0]?.leads_to;
if (after && "winner" in after) console.log(after.winner === 1);
const review: Review = canju.review(["335", "4A"], ["3", "4"], { all_moves: true });
const mistake: string | undefined = review.moves[(review.turning_points[0] ?? 1) - 1]?.keeping[0];
const advice: Advice = canju.advise({ hand: "34455667789TJQKA2", seat: "farmer1", history: "3" }, { worlds: 8, time_limit_ms: 1000 });
const share: number | null | undefined = advice.moves[0]?.share;
const generated: Generated = canju.generate({ cards: "5+5", seed: 7 });
const dealt: Dealt = canju.deal({ seed: 7 });
const of_deal: Result = canju.solve(dealt.hands);
const grade: Grade = canju.grade(generated.puzzles[0]!);
const proof: Uint8Array = canju.prove(["K5", "44Q"], { plain: true });
const checked: Checked = canju.verify(proof);
const background = await start();
const solved: Result = await background.solve("K5 | 44Q", {
  signal: AbortSignal.timeout(1),
  onProgress: ({ elapsed_ms }) => console.log(elapsed_ms.toFixed(0)),
});
const isHand = (error: unknown) => error instanceof CanjuError && error.hand === 2;
// A mini game, and a puzzle in a page.
const game: Canju = await wx.load({ wx: "canju.wasm.br", memory: 8 << 20 });
const beside: Background = await wx.start({ worker: "workers/canju.js" });
const puzzle: CanjuPuzzle = document.createElement("canju-puzzle");
puzzle.addEventListener("canju-solved", ({ detail }) => console.log(detail.helped));
const fetched: Canju = await load({ module: new URL("https://example.org/canju.wasm") });
// @ts-expect-error A worker has a path.
void wx.start({ wx: "canju.wasm.br" });
// @ts-expect-error A verdict is one of three words.
const wrong = solved.verdict === "won";
// @ts-expect-error There is no such seat.
canju.advise({ hand: "3", seat: "north" });
// @ts-expect-error There is no such option.
canju.solve("K5 | 44Q", { allMoves: true });
console.log(game, beside, fetched, again, mistake, share, of_deal, grade, checked, isHand, wrong);
