// The words for a game, in English and Chinese, as far as they depend on the number of hands, and the sentences around
// them. Sentences are whole, because the order of words differs between the languages.

// In English the verb depends on the side, and the first letter on the place in the sentence.
/** @type {(side: string, one: string, many: string) => string} */
export const verb = (side, one, many) => (side === "The farmers" ? many : one);
/** @type {(side: string) => string} */
export const within = (side) => side.replace(/^The/, "the");

/** @typedef {ReturnType<typeof english>} Common */

/** @param {number} seats */
function english(seats) {
  /** @type {(first: boolean) => string} */
  const side = (first) => (seats === 3 ? (first ? "The landlord" : "The farmers") : first ? "First" : "Second");
  /** Each farmer has points of its own. @type {(n: number, first: boolean) => string} */
  const points = (n, first) => `${Math.abs(n)} point${Math.abs(n) === 1 ? "" : "s"}${seats === 3 && !first ? " each" : ""}`;
  return {
    seats: seats === 3 ? ["Landlord", "Farmer 1", "Farmer 2"] : ["First", "Second"],
    side,
    /** @param {number} n */
    cards: (n) => `${n} card${n === 1 ? "" : "s"}`,
    noCards: "no cards left",
    winner: "wins", toMove: "to move",
    begins: "Nothing has been played yet",
    passes: "pass",
    /** @param {string} seat */
    toBeat: (seat) => `${seat} · to beat`,
    start: "Start", restart: "Start again",
    /** @param {number} n */
    winning: (n) => (n === 1 ? "The winning move" : `Winning moves (${n})`),
    loseTo: "loses to", losesToPass: "loses even to a pass",
    /** @param {number} n */
    more: (n) => `${n} more`,
    /** @param {string} side */
    canWin: (side) => `Can ${within(side)} win?`,
    /** @type {(side: string, task: string) => string} */
    hasTo: (side, task) => `${side}: ${task}`,
    /** @param {string} side */
    winsWith: (side) => `${side} ${verb(side, "wins", "win")} with`,
    /** @param {string} side */
    loses: (side) => `${side} ${verb(side, "loses", "lose")}, whatever is played`,
    /** @type {(n: number, first: boolean) => string} */
    winPoints: (n, first) => `win ${points(n, first)}`,
    /** @type {(n: number, first: boolean) => string} */
    youGet: (n, first) => (n > 0 ? `You win ${points(n, first)}!` : `The solver wins: you lose ${points(n, first)}.`),
    /** @type {(n: number, asked: number, first: boolean) => string} */
    tooFew: (n, asked, first) => `Not solved: you win ${seats === 3 && !first ? `${n} each` : points(n, first)}, not ${asked}.`,
    /** @type {(n: number, first: boolean) => string} */
    gaveAway: (n, first) => `${side(first)} gave away ${points(n, first)}.`,
    /** @type {(asked: boolean) => string} */
    hint: (asked) => (asked ? "Another hint" : "A hint"),
    /** @param {string} side */
    noWin: (side) => `No move wins here: ${within(side)} ${verb(side, "wins", "win")}, whatever is played.`,
    /** @param {string} move */
    losesLeast: (move) => `No move wins here; this loses least: ${move}`,
    /** @param {{ rank?: string, cards?: number, height?: number }} detail */
    detail: ({ rank, cards, height }) => (cards ? ` of ${cards} cards` : rank ? `, with ${rank} as the main rank` : [", a low one (3 to 7)", ", a middle one (8 to Q)", ", a high one (K and above)"][height ?? 0]),
    copy: "Copy", copied: "Copied",
    theme: "Light or dark", language: "中文", table: "The table", movesSoFar: "Moves so far",
    /** @type {(seat: string, cards: string) => string} */
    answered: (seat, cards) => `${seat}: ${cards}`,
    /** @type {Record<string, string>} */
    small: { T: "10", X: "X", D: "D" },
    /** @type {Record<string, string>} */
    spoken: { T: "10", J: "jack", Q: "queen", K: "king", A: "ace", X: "small joker", D: "big joker" },
    /** @type {Record<string, string>} */
    kinds: { solo: "Single", pair: "Pair", trio: "Three", trio_solo: "Three with one", trio_pair: "Three with a pair", solo_chain: "Straight", pair_chain: "Straight of pairs", trio_chain: "Airplane", trio_solo_chain: "Airplane with single wings", trio_pair_chain: "Airplane with paired wings", four_two_solo: "Four with two", four_two_pair: "Four with two pairs", quad_chain: "Space shuttle", quad_solo_chain: "Space shuttle with single wings", quad_pair_chain: "Space shuttle with paired wings", bomb: "Bomb", rocket: "Rocket", pass: "Let it go" },
  };
}

