// The texts of the app and of the pages of `canju explain`, in English. `words_zh.js` says the same in Chinese; its type is
// this one's, so nothing is missing. Words that depend on the number of hands are in `words.js`.

import { themes as names } from "./themes.js";
import { verb, within } from "./words.js";

/** @typedef {typeof ENGLISH} Words */

/** @type {Record<string, string>} */
const packs = {
  "1-beginner": "Beginner", "2-easy": "Easy", "3-medium": "Medium", "4-hard": "Hard", "5-master": "Master", "6-lost": "Lost: defend and win",
  circulated: "From chats and forums", "game-levels": "Levels of a game", "solver-tables": "From other solvers", unanswered: "Published without an answer",
  "two-beginner": "Beginner", "two-easy": "Easy", "two-medium": "Medium", "two-hard": "Hard",
  "two-master": "Master", "two-lost": "Lost: defend and win", "two-gives-up-lead": "Give up the lead", "two-splits-chain": "Split a chain",
  "two-long-way": "The longer way", "two-only-pass": "Only a pass wins", "two-refuses-to-beat": "Refuse to beat", "two-splits-bomb": "Split a bomb",
  "two-sacrifices-bomb": "Sacrifice a bomb", "two-times-four": "For points: four times the stake", "three-landlord-easy": "Landlord: easy", "three-landlord-medium": "Landlord: medium", "three-landlord-hard": "Landlord: hard",
  "three-landlord-only-pass": "Landlord: only a pass wins", "three-farmers-easy": "Farmers: easy", "three-farmers-medium": "Farmers: medium", "three-farmers-hard": "Farmers: hard",
  "three-feeds-partner": "Farmers: feed the partner", "three-blocks-landlord": "Farmers: block the landlord", "three-lets-partner-through": "Farmers: let the partner through",
  "three-landlord-times-four": "Landlord: four times the stake", "three-farmers-times-four": "Farmers: four times the stake",
};
const themes = names.en;
/** The bands of difficulty. @type {Record<string, string>} */
const bands = { 1: "1 · Beginner", 2: "2 · Easy", 3: "3 · Medium", 4: "4 · Hard", 5: "5 · Master" };
/** @type {Record<string, string>} */
const presets = { huanle: "Huanle (the usual rules)", rlcard: "RLCard", douzero: "DouZero", openspiel: "OpenSpiel", pagat: "Pagat", botzone: "Botzone" };
/** How points are counted. @type {Record<string, string>} */
const scorings = { win: "Winning, no points", douzero: "DouZero's points", botzone: "Botzone's points", pagat: "Pagat's points", huanle: "Huanle's points, with spring" };
/** @type {Record<string, string>} */
const sizes = { small: "Small", medium: "Medium", large: "Large", three: "Three hands" };
/** @type {Record<string, string>} */
const levels = { beginner: "Beginner", easy: "Easy", medium: "Medium", hard: "Hard" };

