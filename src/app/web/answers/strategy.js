// The answers in a page of `canju explain`: those of the strategy that the page holds. A game is followed through its tables from the
// first move, so undo is another, shorter walk. What they do not hold is never guessed: it is absent, and said to be so.
//
// In the strategy the winner has one move in each position and the loser all; in the trial it is the other way round, so that
// a reader can look for the winning moves. A position may be in either, in both or in neither.

import { words } from "../words/language.js";
import { Problem } from "./answers.js";
import { OVER, Tables, UNKNOWN } from "./tables.js";

/** @typedef {import("./answers.js").Source} Source */
/** @typedef {import("./answers.js").Judged} Judged */
/** @typedef {import("./tables.js").Data} Data */
/** @typedef {import("./tables.js").Graph} Graph */
/** @typedef {import("./tables.js").Node} Node */

/**
 * Where a game stands: its target in each graph, and whether the first hand's side wins from here; null if that is not known.
 * Before the first move there are no nodes.
 * @typedef {{ atStart: boolean, strategy: number, trial: number, firstWins: boolean | null }} Place
 */

/** @type {Node} */
const NOTHING = { kind: "cut", moves: [], targets: [] };

class Strategy {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.tables = new Tables(data);
    // The length of the longest game from each node of the strategy, as far as that is worked out.
    this.lengths = new Int16Array(this.tables.strategy.starts.length).fill(-1);
  }

  /** @returns {Place} */
  start() {
    return { atStart: true, strategy: UNKNOWN, trial: UNKNOWN, firstWins: (this.data.verdict === "win") === (this.data.turn === 0) };
  }

  /**
   * Where these moves lead.
   * @param {string[]} moves
   */
  place(moves) {
    return moves.reduce((place, move) => this.after(place, move), this.start());
  }

  /**
   * @param {Place} place
   * @param {string} move
   * @returns {Place}
   */
  after(place, move) {
    if (place.atStart) return this.afterFirst(move);
    const strategy = this.target(this.replies(place), move), trial = this.target(this.tried(place), move);
    // A move that the trial names and that leads nowhere is one that gives the win away.
    const slips = strategy === UNKNOWN && trial === UNKNOWN && this.indexOf(this.tried(place), move) >= 0;
    const isKnown = strategy !== UNKNOWN || trial !== UNKNOWN || slips;
    const firstWins = isKnown && place.firstWins !== null ? place.firstWins !== slips : null;
    return { atStart: false, strategy, trial, firstWins };
  }

  /**
   * @param {string} move
   * @returns {Place}
   */
  afterFirst(move) {
    const { first, turn } = this.data, index = first.findIndex(([number]) => this.tables.typed(number) === move);
    if (index < 0) return { atStart: false, strategy: UNKNOWN, trial: UNKNOWN, firstWins: null };
    const wins = first[index][1];
    return {
      atStart: false, strategy: this.tables.strategy.first[index], trial: this.tables.trial?.first[index] ?? UNKNOWN,
      firstWins: wins === null ? null : wins === (turn === 0),
    };
  }

  /**
   * What can be played here by the strategy: one move of the winner, or all of the loser.
   * @param {Place} place
   */
  replies({ strategy }) {
    return strategy >= 0 ? this.tables.node(this.tables.strategy, strategy) : NOTHING;
  }

  /**
   * What can be played here in the trial: all moves of the side that wins, or one of the other.
   * @param {Place} place
   */
  tried({ trial }) {
    return trial >= 0 && this.tables.trial ? this.tables.node(this.tables.trial, trial) : NOTHING;
  }

  /**
   * @param {Node} node
   * @param {string} move
   */
  indexOf(node, move) {
    return node.moves.findIndex((number) => this.tables.typed(number) === move);
  }

  /**
   * @param {Node} node
   * @param {string} move
   */
  target(node, move) {
    return node.targets[this.indexOf(node, move)] ?? UNKNOWN;
  }

  /**
   * The longest game that follows in the strategy, in moves, up to its end or that of the page.
   * @param {number} at
   * @returns {number}
   */
  length(at) {
    if (at < 0) return 0;
    if (this.lengths[at] < 0) {
      const { targets } = this.tables.node(this.tables.strategy, at);
      this.lengths[at] = targets.reduce((most, target) => Math.max(most, 1 + this.length(target)), 0);
    }
    return this.lengths[at];
  }

  /**
   * The move after which the game is longest.
   * @param {number[]} moves
   * @param {number[]} targets
   */
  longest(moves, targets) {
    const lengths = targets.map((target) => this.length(target));
    return moves[lengths.indexOf(Math.max(...lengths))];
  }

  /**
   * A move of the side that wins, if it is its turn and the tables hold one.
   * @param {Place} place
   */
  best(place) {
    if (place.atStart) return this.data.best === null ? null : this.data.first[this.data.best][0];
    const strategy = this.replies(place), trial = this.tried(place);
    if (strategy.kind === "answer") return strategy.moves[0];
    if (trial.kind !== "replies") return null;
    const over = trial.targets.indexOf(OVER);
    return trial.moves[over >= 0 ? over : trial.targets.findIndex((target) => target !== UNKNOWN)];
  }

  /**
   * A move of the side that loses: the one that makes it hardest to win, as far as the trial knows, else the longest game.
   * @param {Place} place
   */
  resistance(place) {
    if (place.atStart) return this.data.best === null ? this.longest(this.data.first.map(([move]) => move), this.tables.strategy.first) : null;
    const strategy = this.replies(place), trial = this.tried(place);
    if (trial.kind === "answer") return trial.moves[0];
    return strategy.kind === "replies" ? this.longest(strategy.moves, strategy.targets) : null;
  }

  /**
   * A game from here to its end, or to that of the page.
   * @param {Place} place
   */
  line(place) {
    const line = [];
    for (let here = place; ; here = this.after(here, line[line.length - 1])) {
      const move = this.best(here) ?? this.resistance(here);
      if (move === null) return line;
      line.push(this.tables.typed(move));
    }
  }

  /**
   * What refutes a losing move that leads here: the moves up to the winner's first. A partner in between can't help.
   * @param {number} target
   */
  refutation(target) {
    const moves = [];
    for (let at = target; at >= 0; ) {
      const node = this.tables.node(this.tables.strategy, at);
      if (node.kind === "cut") return [];
      const index = Math.max(this.indexOf(node, "pass"), 0);
      moves.push(this.tables.typed(node.moves[index]));
      if (node.kind === "answer") return moves;
      at = node.targets[index];
    }
    return [];
  }

  /**
   * @param {number} move
   * @param {boolean | null} wins
   * @param {number} target In the strategy.
   * @returns {Judged}
   */
  judged(move, wins, target = UNKNOWN) {
    const verdict = wins === null ? "unknown" : wins ? "win" : "loss";
    return { move: this.tables.typed(move), kind: this.tables.kind(move), verdict, refutation: wins === false ? this.refutation(target) : [] };
  }

  /**
   * The moves that the tables hold, and whether these are all.
   * @param {Place} place
   * @returns {{ choices: Judged[], complete: boolean }}
   */
  choices(place) {
    const { data, tables } = this;
    if (place.atStart) return { choices: data.first.map(([move, wins], index) => this.judged(move, wins, tables.strategy.first[index])), complete: true };
    const strategy = this.replies(place), trial = this.tried(place);
    if (strategy.kind === "replies") return { choices: strategy.moves.map((move, index) => this.judged(move, false, strategy.targets[index])), complete: true };
    if (trial.kind === "replies") return { choices: trial.moves.map((move, index) => this.judged(move, trial.targets[index] !== UNKNOWN)), complete: true };
    const known = strategy.kind === "answer" ? [this.judged(strategy.moves[0], true)] : trial.kind === "answer" ? [this.judged(trial.moves[0], false)] : [];
    return { choices: known, complete: false };
  }

  /**
   * @param {import("./answers.js").Game} game
   * @returns {{ place: Place, answer: import("../game/types.js").Answer }}
   */
  asked(game) {
    const place = this.place(game.steps.map((step) => step.move)), isFirst = game.position().turn === 0;
    if (place.firstWins === null) throw new Problem("", "absent");
    const wins = place.firstWins === isFirst, best = wins ? this.best(place) : null;
    const answer = { best: best === null ? null : this.tables.typed(best), line: this.line(place), nodes: 0, elapsed: 0, reason: null };
    return { place, answer: { ...answer, verdict: wins ? "win" : "loss" } };
  }
}

/**
 * The answers from the data of a page.
 * @param {Data} data
 * @returns {Source}
 */
export function strategyOf(data) {
  const strategy = new Strategy(data);
  return {
    isTable: true,
    // The side that could win has all its moves only if it has not gone wrong; the other side always has them.
    plays: (first) => data.verdict === "win" || first === (data.turn === 0),
    basis: () => (data.complete ? words.wholeStrategy(data.positions) : words.partOfStrategy(data.positions)),
    solve: async (game) => strategy.asked(game).answer,
    async moves(game) {
      const { place, answer } = strategy.asked(game);
      return { ...answer, ...strategy.choices(place) };
    },
  };
}