/**
 * @param {number} seats
 * @returns {Common}
 */
function chinese(seats) {
  /** @type {(first: boolean) => string} */
  const side = (first) => (seats === 3 ? (first ? "地主" : "农民") : first ? "先手" : "后手");
  /** @param {boolean} first */
  const both = (first) => seats === 3 && !first;
  return {
    seats: seats === 3 ? ["地主", "农民甲", "农民乙"] : ["先手", "后手"],
    side,
    cards: (n) => `${n} 张`,
    noCards: "牌已出完",
    winner: "胜方", toMove: "该出牌",
    begins: "尚未出牌",
    passes: "不要",
    toBeat: (seat) => `${seat} · 待压`,
    start: "开局", restart: "重新开始",
    winning: (n) => (n === 1 ? "必胜的一手" : `必胜的出法（${n}）`),
    loseTo: "败于", losesToPass: "对方不要也输",
    more: (n) => `还有 ${n} 种`,
    canWin: (side) => `${side}能赢吗？`,
    hasTo: (side, task) => `${side}：${task}`,
    winsWith: (side) => `${side}必胜，首出`,
    loses: (side) => `${side}必败，怎么出都输`,
    winPoints: (n, first) => `${both(first) ? "每家" : ""}赢 ${n} 分`,
    youGet: (n, first) => `${both(first) ? "你方每家" : "你"}${n > 0 ? `赢 ${n} 分！` : `输 ${-n} 分。`}`,
    tooFew: (n, asked, first) => `没有解出：${both(first) ? "每家" : ""}只赢 ${n} 分，要赢 ${asked} 分。`,
    gaveAway: (n, first) => `${side(first)}${both(first) ? "每家" : ""}送掉 ${n} 分。`,
    hint: (asked) => (asked ? "再给点提示" : "给点提示"),
    noWin: (side) => `这里没有能赢的出法：怎么出都是${side}胜。`,
    losesLeast: (move) => `这里没有能赢的出法，这样输得最少：${move}`,
    detail: ({ rank, cards, height }) => (cards ? `，共 ${cards} 张` : rank ? `，主牌 ${rank}` : ["，小牌（3 到 7）", "，中牌（8 到 Q）", "，大牌（K 以上）"][height ?? 0]),
    copy: "复制", copied: "已复制",
    theme: "浅色或深色", language: "EN", table: "牌桌", movesSoFar: "已出的牌",
    answered: (seat, cards) => `${seat}：${cards}`,
    small: { T: "10", X: "小", D: "大" },
    spoken: { T: "10", X: "小王", D: "大王" },
    kinds: { solo: "单张", pair: "对子", trio: "三张", trio_solo: "三带一", trio_pair: "三带二", solo_chain: "顺子", pair_chain: "连对", trio_chain: "飞机", trio_solo_chain: "飞机带单翅膀", trio_pair_chain: "飞机带双翅膀", four_two_solo: "四带二", four_two_pair: "四带两对", quad_chain: "航天飞机", quad_solo_chain: "航天飞机带单翅膀", quad_pair_chain: "航天飞机带双翅膀", bomb: "炸弹", rocket: "王炸", pass: "不要" },
  };
}

/**
 * The common words in a language, for this number of hands.
 * @param {string} language
 * @param {number} seats
 * @returns {Common}
 */
export const common = (language, seats) => (language === "zh" ? chinese(seats) : english(seats));
