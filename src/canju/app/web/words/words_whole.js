// The texts of whole games with hidden hands, in English and Chinese. A puzzle in another page does without them, so they have a file of
// their own.

import { reader } from "./language.js";
import { within } from "./words.js";

const ENGLISH = {
  about: "A whole game from the first card: each player sees its own hand alone. Two bots play by advice, which is an estimate. At the end all hands are shown, and your moves are judged.",
  begin: "Deal the cards to begin.", dealing: "Dealing…", deal: "Deal", newDeal: "New deal", sameDeal: "The same deal again", another: "Another game",
  places: ["You", "Next player", "Player before you"],
  /** @param {string} seat */
  you: (seat) => `${seat} (you)`,
  apart: "For the landlord",
  yourBid: "Your bid: the landlord gets three more cards.", bidding: "The others bid…",
  /** @param {number} bid */
  bid: (bid) => (bid === 0 ? "No bid" : String(bid)),
  /** @type {(who: string, bid: number) => string} */
  hasBid: (who, bid) => `${who}: ${bid === 0 ? "no bid" : bid}`,
  /** @type {(who: string, stake: number) => string} */
  becomesLandlord: (who, stake) => `Landlord: ${within(who)}, for ${stake}.`,
  nobodyBids: "Nobody bids: there is another deal.",
  landlordsCards: "The landlord's three cards:",
  /** @type {(seed: number, bots: string, isSerious: boolean) => string} */
  dealNamed: (seed, bots, isSerious) => `Deal ${seed} · bots: ${bots.toLowerCase()}${isSerious ? " · serious" : ""}`,
  /** @param {string} seat */
  thinks: (seat) => `${seat} is thinking…`,
  /** @type {(seat: string, worlds: number, estimated: number) => string} */
  chose: (seat, worlds, estimated) => `${seat} looked at ${worlds} possible deal${worlds === 1 ? "" : "s"}${estimated ? `, at ${estimated} of them by how they look` : ""}.`,
  advise: "Advice",
  /** @type {(won: boolean, points: number | null, landlord: boolean) => string} */
  result: (won, points, landlord) => `${won ? "You win" : "You lose"}${points === null ? "" : ` ${Math.abs(points)} point${Math.abs(points) === 1 ? "" : "s"}${landlord ? "" : ", as your partner does"}`}.`,
  strength: "Bots", strengths: { easy: "Easy", medium: "Medium", hard: "Hard" },
  serious: "Serious: no advice, and moves stay", dealNumber: "Number of the deal", anyDeal: "any",
  judging: "Judging your moves…", judge: "Judge my moves", yourMoves: "Your moves, judged twice",
  judgedBy: "By what you could know: in how many of a hundred possible deals another move wins more often, an estimate. With open hands: what the move did in this deal, exactly.",
  asKnown: "By what you could know", asOpen: "With open hands",
  costNothing: "nothing better", noChoice: "no choice",
  /** @type {(worlds: number, points: number | null, best: string) => string} */
  cost: (worlds, points, best) => `${worlds} in 100${points === null ? "" : `, ${points.toFixed(1)} points`} less than ${best}`,
  /** @param {number} n */
  keptPuzzles: (n) => `${n === 1 ? "One mistake is" : `${n} mistakes are`} now ${n === 1 ? "a puzzle" : "puzzles"} with one winning move: ${n === 1 ? "it comes" : "they come"} back tomorrow, in the tab Puzzles.`,
  playPuzzle: "Play it as a puzzle", review: "Review with open hands", adviseHere: "Advice at this move",
  dealAddress: "Address of the deal, for others to play", gameAddress: "Address of this game",
};

/** @type {typeof ENGLISH} */
const CHINESE = {
  about: "从发牌打起的整局：每家只看得到自己的牌。两个机器人按建议出牌，建议只是估计。打完后亮出所有的牌，并评判你的每一手。",
  begin: "发牌开局。", dealing: "正在发牌…", deal: "发牌", newDeal: "再来一局", sameDeal: "同一副牌重打", another: "另开一局",
  places: ["你", "下家", "上家"],
  you: (seat) => `${seat}（你）`,
  apart: "底牌",
  yourBid: "轮到你叫分：地主另得三张底牌。", bidding: "别家在叫分…",
  bid: (bid) => (bid === 0 ? "不叫" : `${bid} 分`),
  hasBid: (who, bid) => `${who}：${bid === 0 ? "不叫" : `${bid} 分`}`,
  becomesLandlord: (who, stake) => `${who}以 ${stake} 分当地主。`,
  nobodyBids: "无人叫分，重新发牌。",
  landlordsCards: "底牌：",
  dealNamed: (seed, bots, isSerious) => `第 ${seed} 号牌 · 机器人：${bots}${isSerious ? " · 认真模式" : ""}`,
  thinks: (seat) => `${seat}在想…`,
  chose: (seat, worlds, estimated) => `${seat}看了 ${worlds} 副可能的牌${estimated ? `，其中 ${estimated} 副是估计` : ""}。`,
  advise: "建议",
  result: (won, points, landlord) => `${won ? "你赢了" : "你输了"}${points === null ? "" : ` ${Math.abs(points)} 分${landlord ? "" : "，你的同伴也一样"}`}。`,
  strength: "机器人", strengths: { easy: "简单", medium: "中等", hard: "困难" },
  serious: "认真模式：没有建议，不能悔棋", dealNumber: "牌号", anyDeal: "随机",
  judging: "正在评判你的每一手…", judge: "评判我的每一手", yourMoves: "你的每一手，两种评判",
  judgedBy: "按当时所知：一百副可能的牌里，有多少副换一种出法更能赢，这是估计。按明牌：在这副牌里这一手的真实结果，是精确的。",
  asKnown: "按当时所知", asOpen: "按明牌",
  costNothing: "没有更好的", noChoice: "别无选择",
  cost: (worlds, points, best) => `不如 ${best}：少赢 ${worlds}/100${points === null ? "" : `，少 ${points.toFixed(1)} 分`}`,
  keptPuzzles: (n) => `有 ${n} 处错误成了只有一手能赢的残局，明天会在“选题”里再来。`,
  playPuzzle: "现在就解", review: "明牌复盘", adviseHere: "这一手的建议",
  dealAddress: "这副牌的链接，可以让别人来打", gameAddress: "这一局的链接",
};

/** In the chosen language. */
export const wholeWords = () => (reader.language === "zh" ? CHINESE : ENGLISH);
