// Reads the data in a page of `canju explain`. They are written by src/app/explain/encode.rs, which describes their form. There are no
// rules here: the tables say which moves are legal, what wins, and what is played. So a page stays right whatever becomes of
// the program that made it, and anyone can check it.

/** A target: a node, or one of these. */
export const OVER = -1;
export const UNKNOWN = -2;

/**
 * What a page holds; see src/app/explain/encode.rs.
 * @typedef {object} Data
 * @property {string[]} hands
 * @property {number} turn
 * @property {number | null} last
 * @property {number | null} by
 * @property {string} rules
 * @property {"win" | "loss"} verdict
 * @property {number | null} best
 * @property {[number, boolean | null][]} first
 * @property {[string, number | null][]} moves
 * @property {string[]} kinds
 * @property {string} lists
 * @property {string} graph
 * @property {string | null} trial
 * @property {number} positions
 * @property {boolean} complete
 */

/**
 * A graph: where the first moves lead, and the nodes. These are in one flat array instead of an object each, because there
 * may be hundreds of thousands.
 * @typedef {{ first: number[], starts: number[], flat: number[] }} Graph
 */

/**
 * What can be played in a node: one `answer`, or `replies` to choose from; or the page ends here, `cut`.
 * @typedef {{ kind: "answer" | "replies" | "cut", moves: number[], targets: number[] }} Node
 */

/**
 * The numbers of a text, one after the other.
 * @param {string} text
 */
function reader(text) {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
  const values = new Uint8Array(128);
  for (let i = 0; i < 64; i++) values[digits.charCodeAt(i)] = i;
  let at = 0;
  return {
    ended: () => at >= text.length,
    read() {
      for (let number = 0, unit = 1; ; unit *= 32) {
        const value = values[text.charCodeAt(at++)];
        number += (value & 31) * unit;
        if (value < 32) return number;
      }
    },
  };
}

/**
 * @param {string} text
 * @returns {number[][]}
 */
function listsOf(text) {
  const { ended, read } = reader(text), lists = [];
  while (!ended()) lists.push(Array.from({ length: read() }, read));
  return lists;
}

/** The tables of a page. */
export class Tables {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.lists = listsOf(data.lists);
    /** The winner has one move in each position, the loser all of them. */
    this.strategy = this.graph(data.graph);
    /** The reader has all moves, the other side one; a move to UNKNOWN gives the win away. Null if the mover can't win. */
    this.trial = data.trial === null ? null : this.graph(data.trial);
  }

  /**
   * @param {string} text
   * @returns {Graph}
   */
  graph(text) {
    const { read } = reader(text);
    let fresh = 0;
    const target = () => {
      const code = read();
      return code === 0 ? fresh++ : code === 1 ? OVER : code === 2 ? UNKNOWN : fresh - (code - 2);
    };
    const first = this.data.first.map(target);
    const starts = [], flat = [];
    for (let number = 0; number < fresh; number++) {
      const head = read();
      const targets = head % 2 === 0 ? 1 : head === 1 ? 0 : this.lists[(head - 1) / 2 - 1].length;
      starts.push(flat.length);
      flat.push(head);
      for (let i = 0; i < targets; i++) flat.push(target());
    }
    return { first, starts, flat };
  }

  /**
   * @param {Graph} graph
   * @param {number} number
   * @returns {Node}
   */
  node({ starts, flat }, number) {
    const start = starts[number], head = flat[start];
    if (head === 1) return { kind: "cut", moves: [], targets: [] };
    if (head % 2 === 0) return { kind: "answer", moves: [head / 2], targets: [flat[start + 1]] };
    const moves = this.lists[(head - 1) / 2 - 1];
    return { kind: "replies", moves, targets: flat.slice(start + 1, start + 1 + moves.length) };
  }

  /**
   * A move as it is typed: the cards, and behind a colon the kind if the cards could be two; or `pass`.
   * @param {number} move
   */
  typed(move) {
    return this.data.moves[move][0];
  }

  /** @param {number} move */
  kind(move) {
    const kind = this.data.moves[move][1];
    return kind === null ? "pass" : this.data.kinds[kind];
  }
}