export const ENGLISH = {
  /** @param {string} hands */
  title: (hands) => (hands ? `${hands} – canju` : "canju"),
  tabs: { puzzles: "Puzzles", deal: "Deal", solve: "Solve", play: "Play", review: "Review", game: "Game", advice: "Advice" },
  views: "Views",
  packs, themes, bands, presets, sizes, levels,
  share: "Share", close: "Close", cancel: "Cancel", again: "Try again", longer: "Search longer", longerOpen: "Search the open moves longer",

  // The table
  /** @type {(name: string, number: number, all: number) => string} */
  copyOf: (name, number, all) => `${name}, ${number} of ${all}`,
  /** @param {string} cards */
  mustAnswer: (cards) => `must answer ${cards}`,
  ownPosition: "Your own position",
  solveIt: "Answer", playIt: "Play it",
  // Points
  scoring: "Played for", scorings,
  /** @param {number} n */
  worth: (n) => `worth ${n > 0 ? "+" : ""}${n} to the player to move`,
  /** @param {number} n */
  points: (n) => `${n > 0 ? "+" : ""}${n}`,
  /** What a move is worth, and how much more another is. @type {(value: number, best: number) => string} */
  less: (value, best) => `${value > 0 ? "wins" : "loses"} ${Math.abs(value)}, could ${best > 0 ? "win" : "lose"} ${Math.abs(best)}`,
  stepBack: "One move back", stepOn: "One move on", stepLast: "To the end", replay: "Replay", stop: "Stop",

  // Puzzles
  daily: "Puzzle of the day",
  /** @param {number} n */
  puzzle: (n) => `Puzzle ${n}`,
  /** @param {number} n */
  puzzles: (n) => `${n} puzzle${n === 1 ? "" : "s"}`,
  /** @type {(solved: number, all: number) => string} */
  solvedOf: (solved, all) => `${solved} of ${all} solved`,
  /** @param {number} n */
  difficulty: (n) => `difficulty ${n.toFixed(1)}`,
  /** @param {string[]} themes */
  itNeeded: (themes) => `the win: ${themes.join(", ")}`,
  bankOfTwo: "More of two hands", bankOfThree: "Three hands",
  tryAgain: "Mistakes to try again",
  /** @param {number} n */
  comeBackLater: (n) => `${n} ${n === 1 ? "comes" : "come"} back another day.`,
  progress: "Your progress",
  /** @type {(solved: number, alone: number) => string} */
  solvedSoFar: (solved, alone) => `${solved} solved, ${alone} without help`,
  saveProgress: "Save to a file", openProgress: "Add from a file",
  progressRead: "The progress of the file was added.",
  noProgress: "This file is no progress of canju.",
  marks: { alone: "Solved without help", helped: "Solved with help" },
  runs: {
    title: "Streak and rush",
    names: { streak: "Streak", rush3: "Rush, 3 min", rush5: "Rush, 5 min" },
    streakRule: "Streak: puzzles grow harder, and there are no hints. The first mistake ends it. One puzzle may be skipped.",
    rushRule: "Rush: each puzzle solved counts one. The third mistake ends it, or the time, and nothing stops the clock.",
    goOn: "Go on", end: "End it", skip: "Skip it",
    /** @type {(name: string, solved: number) => string} */
    result: (name, solved) => `${name}: ${solved} solved`,
    /** @type {(name: string, solved: number) => string} */
    standing: (name, solved) => `${name} · ${solved} solved`,
    /** @param {number} n */
    mistakesLeft: (n) => (n === 1 ? "The next mistake ends it" : `The ${n === 2 ? "second" : "third"} mistake from here ends it`),
    /** @type {(what: "solved" | "missed" | "skipped", solved: number) => string} */
    marked: (what, solved) => `${{ solved: "Solved.", missed: "A mistake.", skipped: "Skipped." }[what]} ${solved} so far.`,
    /** @param {[string, number][]} list */
    bests: (list) => `Your best: ${list.map(([name, solved]) => `${name}: ${solved}`).join(" · ")}`,
    /** @param {number} n */
    best: (n) => `Your best is ${n}.`,
    newBest: "This is your best.",
  },
  results: {
    brand: "canju 残局", share: "Share the result", text: "The result as text", unsolved: "not solved",
    copy: "Copy the text", copied: "Copied.", byHand: "The browser does not let the page copy. The text is selected, to be copied by hand.",
  },
  rating: {
    none: "No rating yet",
    /** @type {(value: number, n: number, isProvisional: boolean) => string} */
    value: (value, n, isProvisional) => `Rating ${value}${isProvisional ? ", provisional" : ""} · ${n} ${n === 1 ? "puzzle" : "puzzles"}`,
    rule: "Your first try of each puzzle with a difficulty counts. After a mistake, a hint, an undo or a look at the answer it is not solved. Streaks and rushes don't count.",
  },
  newPuzzle: "New puzzle", size: "Size", level: "Difficulty", make: "Make a puzzle", making: "Making one…",
  puzzleMade: "A new puzzle is on the table",
  noneFound: "No such puzzle was found in time. Try again, or another size or difficulty.",
  loading: "Loading the packs…",

  // Deal
  howMany: "Hands", twoHands: "Two", threeHands: "Three",
  cardsGoTo: "Cards go to", whoMoves: "Moves first",
  packHint: "The pack: tap or type a card to deal it",
  dealHint: "Tap a card in the pack to deal it, and a card on the table to take it back. The number says how many are left.",
  /** @type {(card: string, n: number) => string} */
  left: (card, n) => `${card}, ${n} left`,
  /** @type {(card: string, seat: string) => string} */
  given: (card, seat) => `${card} to ${seat}`,
  /** @param {string} card */
  takenBack: (card) => `${card} back in the pack`,
  tapToTakeBack: "Tap a card to take it back.",
  mustBeat: "Must beat (empty: leads)", lastExample: "such as JJ", playedBy: "Played by",
  rulesAndBans: "Rules and bans", preset: "Rules", kindsAllowed: "What may be played", twoPacks: "Two packs",
  /** @param {string} kind */
  banned: (kind) => `no ${kind.toLowerCase()}`,
  /** @param {string} kind */
  allowed: (kind) => `with ${kind.toLowerCase()}`,
  paste: "Paste hands", pasteExample: "346999Q2 / 34JAAD", takeOver: "Deal these hands",
  pasteForm: "Two or three hands with a stroke between them: 346999Q2 / 34JAAD",
  clear: "Clear", unfinished: "Each hand needs a card.",

  // Solve
  verdicts: { win: "Win", loss: "Loss", unknown: "Open" },
  undecided: "Not decided within the limits",
  searching: "Searching…", judging: "Judging every move…",
  /** @type {(seconds: number, nodes: number) => string} */
  soFar: (seconds, nodes) => `${seconds.toFixed(1)} s${nodes ? ` · ${nodes.toLocaleString("en")} nodes` : ""}`,
  /** @type {(ms: number, nodes: number) => string} */
  effort: (ms, nodes) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString("en")} ms · ${nodes.toLocaleString("en")} nodes`,
  cancelled: "Cancelled.",
  tapMove: "Tap a move to see what follows it, and go on from there.", askHere: "Go on from here",
  /** @param {number} n */
  losing: (n) => (n === 1 ? "The move that loses" : `Moves that lose (${n})`),
  /** @param {number} n */
  open: (n) => `Not decided within the limits (${n})`,
  /** @param {number} n */
  onlySome: (n) => `There are more moves than the ${n.toLocaleString("en")} that are listed.`,
  bestLine: "Best play", after: "After",

  // Play
  side: "You play",
  /** @param {string} side */
  youPlay: (side) => `You play ${within(side)}.`,
  /** @type {(side: string, task: string) => string} */
  youHaveTo: (side, task) => `You play ${within(side)}: ${task}.`,
  yourLead: "Your lead: play anything.",
  /** @param {string} cards */
  yourAnswer: (cards) => `Beat ${cards}, or pass.`,
  thinking: "The solver is thinking…",
  /** @type {(at: number, all: number) => string} */
  lookingBack: (at, all) => `Looking back: move ${at} of ${all}`,
  lineShown: "This is how the game would go on.",
  youWon: "You have won!", youLost: "The solver has won.",
  neverWinnable: "No way of playing could have won: the solver does not err.",
  /** @param {string} cards */
  slip: (cards) => `${cards} gave the win away.`,
  /** `less`: what it is worth, and how much more another was. @type {(cards: string, less: string) => string} */
  slipOfPoints: (cards, less) => `${cards}: ${less}.`,
  takeBack: "Take it back",
  throwCards: "Play", pass: "Pass", undo: "Undo",
  combinations: "What the chosen cards make",
  /** @param {number} n */
  tapCards: (n) => `Tap the cards to play. ${n === 1 ? "There is one move." : `There are ${n} moves.`}`,
  cantBeat: "Nothing you hold beats it: pass.",
  nothingChosen: "No card is chosen",
  noCombination: "These cards can't be played together now.",
  notYet: "Part of a combination",
  chooseHint: "Arrows move, space chooses, Enter plays.",
  hints: "Hints", showLine: "Show best play", backToGame: "Back to the game", goOnHere: "Go on from here",
  nextPuzzle: "Next puzzle", morePuzzles: "More puzzles",
  keys: "On a keyboard, at the cards: type a rank to choose it, Enter plays, P passes, Escape clears.",
  noMove: "The solver found no move within the limits.",

  // Review
  noGame: "No game has been played yet. Play one, or open the address of one: then you see here which move gave the win away.",
  logs: "Review a game log", logExample: "landlord hand: 3 3 5\ndown hand: 4 A\nlandlord: 3, down: 4",
  logHint: "Paste a log, or drop its file here: Botzone, DouZero, RLCard, or plain text", readLog: "Review this log", openLog: "Open a file…",
  reviewing: "Judging every move, from the last one backwards…",
  reviewAnew: "Review the game as it is now",
  /** `open`: were some positions not decided? @type {(n: number, open: boolean) => string} */
  mistakes: (n, open) => (open ? `${n === 0 ? "No move is known to have given" : n === 1 ? "At least one move gave" : `At least ${n} moves gave`} a win away; not all is decided.`
    : n === 0 ? "No move gave a win away." : n === 1 ? "One move gave the win away." : `${n} moves gave a win away.`),
  balance: "Who was winning",
  /** @param {string} side */
  wins: (side) => `${side} ${verb(side, "wins", "win")}`,
  /** @type {[string, string][]} */
  legend: [["▼", "gave the win away"], ["◆", "kept it by the only move"]],
  /** @type {(n: number, seat: string) => string} */
  moveOf: (n, seat) => `Move ${n} · ${seat}`,
  did: {
    kept: "kept the win", only: "kept the win by the only move", gave_away: "gave the win away", lost_anyway: "was lost anyway",
    forced: "had no choice", unknown: "not decided within the limits", gave_points: "gave points away",
  },
  tapReviewed: "Tap the bar or a move to see what it did.",
  /** @type {(seat: string, side: string) => string} */
  keptBy: (seat, side) => `${seat} could still keep ${side === "The farmers" ? "the farmers' win" : side === "The landlord" ? "the landlord's win" : "the win"} by`,
  onlyThis: "alone", perhapsOthers: "and perhaps by others",
  refutedBy: "Refuted by",
  /** @param {number} n */
  winNeeded: (n) => `The win needed ${n} more move${n === 1 ? "" : "s"}, passes counted.`,
  showRefutation: "Show the refutation", playBetter: "Play it better", instead: "What could have followed",
  tallyHead: ["Wins in hand", "Given away", "Only moves", "Kept"], tallyPoints: "Points given away",
  saveBar: "Save the bar as SVG",

  // Advice
  hiddenHands: "Hands hidden",
  caution: "An estimate, never a verdict: for study and for bots, not for live games. It supposes that from now on all see all cards and play perfectly.",
  whatToPlay: "What to play, if only your own hand is seen?",
  youAre: "You are",
  /** @type {(pile: "hand" | "0" | "1" | "2" | "last" | "open", own: number) => string} */
  pile: (pile, own) => (pile === "hand" ? "Your hand" : pile === "last" ? "To answer" : pile === "open" ? "Open cards"
    : Number(pile) === own ? "You played" : `${["Landlord", "Farmer 1", "Farmer 2"][Number(pile)]} played`),
  placed: "Cards that you have placed",
  /** @param {number} n */
  faceDown: (n) => `${n} face down`,
  /** @param {string} seat */
  cardsOfSeat: (seat) => `${seat} holds`,
  dealOwn: "Tap the cards of your hand. Then choose where other cards go, such as those that were played.",
  /** @type {(held: number, played: number) => string} */
  ready: (held, played) => `You hold ${held} card${held === 1 ? "" : "s"}${played ? ` and have played ${played}` : ""}; the numbers fit.`,
  /** @type {(left: number[], unseen: number) => string} */
  miscount: ([one, other], unseen) => (one + other < unseen
    ? `The others hold ${one} + ${other} cards, but ${unseen} are neither in your hand nor played: place ${unseen - one - other} more, or set the numbers.`
    : `The others hold ${one} + ${other} cards, but only ${unseen} are neither in your hand nor played: take ${one + other - unseen} back, or set the numbers.`),
  /** @type {(where: string, what: string) => string} */
  wrongAt: (where, what) => `${where}: ${what}`,
  /** @type {(where: string, card: string) => string} */
  wrongCard: (where, card) => `${where}: ${card} is no card that is left; cards are 3 4 5 6 7 8 9 T J Q K A 2 X D.`,
  /** What the solver calls the parts of the question. @type {Record<string, string>} */
  fields: { hand: "Your hand", left: "Numbers of cards", played: "Cards played", landlord_cards: "Landlord's open cards", last: "To answer", by: "Played by", rules: "Rules", seat: "Your seat" },
  /** What is wrong with them, where the solver's own words won't do. @type {Record<string, string>} */
  cures: {},
  takeOneBack: "Take one back", estimateIt: "Estimate", moreWorlds: "More worlds",
  /** @type {(done: number, all: number) => string} */
  estimating: (done, all) => `Estimating, ${done} of ${all} worlds…`,
  /** @param {number} n */
  estimateThere: (n) => `The estimate from ${n} worlds is there`,
  estimate: "Estimate: where each move wins",
  /** @type {(n: number, isExact: boolean) => string} */
  someWorlds: (n, isExact) => `${n} worlds, drawn from all deals that fit${isExact ? ", each solved exactly" : ""}. The line is the 95 % interval.`,
  /** @type {(n: number, isExact: boolean) => string} */
  allWorlds: (n, isExact) => (n === 1 ? "The only deal that fits" : `All ${n} different deals that fit`) + (isExact ? `, ${n === 1 ? "" : "each "}solved exactly.` : "."),
  someEstimated: "Hard ones are not solved to the end: there it counts how likely a win looks.",
  /** @param {number} n */
  estimatedIn: (n) => ` · in ${n} by how it looks`,
  notTried: "not decided in any",
  /** @type {(share: string, low: string, high: string) => string} */
  shareOf: (share, low, high) => (low === high ? `${share} % of worlds` : `${share} % of worlds (${low} to ${high} %)`),
  /** @param {number} n */
  droppedAfter: (n) => ` · behind, so not tried beyond ${n}`,
  equalMoves: "or the same:",
  adviseCommand: "The command that estimates it",
  dealMe: "Deal me a hand", example: "An example", pasteHand: "Paste your hand, or an address of this tab", takeHand: "Take this hand", adviseHere: "Advice with hidden hands",

  // A whole game
  fromGame: "A mistake in a game of yours",

  // Share
  address: "Address", answerAddress: "Address of the answer", picture: "Picture", savePng: "Save as PNG", saveSvg: "Save as SVG", commandLine: "The command that solves it", send: "Send…",
  commandNow: "The command for what is on the table now",
  proof: "A certificate that a program can check, and the command for it",
  saveProof: "Save the certificate",
  pictureTitle: "Who wins?",

  // A page of `canju explain`
  openHands: "All hands open",

  // In another page
  aPuzzle: "A Dou Dizhu puzzle", wholeApp: "Open in canju",
  noPuzzle: "This is no puzzle. It is written as 346999Q2 | 34JAAD.",
  noSite: "The puzzle of the day needs the address of a site of canju: src.",

  // What went wrong
  offline: "There is no connection, and this has not been kept.",
  unsupported: "This browser is too old for the solver. It needs WebAssembly with SIMD: any browser of 2023 or later.",
  noWorker: "This browser does not start the solver's worker, which is a module: any browser of 2023 or later does.",
  broken: "The solver gave an answer that makes no sense.",
};
